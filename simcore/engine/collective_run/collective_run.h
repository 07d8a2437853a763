#pragma once

#include "profiler/base/task_control.h"
#include "profiler/trace/columns/trace_batch.h"
#include "simcore/catalog/catalog.h"
#include "simcore/engine/collectives/step_simulation.h"
#include "simcore/engine/workload/collective_setup.h"

#include <string>
#include <string_view>

namespace nscope::sim {

/// A collective with everything it refers to, checked. Lives as long as the catalogue.
struct CollectiveRun {
  Machine machine;
  CollectiveSetup setup;
  CollectivePlan plan;
  std::string workload{};  ///< document that it comes from, kept in its trace; may be empty
};

/// `software`: Neuron SDK of the measurement, see measured_by_of(); empty: the newest.
/// Errors: kNotFound (instance), kInvalidArgument (not a NeuronCore machine, or as
/// plan_collective()).
Result<CollectiveRun> plan_collective_run(const catalog::Catalog& catalog,
                                          std::string_view instance, const CollectiveSetup& setup,
                                          std::string_view software, const Parameters& parameters);

/// The closed form of a run, without what disturbs it.
struct CollectiveTimes {
  double seconds = 0;         ///< as it would be measured
  double device_seconds = 0;  ///< of it
  double host_seconds = 0;    ///< of it
  /// B/s: bytes over seconds, and that times what the kind must move over the bytes (all-
  /// reduce 2 (r - 1) / r; all-gather, reduce-scatter, all-to-all (r - 1) / r; others 1),
  /// as nccom-test prints them. 0 for one rank.
  double algorithm_bandwidth = 0;
  double bus_bandwidth = 0;
};
CollectiveTimes times_of(const CollectiveRun& run);

/// Runs the collective step by step and writes a trace: on every shown core the steps as
/// collective slices, the collective and its stages as layers, bytes per second on the links
/// of its chip. The host's part of a measurement is not shown. Deterministic. Errors: as
/// simulate_steps(), kInfeasible from failed links, kCancelled.
Result<CollectiveTimeline> play_collective(const CollectiveRun& run, const Parameters& parameters,
                                           int shown_ranks, TraceSink& sink, TaskControl& control);

}  // namespace nscope::sim
