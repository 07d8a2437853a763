#pragma once

#include "costmodel/prices/price_book.h"
#include "profiler/base/tables/table.h"

#include <optional>
#include <string>

namespace nscope::cost {

/// What a listing shows; an empty member does not filter.
struct PriceFilter {
  std::string instance;
  std::string region;
  std::optional<Purchase> purchase;
};

/// The prices that apply on `day`: one row per instance, region and purchase
/// option that the book says anything about, with age, source and note; what
/// cannot be bought has "not offered" for its price. Instances are also matched
/// by family ("trn1"). Prices in other currencies are rows of their own and never
/// compared with these.
Table price_table(const PriceBook& book, const PriceFilter& filter, Day day);

/// Every observation that matches, oldest first.
Table price_history_table(const PriceBook& book, const PriceFilter& filter);

/// How many prices that apply on `day` are older than twelve months.
int stale_count(const PriceBook& book, const PriceFilter& filter, Day day);

}  // namespace nscope::cost
