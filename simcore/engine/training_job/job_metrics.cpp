#include "simcore/engine/training_job/job_metrics.h"

#include "profiler/base/format.h"
#include "profiler/base/units.h"
#include "simcore/engine/training_job/job_simulation.h"
#include "simcore/reliability/checkpoint_interval.h"

#include <cmath>
#include <utility>

#include <fmt/format.h>

namespace nscope::sim {
namespace {

constexpr double kLow = 0.05;
constexpr double kHigh = 0.95;

std::string duration(double seconds) {
  constexpr double kNanoseconds = 1e9;
  if (seconds < kSecondsPerHour) return format_duration_ns(seconds * kNanoseconds);
  return seconds < kSecondsPerDay ? fmt::format("{:.3g} h", seconds / kSecondsPerHour)
                                  : fmt::format("{:.4g} days", seconds / kSecondsPerDay);
}

/// Adds figures of a job to its step's; lives for one call.
class JobFigures {
 public:
  JobFigures(SimulationResult& result, const PlannedJob& job, const JobSetup& setup,
             const JobTrials& trials)
      : result_(result), job_(job), setup_(setup), trials_(trials) {}

  void add_times();
  void add_deadline();
  void add_shares();
  void add_checkpoints();
  void add_failures();

 private:
  Metric& add(std::string name, double value, std::string unit, std::string note,
              Provenance provenance = Provenance::kSimulated) {
    result_.metrics.push_back({.name = std::move(name),
                               .value = value,
                               .unit = std::move(unit),
                               .provenance = provenance,
                               .note = std::move(note)});
    return result_.metrics.back();
  }
  void missing(std::string name, std::string reason) {
    result_.unavailable.emplace_back(std::move(name), std::move(reason));
  }
  void add_quantile(const char* name, double share, std::string note);
  void add_daly();
  std::string trials_text() const;
  std::string why_unfinished() const;
  JobTime restart_time() const { return job_.plan.detect + job_.plan.load; }
  /// Seconds with the wait for another node, unless there are spares.
  double whole_restart() const {
    return seconds_of(restart_time() + (job_.plan.spares > 0 ? 0 : job_.plan.replace));
  }

