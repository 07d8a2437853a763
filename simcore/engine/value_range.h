#pragma once

#include <algorithm>
#include <map>
#include <string>

namespace nscope::sim {

/// What measured values of one size covered.
struct ValueRange {
  double low = 0;
  double high = 0;
  bool contains(double value) const { return value >= low && value <= high; }
};

/// By the names of sizes: "batch", "model parameters".
using ValueRanges = std::map<std::string, ValueRange>;

/// Widens the range of that name until it holds the value.
inline void extend(ValueRanges& ranges, const std::string& name, double value) {
  const auto [range, first] = ranges.try_emplace(name, ValueRange{value, value});
  if (first) return;
  range->second.low = std::min(range->second.low, value);
  range->second.high = std::max(range->second.high, value);
}

}  // namespace nscope::sim
