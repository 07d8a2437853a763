#pragma once

#include "app/cli/output/command_reference.h"
#include "profiler/base/result.h"

namespace nscope::cli {

/// Adds the choices that come from built-in data: models, instance types, regions, analyses and
/// documents. Errors: those of reading the data.
Result<> add_known_values(CommandReference& program);

}  // namespace nscope::cli
