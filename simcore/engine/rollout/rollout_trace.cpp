#include "simcore/engine/rollout/rollout_trace.h"

#include "profiler/trace/build/trace_writer.h"
#include "simcore/engine/events/event_queue.h"
#include "simcore/engine/run/run_emitter.h"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <string_view>

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
    ReplicaTracks tracks(out_, std::ssize(segments.entries()));
    for (const ReplicaSegment& entry : segments.entries()) tracks.add(entry, picoseconds(rollout_));
    tracks.end_counters();
    tracks.finish(segments.hidden());
  }

  bool finish() {
    out_.time_base(
        {.ticks_per_ns = kPicosecondTicks, .window_begin = TraceTime(0), .window_end = time(end_)});
    return out_.finish();
  }

 private:
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

  TraceWriter out_;
  TrackId phases_;
  TrackId training_;
  TrackId overlapped_;
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
    entries_.push_back(ReplicaSegment::of(replica, segment));
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
