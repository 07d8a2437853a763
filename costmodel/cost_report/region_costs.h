#pragma once

#include "costmodel/economics/cost_matrix.h"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace nscope::cost {

// The same work in each region. Pure functions; any thread.

/// An item in one region.
struct RegionPlace {
  std::size_t row = 0;                  ///< of the matrix, within the item's limits
  std::optional<std::size_t> option{};  ///< index into the scenario's options; empty: no figure
};

/// An item in all regions of the scenario.
struct RegionRow {
  std::size_t work = 0;             ///< index into the scenario's work
  std::vector<RegionPlace> places;  ///< one per region, in their order
  /// Where it costs least and most, indices into `places`, the first of equals; empty without a
  /// figure, and of what is impossible.
  std::optional<std::size_t> least{};
  std::optional<std::size_t> most{};
};

/// The items of a matrix under one of its options, or at the cheapest option of each region.
std::vector<RegionRow> region_rows(const CostMatrix& matrix, std::optional<std::size_t> option);

/// USD per million tokens; empty without a figure.
std::optional<Usd> cost_at(const CostMatrix& matrix, const RegionPlace& place);

/// What the figures are, and what they leave out.
std::string regions_note(const CostMatrix& matrix, std::optional<std::size_t> option);

/// The regions, beyond those of the scenario, in which the book or the scenario has a price on
/// `day` for any of its items under any of its options.
std::vector<std::string> selling_regions(const PriceBook& book, const Scenario& scenario, Day day);

}  // namespace nscope::cost
