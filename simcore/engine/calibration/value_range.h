#pragma once

#include "profiler/base/json.h"

#include <algorithm>
#include <map>
#include <string>

#include <fmt/format.h>

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

/// An object of named [low, high].
inline ValueRanges ranges_member(StrictObject& in, const char* key) {
  ValueRanges ranges;
  for (const auto& [name, range] : in.object(key).items()) {
    if (!range.is_array() || range.size() != 2 || !range[0].is_number() || !range[1].is_number()) {
      in.reject(fmt::format("{}/{}", key, name), "must be [low, high]");
      continue;
    }
    ranges[name] = {range[0].get<double>(), range[1].get<double>()};
  }
  return ranges;
}
/// The members low_ratio and high_ratio of an accuracy: measured over predicted values.
inline ValueRange ratios_member(StrictObject& in) {
  const double low = in.number("low_ratio");
  const double high = in.number("high_ratio");
  if (!(low > 0) || !(high >= low)) {
    in.reject("low_ratio", "must be positive and at most high_ratio");
  }
  return {low, high};
}
inline Json ranges_json(const ValueRanges& ranges) {
  Json json = Json::object();
  for (const auto& [name, range] : ranges) json[name] = Json::array({range.low, range.high});
  return json;
}

}  // namespace nscope::sim
