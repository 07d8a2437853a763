#pragma once

#include "costmodel/price_formats/price_format.h"

namespace nscope::cost {

// The readers of the table in registry.cpp; what they do is said there and in
// PriceFormat.

// own_prices.cpp
bool sniff_own_prices(std::string_view head);
Result<> read_own_prices(const PriceInput& input, PriceSink& sink, TaskControl& control);

}  // namespace nscope::cost
