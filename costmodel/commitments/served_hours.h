#pragma once

#include "costmodel/commitments/commitment_problem.h"
#include "profiler/base/tables/table.h"

#include <span>
#include <string>
#include <vector>

namespace nscope::cost {

/// The capacity that serves the demand for one type in each hour of an interval, for charts of a
/// mix over the demand curve. All values are instances. Plain data.
struct ServedHours {
  struct Layer {
    enum class Kind { kHeld, kOffer, kSpot, kOnDemand };
    Kind kind = Kind::kOnDemand;
    Text label;                 ///< of the commitment; empty for Spot and on-demand
    double paid = 0;            ///< paid instances in each hour of its term; commitments only
    std::vector<double> hours;  ///< instances in use in each hour
  };
  std::vector<double> demand;
  std::vector<double> idle;   ///< paid commitments that are not used, in each hour
  std::vector<Layer> layers;  ///< from the base load up, in the order of AWS; none is all zero
};

/// The `count` hours from hour `first` of the horizon. In each hour the sum of the layers equals
/// the demand. Errors: those of demand_states(); kInvalidArgument for several types, a wrong
/// number of amounts, or hours beyond the horizon.
Result<ServedHours> served_hours(const CommitmentProblem& problem, std::span<const double> amounts,
                                 std::size_t first, std::size_t count);

/// One row per hour, one column per layer.
Table served_hours_table(const ServedHours& served);

}  // namespace nscope::cost
