#pragma once

#include "profiler/base/units.h"

#include <string_view>

namespace nscope::cost {

// Amounts as tests write them down.

inline Usd usd(std::string_view text) {
  return Usd::parse(text).value();
}

inline Usd usd(double dollars) {
  return Usd::round(dollars);
}

}  // namespace nscope::cost
