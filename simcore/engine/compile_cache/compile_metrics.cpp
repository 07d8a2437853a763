#include "simcore/engine/compile_cache/compile_metrics.h"

#include "profiler/base/units.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

namespace nscope::sim {
namespace {

constexpr Phrase kRough = phrase(
    "rough estimate of compile times; the band is that of measured compile times "
    "(docs/compile-cache-simulation.md)");

using Value = std::function<std::optional<double>(const FleetRun&)>;

/// Collects metrics whose bands come from the two other runs.
class Collector {
 public:
  Collector(const FleetRun& nominal, const FleetRun& low, const FleetRun& high,
            CompileResult& result)
      : nominal_(nominal), low_(low), high_(high), result_(result) {}

  void add(std::string name, std::string unit, const Value& value, Text note = {},
           Text why_missing = {}) {
    const auto middle = value(nominal_);
    if (!middle) {
      result_.unavailable.emplace_back(std::move(name), std::move(why_missing));
      return;
    }
    Metric metric{.name = std::move(name),
                  .value = *middle,
                  .unit = std::move(unit),
                  .provenance = Provenance::kSimulated,
                  .note = std::move(note)};
    const auto a = value(low_);
    const auto b = value(high_);
    if (a && b && (*a != *middle || *b != *middle)) {
      metric.low = std::min({*a, *b, *middle});
      metric.high = std::max({*a, *b, *middle});
    }
    result_.metrics.push_back(std::move(metric));
  }
  void count(std::string name, std::int64_t CacheCounts::* member, Text note = {}) {
    add(
        std::move(name), "count",
        [member](const FleetRun& run) { return static_cast<double>(run.counts.*member); },
        std::move(note));
  }

