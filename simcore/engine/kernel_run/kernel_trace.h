#pragma once

#include "profiler/trace/columns/trace_batch.h"
#include "simcore/engine/run/run_emitter.h"

namespace nscope::sim {

struct KernelRun;
struct KernelTimes;

/// Writes the stages of a kernel as a trace on the standard tracks of its first core: the launch on
/// the host, each stage as a layer, and the work of each unit in it. False if the sink accepts no
/// more data.
bool emit_named_kernel(const KernelRun& run, const KernelTimes& times, const Workload& workload,
                       const Calibration& calibration, const SimulationResult& result,
                       TraceSink& sink);

}  // namespace nscope::sim
