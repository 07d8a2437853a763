#pragma once

#include "costmodel/prices/price_book.h"

namespace nscope::cost {

/// Where a price, or the statement that there is none, comes from.
struct PriceCitation {
  Text date;  ///< "2026-07-20" or "undated"
  Text source;
};
/// Both members are empty if the price is unknown.
PriceCitation citation(const PriceState& state);

/// Term, zone, upfront fee and list price; or the reason why there is no price.
Text remark(const PriceState& state);

}  // namespace nscope::cost
