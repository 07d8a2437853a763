#pragma once

#include "app/cli/command.h"
#include "app/documents/read_workload.h"
#include "profiler/base/task_control.h"
#include "simcore/catalog/catalog.h"

#include <string>

namespace nscope::cli {

/// Runs a workload document that states a comparison (sim::workload_study_from_json): the
/// document itself and its variants in a table, with prices, and then all figures of the
/// document itself. A variant that does not fit or cannot be laid out is a row and a reason;
/// where the document itself is refused the exit code is 1. `output` saves the document's
/// own run. Errors: kBadInput for a member or a column that does not exist; those of
/// run_workload(), naming the variant.
Result<CommandOutput> compare_workloads(const catalog::Catalog& catalog,
                                        const app::DescribedWorkload& described,
                                        const std::string& output, const CommonOptions& common,
                                        TaskControl& control);

}  // namespace nscope::cli
