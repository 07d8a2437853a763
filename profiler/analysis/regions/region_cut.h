#pragma once

#include "profiler/analysis/metrics/scope.h"
#include "profiler/base/result.h"
#include "profiler/base/task_control.h"
#include "profiler/trace/trace.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace nscope::analysis {

/// What the regions of a run are.
enum class RegionMethod : std::uint8_t {
  kAutomatic,   ///< the first of the following that divides the run
  kLayer,       ///< occurrences of layers
  kKernel,      ///< NKI kernels, or the kernels of GPUs
  kCollective,  ///< collectives and the intervals between them
  kAnnotation,  ///< ranges that the program marked
  kExecution,   ///< executions of the compiled graph
};

/// The words for the methods in the order of RegionMethod, for parameters.
inline constexpr std::array<std::string_view, 6> kRegionMethods{
    "auto", "layer", "kernel", "collective", "annotation", "execution"};

/// A region of the run. Indices refer to the RunRegions that contains it.
struct Region {
  TraceTime begin{};
  TraceTime end{};
  int core = -1;               ///< NeuronCore; -1: not of one core
  TrackId track{};             ///< where the region was found
  SliceId slice{};             ///< its event; invalid if the region is not an event
  std::uint32_t name = 0;      ///< index in RunRegions::names
  std::uint32_t instance = 1;  ///< number among the regions of this name and track, from 1
  std::uint32_t group = 0;     ///< index in RunRegions::groups

  TraceTime duration() const { return end - begin; }
};

/// Regions that do the same work. Regions with the same name form a group. If names differ only in
/// their numbers ("layer 3", "layer 31"), a group contains the regions of all these names with the
/// same instance number, for example those of one pass through the model.
struct RegionGroup {
  Text name;                   ///< "layer *"
  std::uint32_t instance = 0;  ///< 0: all instances
  std::vector<std::uint32_t> regions{};
  TraceTime median{};  ///< of the durations, see upper_median()
};

struct RunRegions {
  RegionMethod method = RegionMethod::kLayer;  ///< never kAutomatic
  Text reason{};                               ///< why this method; a sentence
  std::vector<Text> names{};
  std::vector<Region> regions{};  ///< by start, then core and length (longest first)
  std::vector<RegionGroup> groups{};
  std::int64_t crossing = 0;  ///< regions of which only a part is in the analysed range
  std::int64_t left_out = 0;  ///< regions beyond kMostRegions
};

/// Divides the part of the run in scope into regions. `depth` is the level of layers, 0 for the
/// outermost; if empty, the outermost level with at least two layers on a core. Errors: kCancelled.
Result<RunRegions> run_regions(const Trace& trace, const Scope& scope, RegionMethod method,
                               std::optional<std::uint16_t> depth, TaskControl& control);

}  // namespace nscope::analysis
