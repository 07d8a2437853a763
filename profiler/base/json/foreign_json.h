#pragma once

#include "profiler/base/json.h"

#include <string_view>

namespace nscope {

/// parse_json() for files of other programs: of several equal keys of an object, which parse_json()
/// refuses, the last one applies.
Result<Json> parse_foreign_json(std::string_view text, const Place& name);

}  // namespace nscope
