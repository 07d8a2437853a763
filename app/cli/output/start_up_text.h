#pragma once

#include "profiler/base/language.h"
#include "simcore/engine/start_up/start_up.h"

#include <string>

namespace nscope::cli {

/// The times of compilation and start with their bands, what the plan leaves out, and the memory
/// of the host with a verdict for each step. Pure.
std::string start_up_text(const sim::StartUp& start, const Language& language);

}  // namespace nscope::cli
