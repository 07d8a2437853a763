#pragma once

#include "profiler/base/task_control.h"
#include "profiler/trace/columns/trace_batch.h"
#include "simcore/catalog/catalog.h"
#include "simcore/engine/collectives/step_simulation.h"
#include "simcore/engine/workload/collective_setup.h"

#include <string>
#include <string_view>

namespace nscope::sim {

/// A validated collective with its machine and plan. The catalogue must outlive it.
struct CollectiveRun {
  Machine machine;
  CollectiveSetup setup;
  CollectivePlan plan;
  std::string workload{};  ///< its document, which the trace stores; may be empty
};

/// Validates and plans a collective. `software` is the Neuron SDK of the measurement (see
/// measured_by_of()); empty means the newest. `logical_core_size` is that of the catalogue
/// (Catalog::instance()). Errors: kNotFound (instance), kInvalidArgument (not an instance with
/// NeuronCores of this size), and those of plan_collective().
Result<CollectiveRun> plan_collective_run(const catalog::Catalog& catalog,
                                          std::string_view instance, const CollectiveSetup& setup,
                                          std::string_view software, const Parameters& parameters,
                                          int logical_core_size = 0);

/// The closed form of a run without disturbances.
struct CollectiveTimes {
  double seconds = 0;         ///< the measured time: device and host
  double device_seconds = 0;  ///< the device's part
  double host_seconds = 0;    ///< the host's part
  /// B/s as printed by nccom-test. The algorithm bandwidth is bytes divided by seconds. The bus
  /// bandwidth is the algorithm bandwidth times the factor of the kind for r ranks: all-reduce
  /// 2 (r - 1) / r; all-gather, reduce-scatter and all-to-all (r - 1) / r; others 1. 0 for one
  /// rank.
  double algorithm_bandwidth = 0;
  double bus_bandwidth = 0;
};
CollectiveTimes times_of(const CollectiveRun& run);

/// Simulates the collective step by step and writes a trace. For every shown core it contains
/// the steps as collective slices, the collective and its stages as layers, and the bytes per
/// second on the links of its chip. It does not contain the host's part of a measurement.
/// Deterministic. Errors: those of simulate_steps(), kInfeasible due to failed links, kCancelled.
Result<CollectiveTimeline> play_collective(const CollectiveRun& run, const Parameters& parameters,
                                           int shown_ranks, TraceSink& sink, TaskControl& control);

}  // namespace nscope::sim
