#pragma once

#include "profiler/base/language.h"
#include "profiler/trace/trace.h"

#include <string>

namespace nscope::cli {

/// A line that says that data of the capture are missing or damaged; empty if none are. For results
/// that do not list the diagnostics.
std::string lost_input_text(const Trace& trace, const Language& language);

}  // namespace nscope::cli
