#include "simcore/engine/collective_run/collective_emitter.h"

#include "profiler/base/json/document_text.h"
#include "profiler/trace/build/neuron_tracks.h"
#include "profiler/trace/build/trace_writer.h"
#include "profiler/trace/vocabulary.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <utility>

#include <fmt/format.h>

namespace nscope::sim {
namespace {

constexpr std::string_view kStep = "step";
constexpr std::string_view kPart = "part";

TraceTime ticks(Picoseconds time) {
  return TraceTime(time);
}

std::string_view to_string(CollectiveStage::Pattern pattern) {
  switch (pattern) {
    case CollectiveStage::Pattern::kMesh: return "mesh";
    case CollectiveStage::Pattern::kRing: return "ring";
    case CollectiveStage::Pattern::kChipRing: return "chip ring";
    case CollectiveStage::Pattern::kExchange: return "exchange";
    case CollectiveStage::Pattern::kFanOut: return "fan-out";
    case CollectiveStage::Pattern::kPair: return "send";
  }
  return "mesh";
}

std::string port_name(const ChipLink& link) {
  if (link.from < 0) return fmt::format("switch to chip {}", link.to);
  if (link.to < 0) return fmt::format("chip {} to switch", link.from);
  return fmt::format("chip {} to chip {}", link.from, link.to);
}

class CollectiveEmitter {
 public:
  CollectiveEmitter(const CollectiveRun& run, const CollectiveTimeline& timeline, int shown_ranks,
                    TraceSink& sink)
      : run_(run), timeline_(timeline), shown_(shown_ranks), out_(sink), tracks_(out_) {}

  bool go() {
    describe();
    diagnose_omissions();
    for (int rank = 0; rank < shown_; ++rank) {
      tracks_.describe_core(core(rank), fmt::format("rank {}", rank));
      spans(rank);
    }
    for (const CollectiveStep& step : timeline_.steps) show(step);
    for (const LinkLoad& load : timeline_.links) show(load);
    out_.slice(tracks_.executions(), out_.intern(name()), ticks(0), ticks(timeline_.end));
    out_.time_base({.ticks_per_ns = kPicosecondTicks,
                    .window_begin = ticks(0),
                    .window_end = ticks(timeline_.end)});
    return out_.finish();
  }

 private:
  std::string_view name() const { return nscope::sim::to_string(run_.plan.summary.kind); }
  /// Physical core of a rank.
  int core(int rank) const {
    return core_of(run_.plan.request.group, 0, rank) * run_.machine.physical_per_logical;
  }
  const CollectiveStage& stage(int index) const {
    return run_.plan.stages[static_cast<std::size_t>(index)];
  }
  std::string stage_name(int index) const {
    const CollectiveStage& one = stage(index);
    return fmt::format("{}{}", to_string(one.pattern),
                       one.across_nodes ? " between nodes"
                       : one.flat       ? " over nodes"
                                        : "");
  }

  void describe();
  void diagnose_omissions();
  void spans(int rank);
  void show(const CollectiveStep& step);
  void show(const LinkLoad& load);
  TrackId track(const CollectiveStep& step);

