#pragma once

#include "profiler/base/provenance.h"
#include "profiler/base/result.h"
#include "profiler/base/task_control.h"
#include "profiler/trace/columns/trace_batch.h"
#include "simcore/catalog/catalog.h"
#include "simcore/engine/compile_cache/compile_scenario.h"
#include "simcore/engine/compile_cache/fleet_outcome.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace nscope::sim {

/// The result of the simulation of a fleet with a compile cache. Metrics have the provenance
/// `simulated`; `low` and `high` are the results of the same run with compile times at the ends of
/// their ranges, so they are as rough as these ranges.
struct CompileResult {
  /// time_to_first_step_p50 and _p90 [s, over instances, since the start of the work],
  /// instance_hours, instance_hours_stalled [h], stall_share, graphs, compilations,
  /// compile_cache.hit and the other metrics of docs/formats/compile-cache.md, ...
  std::vector<Metric> metrics;
  /// Metrics without a value, such as "time_to_first_step_p90", and the reason.
  std::vector<std::pair<std::string, Text>> unavailable;
  CacheCounts counts;
  std::size_t graphs = 0;  ///< number of different graphs of the programs
  int workers = 0;         ///< parallel ahead-of-time compilations; 0: none
  std::vector<FleetStart> starts;
  std::vector<Text> notes;  ///< limitations of the run, in sentences
  /// The metric with that name, or nullptr.
  const Metric* find(std::string_view name) const;
};

/// Simulates the lookups, locks, waits, compilations, failures, uploads and downloads of a fleet
/// event by event. With a sink, it also writes the events of a few instances in the form of real
/// caches and logs. Deterministic: the same scenario gives the same batches. See
/// docs/compile-cache-simulation.md for method, assumptions and limitations. Errors: kNotFound
/// (names); kInvalidArgument for scenarios that cannot run (a host with too little memory to
/// compile, no length that fits) or are too large to simulate; kCancelled. Any thread; the sink is
/// called from the same thread.
Result<CompileResult> simulate_compile_cache(const catalog::Catalog& catalog,
                                             const CompileScenario& scenario, TraceSink* sink,
                                             TaskControl& control);

}  // namespace nscope::sim
