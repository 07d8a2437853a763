#include "app/gui/timeline/model/slice_classes.h"

#include "app/gui/text/text.h"
#include "app/gui/theme/tokens.h"
#include "profiler/analysis/operators/operator_names.h"
#include "profiler/base/parallel.h"
#include "profiler/trace/vocabulary.h"

#include <QCoreApplication>
#include <QStringList>
#include <algorithm>
#include <bitset>
#include <optional>
#include <unordered_map>
#include <utility>

namespace nscope::gui {
namespace {

using analysis::OperatorLevel;

constexpr std::array<unsigned, 8> kClassColors{0x56b4e9, 0xe69f00, 0x2bb58a, 0xcc79a7,
                                               0xd9cf52, 0xe8744a, 0x8f8ff0, 0xb9c0cc};

constexpr std::pair<ColorMode, std::string_view> kModeNames[] = {
    {ColorMode::kEngine, "engine"},
    {ColorMode::kOperator, "operator"},
    {ColorMode::kLayer, "layer"},
    {ColorMode::kOpcode, "opcode"},
    {ColorMode::kInstructionType, "instruction-type"},
    {ColorMode::kSource, "source"},
    {ColorMode::kNone, "none"}};

/// The names of the events of a track in one mode. Each call must pass a later row.
class Names {
 public:
  Names(const Trace& trace, const Track& track, ColorMode mode, OperatorLevel of_instructions) {
    const bool layers = mode == ColorMode::kLayer && track.slice_kind == SliceKind::kLayer;
    if (mode == ColorMode::kInstructionType) {
      type_.emplace(track, trace.strings().find(key::kInstructionType));
    } else {
      names_.emplace(trace, track, layers ? OperatorLevel::kName : level_of(mode), of_instructions);
    }
  }
  StringId of(std::size_t row) { return type_ ? type_->text(row) : names_->of(row); }

  static OperatorLevel level_of(ColorMode mode) {
    switch (mode) {
      case ColorMode::kOperator: return OperatorLevel::kAutomatic;
      case ColorMode::kLayer: return OperatorLevel::kLayer;
      case ColorMode::kSource: return OperatorLevel::kSource;
      default: return OperatorLevel::kName;
    }
  }

