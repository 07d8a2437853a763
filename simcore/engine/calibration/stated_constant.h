#pragma once

#include "profiler/base/json.h"

#include <string_view>

namespace nscope::sim {

/// A number in a data file that is not a published fact of a device: a fitted value, a default of
/// some software, or an assumption. Without a range, `low` and `high` equal the value.
struct StatedConstant {
  double value = 0;
  double low = 0;
  double high = 0;
};

/// Reads {"value", "unit", "kind", "meaning", "source"} at `key` strictly: the value must be
/// positive, the unit `unit`, the kind one of ParameterKind, and meaning and source must not be
/// empty. Problems are reported through `in`.
StatedConstant constant_member(StrictObject& in, const char* key, std::string_view unit);
/// As constant_member(), with an optional range "low" to "high".
StatedConstant ranged_constant_member(StrictObject& in, const char* key, std::string_view unit);

}  // namespace nscope::sim
