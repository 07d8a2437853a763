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
/// The maximum simulated time of a job; sums of several such times fit in 64 bits.
inline constexpr JobTime kLongestJob = JobTime{50} * 365 * 86'400 * 1'000'000'000;

JobTime job_time(double seconds);  ///< rounded to the nearest; at most kLongestJob
double seconds_of(JobTime time);

/// The steps, checkpoints and restarts of a job. Plain data.
struct JobPlan {
  std::int64_t steps = 1;
  JobTime step = 1;           ///< time of one step
  std::int64_t interval = 1;  ///< steps between checkpoints; the last step ends with a checkpoint
  JobTime stall = 0;          ///< pause of training for a checkpoint
  JobTime background = 0;     ///< from the end of the pause until the checkpoint is complete
  JobTime detect = 0;
  JobTime replace = 0;
  JobTime load = 0;  ///< executable and checkpoint
  int spares = 0;
  std::optional<std::int64_t> max_retries{};

  /// Seconds without failures; may exceed kLongestJob.
  double uninterrupted_seconds() const;
};

/// A plan and the values that it is computed from, for notes. Times in seconds.
struct PlannedJob {
  JobPlan plan;
  std::optional<CheckpointBytes> bytes{};  ///< empty without checkpoints
  double write_seconds = 0;                ///< of one checkpoint
  double load_checkpoint_seconds = 0;
  std::optional<double> mtbf{};      ///< of the job: that of one node divided by the nodes
  std::vector<JobTime> failures{};   ///< stated failure times, sorted
  bool interval_is_optimal = false;  ///< computed because the workload does not state one

  bool fails() const { return mtbf || !failures.empty(); }
};

/// What a job repeats, on any device. Plain data.
struct JobStep {
  double seconds = 0;          ///< predicted
  double sequence_length = 1;  ///< tokens
  int global_batch = 1;        ///< sequences
  int nodes = 1;
  std::optional<CheckpointBytes> checkpoint{};  ///< required if the job has checkpoints
};

/// Plans a job. If no interval is stated, it is Daly's optimum for the pause of training, but at
/// least the time of an asynchronous write; without failures, there is only the last checkpoint.
/// Errors: kInvalidArgument if the job takes more than ten years without failures, if a checkpoint
/// takes more than 30 days, and for a setup that job_setup_from_json() rejects.
Result<PlannedJob> plan_job(const JobStep& step, const JobSetup& setup);
/// The same for a step on NeuronCores that is predicted to take `step_seconds`.
Result<PlannedJob> plan_job(const TrainingStep& step, double step_seconds, const JobSetup& setup);

}  // namespace nscope::sim
