#pragma once

#include "costmodel/prices/price_book.h"

#include <functional>
#include <string_view>
#include <vector>

namespace nscope::cost {

/// Parses an amount and rejects values above `limit`, so that sums cannot overflow. `field`
/// is the name in the file. Errors: kBadInput without a place.
Result<Usd> parse_price(std::string_view text, std::string_view field, Usd limit);
inline constexpr Usd kMostPerHour = Usd::from_dollars(1'000'000);
inline constexpr Usd kMostUpfront = Usd::from_dollars(1'000'000'000);

/// Whether the text consists of three capital letters, as ISO 4217 codes do.
bool is_currency(std::string_view text);

/// Whether the text is an active code of ISO 4217 (list of 2026, without metals and test codes).
bool is_known_currency(std::string_view text);

/// Reads a price file: CSV with the first row
///   instance,region,zone,option,term,usd_per_hour,date,source,state,note
/// and optionally ",upfront,currency,effective" after it. `state` is priced, estimate or
/// not_offered (without a price); `date` is the day on which the price was observed; see
/// docs/how-to/add-a-price.md. Errors: kBadInput naming file, line and field.
/// `check` may reject a row with an error, which gets file and line.
Result<std::vector<PriceObservation>> read_prices(
    std::string_view content, std::string_view name,
    const std::function<Result<>(const PriceObservation& row, const Place& where)>& check = {});

/// Reads a document of sources (schema `nscope.price-sources/1`), strictly.
/// Errors: kBadInput naming file and member.
Result<std::vector<PriceSource>> read_price_sources(std::string_view content,
                                                    std::string_view name);

}  // namespace nscope::cost
