#pragma once

#include "app/gui/timeline/model/highlight.h"
#include "profiler/base/result.h"
#include "profiler/base/task_control.h"
#include "profiler/trace/trace.h"

#include <QColor>
#include <QString>
#include <array>
#include <cstdint>
#include <memory>
#include <set>
#include <vector>

namespace nscope::gui {

/// The property of an event that determines its colour.
enum class ColorMode { kEngine, kOperator, kLayer, kOpcode, kInstructionType, kSource, kNone };
inline constexpr std::array kColorModes{
    ColorMode::kEngine,          ColorMode::kOperator, ColorMode::kLayer, ColorMode::kOpcode,
    ColorMode::kInstructionType, ColorMode::kSource,   ColorMode::kNone};
/// The name of a mode in settings and options: "engine", "operator", ...
std::string_view to_string(ColorMode mode);
/// The mode with this name; kEngine if the name is unknown.
ColorMode color_mode_of(std::string_view name);

/// Hatching that distinguishes classes without colour, in the order in which classes use it.
enum class Pattern : std::uint8_t { kPlain, kRising, kFalling, kUpright, kDots };
inline constexpr int kPatterns = 5;

/// The classification of the events of a run. Each event is in at most one class. Immutable; any
/// thread.
struct SliceClasses {
  struct Class {
    std::string name;  ///< operator, layer, opcode, engine, ...; empty for the rest
    QColor color;
    Pattern pattern = Pattern::kPlain;
    std::int64_t ticks = 0;  ///< total time of its events
    std::size_t count = 0;   ///< number of its events
    std::size_t others = 0;  ///< number of names in the class of the rest; otherwise 0
  };
  static constexpr std::uint8_t kNone = 255;
  /// Maximum number of classes with one name; the events with other names share a class.
  static constexpr std::size_t kMost = 40;

  ColorMode mode = ColorMode::kEngine;
  std::vector<Class> classes{};  ///< by total time; the class of the rest is last
  /// The class of each event, by track and row. If the entry of a track is empty, all its events
  /// have the class in `tracks`.
  std::vector<std::vector<std::uint8_t>> rows{};
  std::vector<std::uint8_t> tracks{};

  /// Index of the class of an event; kNone if it has none.
  std::uint8_t of(const Track& track, std::uint32_t row) const {
    const auto& own = rows[track.id.index()];
    return own.empty() ? tracks[track.id.index()] : own[row];
  }
};

/// Classifies the events of a run. Takes one byte per event, except in the modes kEngine and kNone.
/// Errors: kCancelled.
Result<std::shared_ptr<const SliceClasses>> classify(const Trace& trace, ColorMode mode,
                                                     const TaskControl& control);

/// The colour of the n-th class. Colour-blind readers can distinguish the first eight colours,
/// which then repeat. Event names are readable on all of them.
QColor class_color(std::size_t index);

/// The title of a class, for display.
QString class_title(const SliceClasses::Class& of);

/// Highlights the events of some classes; null if `wanted` is empty.
HighlightPtr highlight_classes(std::shared_ptr<const SliceClasses> classes,
                               const std::set<std::uint8_t>& wanted);

}  // namespace nscope::gui
