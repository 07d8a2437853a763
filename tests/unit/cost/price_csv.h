#pragma once

#include <string_view>

namespace nscope::cost {

/// The first line of a price file without the optional columns.
inline constexpr std::string_view kPriceHeading =
    "instance,region,zone,option,term,usd_per_hour,date,source,state,note\n";

}  // namespace nscope::cost
