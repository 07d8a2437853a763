#pragma once

#include "profiler/analysis/insights/insight.h"
#include "profiler/analysis/insights/run_facts.h"

// The rules by family; insight_rules.cpp lists them. docs/insights.md states the condition of each
// rule, the source of its threshold and how it estimates gains.

namespace nscope::analysis {

// engine_rules.cpp
Findings find_low_model_flops(const RunFacts& facts, const ParameterValues& thresholds);
Findings find_low_active_flops(const RunFacts& facts, const ParameterValues& thresholds);
Findings find_transposes(const RunFacts& facts, const ParameterValues& thresholds);
Findings find_throttling(const RunFacts& facts, const ParameterValues& thresholds);
Findings find_warm_up(const RunFacts& facts, const ParameterValues& thresholds);
Findings find_fp32(const RunFacts& facts, const ParameterValues& thresholds);
Findings find_narrow_products(const RunFacts& facts, const ParameterValues& thresholds);
Findings find_vector_bound(const RunFacts& facts, const ParameterValues& thresholds);
Findings find_unfused(const RunFacts& facts, const ParameterValues& thresholds);
Findings find_low_kernel_coverage(const RunFacts& facts, const ParameterValues& thresholds);

// memory_rules.cpp
Findings find_small_dma(const RunFacts& facts, const ParameterValues& thresholds);
Findings find_dma_bound(const RunFacts& facts, const ParameterValues& thresholds);
Findings find_spills(const RunFacts& facts, const ParameterValues& thresholds);
Findings find_reloads(const RunFacts& facts, const ParameterValues& thresholds);
Findings find_low_intensity(const RunFacts& facts, const ParameterValues& thresholds);

// collective_rules.cpp
Findings find_exposed_collectives(const RunFacts& facts, const ParameterValues& thresholds);
Findings find_small_collectives(const RunFacts& facts, const ParameterValues& thresholds);
Findings find_slow_collectives(const RunFacts& facts, const ParameterValues& thresholds);
Findings find_imbalance(const RunFacts& facts, const ParameterValues& thresholds);
Findings find_wide_tensor_parallel(const RunFacts& facts, const ParameterValues& thresholds);
Findings find_bubbles(const RunFacts& facts, const ParameterValues& thresholds);

// serving_rules.cpp
Findings find_padding(const RunFacts& facts, const ParameterValues& thresholds);
Findings find_queueing(const RunFacts& facts, const ParameterValues& thresholds);
Findings find_host_bound(const RunFacts& facts, const ParameterValues& thresholds);

// compile_rules.cpp
Findings find_shape_churn(const RunFacts& facts, const ParameterValues& thresholds);
Findings find_compiled_again(const RunFacts& facts, const ParameterValues& thresholds);
Findings find_lock_waits(const RunFacts& facts, const ParameterValues& thresholds);
Findings find_cached_failures(const RunFacts& facts, const ParameterValues& thresholds);

// monitor_rules.cpp
Findings find_idle_cores(const RunFacts& facts, const ParameterValues& thresholds);

/// A run that uses at least this share of the HBM bandwidth is considered bound by it.
inline constexpr double kBandwidthUsed = 0.6;

/// The result of a rule with one insight, or with none.
inline Findings found(Insight insight) {
  std::vector<Insight> list;
  list.push_back(std::move(insight));
  return list;
}
inline Findings nothing_found() {
  return std::vector<Insight>();
}

}  // namespace nscope::analysis
