#pragma once

#include "profiler/base/provenance.h"
#include "profiler/base/result.h"
#include "profiler/base/task_control.h"
#include "profiler/trace/columns/trace_batch.h"
#include "simcore/engine/instruction/core_rates.h"
#include "simcore/engine/instruction/core_simulation.h"
#include "simcore/engine/instruction/kernel.h"

#include <vector>

namespace nscope::sim {

/// Figures of a kernel's run: kernel_time, busy seconds by engine, and of each of
/// them the share of the time.
std::vector<Metric> kernel_metrics(const CoreRun& run);

/// Writes a kernel's run as a trace: instructions on the tracks of their engines,
/// transfers on the rings of the DMA engines. False when cancelled, or the consumer
/// is gone.
bool emit_kernel(const Kernel& kernel, const CoreProgram& program, const CoreRun& run,
                 const CoreRates& rates, TraceSink& sink, const TaskControl& control);

/// Compiles, runs and, with a sink, writes `kernel` on one core of `device`. Errors:
/// those of core_rates(), core_program() and simulate_core(); kCancelled.
Result<std::vector<Metric>> run_kernel(const Kernel& kernel, const catalog::Device& device,
                                       TraceSink* sink, const TaskControl& control);

}  // namespace nscope::sim
