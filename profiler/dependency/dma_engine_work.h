#pragma once

#include "profiler/dependency/dependency_timing.h"

#include <cstdint>
#include <vector>

namespace nscope {

/// The work of the DMA engines of a run. A DMA engine serves the rings of its core in turn, so
/// packets that overlap on it share its time. The dependencies of a run do not contain this.
class DmaEngineWork {
 public:
  explicit DmaEngineWork(const DependencyGraph& graph);

  /// The shortest length of a run in which each DMA engine does the work that `scaling` leaves, and
  /// begins as in `timing`.
  Picoseconds least_total(const DependencyTiming& timing, const DependencyScaling& scaling) const;

 private:
  struct Packet {
    std::uint32_t node = 0;
    double work = 0.0;  ///< picoseconds of the DMA engine
  };
  const DependencyGraph* graph_;
  std::vector<std::vector<Packet>> engines_;
};

}  // namespace nscope
