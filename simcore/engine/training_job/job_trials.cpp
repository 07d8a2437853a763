#include "simcore/engine/training_job/job_trials.h"

#include "profiler/base/order_statistics.h"
#include "profiler/base/units.h"
#include "simcore/engine/training_job/job_simulation.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace nscope::sim {
namespace {

constexpr double kNormalOf95Percent = 1.6448536269514722;
constexpr std::int64_t kMostFailuresTogether = 5'000'000;

/// The plan with another step time. The interval keeps its number of steps.
JobPlan with_step_ratio(const JobPlan& plan, double ratio) {
  JobPlan other = plan;
  other.step = std::max<JobTime>(1, job_time(seconds_of(plan.step) * ratio));
  return other;
}

/// Sums over trials, in seconds.
struct Sums {
  double time = 0;
  double failures = 0;
  double checkpoints = 0;
  double useful = 0;
  double checkpoint = 0;
  double lost = 0;
  double restart = 0;
  double waiting = 0;

  void add(const JobOutcome& outcome) {
    time += seconds_of(outcome.time);
    failures += static_cast<double>(outcome.failures);
    checkpoints += static_cast<double>(outcome.checkpoints);
    useful += seconds_of(outcome.useful);
    checkpoint += seconds_of(outcome.checkpoint);
    lost += seconds_of(outcome.lost);
    restart += seconds_of(outcome.restart);
    waiting += seconds_of(outcome.waiting);
  }
};

void count(const JobOutcome& outcome, std::optional<double> deadline_days, JobTrials& out) {
  const double days = seconds_of(outcome.time) / kSecondsPerDay;
  const bool in_time = deadline_days && days <= *deadline_days;
  switch (outcome.end) {
    case JobEnd::kFinished:
      out.days.push_back(days);
      if (in_time) ++out.in_time;
      break;
    case JobEnd::kRetriesUsedUp: ++out.gave_up; break;
    case JobEnd::kTooManyFailures:
      ++out.stopped;
      if (in_time) ++out.undecided;
      break;
    case JobEnd::kTooLong: ++out.stopped; break;
  }
}

void finish(const Sums& sums, JobTrials& out) {
  std::sort(out.days.begin(), out.days.end());
  const auto trials = static_cast<double>(out.trials);
  out.failures = sums.failures / trials;
  out.checkpoints = sums.checkpoints / trials;
  if (sums.time <= 0) return;
  out.useful = sums.useful / sums.time;
  out.checkpoint = sums.checkpoint / sums.time;
  out.lost = sums.lost / sums.time;
  out.restart = sums.restart / sums.time;
  out.waiting = sums.waiting / sums.time;
}

}  // namespace

double step_ratio(const StepBand& band, double normal) {
  const double end = normal < 0 ? 1 / band.low : band.high;
  return std::exp(normal * std::max(0.0, std::log(end)) / kNormalOf95Percent);
}

double JobTrials::mean_days() const {
  return std::accumulate(days.begin(), days.end(), 0.0) / static_cast<double>(days.size());
}

double JobTrials::mean_days_error() const {
  const double mean = mean_days();
  double squares = 0;
  for (const double each : days) squares += (each - mean) * (each - mean);
  const auto count = static_cast<double>(days.size());
  return count < 2 ? 0 : std::sqrt(squares / (count - 1) / count);
}

std::optional<double> quantile_of_all(const std::vector<double>& sorted, std::int64_t trials,
                                      double share) {
  const double of_finished = share * static_cast<double>(trials) /
                             static_cast<double>(std::max<std::size_t>(1, sorted.size()));
  if (sorted.empty() || of_finished > 1) return std::nullopt;
  return sorted_quantile(sorted, of_finished);
}

std::optional<double> JobTrials::quantile(double share) const {
  return quantile_of_all(days, trials, share);
}

Chance chance_of(std::int64_t hits, std::int64_t trials) {
  const auto n = static_cast<double>(trials);
  const double p = static_cast<double>(hits) / n;
  const double z = kNormalOf95Percent;
  const double middle = (p + z * z / (2 * n)) / (1 + z * z / n);
  const double half = z / (1 + z * z / n) * std::sqrt(p * (1 - p) / n + z * z / (4 * n * n));
  return {.value = p,
          .low = std::max(0.0, middle - half),
          .high = std::min(1.0, middle + half),
          .standard_error = std::sqrt(p * (1 - p) / n)};
}

RandomStream trial_stream(std::uint64_t seed, std::int64_t trial) {
  return RandomStream(seed, static_cast<std::uint64_t>(trial) + 1);
}

FailureTimes failures_of(const PlannedJob& job, const RandomStream& stream) {
  if (job.mtbf) return FailureTimes(*job.mtbf, stream);
  return FailureTimes(job.failures);
}

Result<JobTrials> run_trials(const PlannedJob& job, const StepBand& band, std::int64_t trials,
                             std::optional<double> deadline_days, std::uint64_t seed,
                             TaskControl& control) {
  JobTrials out;
  out.asked = trials;
  Sums sums;
  out.days.reserve(static_cast<std::size_t>(trials));
  control.begin(phrase("Simulating jobs"), static_cast<std::uint64_t>(trials));
  while (out.trials < trials && sums.failures < kMostFailuresTogether) {
    if (control.cancelled()) return cancelled();
    RandomStream stream = trial_stream(seed, out.trials);
    const double ratio = step_ratio(band, stream.normal());
    const JobOutcome outcome =
        simulate_job(with_step_ratio(job.plan, ratio), failures_of(job, stream));
    sums.add(outcome);
    count(outcome, deadline_days, out);
    control.advance_to(static_cast<std::uint64_t>(++out.trials));
  }
  finish(sums, out);
  return out;
}

}  // namespace nscope::sim
