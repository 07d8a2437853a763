#pragma once

#include "costmodel/prices/price_book.h"

#include <string>
#include <utility>

namespace nscope::cost {

/// Date and source of a price, or of the statement that there is none; both empty where nobody
/// says anything.
std::pair<std::string, std::string> citation(const PriceState& state);

/// What else is to be known of it: term, zone, upfront fee, list price; or why there is none.
std::string remark(const PriceState& state);

}  // namespace nscope::cost
