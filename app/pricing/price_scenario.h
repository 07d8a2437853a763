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

/// Finds the throughputs that the scenario leaves open (fill_scenario) and prices it. Any thread.
/// Errors: those of fill_scenario() and cost_matrix(); kCancelled.
Result<cost::CostMatrix> price_scenario(const catalog::Catalog& catalog,
                                        const cost::PriceBook& book, cost::Scenario scenario,
                                        cost::Day today, ThroughputCache* cache,
                                        TaskControl& control);

/// A priced scenario and the curves that its drawings need. Plain data.
struct PricedScenario {
  cost::CostMatrix matrix;
  /// Of each commitment panel: a week under its mix; empty where there is no mix.
  std::vector<std::optional<cost::ServedHours>> weeks;
  /// Of each spot panel: cost over the interval; empty where there is no price.
  std::vector<std::optional<cost::IntervalCurve>> intervals;
};

/// Makes the curves of a matrix. Any thread. Errors: those of the curves; kCancelled.
Result<PricedScenario> with_curves(cost::CostMatrix matrix, TaskControl& control);

}  // namespace nscope::app
