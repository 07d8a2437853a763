#pragma once

#include "profiler/base/result.h"
#include "profiler/base/task_control.h"
#include "profiler/trace/trace.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

namespace nscope::app {

/// Whether a file holds a workload or a compile-cache scenario: by the schema at its
/// beginning.
bool is_simulation_document(const std::string& path);

/// The run of a workload or compile-cache scenario, a file or a built-in one, simulated
/// event by event: what `simulate -o` saves. Of a document with variants its own run.
/// Errors: those of reading and simulating (kInfeasible where it does not fit);
/// kInvalidArgument for a workload on GPUs, of which there is no run.
Result<std::shared_ptr<const Trace>> simulated_trace(const std::string& document,
                                                     std::optional<std::uint64_t> seed,
                                                     TaskControl& control);

}  // namespace nscope::app
