#pragma once

#include "costmodel/commitments/commitment_problem.h"
#include "profiler/base/tables/table.h"

#include <span>
#include <string>
#include <vector>

namespace nscope::cost {

/// Who serves the demand for one type in each hour of a stretch: what a drawing of a mix over
/// the demand curve shows. All values are instances. Plain data.
struct ServedHours {
  struct Layer {
    enum class Kind { kHeld, kOffer, kSpot, kOnDemand };
    Kind kind = Kind::kOnDemand;
    std::string label;          ///< of the commitment; empty for spot and on-demand
    double paid = 0;            ///< instances paid in each hour that it runs; commitments only
    std::vector<double> hours;  ///< instances in use, by hour
  };
  std::vector<double> demand;
  std::vector<double> idle;   ///< committed, paid and not used, by hour
  std::vector<Layer> layers;  ///< from the base up, in the order of AWS; none that is all zero
};

/// The `count` hours from `first` on, counted from the start of the horizon. The layers of each
/// hour sum up to its demand. Errors: those of demand_states(); kInvalidArgument for several
/// types, a wrong number of amounts, or hours beyond the horizon.
Result<ServedHours> served_hours(const CommitmentProblem& problem, std::span<const double> amounts,
                                 std::size_t first, std::size_t count);

/// A row for each hour, a column for each layer.
Table served_hours_table(const ServedHours& served);

}  // namespace nscope::cost
