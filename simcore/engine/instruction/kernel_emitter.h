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

/// Metrics of the run of a kernel: kernel_time and busy seconds by engine.
std::vector<Metric> kernel_metrics(const CoreRun& run);

/// Writes the run of a kernel as a trace with instructions on the tracks of their engines and
/// transfers on the rings of the DMA engines. False if cancelled or if the sink accepts no more
/// data.
bool emit_kernel(const Kernel& kernel, const CoreProgram& program, const CoreRun& run,
                 const CoreRates& rates, TraceSink& sink, const TaskControl& control);

/// Prepares and simulates `kernel` on one core of `device`, and writes a trace if there is a sink.
/// Errors: those of core_rates(), core_program() and simulate_core(); kCancelled.
Result<std::vector<Metric>> run_kernel(const Kernel& kernel, const catalog::Device& device,
                                       TraceSink* sink, const TaskControl& control);

}  // namespace nscope::sim
