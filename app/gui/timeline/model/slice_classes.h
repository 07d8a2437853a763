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

/// What the colour of an event says.
enum class ColorMode { kEngine, kOperator, kLayer, kOpcode, kInstructionType, kSource, kNone };
inline constexpr std::array kColorModes{
    ColorMode::kEngine,          ColorMode::kOperator, ColorMode::kLayer, ColorMode::kOpcode,
    ColorMode::kInstructionType, ColorMode::kSource,   ColorMode::kNone};
/// Names for stored settings: "engine", "operator", ...
std::string_view to_string(ColorMode mode);
/// The mode of that name; kEngine for any other.
ColorMode color_mode_of(std::string_view name);

/// Hatches that tell classes apart without colour. In the order in which classes get them.
enum class Pattern : std::uint8_t { kPlain, kRising, kFalling, kUpright, kDots };
inline constexpr int kPatterns = 5;

/// The events of a run sorted into classes: one class for each event. Immutable;
/// any thread.
struct SliceClasses {
  struct Class {
    std::string name;  ///< operator, layer, opcode, engine, ...; empty for others
    QColor color;
    Pattern pattern = Pattern::kPlain;
    std::int64_t ticks = 0;  ///< of its events
    std::size_t count = 0;   ///< events
    std::size_t others = 0;  ///< names that have no class of their own share this one
  };
  static constexpr std::uint8_t kNone = 255;
  /// Classes with a colour of their own; all further events share one.
  static constexpr std::size_t kMost = 40;

  ColorMode mode = ColorMode::kEngine;
  std::vector<Class> classes{};  ///< by time, others last
  /// By track, then row; a track without rows here has one class for all.
  std::vector<std::vector<std::uint8_t>> rows{};
  std::vector<std::uint8_t> tracks{};

  /// Index of the class of an event, kNone where it has none.
  std::uint8_t of(const Track& track, std::uint32_t row) const {
    const auto& own = rows[track.id.index()];
    return own.empty() ? tracks[track.id.index()] : own[row];
  }
};

/// Sorts the events of a run. One byte an event, but for kEngine and kNone.
/// Errors: kCancelled.
Result<std::shared_ptr<const SliceClasses>> classify(const Trace& trace, ColorMode mode,
                                                     const TaskControl& control);

/// The colour of the n-th class: the first eight are told apart by colour-blind readers,
/// later ones repeat them. Event names are readable on all.
QColor class_color(std::size_t index);

/// A class in words.
QString class_title(const SliceClasses::Class& of);

/// The events of some classes; null for none of them.
HighlightPtr highlight_classes(std::shared_ptr<const SliceClasses> classes,
                               const std::set<std::uint8_t>& wanted);

}  // namespace nscope::gui
