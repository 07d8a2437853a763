#pragma once

#include "profiler/analysis/memory/counter_series.h"

#include <string>
#include <vector>

namespace nscope::analysis {

/// The use of one memory over time, by component.
struct MemorySeries {
  int core = -1;                    ///< physical NeuronCore; -1 for host and server memory
  std::string memory{};             ///< as in the table "memory": "SBUF", "PSUM", "HBM by use"
  std::string unit{};               ///< "B", or "share" of the memory's size
  std::vector<std::string> uses{};  ///< name of each element of series.values
  CounterSeries series{};
};

/// The series of all memories for which the run has counters; for PSUM, the share of its banks in
/// use. Components without samples are excluded. Covers the selected range or the whole run,
/// including the time between executions. Errors: kCancelled; kInvalidArgument if the run does
/// not have the core.
Result<std::vector<MemorySeries>> memory_series(const Trace& trace, const SummaryOptions& options,
                                                std::size_t most_points, TaskControl& control);

}  // namespace nscope::analysis
