#pragma once

#include "simcore/engine/training_job/failure_times.h"
#include "simcore/engine/training_job/job_plan.h"

#include <cstdint>
#include <string_view>
#include <vector>

namespace nscope::sim {

/// How a simulated job ended.
enum class JobEnd {
  kFinished,
  kRetriesUsedUp,    ///< more failures than JobPlan::max_retries
  kTooManyFailures,  ///< the simulation was stopped after 100,000 failures
  kTooLong,          ///< the simulation was stopped after kLongestJob
};
std::string_view to_string(JobEnd end);

/// An interval of a job. Intervals follow each other without gaps.
struct JobEvent {
  enum class Kind {
    kTraining,  ///< steps with their checkpoints
    kFailure,   ///< failure of a node; has no duration
    kDetect,
    kWait,  ///< wait for a replacement node
    kLoad   ///< load of executable and checkpoint
  };
  Kind kind = Kind::kTraining;
  JobTime start = 0;
  JobTime end = 0;
  bool failed = false;           ///< of training: whether it ends with a failure
  std::int64_t first_step = 0;   ///< of training: number of steps saved before it
  std::int64_t checkpoints = 0;  ///< number of checkpoints completed in it
};

/// The parts of a job's time in ns. The sum of the five parts is `time`.
struct JobOutcome {
  JobEnd end = JobEnd::kFinished;
  JobTime time = 0;
  JobTime useful = 0;      ///< saved steps
  JobTime checkpoint = 0;  ///< pauses for completed checkpoints, waits for an earlier write, and
                           ///< the rest of the last write
  JobTime lost = 0;        ///< from the pause of the last completed checkpoint to a failure
  JobTime restart = 0;     ///< detection and loading, including interrupted ones
  JobTime waiting = 0;     ///< wait for a replacement node
  std::int64_t saved_steps = 0;
  std::int64_t failures = 0;
  std::int64_t checkpoints = 0;  ///< completed
};

/// The uninterrupted steps and checkpoints after `saved` steps.
class Attempt {
 public:
  Attempt(const JobPlan& plan, std::int64_t saved);

  std::int64_t checkpoints() const { return checkpoints_; }
  JobTime length() const { return done(checkpoints_); }
  /// Steps before checkpoint `n`, counted from 1.
  std::int64_t steps(std::int64_t n) const;
  JobTime stall_begin(std::int64_t n) const;  ///< after the wait for the previous write
  JobTime stall_end(std::int64_t n) const;    ///< training continues; 0 for n = 0
  JobTime done(std::int64_t n) const;         ///< the checkpoint is complete
  /// Number of checkpoints that are complete after `uptime`.
  std::int64_t done_after(JobTime uptime) const;

 private:
  const JobPlan& plan_;
  std::int64_t left_;
  std::int64_t checkpoints_;
};

/// Simulates one job from failure to failure, so the computing time grows with the number of
/// failures and not with that of steps. Work that ends at the time of a failure is complete. A
/// failure during a restart begins the restart again. Pure; `log`, if not null, receives every
/// event.
JobOutcome simulate_job(const JobPlan& plan, FailureTimes failures,
                        std::vector<JobEvent>* log = nullptr);

}  // namespace nscope::sim
