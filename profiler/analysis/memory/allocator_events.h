#pragma once

#include "profiler/analysis/memory/memory_peak.h"

#include <vector>

namespace nscope::analysis {

/// The memory of one device as reported by PyTorch's allocators: the events "[memory]" of its
/// profiler, which state the allocated or freed bytes and the total after that.
struct AllocatorMemory {
  Text name;                    ///< "GPU 0, allocated", "CPU, allocated"
  MemoryPeak peak;              ///< peak of "Total Allocated", bytes
  double reserved = 0.0;        ///< "Total Reserved" at the peak, bytes
  std::vector<MemoryUse> live;  ///< blocks allocated in the run and not freed before the peak
};

/// The memories of all devices, ordered by type and number; empty if the run has no allocator
/// events. Errors: kCancelled.
Result<std::vector<AllocatorMemory>> allocator_memories(const Trace& trace, const Scope& scope,
                                                        const TaskControl& control);

}  // namespace nscope::analysis
