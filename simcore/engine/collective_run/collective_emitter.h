#pragma once

#include "simcore/engine/collective_run/collective_run.h"

namespace nscope::sim {

/// Writes a finished timeline as a trace on the standard Neuron tracks, with times in
/// picoseconds. Diagnostics list what the trace leaves out. False if the sink accepts no more
/// data.
bool emit_collective(const CollectiveRun& run, const CollectiveTimeline& timeline, int shown_ranks,
                     TraceSink& sink);

}  // namespace nscope::sim
