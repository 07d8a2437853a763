#pragma once

#include "app/cli/output/command_reference.h"
#include "profiler/base/result.h"

namespace nscope::cli {

/// Fills in the choices that only the built-in data know: models, instance types, regions,
/// analyses, documents. Errors: those of reading the data.
Result<> add_known_values(CommandReference& program);

}  // namespace nscope::cli
