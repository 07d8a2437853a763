#pragma once

#include "simcore/engine/compile_cache/simulate_compile_cache.h"
#include "tests/unit/sim/catalogue.h"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

namespace nscope::sim {

// Shared functions of tests of fleets with a compile cache.

inline constexpr double kPoll = 10;  // s, resources/calibration/compile-cache.json

/// One graph of 600 measured seconds with a very small NEFF.
inline CompileScenario one_graph() {
  CompileScenario scenario;
  scenario.instance = "trn1.32xlarge";
  scenario.graphs = {{.name = "step", .seconds = 600, .neff_bytes = 0}};
  return scenario;
}

inline CompileScenario shared(int instances) {
  CompileScenario scenario = one_graph();
  scenario.instances = instances;
  scenario.store = CacheStore::kS3;
  return scenario;
}

/// Serving whose prefill graph depends on the length.
inline CompileScenario lengths(std::vector<int> values, std::vector<int> buckets) {
  CompileScenario scenario = one_graph();
  scenario.graphs.push_back(
      {.name = "prefill", .by_length = true, .seconds = 100, .neff_bytes = 0});
  scenario.lengths = LengthStream{.steps = static_cast<int>(values.size()),
                                  .step_seconds = 1,
                                  .lengths = std::move(values),
                                  .buckets = std::move(buckets)};
  return scenario;
}

inline CompileResult run(const CompileScenario& scenario) {
  TaskControl control;
  auto result = simulate_compile_cache(catalogue(), scenario, nullptr, control);
  EXPECT_TRUE(result) << to_string(result.error());
  EXPECT_EQ(result->counts.lookups,
            result->counts.hits + result->counts.cached_failures + result->counts.misses());
  return std::move(result.value());
}

inline double value(const CompileResult& result, std::string_view name) {
  const Metric* const metric = result.find(name);
  EXPECT_NE(metric, nullptr) << name;
  return metric == nullptr ? -1 : metric->value;
}

inline std::string refusal(const CompileScenario& scenario) {
  TaskControl control;
  const auto result = simulate_compile_cache(catalogue(), scenario, nullptr, control);
  EXPECT_FALSE(result);
  return result ? std::string() : to_string(result.error());
}

}  // namespace nscope::sim
