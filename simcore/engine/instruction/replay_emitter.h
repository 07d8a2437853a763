#pragma once

#include "profiler/base/task_control.h"
#include "profiler/trace/build/trace_writer.h"
#include "simcore/engine/instruction/replay.h"

namespace nscope::sim {

/// Writes a re-timed capture as a trace. False when cancelled, or the consumer is
/// gone.
bool emit_replay(const DependencyGraph& graph, const DependencyTiming& timing,
                 const CoreRates& target, const ReplayResult& result, TraceSink& sink,
                 const TaskControl& control);

}  // namespace nscope::sim
