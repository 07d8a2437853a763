#pragma once

#include "costmodel/economics/cost_matrix.h"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace nscope::cost {

// Costs of the same work in several regions. Pure functions; any thread.

/// An item in one region.
struct RegionPlace {
  std::size_t row = 0;                  ///< of the matrix, within the item's limits
  std::optional<std::size_t> option{};  ///< index into the scenario's options; empty if unknown
};

/// An item in all regions of the scenario.
struct RegionRow {
  std::size_t work = 0;             ///< index into the scenario's work
  std::vector<RegionPlace> places;  ///< one per region, in their order
  /// The cheapest and the most expensive region, indices into `places`, the first of equal ones.
  /// Empty if there are no figures or the item is impossible.
  std::optional<std::size_t> least{};
  std::optional<std::size_t> most{};
};

/// The items of a matrix with one of its options, or with the cheapest option of each region.
std::vector<RegionRow> region_rows(const CostMatrix& matrix, std::optional<std::size_t> option);

/// USD per million tokens; empty if unknown.
std::optional<Usd> cost_at(const CostMatrix& matrix, const RegionPlace& place);

/// A note about the meaning of the figures and the costs that they do not include.
Text regions_note(const CostMatrix& matrix, std::optional<std::size_t> option);

/// Regions that the scenario does not state and in which the book or the scenario has a price on
/// `day` for one of its items with one of its options.
std::vector<std::string> selling_regions(const PriceBook& book, const Scenario& scenario, Day day);

}  // namespace nscope::cost
