#pragma once

#include "costmodel/prices/price_book.h"
#include "profiler/base/tables/table.h"

#include <optional>
#include <string>

namespace nscope::cost {

/// Selects rows; an empty member does not filter.
struct PriceFilter {
  std::string instance;
  std::string region;
  std::optional<Purchase> purchase;
};

/// The prices that apply on `day`: one row per instance, region and purchase option in the
/// book, with age, source and note. The price is "not offered" if the option cannot be
/// bought. The filter also matches families ("trn1"). Prices in other currencies are
/// separate rows and are not converted.
Table price_table(const PriceBook& book, const PriceFilter& filter, Day day);

/// Every observation that matches the filter, oldest first.
Table price_history_table(const PriceBook& book, const PriceFilter& filter);

/// Number of prices that apply on `day` and are stale, see is_stale().
int stale_count(const PriceBook& book, const PriceFilter& filter, Day day);

}  // namespace nscope::cost
