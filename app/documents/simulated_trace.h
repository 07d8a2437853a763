#pragma once

#include "app/documents/own_catalog.h"
#include "profiler/base/result.h"
#include "profiler/base/task_control.h"
#include "profiler/trace/trace.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

namespace nscope::app {

/// Whether a file contains a workload or a compile-cache scenario, according to the schema at its
/// beginning.
bool is_simulation_document(const std::string& path);

/// Simulates a workload or compile-cache scenario, a file or a built-in document, event by event:
/// the run that `simulate -o` saves. Variants of the document are ignored. Errors: those of reading
/// and simulating (kInfeasible if it does not fit in memory); kInvalidArgument for a workload on
/// GPUs, which has no run; those of load_catalog().
Result<std::shared_ptr<const Trace>> simulated_trace(const std::string& document,
                                                     std::optional<std::uint64_t> seed,
                                                     TaskControl& control,
                                                     const CatalogFolders& folders = {});

}  // namespace nscope::app
