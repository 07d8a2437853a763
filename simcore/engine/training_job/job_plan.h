#pragma once

#include "profiler/base/result.h"
#include "simcore/engine/training_job/checkpoint_bytes.h"
#include "simcore/engine/workload/job_setup.h"

#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

namespace nscope::sim {

/// Whole nanoseconds from the start of a job.
using JobTime = std::int64_t;
inline constexpr JobTime kNever = std::numeric_limits<JobTime>::max();
/// No job is simulated for longer; sums of a few such times fit in 64 bits.
inline constexpr JobTime kLongestJob = JobTime{50} * 365 * 86'400 * 1'000'000'000;

JobTime job_time(double seconds);  ///< to the nearest; at most kLongestJob
double seconds_of(JobTime time);

/// What a job of many steps consists of. Plain data.
struct JobPlan {
  std::int64_t steps = 1;
  JobTime step = 1;           ///< time of one
  std::int64_t interval = 1;  ///< steps from checkpoint to checkpoint; the last step ends with one
  JobTime stall = 0;          ///< training stands still for a checkpoint
  JobTime background = 0;     ///< from then on until it is complete; training goes on
  JobTime detect = 0;
  JobTime replace = 0;
  JobTime load = 0;  ///< executable and checkpoint
  int spares = 0;
  std::optional<std::int64_t> max_retries{};

  /// Seconds without failures; may be longer than any job.
  double uninterrupted_seconds() const;
};

/// A plan with what it was made of, for people. Times in seconds.
struct PlannedJob {
  JobPlan plan;
  std::optional<CheckpointBytes> bytes{};  ///< none without checkpoints
  double write_seconds = 0;                ///< of one checkpoint
  double load_checkpoint_seconds = 0;
  std::optional<double> mtbf{};      ///< of the job: that of one node over the nodes
  std::vector<JobTime> failures{};   ///< stated ones, sorted
  bool interval_is_optimal = false;  ///< nobody stated one

  bool fails() const { return mtbf || !failures.empty(); }
};

/// `step_seconds` of the step as predicted. Without an interval it is Daly's, of the time
/// that training stands still, and no shorter than an asynchronous write; without failures
/// there is the last checkpoint alone. Errors: kInvalidArgument for a job of more than ten
/// years without failures, for one whose checkpoint takes more than 30 days, and for what
/// job_setup_from_json() would refuse.
Result<PlannedJob> plan_job(const TrainingStep& step, double step_seconds, const JobSetup& setup);

}  // namespace nscope::sim
