#pragma once

#include "costmodel/price_formats/aws_offer.h"
#include "profiler/base/json/json_scanner.h"

#include <functional>

namespace nscope::cost {

/// Reads one entry of a list's "products", or the "product" of the Query API: the
/// scanner stands before its value. Its region is the code, where one is known.
OfferProduct read_offer_product(JsonScanner& in);

/// Reads the terms of one product, {"SKU.TERM": {...}, ...}, and gives the prices to
/// the sink. Errors are kept in `in`.
void read_offer_terms(JsonScanner& in, const OfferProduct& product, bool reserved,
                      const PriceDate& published, PriceSink& sink);

/// Reads "terms": {"OnDemand": ..., "Reserved": ...}; `read` reads the value of either.
/// Other kinds of terms are counted.
void read_kinds_of_terms(JsonScanner& in, PriceSink& sink,
                         const std::function<void(bool reserved)>& read);

}  // namespace nscope::cost
