#pragma once

#include "profiler/analysis/metrics/scope.h"
#include "profiler/trace/trace.h"

#include <string>
#include <string_view>
#include <vector>

namespace nscope::analysis {

/// The counters of one memory. Points into the trace.
struct CounterMemory {
  int core = -1;
  std::string name{};
  std::string unit{};
  std::vector<const Track*> total{};  ///< counters whose sum is the use of the memory
  std::vector<const Track*> uses{};   ///< counters of its components
};

/// Whether the name of a counter states that it is the sum of the others.
bool is_total_use(std::string_view name);

/// All memories for which the run has counters, in the order of its tracks.
std::vector<CounterMemory> counter_memories(const Trace& trace, const Scope& scope);

}  // namespace nscope::analysis
