#pragma once

#include "costmodel/price_formats/aws_offer.h"
#include "profiler/base/json/json_scanner.h"

#include <functional>

namespace nscope::cost {

/// Reads an entry of "products" of a list, or the "product" of the Query API. The scanner is
/// before the value. The region is a code; empty if unknown.
OfferProduct read_offer_product(JsonScanner& in);

/// Reads the terms of one product, {"SKU.TERM": {...}, ...}, and passes the prices to the sink.
/// Errors are recorded in `in`.
void read_offer_terms(JsonScanner& in, const OfferProduct& product, bool reserved,
                      const std::optional<PriceDate>& published, PriceSink& sink);

/// Reads "terms": {"OnDemand": ..., "Reserved": ...}; `read` reads the value of each. Other kinds
/// of terms are counted as skipped.
void read_kinds_of_terms(JsonScanner& in, PriceSink& sink,
                         const std::function<void(bool reserved)>& read);

}  // namespace nscope::cost
