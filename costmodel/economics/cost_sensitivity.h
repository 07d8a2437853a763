#pragma once

#include "costmodel/economics/cost_matrix.h"
#include "profiler/base/tables/table.h"

#include <cstddef>
#include <optional>
#include <vector>

namespace nscope::cost {

/// The changes of one input at which another item costs the same as the cheapest item. Its
/// figures are those of its cheapest cell.
struct Rival {
  std::size_t row = 0;
  std::size_t option = 0;
  double extra_cost = 0.0;                ///< cost of a token / that of the cheapest item - 1
  Usd per_hour_needed{};                  ///< price of all its instances at the break-even
  double tokens_per_second_needed = 0.0;  ///< throughput of all its instances at the break-even
  /// Utilisation of the cheapest item divided by that of this item at which both cost the same.
  double winner_use = 0.0;
  /// Tokens per dollar at the upper end of its error band divided by those of the cheapest item
  /// at the lower end. If greater than 1, the error bands overlap. Empty if one has no band.
  std::optional<double> at_band_ends{};
};

/// All other items that have a price and are not excluded by a guard, the cheapest first. Empty
/// if there is no cheapest item. Pure.
std::vector<Rival> rivals(const CostMatrix& matrix);

/// The rivals with their current values and the values at the break-even.
Table rivals_table(const CostMatrix& matrix);

}  // namespace nscope::cost
