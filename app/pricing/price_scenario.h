#pragma once

#include "app/pricing/throughput_cache.h"
#include "costmodel/commitments/served_hours.h"
#include "costmodel/economics/cost_matrix.h"
#include "costmodel/spot/interval_curve.h"
#include "profiler/base/task_control.h"
#include "simcore/catalog/catalog.h"

#include <optional>
#include <vector>

namespace nscope::app {

/// Determines the throughputs that the scenario does not state (fill_scenario()) and computes its
/// cost matrix. Any thread. Errors: those of fill_scenario() and cost_matrix(); kCancelled.
Result<cost::CostMatrix> price_scenario(const catalog::Catalog& catalog,
                                        const cost::PriceBook& book, cost::Scenario scenario,
                                        cost::Day today, ThroughputCache* cache,
                                        TaskControl& control);

/// A cost matrix and the curves for its charts. Plain data.
struct PricedScenario {
  cost::CostMatrix matrix;
  /// For each commitment panel: a week with its mix; empty if it has no mix.
  std::vector<std::optional<cost::ServedHours>> weeks;
  /// For each Spot panel: cost by checkpoint interval; empty if there is no price.
  std::vector<std::optional<cost::IntervalCurve>> intervals;
};

/// Computes the curves of a matrix. Any thread. Errors: those of the curves; kCancelled.
Result<PricedScenario> with_curves(cost::CostMatrix matrix, TaskControl& control);

}  // namespace nscope::app
