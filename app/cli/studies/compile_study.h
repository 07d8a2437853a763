#pragma once

#include "app/cli/command.h"
#include "app/cli/options/workload_options.h"
#include "simcore/catalog/catalog.h"

#include <string>

namespace nscope::cli {

/// Runs a document of schema `nscope.compile/1`. `output` saves the events of the scenario itself,
/// without its variants. Errors: kInvalidArgument for flags that describe a workload; those of
/// reading and simulating.
Result<CommandOutput> run_compile_study(const WorkloadOptions& options,
                                        const app::Document& document, const std::string& output,
                                        const CommonOptions& common,
                                        const catalog::Catalog& catalog, TaskControl& control);

}  // namespace nscope::cli
