#pragma once

#include "profiler/base/json.h"
#include "simcore/engine/calibration/parameter_info.h"

#include <cmath>
#include <span>
#include <string>

namespace nscope::sim {

/// The set as JSON with value, unit, kind, meaning and source of each parameter.
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

/// Reads a set strictly. `where` is the path of `json` in its file. Errors: kBadInput with the
/// key, also for parameters that are unknown, missing, not positive and finite, or too far from
/// their initial value.
template <class Set>
Result<Set> parameters_from_json(std::span<const ParameterInfoOf<Set>> table, const Json& json,
                                 std::string where) {
  constexpr double kMost = 1000;  // largest ratio to the initial value, in both directions
  StrictObject in(json, std::move(where));
  Set values;
  for (const ParameterInfoOf<Set>& info : table) {
    const std::string name(info.name);
    StrictObject entry(in.object(name.c_str()), in.path(name));
    const double value = entry.number("value");
    if (!std::isfinite(value) || value <= 0) {
      entry.reject("value", tr("must be greater than 0"));
    } else if (value > info.initial * kMost || value < info.initial / kMost) {
      entry.reject("value", tr("differs from {} by more than a factor of {}", info.initial, kMost));
    } else if (info.unit == "tiles" && value < 1) {
      entry.reject("value", tr("must be at least 1"));
    }
    if (entry.string("unit") != info.unit) {
      entry.reject("unit", tr("must be {}", info.unit));
    }
    if (entry.string("kind") != to_string(info.kind)) {
      entry.reject("kind", tr("must be {}", to_string(info.kind)));
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
