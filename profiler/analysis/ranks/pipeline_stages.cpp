#include "profiler/analysis/ranks/pipeline_stages.h"

#include "profiler/analysis/ranks/devices.h"
#include "profiler/trace/vocabulary.h"

#include <algorithm>
#include <map>
#include <unordered_set>

namespace nscope::analysis {
namespace {

const ArgColumn* integers_of(const Track& track, StringId key) {
  const auto found =
      std::find_if(track.args.begin(), track.args.end(), [&](const ArgColumn& column) {
        return column.key == key && column.type == ArgColumn::Type::kInteger;
      });
  return key.valid() && found != track.args.end() ? &*found : nullptr;
}

/// Adds the part of a pass that is in the window. False if there is none.
bool add_pass(const Track& track, std::size_t row, const TimeWindow& window, PipelineStage& to) {
  const std::int64_t begin = std::max(track.slices.begin(row), window.begin).value();
  const std::int64_t end = std::min(track.slices.end(row), window.end).value();
  if (end <= begin) return false;
  ++to.passes;
  to.busy.add(begin, end);
  return true;
}

/// Reads the passes of layer tracks. A track is the stage that its passes state, or the next stage.
class LabelledPasses {
 public:
  LabelledPasses(const Trace& trace, const TimeWindow& window)
      : microbatch_(trace.strings().find(key::kMicrobatch)),
        stage_(trace.strings().find(key::kStage)),
        window_(window) {}

  bool read(const Track& track, const TaskControl& control, std::vector<PipelineStage>& stages) {
    const ArgColumn* const microbatch = integers_of(track, microbatch_);
    if (microbatch == nullptr) return true;
    const ArgColumn* const number = integers_of(track, stage_);
    PipelineStage stage{.name = {}, .number = static_cast<std::int64_t>(stages.size())};
    if (number != nullptr && number->size() > 0) stage.number = number->integers[0];
    stage.name = tr("stage {}", stage.number);
    std::unordered_set<std::int64_t> microbatches;
    for (std::size_t i = 0; i < microbatch->size(); ++i) {
      if (control.cancelled_at(i)) return false;
      const std::size_t row = microbatch->row(i);
      if (add_pass(track, row, window_, stage)) microbatches.insert(microbatch->integers[i]);
    }
    stage.microbatches = static_cast<std::int64_t>(microbatches.size());
    if (stage.busy.length() > 0) stages.push_back(std::move(stage));
    return true;
  }

 private:
  StringId microbatch_, stage_;
  TimeWindow window_;
};

std::optional<std::vector<PipelineStage>> merged_runs(const Trace& trace, const TimeWindow& window,
                                                      const TaskControl& control) {
  std::vector<PipelineStage> stages;
  std::map<TrackId, std::size_t> index;
  const Parts parts(trace);
  for (const Track& track : trace.tracks()) {
    const TrackId part = parts.of(track);
    if (track.kind != TrackKind::kExecution || !part.valid()) continue;
    const auto [entry, added] = index.try_emplace(part, stages.size());
    if (added) {
      stages.push_back({.name = Text::verbatim(std::string(trace.text(trace.track(part).name)))});
    }
    PipelineStage& stage = stages[entry->second];
    for (std::size_t row = 0; row < track.slices.size(); ++row) {
      if (control.cancelled_at(row)) return std::nullopt;
      add_pass(track, row, window, stage);
    }
  }
  std::erase_if(stages, [](const PipelineStage& stage) { return stage.busy.length() == 0; });
  for (std::size_t i = 0; i < stages.size(); ++i) stages[i].number = static_cast<std::int64_t>(i);
  return stages;
}

}  // namespace

std::optional<PipelineStages> pipeline_stages(const Trace& trace, const TimeWindow& window,
                                              const TaskControl& control) {
  PipelineStages out;
  LabelledPasses passes(trace, window);
  for (const Track& track : trace.tracks()) {
    if (track.slice_kind != SliceKind::kLayer) continue;
    if (!passes.read(track, control, out.stages)) return std::nullopt;
  }
  out.labelled = !out.stages.empty();
  if (!out.labelled) {
    auto stages = merged_runs(trace, window, control);
    if (!stages) return std::nullopt;
    out.stages = std::move(*stages);
  }
  std::stable_sort(
      out.stages.begin(), out.stages.end(),
      [](const PipelineStage& a, const PipelineStage& b) { return a.number < b.number; });
  const auto shown = static_cast<double>(out.stages.size());
  const double stated = trace.property_number(property::kPipelineStages).value_or(shown);
  out.total = static_cast<std::int64_t>(std::clamp(stated, shown, 1e9));
  return out;
}

}  // namespace nscope::analysis
