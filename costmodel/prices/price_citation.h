#pragma once

#include "costmodel/prices/price_book.h"

#include <span>
#include <string>

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

/// The texts as a list of at most `most`: "a, b, c and 2 more".
Text short_list(const std::vector<Text>& texts, std::size_t most);

/// Regions and purchase options that have a price for the type on that day: "On-Demand in us-west-2
/// for USD 1.3438 per hour", those in or near the `wanted` regions first. Empty if there are none.
Text other_offers_text(const PriceBook& book, std::string_view instance,
                       std::span<const std::string> wanted, Day day);

}  // namespace nscope::cost
