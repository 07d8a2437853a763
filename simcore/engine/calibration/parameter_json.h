#pragma once

#include "profiler/base/json.h"
#include "simcore/engine/calibration/parameter_info.h"

#include <cmath>
#include <span>
#include <string>

#include <fmt/format.h>

namespace nscope::sim {

/// The set as JSON: for each parameter value, unit, kind, meaning and source.
template <class Set>
Json parameters_json(std::span<const ParameterInfoOf<Set>> table, const Set& values) {
  Json json = Json::object();
  for (const ParameterInfoOf<Set>& info : table) {
    json[std::string(info.name)] = {{"value", values.*info.member},
                                    {"unit", info.unit},
                                    {"kind", to_string(info.kind)},
                                    {"meaning", info.meaning},
                                    {"source", info.source}};
  }
  return json;
}

/// Reads a set back, strictly. `where` is the path of `json` in its file. Errors:
/// kBadInput naming the member; parameters that are unknown, missing, or not positive
/// and finite, or beyond any fit.
template <class Set>
Result<Set> parameters_from_json(std::span<const ParameterInfoOf<Set>> table, const Json& json,
                                 std::string where) {
  constexpr double kMost = 1000;  // times the start value, or its part
  StrictObject in(json, std::move(where));
  Set values;
  for (const ParameterInfoOf<Set>& info : table) {
    const std::string name(info.name);
    StrictObject entry(in.object(name.c_str()), in.path(name));
    const double value = entry.number("value");
    if (!std::isfinite(value) || value <= 0) {
      entry.reject("value", "must be positive");
    } else if (value > info.initial * kMost || value < info.initial / kMost) {
      entry.reject("value", fmt::format("is more than {} times off {}", kMost, info.initial));
    } else if (info.unit == "tiles" && value < 1) {
      entry.reject("value", "must be at least 1");
    }
    if (entry.string("unit") != info.unit) {
      entry.reject("unit", fmt::format("must be {}", info.unit));
    }
    if (entry.string("kind") != to_string(info.kind)) {
      entry.reject("kind", fmt::format("must be {}", to_string(info.kind)));
    }
    entry.string("meaning");
    entry.string("source");
    if (auto done = entry.finish(); !done) return fail(done.error());
    values.*info.member = value;
  }
  if (auto done = in.finish(); !done) return fail(done.error());
  return values;
}

}  // namespace nscope::sim
