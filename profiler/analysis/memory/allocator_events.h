#pragma once

#include "profiler/analysis/memory/memory_peak.h"

#include <string>
#include <vector>

namespace nscope::analysis {

/// What PyTorch's allocators reported of one device: the events "[memory]" of its
/// profiler, which state bytes allocated or freed and the total after it.
struct AllocatorMemory {
  std::string name;             ///< "GPU 0, allocated", "CPU, allocated"
  MemoryPeak peak;              ///< of "Total Allocated", bytes
  double reserved = 0.0;        ///< "Total Reserved" at the peak, bytes
  std::vector<MemoryUse> live;  ///< allocated in the run and not freed before the peak
};

/// One for each device, in order of type and number; empty where the run has no such
/// events. Errors: kCancelled.
Result<std::vector<AllocatorMemory>> allocator_memories(const Trace& trace, const Scope& scope,
                                                        const TaskControl& control);

}  // namespace nscope::analysis
