#include "profiler/analysis/operators/operator_names.h"

#include "profiler/trace/vocabulary.h"

#include <algorithm>

namespace nscope::analysis {
namespace {

std::vector<std::string_view> keys_of(OperatorLevel level) {
  switch (level) {
    case OperatorLevel::kHlo: return {key::kHloName};
    case OperatorLevel::kLayer: return {key::kLayer};
    case OperatorLevel::kStatement: return {key::kPenguinText, key::kPenguinId};
    case OperatorLevel::kBir: return {key::kBirName};
    case OperatorLevel::kSource: return {key::kSourceLocation};
    case OperatorLevel::kKernel: return {key::kKernelFunction};
    case OperatorLevel::kAutomatic:
    case OperatorLevel::kName: break;
  }
  return {};
}

bool has_names(const Trace& trace, std::string_view key) {
  const StringId id = trace.strings().find(key);
  const StringId unknown = trace.strings().find("Unknown");
  if (!id.valid()) return false;
  for (const Track& track : trace.tracks()) {
    if (track.kind == TrackKind::kLayer) continue;
    for (const ArgColumn& column : track.args) {
      if (column.key != id || column.type != ArgColumn::Type::kText) continue;
      const auto named = [&](StringId text) { return text != unknown; };
      if (std::any_of(column.texts.begin(), column.texts.end(), named)) return true;
    }
  }
  return false;
}

}  // namespace

bool has_level(const Trace& trace, OperatorLevel level) {
  const auto keys = keys_of(level);
  return keys.empty() || std::any_of(keys.begin(), keys.end(),
                                     [&](std::string_view key) { return has_names(trace, key); });
}

OperatorLevel level_for_instructions(const Trace& trace, OperatorLevel asked) {
  if (asked != OperatorLevel::kAutomatic) return asked;
  for (const OperatorLevel level : {OperatorLevel::kHlo, OperatorLevel::kLayer,
                                    OperatorLevel::kStatement, OperatorLevel::kBir}) {
    if (has_level(trace, level)) return level;
  }
  return OperatorLevel::kName;
}

OperatorNames::OperatorNames(const Trace& trace, const Track& track, OperatorLevel asked,
                             OperatorLevel of_instructions)
    : track_(track), unknown_(trace.strings().find("Unknown")) {
  const OperatorLevel level = track.slice_kind == SliceKind::kInstruction ? of_instructions : asked;
  own_name_ = level == OperatorLevel::kName || level == OperatorLevel::kAutomatic;
  for (const std::string_view key : keys_of(level)) {
    if (ArgReader reader(track, trace.strings().find(key)); !reader.empty()) {
      keys_.push_back(std::move(reader));
    }
  }
}

StringId OperatorNames::of(std::size_t row) {
  if (own_name_) return track_.slices.name[row];
  for (ArgReader& key : keys_) {
    if (const StringId name = key.text(row); name.valid() && name != unknown_) return name;
  }
  return {};
}

}  // namespace nscope::analysis
