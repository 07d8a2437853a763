#pragma once

#include "profiler/analysis/metrics/scope.h"
#include "profiler/base/result.h"
#include "profiler/base/task_control.h"
#include "profiler/trace/trace.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace nscope::analysis {

/// Limits the memory of one list of regions.
inline constexpr std::size_t kMostRegions = 200'000;

/// A part of a run with the names that the run states for it.
struct FoundRegion {
  TraceTime begin{};
  TraceTime end{};
  int core = -1;         ///< NeuronCore; -1: not of one core
  TrackId track{};       ///< where the region was found; regions of one track are numbered together
  SliceId slice{};       ///< the layer, collective or annotation; invalid if there is no such event
  StringId name{};       ///< of an interval: the collective before it; invalid at the start
  StringId next{};       ///< of an interval: the collective after it; invalid at the end
  bool between = false;  ///< the interval between two collectives
};

struct FoundRegions {
  std::vector<FoundRegion> regions{};
  std::int64_t crossing = 0;  ///< regions of which only a part is in the analysed range
  std::int64_t left_out = 0;  ///< regions beyond kMostRegions
  /// Of events on layer tracks: their level, 0 is the outermost.
  std::optional<std::uint16_t> depth{};

  void add(const FoundRegion& region) {
    if (regions.size() < kMostRegions) return regions.push_back(region);
    ++left_out;
  }
};

// All functions return the regions of the part of the run in scope. Errors: kCancelled.

/// The occurrences of layers on the layer tracks of NeuronCores, the first such track of each core.
/// Without `depth`: those of the outermost level on which a core has at least two. If the run has
/// no such tracks, the parts of a core whose instructions state a layer, see kernel_regions().
Result<FoundRegions> layer_regions(const Trace& trace, const Scope& scope,
                                   std::optional<std::uint16_t> depth, TaskControl& control);
/// The parts of a core whose instructions state an NKI kernel. Instructions of a kernel on all
/// engines of a core belong to the same region unless the instructions of another kernel on some
/// engine are entirely between them.
Result<FoundRegions> kernel_regions(const Trace& trace, const Scope& scope, TaskControl& control);
/// The kernels of GPUs.
Result<FoundRegions> gpu_kernel_regions(const Trace& trace, const Scope& scope,
                                        TaskControl& control);
/// Each collective, and each interval without a collective, by device.
Result<FoundRegions> collective_regions(const Trace& trace, const Scope& scope,
                                        TaskControl& control);
/// Ranges that the program marked: annotations of PyTorch's profiler, NVTX ranges, XLA steps.
Result<FoundRegions> annotation_regions(const Trace& trace, const Scope& scope,
                                        TaskControl& control);
/// The executions of the run.
Result<FoundRegions> execution_regions(const Trace& trace, const Scope& scope,
                                       TaskControl& control);

}  // namespace nscope::analysis
