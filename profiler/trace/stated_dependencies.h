#pragma once

#include "profiler/trace/trace.h"

#include <cstdint>
#include <vector>

namespace nscope {

/// A dependency of an event: a producer that it waits for, or a consumer that waits for it.
struct Dependency {
  SliceId other;
  StringId kind;
  std::int64_t lag = 0;  ///< ticks from the end of the producer to the start of the consumer
};

/// The dependencies of an event, sorted by lag. The first predecessor is the producer that ended
/// last, for which the event actually waited.
std::vector<Dependency> predecessors(const Trace& trace, SliceId slice);
std::vector<Dependency> successors(const Trace& trace, SliceId slice);

}  // namespace nscope
