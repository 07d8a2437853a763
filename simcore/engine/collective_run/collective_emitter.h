#pragma once

#include "simcore/engine/collective_run/collective_run.h"

namespace nscope::sim {

/// Writes a finished timeline as a trace on the standard Neuron tracks; times in
/// picoseconds. What is not shown is said in diagnostics. False when the consumer is gone.
bool emit_collective(const CollectiveRun& run, const CollectiveTimeline& timeline, int shown_ranks,
                     TraceSink& sink);

}  // namespace nscope::sim
