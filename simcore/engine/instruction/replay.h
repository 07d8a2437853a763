#pragma once

#include "profiler/base/provenance.h"
#include "profiler/base/result.h"
#include "profiler/base/task_control.h"
#include "profiler/dependency/dependency_timing.h"
#include "profiler/trace/trace.h"
#include "simcore/catalog/catalog.h"
#include "simcore/engine/instruction/replay_scaling.h"

#include <string>
#include <vector>

namespace nscope::sim {

/// The result of replaying a capture on a device. Times are in seconds.
struct ReplayResult {
  const catalog::Device* own = nullptr;  ///< device of the capture
  const catalog::Device* target = nullptr;
  double captured = 0;  ///< total time of the capture
  double replayed = 0;
  double ratio = 0;  ///< replayed / captured
  /// Time of a replay on the device of the capture divided by the captured time: the quality of the
  /// reconstructed dependencies.
  double fidelity = 0;
  /// As `fidelity`, but without unexplained waits: the share that dependencies explain.
  double explained = 0;
  CriticalPath path{};
  std::size_t events = 0;         ///< instructions and packets
  std::size_t unexplained = 0;    ///< number of events with an unexplained wait that was kept
  std::vector<Metric> metrics{};  ///< all values above, and busy seconds by engine
  ReplayScaling scaling{};
};

/// Reconstructs the dependencies in `capture` and simulates them with the durations on `target`
/// that follow from published costs and rates. The result is written to `sink` as a trace with the
/// same tracks, names, properties and dependencies; its diagnostics list what was scaled and what
/// was not. If `sink` is null, only metrics are computed. `own` is the device of the capture for
/// captures that do not state it.
///
/// Errors: kInvalidArgument if the device of the capture is unknown or has no published costs, or
/// if there are no instructions; those of dependency_graph() and run_dependencies(); kCancelled.
Result<ReplayResult> replay(const catalog::Catalog& catalog, const Trace& capture,
                            const catalog::Device& target, const catalog::Device* own,
                            TraceSink* sink, TaskControl& control);

}  // namespace nscope::sim
