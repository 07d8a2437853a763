#include "simcore/engine/rollout/rollout_trace.h"

#include "profiler/trace/build/trace_writer.h"
#include "simcore/engine/events/event_queue.h"
#include "simcore/engine/run/run_emitter.h"
#include "simcore/engine/serving/serving_trace.h"

#include <algorithm>
#include <cstddef>
#include <map>
#include <string>
#include <string_view>

#include <fmt/format.h>

namespace nscope::sim {
namespace {

constexpr std::size_t kMostRolloutSegments = 100'000;

class IterationTrace {
 public:
  explicit IterationTrace(TraceSink& sink) : out_(sink) {
    phases_ = row("Iteration", 0);
    training_ = row("Training step", 1);
  }

  TraceWriter& out() { return out_; }

  void phases(const TrainingTimes& step, const IterationTimes& times) {
    double now = 0;
    const auto phase = [&](const char* name, double seconds) {
      if (seconds <= 0) return;
      slice(phases_, name, now, now + seconds);
      now += seconds;
    };
    phase("copy the state to the host", times.offload / 2);
    rollout_ = now;
    phase("rollout", times.rollout);
    phase("rewards", times.reward);
    phase("copy the state from the host", times.offload / 2);
    const double start = times.overlap ? 0 : now;
    if (times.overlap) {
      overlapped_ = row("Training beside the rollout", 2);
      slice(overlapped_, "training", 0, times.training);
      now = std::max(now, times.training);
    } else {
      phase("training", times.training);
    }
    training(step, start);
    phase("weight transfer", times.sync);
    end_ = now;
  }

  void replicas(const RolloutSegments& segments) {
    std::map<int, TraceTime> ends;
    for (const RolloutSegments::Entry& entry : segments.entries()) {
      const Rows& rows = rows_of(entry.replica);
      const TraceTime start = time(rollout_ + to_seconds(entry.segment.start));
      const TraceTime end = time(rollout_ + to_seconds(entry.segment.end()));
      const SliceId shown = out_.slice(rows.segments, out_.intern(segment_name(entry.segment.kind)),
                                       start, TraceTime(end.value() - start.value()));
      if (entry.segment.steps > 1) out_.arg(shown, out_.intern("steps"), entry.segment.steps);
      out_.arg(shown, out_.intern("sequences"), std::int64_t{entry.segment.sequences});
      out_.counter(rows.waiting, start, entry.waiting);
      out_.counter(rows.running, start, entry.running);
      ends[entry.replica] = end;
    }
    for (const auto& [replica, end] : ends) out_.counter(rows_of(replica).running, end, 0);
    if (segments.hidden() == 0) return;
    const auto shown = static_cast<std::int64_t>(segments.entries().size());
    out_.diagnose("scheduler_steps_not_shown", Severity::kInfo,
                  tr("The first {} of {} scheduler segments are shown; the metrics include all of "
                     "them.",
                     as::count(shown), as::count(shown + segments.hidden())),
                  segments.hidden());
  }

  bool finish() {
    out_.time_base(
        {.ticks_per_ns = kPicosecondTicks, .window_begin = TraceTime(0), .window_end = time(end_)});
    return out_.finish();
  }

 private:
  struct Rows {
    TrackId segments;
    TrackId waiting;
    TrackId running;
  };

  static TraceTime time(double seconds) { return TraceTime(picoseconds(seconds)); }

  TrackId row(std::string_view name, std::int32_t order) {
    return out_.track(
        {.name = name, .kind = TrackKind::kHost, .slice_kind = SliceKind::kHost, .order = order});
  }

  void slice(TrackId track, std::string_view name, double start, double end) {
    out_.slice(track, out_.intern(name), time(start),
               TraceTime(time(end).value() - time(start).value()));
  }

  void training(const TrainingTimes& step, double start) {
    const auto phase = [&](const char* name, double seconds) {
      if (seconds <= 0) return;
      slice(training_, name, start, start + seconds);
      start += seconds;
    };
    phase("data loading", step.data_seconds);
    phase("reference", step.reference.seconds);
    phase("forward and backward passes", step.pipeline.seconds);
    phase("gradient reduction", step.end.reduction_seconds);
    phase("optimizer", step.end.optimizer_seconds());
  }

  const Rows& rows_of(int replica) {
    const auto [it, added] = rows_.try_emplace(replica);
    if (!added) return it->second;
    constexpr std::int32_t kFirstReplica = 100;
    const std::string title = fmt::format("Replica {}", replica);
    const TrackId group =
        out_.track({.name = title, .kind = TrackKind::kGroup, .order = kFirstReplica + replica});
    const auto counter = [&](std::string_view name, std::int32_t order) {
      return out_.track({.name = name,
                         .kind = TrackKind::kCounter,
                         .parent = group,
                         .order = order,
                         .unit = "sequences"});
    };
    it->second.segments = out_.track({.name = "Scheduler",
                                      .kind = TrackKind::kHost,
                                      .parent = group,
                                      .slice_kind = SliceKind::kHost,
                                      .order = 0});
    it->second.waiting = counter("Waiting", 1);
    it->second.running = counter("Running", 2);
    return it->second;
  }

  TraceWriter out_;
  TrackId phases_;
  TrackId training_;
  TrackId overlapped_;
  std::map<int, Rows> rows_;
  double rollout_ = 0;  ///< s at which the rollout begins
  double end_ = 0;
};

}  // namespace

SegmentListener RolloutSegments::listener() {
  return [this](const Replica& replica, const Segment& segment) {
    if (entries_.size() >= kMostRolloutSegments) {
      ++hidden_;
      return;
    }
    entries_.push_back({.replica = replica.index(),
                        .segment = segment,
                        .waiting = static_cast<int>(replica.waiting()),
                        .running = static_cast<int>(replica.running())});
  };
}

bool write_rollout_trace(const PreparedRun& run, const Workload& workload,
                         const Calibration& calibration, const SimulationResult& result,
                         const TrainingTimes& step, const IterationTimes& times,
                         const RolloutSegments& segments, TraceSink& sink) {
  IterationTrace trace(sink);
  describe_prediction(run, workload, calibration, result, trace.out());
  trace.phases(step, times);
  trace.replicas(segments);
  return trace.finish();
}

}  // namespace nscope::sim
