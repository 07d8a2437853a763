#pragma once

#include "profiler/base/json.h"

#include <string_view>

namespace nscope {

/// parse_json() for files of other programs, in which the last of several equal keys applies.
Result<Json> parse_foreign_json(std::string_view text, const Place& name);

}  // namespace nscope