  const CollectiveRun& run_;
  const CollectiveTimeline& timeline_;
  int shown_;
  TraceWriter out_;
  NeuronTracks tracks_;
  std::map<std::pair<int, int>, TrackId> streams_;  ///< by rank and part
  std::map<std::pair<int, int>, SliceId> last_;
};

void CollectiveEmitter::describe() {
  const Machine& machine = run_.machine;
  out_.property(std::string(property::kSourceFormat), "simulation");
  out_.property(std::string(property::kProvenance), "simulated");
  out_.property(std::string(property::kInstanceType), machine.instance->id);
  out_.property(std::string(property::kDevice), machine.device->id);
  out_.property(std::string(property::kGeneration), machine.device->generation);
  out_.property("collective", compact_text(to_json(run_.setup)));
  if (!run_.workload.empty()) {
    out_.property(std::string(property::kWorkload), run_.workload);
  }
  out_.property("algorithm", std::string(run_.plan.summary.algorithm));
  const CollectiveTimes times = times_of(run_);
  const auto metric = [&](std::string name, double value, std::string unit, Text note) {
    out_.metric({.name = std::move(name),
                 .value = value,
                 .unit = std::move(unit),
                 .provenance = Provenance::kSimulated,
                 .note = std::move(note)});
  };
  metric("time", times.seconds, "s", tr("closed form without disturbances"));
  metric("simulated_time", timeline_.seconds(), "s", tr("simulated step by step, device only"));
  metric("algorithm_bandwidth", times.algorithm_bandwidth, "B/s", {});
  metric("bus_bandwidth", times.bus_bandwidth, "B/s", {});
  metric("network_bytes", timeline_.network_bytes, "B", tr("bytes that leave one node"));
}

void CollectiveEmitter::diagnose_omissions() {
  const CollectiveGroup& group = run_.plan.request.group;
  const int hidden = group.ranks() - shown_;
  if (hidden > 0) {
    out_.diagnose("symmetric_ranks_not_shown", Severity::kInfo,
                  tr("{} of {} ranks are shown.", shown_, group.ranks()), hidden);
  }
  if (group.concurrent > 1) {
    out_.diagnose("concurrent_groups_not_shown", Severity::kInfo,
                  tr_plural(group.concurrent - 1,
                            "{} concurrent group was simulated, but only its traffic is shown.",
                            "{} concurrent groups were simulated, but only their traffic is shown.",
                            group.concurrent - 1),
                  group.concurrent - 1);
  }
  const auto unseen =
      std::count_if(timeline_.links.begin(), timeline_.links.end(),
                    [](const LinkLoad& load) { return load.bytes > 0 && load.samples.empty(); });
  if (unseen > 0) {
    out_.diagnose("links_not_shown", Severity::kInfo,
                  tr_plural(unseen, "{} link with traffic is not connected to a shown chip.",
                            "{} links with traffic are not connected to a shown chip.", unseen),
                  unseen);
  }
  if (run_.plan.host_seconds > 0) {
    out_.diagnose("host_time_not_shown", Severity::kInfo,
                  tr("The measured time includes {} of host time, which the trace does not show.",
                     as::seconds(run_.plan.host_seconds)));
  }
}

/// Emits the collective and the sequence of its stages on one rank.
void CollectiveEmitter::spans(int rank) {
  std::map<int, std::pair<Picoseconds, Picoseconds>> stages;
  for (const CollectiveStep& step : timeline_.steps) {
    if (step.rank != rank) continue;
    const auto [span, first] = stages.try_emplace(step.stage, step.start, step.end);
    if (!first) {
      span->second.first = std::min(span->second.first, step.start);
      span->second.second = std::max(span->second.second, step.end);
    }
  }
  if (stages.empty()) return;
  const TrackId track = tracks_.layers(core(rank));
  Picoseconds end = 0;
  for (const auto& [index, span] : stages) end = std::max(end, span.second);
  out_.slice(track, out_.intern(name()), ticks(0), ticks(end));
  if (run_.plan.parts > 1) return;  // stages of different parts overlap
  for (const auto& [index, span] : stages) {
    out_.slice(track, out_.intern(stage_name(index)), ticks(span.first),
               ticks(span.second - span.first));
  }
}

/// Parts overlap, so every part after the first has a track of its own.
TrackId CollectiveEmitter::track(const CollectiveStep& step) {
  if (step.part == 0) return tracks_.collectives(core(step.rank));
  const auto [entry, first] = streams_.try_emplace({step.rank, step.part});
  if (first) {
    entry->second = out_.track({.name = fmt::format("Collectives, part {}", step.part),
                                .kind = TrackKind::kCollective,
                                .parent = tracks_.core(core(step.rank)),
                                .engine = Engine::kCc,
                                .slice_kind = SliceKind::kCollective,
                                .core = core(step.rank),
                                .order = 20 + step.part});
  }
  return entry->second;
}

void CollectiveEmitter::show(const CollectiveStep& step) {
  const SliceId slice = out_.slice(track(step), out_.intern(stage_name(step.stage)),
                                   ticks(step.start), ticks(step.end - step.start));
  out_.arg(slice, out_.intern(key::kOpcode), name());
  out_.arg(slice, out_.intern(key::kAlgorithm), run_.plan.summary.algorithm);
  out_.arg(slice, out_.intern(key::kBytes), static_cast<std::int64_t>(std::llround(step.sent)));
  out_.arg(slice, out_.intern(key::kMessageBytes),
           static_cast<std::int64_t>(std::llround(run_.plan.summary.bytes)));
  out_.arg(slice, out_.intern(key::kRanks), static_cast<std::int64_t>(run_.plan.summary.ranks));
  out_.arg(slice, out_.intern(kStep), static_cast<std::int64_t>(step.step));
  if (run_.plan.parts > 1) {
    out_.arg(slice, out_.intern(kPart), static_cast<std::int64_t>(step.part));
  }
  SliceId& last = last_[{step.rank, step.part}];
  if (last.valid()) out_.flow(last, slice, out_.intern(flow_kind::kFlowDependence));
  last = slice;
}

void CollectiveEmitter::show(const LinkLoad& load) {
  if (load.samples.empty()) return;
  const TrackId counter = tracks_.link(port_name(load.link));
  for (const LinkLoad::Sample& sample : load.samples) {
    out_.counter(counter, ticks(sample.time), sample.rate);
  }
}

}  // namespace

bool emit_collective(const CollectiveRun& run, const CollectiveTimeline& timeline, int shown_ranks,
                     TraceSink& sink) {
  return CollectiveEmitter(run, timeline, shown_ranks, sink).go();
}

}  // namespace nscope::sim
