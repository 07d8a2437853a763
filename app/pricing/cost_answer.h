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

/// A cost matrix and the curves that its drawings need. Plain data.
struct CostAnswer {
  cost::CostMatrix matrix;
  /// Of each commitment panel: a week under its mix; empty where there is no mix.
  std::vector<std::optional<cost::ServedHours>> weeks;
  /// Of each spot panel: cost over the interval; empty where there is no price.
  std::vector<std::optional<cost::IntervalCurve>> intervals;
};

/// Fills the scenario's throughputs, prices it and makes the curves. Any thread. Errors: those
/// of fill_scenario(), cost_matrix() and the curves; kCancelled.
Result<CostAnswer> answer(const catalog::Catalog& catalog, const cost::PriceBook& book,
                          cost::Scenario scenario, cost::Day today, ThroughputCache* cache,
                          TaskControl& control);

}  // namespace nscope::app
