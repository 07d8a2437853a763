#include "simcore/engine/instruction/replay.h"

#include "profiler/dependency/dependency_graph.h"
#include "profiler/trace/vocabulary.h"
#include "simcore/engine/events/event_queue.h"
#include "simcore/engine/instruction/core_rates.h"
#include "simcore/engine/instruction/replay_emitter.h"

#include <algorithm>
#include <map>
#include <utility>

namespace nscope::sim {
namespace {

/// The device that is stated in the capture.
Result<const catalog::Device*> device_of(const catalog::Catalog& catalog, const Trace& capture) {
  for (const std::string_view key : {property::kDevice, property::kInstanceType}) {
    const std::string name = capture.property_text(key);
    if (name.empty()) continue;
    if (const auto device = device_named(catalog, name)) return device;
  }
  return fail(ErrorCode::kInvalidArgument,
              tr("the capture does not state its device; use --captured-on"));
}

bool has_instructions(const Trace& capture) {
  const auto tracks = capture.tracks();
  return std::any_of(tracks.begin(), tracks.end(), [](const Track& track) {
    return track.kind == TrackKind::kEngine && track.slice_kind == SliceKind::kInstruction &&
           track.core >= 0 && track.slices.size() > 0;
  });
}

/// Seconds in which at least one instruction of an engine ran, summed over all cores.
std::map<Engine, double> busy_seconds(const DependencyGraph& graph,
                                      const DependencyTiming& timing) {
  using Interval = std::pair<Picoseconds, Picoseconds>;
  std::map<std::pair<std::int32_t, Engine>, std::vector<Interval>> spans;
  for (std::size_t i = 0; i < graph.nodes.size(); ++i) {
    const DependencyNode& node = graph.nodes[i];
    const Track& track = graph.trace->tracks()[node.track];
    const bool waits = node.ends_late || !node.slice.valid();
    if (!waits) spans[{track.core, track.engine}].emplace_back(timing.start[i], timing.end[i]);
  }
  std::map<Engine, double> busy;
  for (auto& [key, list] : spans) {
    std::sort(list.begin(), list.end());
    Picoseconds total = 0;
    Picoseconds covered = list.front().first;
    for (const auto& [begin, end] : list) {
      total += std::max<Picoseconds>(0, end - std::max(begin, covered));
      covered = std::max(covered, end);
    }
    busy[key.second] += to_seconds(total);
  }
  return busy;
}

std::string_view busy_metric(Engine engine) {
  switch (engine) {
    case Engine::kTensor: return "tensor_busy";
    case Engine::kVector: return "vector_busy";
    case Engine::kScalar: return "scalar_busy";
    case Engine::kGpSimd: return "gpsimd_busy";
    case Engine::kSync: return "sync_busy";
    case Engine::kDma: return "dma_busy";
    case Engine::kCc: return "collectives_busy";
    case Engine::kNone: break;
  }
  return "other_busy";
}

void add_metrics(ReplayResult& result, const DependencyGraph& graph,
                 const DependencyTiming& timing) {
  const auto add = [&](std::string_view name, double value, std::string_view unit, Text note,
                       Provenance provenance = Provenance::kSimulated) {
    result.metrics.push_back({.name = std::string(name),
                              .value = value,
                              .unit = std::string(unit),
                              .provenance = provenance,
                              .note = std::move(note)});
  };
  add("replay_time", result.replayed, "s", tr("total time on the target"));
  add("captured_time", result.captured, "s", tr("total time of the capture"),
      Provenance::kMeasured);
  add("replay_ratio", result.ratio, "", tr("replay_time / captured_time"));
  add("replay_fidelity", result.fidelity, "",
      tr("replay on the device of the capture / captured_time"));
  add("replay_explained", result.explained, "",
      tr("as replay_fidelity, without waits that no dependency explains"));
  const CriticalPath& path = result.path;
  const double total = std::max(
      to_seconds(path.instructions + path.transfers + path.latency + path.launch + path.waits),
      1e-12);
  const auto share = [&](std::string_view name, Picoseconds time, Text note) {
    add(name, to_seconds(time) / total, "", std::move(note));
  };
  share("path_instructions_percent", result.path.instructions,
        tr("share of the critical path: instructions"));
  share("path_transfers_percent", result.path.transfers,
        tr("share of the critical path: transfers"));
  share("path_latency_percent", result.path.latency,
        tr("share of the critical path: sequencers, semaphores, DMA start and completion"));
  share("path_launch_percent", result.path.launch,
        tr("share of the critical path: before the first instruction of an engine, not scaled"));
  share("path_unexplained_percent", result.path.waits,
        tr("share of the critical path: waits that no dependency explains, not scaled"));
  for (const auto& [engine, seconds] : busy_seconds(graph, timing)) {
    add(busy_metric(engine), seconds, "s", tr("busy time without waits, sum of all cores"));
  }
}

}  // namespace

Result<ReplayResult> replay(const catalog::Catalog& catalog, const Trace& capture,
                            const catalog::Device& target, const catalog::Device* own,
                            TraceSink* sink, TaskControl& control) {
  if (own == nullptr) {
    const auto known = device_of(catalog, capture);
    if (!known) return fail(known.error());
    own = *known;
  }
  const auto own_rates = core_rates(*own);
  if (!own_rates) return fail(own_rates.error());
  const auto target_rates = core_rates(target);
  if (!target_rates) return fail(target_rates.error());
  if (!has_instructions(capture)) {
    return fail(ErrorCode::kInvalidArgument,
                tr("the run has no instructions of a NeuronCore to replay"));
  }
  const auto graph = dependency_graph(capture, control);
  if (!graph) return fail(graph.error());
  ReplayScaling unchanged = replay_scaling(*graph, *own_rates, *own_rates);
  const auto at_home = run_dependencies(*graph, unchanged, control);
  if (!at_home) return fail(at_home.error());
  unchanged.keep_waits = false;
  const auto explained = run_dependencies(*graph, unchanged, control);
  if (!explained) return fail(explained.error());

  ReplayResult result{.own = own, .target = &target};
  result.scaling = replay_scaling(*graph, *own_rates, *target_rates);
  const auto timing = run_dependencies(*graph, result.scaling, control);
  if (!timing) return fail(timing.error());
  result.captured = to_seconds(graph->total);
  result.replayed = to_seconds(timing->total);
  if (graph->total > 0) {
    result.ratio = result.replayed / result.captured;
    result.fidelity = to_seconds(at_home->total) / result.captured;
    result.explained = to_seconds(explained->total) / result.captured;
  }
  result.path = timing->path;
  for (const DependencyNode& node : graph->nodes) {
    result.events += node.slice.valid() ? 1 : 0;
    result.unexplained += node.start_wait + node.end_wait > 0 ? 1 : 0;
  }
  add_metrics(result, *graph, *timing);
  if (sink != nullptr && !emit_replay(*graph, *timing, *target_rates, result, *sink, control)) {
    return cancelled();
  }
  return result;
}

}  // namespace nscope::sim
