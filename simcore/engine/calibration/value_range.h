#pragma once

#include "profiler/base/json.h"
#include "profiler/base/text.h"

#include <algorithm>
#include <map>
#include <string>
#include <string_view>

#include <fmt/format.h>

namespace nscope::sim {

/// The range of the measured values of one size.
struct ValueRange {
  double low = 0;
  double high = 0;
  bool contains(double value) const { return value >= low && value <= high; }
};

/// Ranges by the name of the size: "batch", "model parameters".
using ValueRanges = std::map<std::string, ValueRange>;

/// The name of a size as people read it: "sequence length".
Text size_title(std::string_view name);

/// Describes a size outside of its measured range: "batch: 128 (measured: 1 to 64)".
Text outside_range(std::string_view name, double value, const ValueRange& range);

/// Widens the range of that name so that it contains the value.
inline void extend(ValueRanges& ranges, const std::string& name, double value) {
  const auto [range, first] = ranges.try_emplace(name, ValueRange{value, value});
  if (first) return;
  range->second.low = std::min(range->second.low, value);
  range->second.high = std::max(range->second.high, value);
}

/// Reads an object of [low, high] by name.
inline ValueRanges ranges_member(StrictObject& in, const char* key) {
  ValueRanges ranges;
  for (const auto& [name, range] : in.object(key).items()) {
    if (!range.is_array() || range.size() != 2 || !range[0].is_number() || !range[1].is_number()) {
      in.reject(fmt::format("{}/{}", key, name), tr("must be an array [low, high]"));
      continue;
    }
    ranges[name] = {range[0].get<double>(), range[1].get<double>()};
  }
  return ranges;
}

/// Reads the keys low_ratio and high_ratio of an accuracy: measured divided by predicted values.
inline ValueRange ratios_member(StrictObject& in) {
  const double low = in.number("low_ratio");
  const double high = in.number("high_ratio");
  if (!(low > 0) || !(high >= low)) {
    in.reject("low_ratio", tr("must be greater than 0 and at most 'high_ratio'"));
  }
  return {low, high};
}

inline Json ranges_json(const ValueRanges& ranges) {
  Json json = Json::object();
  for (const auto& [name, range] : ranges) json[name] = Json::array({range.low, range.high});
  return json;
}

}  // namespace nscope::sim
