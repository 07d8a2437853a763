#pragma once

#include "profiler/analysis/memory/counter_series.h"

#include <string>
#include <vector>

namespace nscope::analysis {

/// The use of one memory over time, by what uses it.
struct MemorySeries {
  int core = -1;                    ///< physical NeuronCore; -1: of none (host, server)
  std::string memory{};             ///< as in the table "memory": "SBUF", "PSUM", "HBM by use"
  std::string unit{};               ///< "B"; "share" of the memory's size
  std::vector<std::string> uses{};  ///< one name for each of series.values
  CounterSeries series{};
};

/// All memories that counters of the run show; PSUM as the share of its banks in use. Uses
/// without a sample are left out. The whole window, also between executions.
/// Errors: kCancelled.
Result<std::vector<MemorySeries>> memory_series(const Trace& trace, const SummaryOptions& options,
                                                std::size_t most_points, TaskControl& control);

}  // namespace nscope::analysis
