#include "simcore/engine/training_job/job_metrics.h"

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

Text duration(double seconds) {
  constexpr double kNanoseconds = 1e9;
  if (seconds < kSecondsPerHour) return tr("{}", as::duration_ns(seconds * kNanoseconds));
  if (seconds < kSecondsPerDay) {
    return tr("{} h", as::exact(fmt::format("{:.3g}", seconds / kSecondsPerHour)));
  }
  const std::string days = fmt::format("{:.4g}", seconds / kSecondsPerDay);
  return tr_plural(days == "1" ? 1 : 2, "{} day", "{} days", as::exact(days));
}

/// Adds the metrics of a job to those of its step.
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
  Metric& add(std::string name, double value, std::string unit, Text note,
              Provenance provenance = Provenance::kSimulated) {
    result_.metrics.push_back({.name = std::move(name),
                               .value = value,
                               .unit = std::move(unit),
                               .provenance = provenance,
                               .note = std::move(note)});
    return result_.metrics.back();
  }
  void missing(std::string name, Text reason) {
    result_.unavailable.emplace_back(std::move(name), std::move(reason));
  }
  void add_quantile(const char* name, double share, Text note);
  void add_daly();
  Text trials_text() const;
  Text stopped_text() const;
  Text why_unfinished() const;
  JobTime restart_time() const { return job_.plan.detect + job_.plan.load; }
  /// Seconds of a restart, including the wait for a replacement node if there are no spares.
  double whole_restart() const {
    return seconds_of(restart_time() + (job_.plan.spares > 0 ? 0 : job_.plan.replace));
  }

  SimulationResult& result_;
  const PlannedJob& job_;
  const JobSetup& setup_;
  const JobTrials& trials_;
};

Text JobFigures::trials_text() const {
  if (trials_.trials < trials_.asked) {
    return tr("{} of {} trials, limited because of the large number of failures",
              as::count(trials_.trials), as::count(trials_.asked));
  }
  return tr_plural(trials_.trials, "{} trial", "{} trials", as::count(trials_.trials));
}

