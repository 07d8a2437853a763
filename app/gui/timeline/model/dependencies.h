#pragma once

#include "profiler/trace/trace.h"

#include <cstdint>
#include <vector>

namespace nscope::gui {

/// An event that another waits for, or that waits for it.
struct Dependency {
  SliceId other;
  StringId kind;
  std::int64_t lag = 0;  ///< ticks from the producer's end to the consumer's begin
};

/// The nearest first: the producer that ended last is the one the event really waited for.
std::vector<Dependency> predecessors(const Trace& trace, SliceId slice);
std::vector<Dependency> successors(const Trace& trace, SliceId slice);

}  // namespace nscope::gui
