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

/// What a fleet with a compile cache does. Metrics carry provenance `simulated`; `low` and
/// `high` are the same run with the compile times at the two ends of their ranges, so they
/// are as rough as those.
struct CompileResult {
  /// time_to_first_step_p50 and _p90 [s, over instances, from the start of the work],
  /// instance_hours, instance_hours_stalled [h], stall_share, graphs, compilations,
  /// compile_cache.hit and the other words of docs/formats/compile-cache.md, ...
  std::vector<Metric> metrics;
  /// What has no value, and why: "time_to_first_step_p90".
  std::vector<std::pair<std::string, std::string>> unavailable;
  CacheCounts counts;
  std::size_t graphs = 0;  ///< different ones that the programs use
  int workers = 0;         ///< compilations at a time ahead of time; 0: none
  std::vector<FleetStart> starts;
  std::vector<std::string> notes;  ///< what limits the run, in words

  /// The metric of that name, or nullptr.
  const Metric* find(std::string_view name) const;
};

/// Event by event: lookups, locks, waits, compilations, failures, uploads and downloads of
/// a fleet. With a sink also the events of a few instances, as real caches and logs have
/// them. Deterministic: the same scenario gives the same batches. Method, assumptions and
/// what is left out: docs/compile-cache-simulation.md. Errors: kNotFound (names);
/// kInvalidArgument for what cannot run (a host too small to compile, no length that fits)
/// or is too large to simulate; kCancelled. Any thread; `sink` from this one.
Result<CompileResult> simulate_compile_cache(const catalog::Catalog& catalog,
                                             const CompileScenario& scenario, TraceSink* sink,
                                             TaskControl& control);

}  // namespace nscope::sim
