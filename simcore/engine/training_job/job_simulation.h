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
  kTooManyFailures,  ///< 100,000: the simulation was stopped, the job was not done
  kTooLong,          ///< kLongestJob: the same
};
std::string_view to_string(JobEnd end);

/// A piece of a job's time. Pieces follow each other without gaps.
struct JobEvent {
  enum class Kind {
    kTraining,  ///< steps with their checkpoints
    kFailure,   ///< of a node, takes no time
    kDetect,
    kWait,  ///< for another node
    kLoad   ///< executable and checkpoint
  };
  Kind kind = Kind::kTraining;
  JobTime start = 0;
  JobTime end = 0;
  bool failed = false;           ///< of training: a failure ended it
  std::int64_t first_step = 0;   ///< of training: completed and saved before it
  std::int64_t checkpoints = 0;  ///< that were completed in it
};

/// Where the time of a job went; in ns. The five parts add up to `time`.
struct JobOutcome {
  JobEnd end = JobEnd::kFinished;
  JobTime time = 0;
  JobTime useful = 0;      ///< steps that were saved
  JobTime checkpoint = 0;  ///< stalls of completed checkpoints, waits for a write before, the
                           ///< end of the last write
  JobTime lost = 0;        ///< between the last completed checkpoint's stall and a failure
  JobTime restart = 0;     ///< detection and loading, interrupted ones too
  JobTime waiting = 0;     ///< for another node
  std::int64_t saved_steps = 0;
  std::int64_t failures = 0;
  std::int64_t checkpoints = 0;  ///< completed
};

/// Steps and checkpoints from `saved` steps on, if nothing interrupts them.
class Attempt {
 public:
  Attempt(const JobPlan& plan, std::int64_t saved);

  std::int64_t checkpoints() const { return checkpoints_; }
  JobTime length() const { return done(checkpoints_); }
  /// Steps before checkpoint `n`, counted from 1.
  std::int64_t steps(std::int64_t n) const;
  JobTime stall_begin(std::int64_t n) const;  ///< the wait for the write before is over
  JobTime stall_end(std::int64_t n) const;    ///< training goes on; 0 for n = 0
  JobTime done(std::int64_t n) const;         ///< the checkpoint counts
  /// Checkpoints that count after `uptime`.
  std::int64_t done_after(JobTime uptime) const;

 private:
  const JobPlan& plan_;
  std::int64_t left_;
  std::int64_t checkpoints_;
};

/// Runs one job from failure to failure: its time grows with the number of failures, not of
/// steps. What ends at the same moment as a failure comes was still done. A failure in a
/// restart begins it again. Pure; `log`, where given, gets every event.
JobOutcome simulate_job(const JobPlan& plan, FailureTimes failures,
                        std::vector<JobEvent>* log = nullptr);

}  // namespace nscope::sim
