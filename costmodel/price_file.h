#pragma once

#include "costmodel/price_book.h"

#include <string_view>
#include <vector>

namespace nscope::cost {

/// Reads a price file: CSV with the heading
///   instance,region,zone,option,term,usd_per_hour,date,source,state,note
/// where `state` is priced, estimate or not_offered (then without a price); see
/// docs/how-to/add-a-price.md. Errors: kBadInput naming file, line and field.
Result<std::vector<PriceObservation>> read_prices(std::string_view content, std::string_view name);

/// Reads a document of sources (schema `nscope.price-sources/1`), strictly.
/// Errors: kBadInput naming file and member.
Result<std::vector<PriceSource>> read_price_sources(std::string_view content,
                                                    std::string_view name);

}  // namespace nscope::cost
