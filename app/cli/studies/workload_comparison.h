#pragma once

#include "app/cli/command.h"
#include "app/documents/read_workload.h"
#include "profiler/base/task_control.h"
#include "simcore/catalog/catalog.h"

#include <string>

namespace nscope::cli {

/// Runs a workload document with variants (sim::workload_study_from_json). The output is a table of
/// the document itself and its variants, with prices, and then all metrics of the document itself.
/// A variant that does not fit or has no valid layout is a row with a reason. If the document
/// itself is rejected, or if models with "shared_instance" do not fit together, the exit code is 1.
/// `output` saves the run of the document itself. Errors: kBadInput for an unknown key or column;
/// those of run_workload(), with the name of the variant.
Result<CommandOutput> compare_workloads(const catalog::Catalog& catalog,
                                        const app::DescribedWorkload& described,
                                        const std::string& output, const CommonOptions& common,
                                        TaskControl& control);

}  // namespace nscope::cli
