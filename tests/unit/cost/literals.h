#pragma once

#include "costmodel/money/date.h"
#include "profiler/base/units.h"

#include <string_view>

namespace nscope::cost {

// Short forms of amounts, days and the heading of a price file.

inline Usd usd(std::string_view text) {
  return Usd::parse(text).value();
}

inline Usd usd(double dollars) {
  return Usd::round(dollars);
}

inline Day day(std::string_view text) {
  return parse_day(text).value();
}

/// Without the optional columns.
inline constexpr std::string_view kPriceHeading =
    "instance,region,zone,option,term,usd_per_hour,date,source,state,note\n";

}  // namespace nscope::cost
