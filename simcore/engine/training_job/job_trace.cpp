#include "simcore/engine/training_job/job_trace.h"

#include "profiler/trace/build/trace_writer.h"
#include "simcore/engine/run/run_emitter.h"

namespace nscope::sim {
namespace {

/// Maximum number of checkpoints with separate slices; each has two or three slices.
constexpr std::int64_t kMostCheckpoints = 20'000;

class JobTrace {
 public:
  JobTrace(const JobPlan& plan, TraceSink& sink) : plan_(plan), out_(sink) {}

  TraceWriter& out() { return out_; }

  bool write(const std::vector<JobEvent>& events, const TaskControl& control) {
    for (const JobEvent& event : events) checkpoints_ += event.checkpoints;
    job_ = row("Job", 0);
    failures_ = row("Failures", 1);
    if (plan_.background > 0) writes_ = row("Checkpoint writes", 2);
    saved_ = out_.track(
        {.name = "Saved steps", .kind = TrackKind::kCounter, .order = 3, .unit = "steps"});
    out_.counter(saved_, TraceTime(0), 0);
    for (const JobEvent& event : events) {
      add(event);
      if (control.cancelled() || !out_.flush()) return false;
    }
    if (folds()) {
      out_.diagnose(
          "folded_checkpoints", Severity::kInfo,
          tr("The job has {} checkpoints; the checkpoints between two failures are shown as one "
             "slice.",
             as::count(checkpoints_)),
          checkpoints_);
    }
    const JobTime end = events.empty() ? 0 : events.back().end;
    out_.time_base({.ticks_per_ns = 1, .window_begin = {}, .window_end = TraceTime(end)});
    return out_.finish();
  }

 private:
  TrackId row(std::string_view name, std::int32_t order) {
    return out_.track(
        {.name = name, .kind = TrackKind::kHost, .slice_kind = SliceKind::kHost, .order = order});
  }
  SliceId slice(std::string_view name, JobTime start, JobTime end) {
    return out_.slice(job_, out_.intern(name), TraceTime(start), TraceTime(end - start));
  }
  bool folds() const { return checkpoints_ > kMostCheckpoints; }

  void add(const JobEvent& event) {
    switch (event.kind) {
      case JobEvent::Kind::kFailure:
        out_.slice(failures_, out_.intern("node failure"), TraceTime(event.end), TraceTime(0));
        break;
      case JobEvent::Kind::kTraining: add_training(event); break;
      case JobEvent::Kind::kDetect: slice("detect failure", event.start, event.end); break;
      case JobEvent::Kind::kWait: slice("wait for node", event.start, event.end); break;
      case JobEvent::Kind::kLoad: slice("load and resume", event.start, event.end); break;
    }
  }

  void add_training(const JobEvent& event) {
    const Attempt attempt(plan_, event.first_step);
    const std::int64_t done = event.checkpoints;
    if (folds() && done > 0) {
      const SliceId all =
          slice("steps and checkpoints", event.start, event.start + attempt.stall_end(done));
      describe_steps(all, event.first_step, attempt.steps(done));
      out_.arg(all, out_.intern("checkpoints"), done);
      out_.counter(saved_, TraceTime(event.start + attempt.done(done)),
                   static_cast<double>(event.first_step + attempt.steps(done)));
    }
    for (std::int64_t n = 1; !folds() && n <= done; ++n) add_checkpoint(event, attempt, n);
    const JobTime rest = event.start + attempt.stall_end(done);
    if (rest < event.end) slice(event.failed ? "lost work" : "last write", rest, event.end);
  }

  void add_checkpoint(const JobEvent& event, const Attempt& attempt, std::int64_t n) {
    const JobTime start = event.start + attempt.stall_end(n - 1);
    const std::int64_t steps = attempt.steps(n) - attempt.steps(n - 1);
    const JobTime trained = start + steps * plan_.step;
    const JobTime stall = event.start + attempt.stall_begin(n);
    const JobTime stalled = event.start + attempt.stall_end(n);
    const std::int64_t first = event.first_step + attempt.steps(n - 1);
    describe_steps(slice("steps", start, trained), first, steps);
    if (stall > trained) slice("wait for write", trained, stall);
    if (stalled > stall) slice("checkpoint", stall, stalled);
    if (plan_.background > 0) {
      const SliceId write = out_.slice(writes_, out_.intern("checkpoint write"), TraceTime(stalled),
                                       TraceTime(plan_.background));
      out_.arg(write, out_.intern("saved_steps"), first + steps);
    }
    out_.counter(saved_, TraceTime(event.start + attempt.done(n)),
                 static_cast<double>(first + steps));
  }

  void describe_steps(SliceId slice, std::int64_t first, std::int64_t count) {
    out_.arg(slice, out_.intern("first_step"), first);
    out_.arg(slice, out_.intern("steps"), count);
  }

  const JobPlan& plan_;
  TraceWriter out_;
  std::int64_t checkpoints_ = 0;
  TrackId job_;
  TrackId failures_;
  TrackId writes_;
  TrackId saved_;
};

}  // namespace

bool write_job_trace(const PreparedRun& run, const Workload& workload,
                     const Calibration& calibration, const SimulationResult& result,
                     const JobPlan& plan, const std::vector<JobEvent>& events, TraceSink& sink,
                     const TaskControl& control) {
  JobTrace trace(plan, sink);
  describe_prediction(run, workload, calibration, result, trace.out());
  return trace.write(events, control);
}

}  // namespace nscope::sim
