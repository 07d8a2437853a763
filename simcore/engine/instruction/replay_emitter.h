#pragma once

#include "profiler/base/task_control.h"
#include "profiler/trace/build/trace_writer.h"
#include "simcore/engine/instruction/replay.h"

namespace nscope::sim {

/// Writes a replayed capture as a trace. False if cancelled or if the sink accepts no more data.
bool emit_replay(const DependencyGraph& graph, const DependencyTiming& timing,
                 const CoreRates& target, const ReplayResult& result, TraceSink& sink,
                 const TaskControl& control);

}  // namespace nscope::sim
