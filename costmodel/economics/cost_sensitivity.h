#pragma once

#include "costmodel/economics/cost_matrix.h"
#include "profiler/base/tables/table.h"

#include <cstddef>
#include <optional>
#include <vector>

namespace nscope::cost {

/// What another item of work would need to cost as little as the winner, one thing changed at
/// a time. Its figures are those of its cheapest cell.
struct Rival {
  std::size_t row = 0;
  std::size_t option = 0;
  double dearer = 0.0;                    ///< cost of a token / the winner's - 1
  Usd per_hour_needed{};                  ///< price of all its machines; dearer: it loses
  double tokens_per_second_needed = 0.0;  ///< of all its machines; slower: it loses
  /// Busy share of the winner's machines by that of the rival's at which both cost the same;
  /// below it the rival wins.
  double winner_use = 0.0;
  /// Tokens per dollar at the good end of its band by the winner's at its bad end: above 1 the
  /// bands leave the order open. Empty where one of them has no band.
  std::optional<double> at_band_ends{};
};

/// One for each other item that a guard does not exclude and that has a price, the nearest
/// first. Empty without a winner. Pure.
std::vector<Rival> rivals(const CostMatrix& matrix);

/// The rivals with what they have and what they would need.
Table rivals_table(const CostMatrix& matrix);

}  // namespace nscope::cost
