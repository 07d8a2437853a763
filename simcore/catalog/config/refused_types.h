#pragma once

#include "profiler/base/json.h"
#include "profiler/base/result.h"

#include <string_view>

namespace nscope::catalog {

/// Why the layers or the generation of a model type cannot be described; empty if that is not
/// known.
Text reason_for(std::string_view type);
/// Why the file does not describe a model that runs alone: the draft of speculative decoding; empty
/// if it may.
Text reason_for_draft(const Json& config, std::string_view type, std::string_view class_name);

}  // namespace nscope::catalog
