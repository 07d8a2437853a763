#pragma once

#include "costmodel/prices/price_book.h"

#include <string_view>
#include <vector>

namespace nscope::cost {

/// Refuses amounts that no instance costs, so that sums of them cannot overflow:
/// a million an hour, a billion upfront. Errors: kBadInput without a place.
Result<Usd> parse_price(std::string_view text, std::string_view field, Usd limit);
inline constexpr Usd kMostPerHour = Usd::from_dollars(1'000'000);
inline constexpr Usd kMostUpfront = Usd::from_dollars(1'000'000'000);

/// Three capital letters.
bool is_currency(std::string_view text);

/// Reads a price file: CSV with the heading
///   instance,region,zone,option,term,usd_per_hour,date,source,state,note
/// and, where wanted, ",upfront,currency,effective" behind it. `state` is priced,
/// estimate or not_offered (then without a price), `date` the day it was seen; see
/// docs/how-to/add-a-price.md. Errors: kBadInput naming file, line and field.
Result<std::vector<PriceObservation>> read_prices(std::string_view content, std::string_view name);

/// Reads a document of sources (schema `nscope.price-sources/1`), strictly.
/// Errors: kBadInput naming file and member.
Result<std::vector<PriceSource>> read_price_sources(std::string_view content,
                                                    std::string_view name);

}  // namespace nscope::cost