  SimulationResult& result_;
  const PlannedJob& job_;
  const JobSetup& setup_;
  const JobTrials& trials_;
};

std::string JobFigures::trials_text() const {
  std::string text = fmt::format("{} trials", format_count(trials_.trials));
  if (trials_.trials < trials_.asked) {
    text += fmt::format(" of {}: their failures are too many to simulate more",
                        format_count(trials_.asked));
  }
  return text;
}

/// The verdict on a job that does not end in some trials.
std::string JobFigures::why_unfinished() const {
  std::string text;
  if (trials_.gave_up > 0) {
    text =
        fmt::format("{} of {} trials gave up after max_retries {}", format_count(trials_.gave_up),
                    format_count(trials_.trials), job_.plan.max_retries.value_or(0));
  }
  if (trials_.stopped == 0) return text;
  text += fmt::format("{}{} of {} trials were not done after 100,000 failures or 50 years",
                      text.empty() ? "" : "; ", format_count(trials_.stopped),
                      format_count(trials_.trials));
  if (job_.mtbf) {
    text += fmt::format(
        ": the job fails every {} on average, a restart takes {} and the way to the first "
        "checkpoint {}",
        duration(*job_.mtbf), duration(whole_restart()),
        duration(seconds_of(Attempt(job_.plan, 0).done(1))));
  }
  return text;
}

void JobFigures::add_quantile(const char* name, double share, std::string note) {
  const auto days = trials_.quantile(share);
  if (!days) return missing(name, why_unfinished());
  Metric& metric = add(name, *days, "days", std::move(note));
  if (share != 0.5) return;
  metric.low = trials_.quantile(kLow);
  metric.high = trials_.quantile(kHigh);
  if (!metric.high) metric.low.reset();
}

/// The closed form knows neither the step's error nor spares nor retries.
void JobFigures::add_daly() {
  if (!job_.mtbf) return;
  if (job_.plan.background > 0) {
    return missing("days_to_train_daly", "Daly's formula is of synchronous checkpoints");
  }
  const double step = seconds_of(job_.plan.step);
  const double seconds = reliability::expected_job_time(
      static_cast<double>(job_.plan.steps) * step, static_cast<double>(job_.plan.interval) * step,
      seconds_of(job_.plan.stall), whole_restart(), *job_.mtbf);
  if (!std::isfinite(seconds)) {
    return missing("days_to_train_daly", "beyond any number: " + why_unfinished());
  }
  add("days_to_train_daly", seconds / kSecondsPerDay, "days",
      fmt::format("closed form of the mean (Daly 2006), the step as predicted{}",
                  job_.plan.spares > 0 ? ", a spare always ready" : ""));
}

void JobFigures::add_times() {
  const JobPlan& plan = job_.plan;
  const Attempt whole(plan, 0);
  Metric& plain = add("days_without_failures", seconds_of(whole.length()) / kSecondsPerDay, "days",
                      fmt::format("{} steps{}", format_count(plan.steps),
                                  job_.bytes ? fmt::format(" and {} checkpoint{}",
                                                           format_count(whole.checkpoints()),
                                                           whole.checkpoints() == 1 ? "" : "s")
                                             : std::string()));
  if (const Metric* const step = result_.find("step_time"); step != nullptr && step->low) {
    const double steps_days =
        static_cast<double>(plan.steps) * seconds_of(plan.step) / kSecondsPerDay;
    plain.low = plain.value + steps_days * (*step->low / step->value - 1);
    plain.high = plain.value + steps_days * (*step->high / step->value - 1);
  }
  add_quantile("days_to_train_p50", 0.5, "band: 5th and 95th percentile; " + trials_text());
  add_quantile("days_to_train_p90", 0.9, "one trial in ten takes longer");
  add_quantile("days_to_train_p95", kHigh, "one trial in twenty takes longer");
  const auto unfinished = static_cast<double>(trials_.gave_up + trials_.stopped);
  if (unfinished == 0) {
    add("days_to_train_mean", trials_.mean_days(), "days",
        fmt::format("standard error {:.2g} days", trials_.mean_days_error()));
  } else {
    missing("days_to_train_mean", why_unfinished());
    add("unfinished_percent", unfinished / static_cast<double>(trials_.trials), "share",
        why_unfinished());
  }
  add_daly();
}

void JobFigures::add_deadline() {
  if (!setup_.deadline_days) return;
  if (trials_.undecided > 0) {
    return missing("deadline_probability",
                   fmt::format("{} trials were stopped before the deadline: {}",
                               format_count(trials_.undecided), why_unfinished()));
  }
  const Chance chance = chance_of(trials_.in_time, trials_.trials);
  Metric& metric =
      add("deadline_probability", chance.value, "share",
          fmt::format("of ending within {:.4g} days; {}, standard error {}", *setup_.deadline_days,
                      trials_text(), format_percent(chance.standard_error, 2)));
  metric.low = chance.low;
  metric.high = chance.high;
}

void JobFigures::add_shares() {
  add("goodput_percent", trials_.useful, "share", "steps that count, of the time of all trials");
  if (job_.bytes) {
    add("checkpoint_percent", trials_.checkpoint, "share", "training stands still for them");
  }
  if (!job_.fails()) return;
  add("lost_work_percent", trials_.lost, "share", "since the last checkpoint before a failure");
  add("restart_percent", trials_.restart, "share",
      "failures are noticed, executable and checkpoint loaded");
  add("node_wait_percent", trials_.waiting, "share",
      fmt::format("for another node; {} spare{}", job_.plan.spares,
                  job_.plan.spares == 1 ? "" : "s"));
}

void JobFigures::add_checkpoints() {
  if (!job_.bytes) {
    return missing("checkpoint_size", "the workload states no checkpoints: a failure loses all");
  }
  const double step = seconds_of(job_.plan.step);
  const double interval = static_cast<double>(job_.plan.interval) * step;
  std::string how = fmt::format("{} steps", format_count(job_.plan.interval));
  if (job_.interval_is_optimal) {
    how +=
        fmt::format(", Daly's optimum (Young's: {})",
                    duration(reliability::young_interval(seconds_of(job_.plan.stall), *job_.mtbf)));
  } else if (!setup_.checkpoint->interval_steps && !setup_.checkpoint->interval_seconds) {
    how += ", at the end alone: without failures there is no optimum";
  }
  add("checkpoint_interval", interval, "s", how);
  add("checkpoint_size", job_.bytes->written, "B",
      setup_.checkpoint->bytes ? "as the workload states it"
                               : "weights and optimizer state, each parameter once",
      setup_.checkpoint->bytes ? Provenance::kAssumed : Provenance::kSimulated);
  std::string note = fmt::format("{} by the busiest node, at the assumed rate of the storage",
                                 format_bytes(job_.bytes->written_by_node));
  if (setup_.checkpoint->asynchronous) {
    note += fmt::format("; training goes on after {}", duration(seconds_of(job_.plan.stall)));
  }
  add("checkpoint_write_time", job_.write_seconds, "s", note, Provenance::kAssumed);
}

void JobFigures::add_failures() {
  if (!job_.fails()) {
    return missing("job_mtbf", "failures are not modelled: the workload states no node_mtbf_hours");
  }
  add("failures_per_job", trials_.failures, "failures", "mean of the trials");
  if (job_.mtbf) {
    add("job_mtbf", *job_.mtbf / kSecondsPerHour, "h",
        fmt::format("assumed: {:.6g} h of a node over the nodes, which all have to run",
                    *setup_.node_mtbf_hours),
        Provenance::kAssumed);
  } else {
    missing("job_mtbf", "the workload states when the job fails, not how often");
  }
  const RestartSetup& restart = *setup_.restart;
  add("restart_time", seconds_of(restart_time()), "s",
      fmt::format(
          "assumed: notice {}, load executable {} and checkpoint {}; another node takes {}{}",
          duration(restart.detect_seconds), duration(restart.load_executable_seconds),
          duration(job_.load_checkpoint_seconds), duration(restart.replace_seconds),
          job_.plan.spares > 0 ? " where no spare is there" : " more"),
      Provenance::kAssumed);
}

}  // namespace

void add_job(SimulationResult& result, const PlannedJob& job, const JobSetup& setup,
             const JobTrials& trials) {
  JobFigures figures(result, job, setup, trials);
  figures.add_deadline();
  figures.add_times();
  figures.add_shares();
  figures.add_failures();
  figures.add_checkpoints();
}

}  // namespace nscope::sim