/// Describes trials that a limit of the simulation stopped.
Text JobFigures::stopped_text() const {
  const Text stopped =
      tr("{} of {} trials did not finish within {} failures or {} years",
         as::count(trials_.stopped), as::count(trials_.trials), as::count(100'000), 50);
  if (!job_.mtbf) return stopped;
  return tr(
      "{}: the mean time between failures is {}, a restart takes {}, and the first checkpoint "
      "is complete after {}",
      stopped, duration(*job_.mtbf), duration(whole_restart()),
      duration(seconds_of(Attempt(job_.plan, 0).done(1))));
}

/// Describes why some trials did not finish; empty if all finished.
Text JobFigures::why_unfinished() const {
  Text gave_up;
  if (trials_.gave_up > 0) {
    gave_up = tr("{} of {} trials exceeded max_retries {}", as::count(trials_.gave_up),
                 as::count(trials_.trials), job_.plan.max_retries.value_or(0));
  }
  if (trials_.stopped == 0) return gave_up;
  return gave_up.empty() ? stopped_text() : tr("{}; {}", gave_up, stopped_text());
}

void JobFigures::add_quantile(const char* name, double share, Text note) {
  const auto days = trials_.quantile(share);
  if (!days) return missing(name, why_unfinished());
  Metric& metric = add(name, *days, "days", std::move(note));
  if (share != 0.5) return;
  metric.low = trials_.quantile(kLow);
  metric.high = trials_.quantile(kHigh);
  if (!metric.high) metric.low.reset();
}

/// Adds the closed form, which ignores the error of the step time, spares and retries.
void JobFigures::add_daly() {
  if (!job_.mtbf) return;
  if (job_.plan.background > 0) {
    return missing("days_to_train_daly", tr("Daly's formula requires synchronous checkpoints"));
  }
  const double step = seconds_of(job_.plan.step);
  const double seconds = reliability::expected_job_time(
      static_cast<double>(job_.plan.steps) * step, static_cast<double>(job_.plan.interval) * step,
      seconds_of(job_.plan.stall), whole_restart(), *job_.mtbf);
  if (!std::isfinite(seconds)) {
    const Text reason = why_unfinished();
    return missing("days_to_train_daly", reason.empty()
                                             ? tr("the result is out of range")
                                             : tr("the result is out of range: {}", reason));
  }
  add("days_to_train_daly", seconds / kSecondsPerDay, "days",
      job_.plan.spares > 0
          ? tr("closed form of the mean (Daly 2006) with the predicted step time and a spare node "
               "always available")
          : tr("closed form of the mean (Daly 2006) with the predicted step time"));
}

void JobFigures::add_times() {
  const JobPlan& plan = job_.plan;
  const Attempt whole(plan, 0);
  Text work = tr_plural(plan.steps, "{} step", "{} steps", as::count(plan.steps));
  if (job_.bytes) {
    work = tr_plural(whole.checkpoints(), "{} and {} checkpoint", "{} and {} checkpoints", work,
                     as::count(whole.checkpoints()));
  }
  Metric& plain = add("days_without_failures", seconds_of(whole.length()) / kSecondsPerDay, "days",
                      std::move(work));
  if (const Metric* const step = result_.find("step_time"); step != nullptr && step->low) {
    const double steps_days =
        static_cast<double>(plan.steps) * seconds_of(plan.step) / kSecondsPerDay;
    plain.low = plain.value + steps_days * (*step->low / step->value - 1);
    plain.high = plain.value + steps_days * (*step->high / step->value - 1);
  }
  add_quantile("days_to_train_p50", 0.5, tr("band: 5th to 95th percentile; {}", trials_text()));
  add_quantile("days_to_train_p90", 0.9, tr("one in ten trials takes longer"));
  add_quantile("days_to_train_p95", kHigh, tr("one in twenty trials takes longer"));
  const auto unfinished = static_cast<double>(trials_.gave_up + trials_.stopped);
  if (unfinished == 0) {
    add("days_to_train_mean", trials_.mean_days(), "days",
        tr("standard error {} days", as::exact(fmt::format("{:.2g}", trials_.mean_days_error()))));
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
                   tr_plural(trials_.undecided, "{} trial was stopped before the deadline: {}",
                             "{} trials were stopped before the deadline: {}",
                             as::count(trials_.undecided), why_unfinished()));
  }
  const Chance chance = chance_of(trials_.in_time, trials_.trials);
  Metric& metric = add("deadline_probability", chance.value, "share",
                       tr("probability of finishing within {} days; {}; standard error {}",
                          as::exact(fmt::format("{:.4g}", *setup_.deadline_days)), trials_text(),
                          as::percent(chance.standard_error, 2)));
  metric.low = chance.low;
  metric.high = chance.high;
}

void JobFigures::add_shares() {
  add("goodput_percent", trials_.useful, "share",
      tr("time of saved steps, share of the time of all trials"));
  if (job_.bytes) {
    add("checkpoint_percent", trials_.checkpoint, "share",
        tr("pauses of training for checkpoints"));
  }
  if (!job_.fails()) return;
  add("lost_work_percent", trials_.lost, "share",
      tr("work after the last checkpoint before a failure"));
  add("restart_percent", trials_.restart, "share",
      tr("failure detection, loading of the executable and the checkpoint"));
  add("node_wait_percent", trials_.waiting, "share",
      tr_plural(job_.plan.spares, "wait for a replacement node; {} spare node",
                "wait for a replacement node; {} spare nodes", job_.plan.spares));
}

void JobFigures::add_checkpoints() {
  if (!job_.bytes) {
    return missing("checkpoint_size",
                   tr("the workload has no checkpoints, so a failure loses all work"));
  }
  const double step = seconds_of(job_.plan.step);
  const double interval = static_cast<double>(job_.plan.interval) * step;
  Text how = tr_plural(job_.plan.interval, "{} step", "{} steps", as::count(job_.plan.interval));
  if (job_.interval_is_optimal) {
    how = tr("{}, the optimum of Daly (Young: {})", how,
             duration(reliability::young_interval(seconds_of(job_.plan.stall), *job_.mtbf)));
  } else if (!setup_.checkpoint->interval_steps && !setup_.checkpoint->interval_seconds) {
    how = tr("{}; a single checkpoint at the end, because there are no failures", how);
  }
  add("checkpoint_interval", interval, "s", how);
  add("checkpoint_size", job_.bytes->written, "B",
      setup_.checkpoint->bytes ? tr("as stated in the workload")
                               : tr("weights and optimizer state, each parameter once"),
      setup_.checkpoint->bytes ? Provenance::kAssumed : Provenance::kSimulated);
  Text note = tr("{} by the busiest node at the assumed bandwidth of the storage",
                 as::bytes(job_.bytes->written_by_node));
  if (setup_.checkpoint->asynchronous) {
    note = tr("{}; training continues after {}", note, duration(seconds_of(job_.plan.stall)));
  }
  add("checkpoint_write_time", job_.write_seconds, "s", note, Provenance::kAssumed);
}

void JobFigures::add_failures() {
  if (!job_.fails()) {
    return missing("job_mtbf",
                   tr("failures are not simulated because the workload has no node_mtbf_hours"));
  }
  add("failures_per_job", trials_.failures, "failures", tr("mean of all trials"));
  if (job_.mtbf) {
    add("job_mtbf", *job_.mtbf / kSecondsPerHour, "h",
        tr("assumed: {} h of one node divided by the number of nodes",
           as::exact(fmt::format("{:.6g}", *setup_.node_mtbf_hours))),
        Provenance::kAssumed);
  } else {
    missing("job_mtbf", tr("the workload states failure times instead of an MTBF"));
  }
  const RestartSetup& restart = *setup_.restart;
  const Text steps = tr("assumed: detection {}, loading of the executable {} and the checkpoint {}",
                        duration(restart.detect_seconds), duration(restart.load_executable_seconds),
                        duration(job_.load_checkpoint_seconds));
  const Text replacement = duration(restart.replace_seconds);
  add("restart_time", seconds_of(restart_time()), "s",
      job_.plan.spares > 0 ? tr("{}; without an available spare node, a replacement takes {} more",
                                steps, replacement)
                           : tr("{}; a replacement node takes {} more", steps, replacement),
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
