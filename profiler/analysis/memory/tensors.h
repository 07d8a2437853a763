#pragma once

#include "profiler/base/tables/table.h"
#include "profiler/trace/trace.h"

namespace nscope::analysis {

/// The tensors that the run names (inputs, outputs, weights of a NEFF): type, shape, bytes,
/// and share of all their bytes, the largest first. A note where there are none.
Table tensor_table(const Trace& trace);

}  // namespace nscope::analysis