 private:
  const FleetRun& nominal_;
  const FleetRun& low_;
  const FleetRun& high_;
  CompileResult& result_;
};

std::int64_t instances_with(const FleetRun& run, InstanceOutcome::End end) {
  std::int64_t count = 0;
  for (const InstanceOutcome& each : run.starts.back().instances) {
    if (each.end == end) count += each.count;
  }
  return count;
}

double stalled_seconds(const FleetRun& run) {
  double sum = 0;
  for (const FleetStart& start : run.starts) {
    sum += start.ahead_host_seconds;
    for (const InstanceOutcome& each : start.instances) sum += each.stalled * each.count;
  }
  return sum;
}

double running_seconds(const FleetRun& run) {
  double sum = 0;
  for (const FleetStart& start : run.starts) {
    for (const InstanceOutcome& each : start.instances) sum += each.running * each.count;
  }
  return sum;
}

/// A note on whether the results are based on measured or on modelled compile times.
Text caution(const CompilePlan& plan) {
  if (plan.all_measured()) return tr("based on the compile times of the scenario");
  if (plan.no_band.empty()) return kRough;
  return tr("rough estimate of compile times; {}", plan.no_band);
}

void add_times(const CompilePlan& plan, const CompileScenario& scenario, Collector& out) {
  const Text never = tr("too many instances never reach their first step");
  const auto percentile = [](bool last, double share) {
    return [last, share](const FleetRun& run) {
      return first_step_percentile(last ? run.starts.back() : run.starts.front(), share);
    };
  };
  out.add("time_to_first_step_p50", "s", percentile(false, 0.5), caution(plan), never);
  out.add("time_to_first_step_p90", "s", percentile(false, 0.9), caution(plan), never);
  if (scenario.restarts > 0) {
    out.add("restart_time_to_first_step_p50", "s", percentile(true, 0.5),
            tr("after the last restart"), never);
  }
  if (scenario.mode == CompileMode::kAot) {
    out.add(
        "ahead_of_time_compile_time", "s",
        [](const FleetRun& run) { return run.starts.front().ahead_seconds; },
        tr("trial run and compilation before the fleet starts"));
  }
}

bool has_end(const FleetRun& run) {
  return std::none_of(run.starts.begin(), run.starts.end(), [](const FleetStart& start) {
    return std::any_of(start.instances.begin(), start.instances.end(),
                       [](const auto& each) { return each.end == InstanceOutcome::End::kStuck; });
  });
}

void add_hours(Collector& out) {
  const Text endless = tr("some instances wait forever for a lock that no process releases");
  const auto add = [&](std::string name, std::string unit, const auto& value, Text note) {
    out.add(
        std::move(name), std::move(unit),
        [value](const FleetRun& run) {
          return has_end(run) ? std::optional<double>(value(run)) : std::nullopt;
        },
        std::move(note), endless);
  };
  add(
      "instance_hours", "h",
      [](const FleetRun& run) {
        return (stalled_seconds(run) + running_seconds(run)) / kSecondsPerHour;
      },
      tr("of all instances, including ahead-of-time compilation"));
  add(
      "instance_hours_stalled", "h",
      [](const FleetRun& run) { return stalled_seconds(run) / kSecondsPerHour; },
      tr("instance hours without steps: compiling, waiting, loading"));
  add("stall_share", "share",
      [](const FleetRun& run) {
        const double all = stalled_seconds(run) + running_seconds(run);
        return all > 0 ? stalled_seconds(run) / all : 0;
      },
      {});
  out.add("instances_failed", "count", [](const FleetRun& run) {
    return static_cast<double>(instances_with(run, InstanceOutcome::End::kFailed));
  });
  out.add(
      "instances_stuck", "count",
      [](const FleetRun& run) {
        return static_cast<double>(instances_with(run, InstanceOutcome::End::kStuck));
      },
      tr("instances that wait for a lock that no process releases"));
}

void add_counts(const CompilePlan& plan, Collector& out) {
  out.count("compile_cache.lookups", &CacheCounts::lookups, tr("first lookups of all processes"));
  out.count("compile_cache.hit", &CacheCounts::hits);
  out.add("compile_cache.hit_share", "share", [](const FleetRun& run) {
    return run.counts.lookups > 0
               ? static_cast<double>(run.counts.hits) / static_cast<double>(run.counts.lookups)
               : 0;
  });
  out.count("compile_cache.miss", &CacheCounts::compiled,
            tr("compiled by the process that missed"));
  out.count("compile_cache.locked", &CacheCounts::waited, tr("waited for another process"));
  out.count("compile_cache.failure", &CacheCounts::failures, tr("compilations that failed"));
  out.count("compile_cache.cached_failure", &CacheCounts::cached_failures);
  out.count("compilations", &CacheCounts::compilations, tr("runs of the compiler"));
  out.count("lock_takeovers", &CacheCounts::takeovers, tr("locks taken over after the timeout"));
  out.add(
      "compile_cache.compile_time", "s",
      [](const FleetRun& run) { return run.counts.compile_seconds; }, caution(plan));
  out.add(
      "compile_cache.neff_size", "B", [](const FleetRun& run) { return run.counts.neff_bytes; },
      tr("based on assumed sizes"));
}

void add_notes(const CompilePlan& plan, const CompileScenario& scenario, CompileResult& result) {
  result.notes.emplace_back(
      tr("Compile times are rough assumptions unless the scenario states measured ones. The bands "
         "are the results of the whole run with compile times at both ends of their ranges "
         "(docs/compile-cache-simulation.md)."));
  if (scenario.mode == CompileMode::kAot && !plan.workers_limit.empty()) {
    result.notes.push_back(tr("The number of parallel compilations is {} instead of {} ({}).",
                              plan.workers, scenario.workers, plan.workers_limit));
  }
  std::int64_t too_long = 0;
  for (const CompileProgram& program : plan.programs) too_long += program.too_long;
  if (too_long > 0) {
    result.notes.push_back(tr_plural(too_long, "{} length above the largest bucket was skipped.",
                                     "{} lengths above the largest bucket were skipped.",
                                     as::count(too_long)));
  }
}

}  // namespace

std::optional<double> first_step_percentile(const FleetStart& start, double share) {
  std::vector<std::pair<double, std::int64_t>> times;
  std::int64_t all = 0;
  for (const InstanceOutcome& each : start.instances) {
    times.emplace_back(each.first_step.value_or(std::numeric_limits<double>::infinity()),
                       each.count);
    all += each.count;
  }
  std::sort(times.begin(), times.end());
  const double wanted = share * static_cast<double>(all);
  double seen = 0;
  for (const auto& [time, count] : times) {
    seen += static_cast<double>(count);
    if (seen < wanted) continue;
    return std::isfinite(time) ? std::optional(time) : std::nullopt;
  }
  return std::nullopt;
}

CompileResult compile_result(const CompilePlan& plan, const CompileScenario& scenario,
                             const FleetRun& nominal, const FleetRun& low, const FleetRun& high) {
  CompileResult result;
  result.counts = nominal.counts;
  result.starts = nominal.starts;
  result.graphs = plan.graphs.size();
  result.workers = scenario.mode == CompileMode::kAot ? plan.workers : 0;
  Collector out(nominal, low, high, result);
  add_times(plan, scenario, out);
  add_hours(out);
  out.add(
      "graphs", "count", [&](const FleetRun&) { return static_cast<double>(plan.graphs.size()); },
      tr("different graphs that the programs use"));
  add_counts(plan, out);
  if (scenario.lengths) {
    double tokens = 0;
    double padded = 0;
    for (const CompileProgram& program : plan.programs) {
      tokens += program.tokens;
      padded += program.padded_tokens;
    }
    out.add(
        "padding_share", "share", [&](const FleetRun&) { return 1 - tokens / padded; },
        tr("share of the computed positions"));
  }
  add_notes(plan, scenario, result);
  return result;
}

}  // namespace nscope::sim