 private:
  std::optional<analysis::ArgReader> type_;
  std::optional<analysis::OperatorNames> names_;
};

struct Totals {
  std::int64_t ticks = 0;
  std::size_t count = 0;
};
using TotalsByName = std::unordered_map<StringId, Totals>;

TotalsByName totals_of(const Track& track, Names names, const TaskControl& control) {
  TotalsByName totals;
  for (std::size_t row = 0; row < track.slices.size(); ++row) {
    if (control.cancelled_at(row)) break;
    const StringId name = names.of(row);
    if (!name.valid()) continue;
    Totals& of = totals[name];
    of.ticks += track.slices.duration[row];
    ++of.count;
  }
  return totals;
}

/// Gives each class the colour of its name if it is free, so that a class has the same colour in
/// most runs, or the next free colour. After eight classes the colours repeat, with another
/// pattern.
void color_classes(std::vector<SliceClasses::Class>& classes) {
  constexpr std::size_t kColors = kClassColors.size();
  std::bitset<kColors> used;
  for (std::size_t i = 0; i < classes.size(); ++i) {
    if (used.all()) used.reset();
    std::uint32_t hash = 2166136261U;
    for (const char c : classes[i].name) {
      hash = (hash ^ static_cast<unsigned char>(c)) * 16777619U;
    }
    std::size_t slot = (hash ^ (hash >> 15)) % kColors;
    while (used[slot]) slot = (slot + 1) % kColors;
    used.set(slot);
    classes[i].color = class_color(slot);
    classes[i].pattern = static_cast<Pattern>((slot + i / kColors) % kPatterns);
  }
}

/// Sorts the names by total time, the longest first, then by name.
std::vector<std::pair<StringId, Totals>> ranked(const Trace& trace, const TotalsByName& totals) {
  std::vector<std::pair<StringId, Totals>> names(totals.begin(), totals.end());
  std::sort(names.begin(), names.end(), [&](const auto& a, const auto& b) {
    if (a.second.ticks != b.second.ticks) return a.second.ticks > b.second.ticks;
    return trace.text(a.first) < trace.text(b.first);
  });
  return names;
}

std::string unit_name(const Trace& trace, const Track& track) {
  if (track.engine == Engine::kDma) return "DMA";
  if (track.engine == Engine::kCc) return "Collectives";
  return std::string(trace.text(track.name));
}

/// One class for each engine that has events. Does not read the events.
SliceClasses by_engine(const Trace& trace) {
  SliceClasses found{.mode = ColorMode::kEngine};
  found.rows.resize(trace.tracks().size());
  found.tracks.assign(trace.tracks().size(), SliceClasses::kNone);
  for (const Track& track : trace.tracks()) {
    if (track.engine == Engine::kNone || track.slices.size() == 0) continue;
    const QColor color = track_color(trace, track);
    auto at = std::find_if(found.classes.begin(), found.classes.end(),
                           [&](const auto& known) { return known.color == color; });
    if (at == found.classes.end()) {
      SliceClasses::Class engine;
      engine.name = unit_name(trace, track);
      engine.color = color;
      engine.pattern = static_cast<Pattern>(found.classes.size() % kPatterns);
      at = found.classes.insert(found.classes.end(), std::move(engine));
    }
    at->count += track.slices.size();
    at->ticks += track.pyramid.busy(track.slices, trace.begin().value(), trace.end().value());
    found.tracks[track.id.index()] =
        static_cast<std::uint8_t>(std::distance(found.classes.begin(), at));
  }
  return found;
}

}  // namespace

std::string_view to_string(ColorMode mode) {
  for (const auto& [known, name] : kModeNames) {
    if (known == mode) return name;
  }
  return "engine";
}

ColorMode color_mode_of(std::string_view name) {
  for (const auto& [mode, known] : kModeNames) {
    if (known == name) return mode;
  }
  return ColorMode::kEngine;
}

QColor class_color(std::size_t index) {
  return QColor::fromRgb(0xff000000U | kClassColors[index % kClassColors.size()]);
}

Result<std::shared_ptr<const SliceClasses>> classify(const Trace& trace, ColorMode mode,
                                                     const TaskControl& control) {
  const auto tracks = trace.tracks();
  if (mode == ColorMode::kEngine) return std::make_shared<const SliceClasses>(by_engine(trace));
  auto found = std::make_shared<SliceClasses>();
  found->mode = mode;
  found->rows.resize(tracks.size());
  found->tracks.assign(tracks.size(), SliceClasses::kNone);
  if (mode == ColorMode::kNone) return found;
  const OperatorLevel level = analysis::level_for_instructions(trace, Names::level_of(mode));
  const auto names_of = [&](const Track& track) { return Names(trace, track, mode, level); };
  std::vector<TotalsByName> by_track(tracks.size());
  for_each_in_parallel(tracks.size(), [&](std::size_t i) {
    by_track[i] = totals_of(tracks[i], names_of(tracks[i]), control);
  });
  if (control.cancelled()) return cancelled();
  TotalsByName totals;
  for (const TotalsByName& own : by_track) {
    for (const auto& [name, of] : own) {
      totals[name].ticks += of.ticks;
      totals[name].count += of.count;
    }
  }
  const auto names = ranked(trace, totals);
  std::unordered_map<StringId, std::uint8_t> index_of;
  Totals others;
  for (std::size_t i = 0; i < names.size(); ++i) {
    const auto& [name, of] = names[i];
    const std::size_t index = std::min(i, SliceClasses::kMost);
    index_of[name] = static_cast<std::uint8_t>(index);
    if (i < SliceClasses::kMost) {
      SliceClasses::Class own;
      own.name = std::string(trace.text(name));
      own.ticks = of.ticks;
      own.count = of.count;
      found->classes.push_back(std::move(own));
    } else {
      others.ticks += of.ticks;
      others.count += of.count;
    }
  }
  color_classes(found->classes);
  if (names.size() > SliceClasses::kMost) {
    SliceClasses::Class rest;
    rest.color = engine_color(Engine::kNone);
    rest.ticks = others.ticks;
    rest.count = others.count;
    rest.others = names.size() - SliceClasses::kMost;
    found->classes.push_back(std::move(rest));
  }
  for_each_in_parallel(tracks.size(), [&](std::size_t i) {
    if (by_track[i].empty()) return;
    std::vector<std::uint8_t>& rows = found->rows[i];
    rows.assign(tracks[i].slices.size(), SliceClasses::kNone);
    Names of = names_of(tracks[i]);
    for (std::size_t row = 0; row < rows.size(); ++row) {
      if (control.cancelled_at(row)) return;
      if (const StringId name = of.of(row); name.valid()) rows[row] = index_of.at(name);
    }
  });
  if (control.cancelled()) return cancelled();
  return found;
}

QString class_title(const SliceClasses::Class& of) {
  if (of.others == 0) return to_qstring(of.name);
  return QCoreApplication::translate("SliceClasses", "%1 more").arg(of.others);
}

HighlightPtr highlight_classes(std::shared_ptr<const SliceClasses> classes,
                               const std::set<std::uint8_t>& wanted) {
  if (!classes || wanted.empty()) return nullptr;
  std::bitset<256> set;
  QStringList names;
  for (const std::uint8_t index : wanted) {
    set.set(index);
    names << class_title(classes->classes.at(index));
  }
  const QString text = names.join(QStringLiteral(", "));
  return std::make_shared<const Highlight>(
      Highlight{text, [classes = std::move(classes), set](const Track& track, std::uint32_t row) {
                  return set.test(classes->of(track, row));
                }});
}

}  // namespace nscope::gui
