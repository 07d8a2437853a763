#pragma once

#include "profiler/base/json.h"

#include <string_view>

namespace nscope::sim {

/// A number in a data file that is not a published fact of a device: fitted once, the default
/// of some software, or assumed. The ends are equal to the value where it has no range.
struct StatedConstant {
  double value = 0;
  double low = 0;
  double high = 0;
};

/// Reads {"value", "unit", "kind", "meaning", "source"} at `key`, strictly: the value must
/// be positive, the unit `unit`, the kind one of ParameterKind, and meaning and source must
/// say something. Problems are reported through `in`.
StatedConstant constant_member(StrictObject& in, const char* key, std::string_view unit);
/// The same, with "low" and "high" where it has a range.
StatedConstant ranged_constant_member(StrictObject& in, const char* key, std::string_view unit);

}  // namespace nscope::sim
