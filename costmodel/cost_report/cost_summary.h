#pragma once

#include "costmodel/economics/cost_matrix.h"

#include <vector>

namespace nscope::cost {

// The lists on page one of a report. Pure.

/// The prices of the cheapest item and of the next one, with source, day and age. Empty if there is
/// no cheapest item.
std::vector<Text> price_dates(const CostMatrix& matrix);

/// The cost of tokens with the purchase option of the cheapest item at the utilisation of the
/// scenario, and another item that is cheaper at its own utilisation. Empty if the utilisation is
/// unknown. The ranking itself assumes 100 %.
Text idle_time_sentence(const CostMatrix& matrix);

/// At most six inputs on which the result depends, with their ranges and what they change. Empty
/// if there is no cheapest item.
std::vector<Text> main_assumptions(const CostMatrix& matrix);

/// The cost of the load of a month with the cheapest item, and another item that costs less for
/// this load. Empty without a load or a cheapest item.
Text month_sentence(const CostMatrix& matrix);

/// The items that can be cheaper than the cheapest one within the error bands; empty if there are
/// none.
Text overlap_sentence(const CostMatrix& matrix);

/// What the costs do not include; empty if the scenario states further costs.
std::vector<Text> exclusions(const CostMatrix& matrix);

/// What the scenario does not know: prices, error bands, the utilisation.
std::vector<Text> unknowns(const CostMatrix& matrix);

}  // namespace nscope::cost
