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

/// The ratios to the predicted step time that contain 90 % of all step times.
struct StepBand {
  double low = 1;   ///< 5th percentile
  double high = 1;  ///< 95th percentile
};

/// The step time of one trial divided by the predicted one; `normal` is drawn from the standard
/// normal distribution. The result is lognormal around a median of 1, with separate deviations
/// below and above, so that its 5th and 95th percentiles are the ends of the band.
double step_ratio(const StepBand& band, double normal);

/// The quantile `share` of all trials if only the values of finished trials, `sorted`, are known;
/// nullopt if the share of finished trials is smaller.
std::optional<double> quantile_of_all(const std::vector<double>& sorted, std::int64_t trials,
                                      double share);

/// The combined results of many simulations of a job.
struct JobTrials {
  std::int64_t trials = 0;     ///< number of simulated trials
  std::int64_t asked = 0;      ///< number of requested trials
  std::vector<double> days;    ///< of the finished trials, sorted
  std::int64_t gave_up = 0;    ///< JobEnd::kRetriesUsedUp
  std::int64_t stopped = 0;    ///< by a limit of the simulation
  std::int64_t in_time = 0;    ///< finished by the deadline
  std::int64_t undecided = 0;  ///< stopped before the deadline
  double failures = 0;         ///< mean per trial
  double checkpoints = 0;      ///< mean per trial
  // Shares of the time of all trials. Their sum is 1.
  double useful = 0;
  double checkpoint = 0;
  double lost = 0;
  double restart = 0;
  double waiting = 0;

  double mean_days() const;        ///< of the finished trials; requires at least one
  double mean_days_error() const;  ///< standard error of mean_days()
  /// Quantile of the days of all trials; nullopt if the share of finished trials is smaller.
  std::optional<double> quantile(double share) const;
};

/// The probability estimated from `hits` of `trials` with a 90 % confidence interval (Wilson 1927),
/// which has a width even if all trials agree.
struct Chance {
  double value = 0;
  double low = 0;
  double high = 1;
  double standard_error = 0;  ///< sqrt(p (1 - p) / n)
};
Chance chance_of(std::int64_t hits, std::int64_t trials);

/// Simulates the job `trials` times. Each trial draws its failures and one error of the step time,
/// because the error of a prediction is the same for all steps. Stops earlier after a total of 5
/// million failures. Deterministic for a `seed`. Errors: kCancelled.
Result<JobTrials> run_trials(const PlannedJob& job, const StepBand& band, std::int64_t trials,
                             std::optional<double> deadline_days, std::uint64_t seed,
                             TaskControl& control);

/// The random numbers of a trial; the first one is the normal number of the step time.
RandomStream trial_stream(std::uint64_t seed, std::int64_t trial);
/// The failures of a trial.
FailureTimes failures_of(const PlannedJob& job, const RandomStream& stream);

}  // namespace nscope::sim
