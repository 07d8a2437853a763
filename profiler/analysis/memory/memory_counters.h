#pragma once

#include "profiler/analysis/metrics/scope.h"
#include "profiler/trace/trace.h"

#include <string>
#include <string_view>
#include <vector>

namespace nscope::analysis {

/// Counters that are one memory together. Points into the trace.
struct CounterMemory {
  int core = -1;
  std::string name{};
  std::string unit{};
  std::vector<const Track*> total{};  ///< added up
  std::vector<const Track*> uses{};
};

/// Whether a use is called like the sum of all others.
bool is_total_use(std::string_view name);

/// All memories that the counters of the run show, in the order of its tracks.
std::vector<CounterMemory> counter_memories(const Trace& trace, const Scope& scope);

}  // namespace nscope::analysis
