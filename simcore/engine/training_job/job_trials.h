#pragma once

#include "profiler/base/result.h"
#include "profiler/base/task_control.h"
#include "simcore/engine/training_job/failure_times.h"
#include "simcore/engine/training_job/job_plan.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace nscope::sim {

/// Between which ratios to its prediction the time of a step lies in 90 % of all cases.
struct StepBand {
  double low = 1;   ///< 5th percentile
  double high = 1;  ///< 95th percentile
};

/// The step time of one trial over the predicted one, where `normal` is a draw of mean 0 and
/// deviation 1: lognormal with the prediction as the median, whose two halves have the
/// band's ends as their 5th and 95th percentile.
double step_ratio(const StepBand& band, double normal);

/// What `share` of all trials do not exceed, where only the values of those that finished are
/// known, `sorted`; nullopt where fewer finished.
std::optional<double> quantile_of_all(const std::vector<double>& sorted, std::int64_t trials,
                                      double share);

/// What many simulations of a job say together.
struct JobTrials {
  std::int64_t trials = 0;  ///< that were simulated, of those asked for
  std::int64_t asked = 0;
  std::vector<double> days;    ///< of the finished ones, sorted
  std::int64_t gave_up = 0;    ///< JobEnd::kRetriesUsedUp
  std::int64_t stopped = 0;    ///< by a limit of the simulation
  std::int64_t in_time = 0;    ///< finished by the deadline
  std::int64_t undecided = 0;  ///< stopped before the deadline
  double failures = 0;         ///< mean of a trial
  double checkpoints = 0;
  // Shares of the whole time of all trials, which add up to 1.
  double useful = 0;
  double checkpoint = 0;
  double lost = 0;
  double restart = 0;
  double waiting = 0;

  double mean_days() const;        ///< of the finished ones; one at least
  double mean_days_error() const;  ///< its standard error
  /// Days that `share` of all trials do not exceed; nullopt where fewer finished.
  std::optional<double> quantile(double share) const;
};

/// The chance behind `hits` of `trials` with a 90 % interval (Wilson 1927), which is no point
/// even where all trials agree.
struct Chance {
  double value = 0;
  double low = 0;
  double high = 1;
  double standard_error = 0;  ///< sqrt(p (1 - p) / n)
};
Chance chance_of(std::int64_t hits, std::int64_t trials);

/// Simulates the job `trials` times: failures and the step's error are drawn for each, the
/// latter once, since a prediction that is wrong is wrong for all steps. Fewer trials where
/// they take more than 5 million failures together. Deterministic by `seed`. Errors:
/// kCancelled.
Result<JobTrials> run_trials(const PlannedJob& job, const StepBand& band, std::int64_t trials,
                             std::optional<double> deadline_days, std::uint64_t seed,
                             TaskControl& control);

/// The draws of a trial; the first is the normal one of the step.
RandomStream trial_stream(std::uint64_t seed, std::int64_t trial);
/// The failures of a trial.
FailureTimes failures_of(const PlannedJob& job, const RandomStream& stream);

}  // namespace nscope::sim
