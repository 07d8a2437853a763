#pragma once

#include "profiler/analysis/gate/gate.h"

#include <string>
#include <utility>
#include <vector>

namespace nscope::gate {

using Runs = std::vector<Run>;

/// A run with one metric for each pair.
inline Run run_of(const std::vector<std::pair<std::string, double>>& values,
                  Provenance provenance = Provenance::kMeasured) {
  Run run{.name = "run.json"};
  for (const auto& [name, value] : values) {
    run.summary.metrics.push_back(
        {.name = name, .value = value, .unit = "s", .provenance = provenance});
  }
  return run;
}

/// Runs of one metric "time".
inline Runs runs_of(const std::vector<double>& values,
                    Provenance provenance = Provenance::kMeasured) {
  Runs runs;
  for (const double value : values) runs.push_back(run_of({{"time", value}}, provenance));
  return runs;
}

inline Rules rules_of(const std::vector<Rule>& rules) {
  return {.name = "rules.json", .rules = rules};
}

inline Rule time_rule() {
  return {.metric = "time", .relative_limit = 0.02};
}

inline GateReport evaluate_now(const Rules& rules, const Runs& baseline, const Runs& new_runs,
                               const GateOptions& options = {}) {
  TaskControl control;
  return *evaluate(rules, {.name = "baseline", .runs = baseline}, new_runs, options, control);
}

/// The check of a single rule on "time".
inline Check check_time(const Rule& rule, const Runs& baseline, const Runs& new_runs) {
  return evaluate_now(rules_of({rule}), baseline, new_runs).checks.at(0);
}

}  // namespace nscope::gate
