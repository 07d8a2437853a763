#pragma once

#include "profiler/base/tables/table.h"
#include "profiler/trace/trace.h"

namespace nscope::analysis {

/// The tensors whose names are in the run (inputs, outputs and weights of a NEFF), with type,
/// shape, bytes and share of all their bytes, largest first. If there are none, a note states how
/// to get them.
Table tensor_table(const Trace& trace);

}  // namespace nscope::analysis
