#include "simcore/engine/training_job/job_simulation.h"

#include "simcore/engine/training_job/spare_nodes.h"

#include <algorithm>

namespace nscope::sim {
namespace {

constexpr std::int64_t kMostFailures = 100'000;

/// One simulated job.
class Job {
 public:
  Job(const JobPlan& plan, FailureTimes failures, std::vector<JobEvent>* log)
      : plan_(plan), failures_(failures), log_(log), spares_(plan.spares) {
    next_failure_ = failures_.next();
  }

  JobOutcome run() {
    if (plan_.uninterrupted_seconds() > seconds_of(kLongestJob)) {
      out_.end = JobEnd::kTooLong;
      return out_;
    }
    while (!train() && restart()) {
    }
    out_.time = now_;
    return out_;
  }

 private:
  /// Trains until a failure or the end. True if the last checkpoint is complete.
  bool train() {
    const Attempt attempt(plan_, out_.saved_steps);
    const JobTime uptime = std::min(attempt.length(), next_failure_ - now_);
    const bool finished = uptime == attempt.length();
    const std::int64_t done = finished ? attempt.checkpoints() : attempt.done_after(uptime);
    const JobTime useful = attempt.steps(done) * plan_.step;
    out_.useful += useful;
    out_.checkpoint += (finished ? uptime : attempt.stall_end(done)) - useful;
    if (!finished) out_.lost += uptime - attempt.stall_end(done);
    record({.kind = JobEvent::Kind::kTraining,
            .end = now_ + uptime,
            .failed = !finished,
            .first_step = out_.saved_steps,
            .checkpoints = done});
    out_.checkpoints += done;
    out_.saved_steps += attempt.steps(done);
    return finished;
  }

  /// Restarts the job after a failure. False if the job ends without finishing.
  bool restart() {
    while (now_ == next_failure_) {
      if (!fail_node()) return false;
      const JobTime detected = now_ + plan_.detect;
      const JobTime complete = std::max(detected, spares_.complete());
      if (!pass(JobEvent::Kind::kDetect, detected, out_.restart)) continue;
      if (!pass(JobEvent::Kind::kWait, complete, out_.waiting)) continue;
      pass(JobEvent::Kind::kLoad, complete + plan_.load, out_.restart);
    }
    return true;
  }

  bool fail_node() {
    ++out_.failures;
    if (plan_.max_retries && out_.failures > *plan_.max_retries) {
      out_.end = JobEnd::kRetriesUsedUp;
    } else if (out_.failures >= kMostFailures) {
      out_.end = JobEnd::kTooManyFailures;
    } else if (now_ >= kLongestJob) {
      out_.end = JobEnd::kTooLong;
    }
    record({.kind = JobEvent::Kind::kFailure, .end = now_});
    if (out_.end != JobEnd::kFinished) return false;
    spares_.fail_node(now_, now_ + plan_.detect + plan_.replace);
    next_failure_ = failures_.next();
    return true;
  }

  /// Advances the time. False if a failure comes first.
  bool pass(JobEvent::Kind kind, JobTime until, JobTime& part) {
    const JobTime end = std::min(until, next_failure_);
    part += end - now_;
    if (end > now_) record({.kind = kind, .end = end});
    return end == until;
  }

  void record(JobEvent event) {
    event.start = now_;
    now_ = event.end;
    if (log_ != nullptr) log_->push_back(event);
  }

  const JobPlan& plan_;
  FailureTimes failures_;
  std::vector<JobEvent>* log_;
  SpareNodes spares_;
  JobOutcome out_;
  JobTime now_ = 0;
  JobTime next_failure_ = kNever;
};

}  // namespace

std::string_view to_string(JobEnd end) {
  switch (end) {
    case JobEnd::kFinished: return "finished";
    case JobEnd::kRetriesUsedUp: return "retries used up";
    case JobEnd::kTooManyFailures: return "stopped after 100,000 failures";
    case JobEnd::kTooLong: break;
  }
  return "stopped after 50 years";
}

Attempt::Attempt(const JobPlan& plan, std::int64_t saved)
    : plan_(plan),
      left_(plan.steps - saved),
      checkpoints_((left_ + plan.interval - 1) / plan.interval) {}

std::int64_t Attempt::steps(std::int64_t n) const {
  return n == checkpoints_ ? left_ : n * plan_.interval;
}

JobTime Attempt::stall_begin(std::int64_t n) const {
  const JobTime trained = stall_end(n - 1) + (steps(n) - steps(n - 1)) * plan_.step;
  return n == 1 ? trained : std::max(trained, stall_end(n - 1) + plan_.background);
}

JobTime Attempt::stall_end(std::int64_t n) const {
  if (n == 0) return 0;
  if (n == checkpoints_ && n > 1) return stall_begin(n) + plan_.stall;
  // All intervals before the last one have the same number of steps.
  const JobTime trained = steps(std::min<std::int64_t>(1, checkpoints_)) * plan_.step;
  return trained + plan_.stall + (n - 1) * (std::max(trained, plan_.background) + plan_.stall);
}

JobTime Attempt::done(std::int64_t n) const {
  return stall_end(n) + plan_.background;
}

std::int64_t Attempt::done_after(JobTime uptime) const {
  if (uptime >= length()) return checkpoints_;
  if (uptime < done(1)) return 0;
  const JobTime period = std::max(plan_.interval * plan_.step, plan_.background) + plan_.stall;
  return std::min(checkpoints_ - 1, (uptime - done(1)) / period + 1);
}

JobOutcome simulate_job(const JobPlan& plan, FailureTimes failures, std::vector<JobEvent>* log) {
  return Job(plan, failures, log).run();
}

}  // namespace nscope::sim
