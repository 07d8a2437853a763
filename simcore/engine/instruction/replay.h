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

/// A capture re-timed on a device. Times are seconds.
struct ReplayResult {
  const catalog::Device* own = nullptr;  ///< device of the capture
  const catalog::Device* target = nullptr;
  double captured = 0;  ///< total time of the capture
  double replayed = 0;
  double ratio = 0;  ///< replayed / captured
  /// The same replay on the capture's own device, over the captured time: how well
  /// the dependencies that were found explain the run.
  double fidelity = 0;
  /// The same without the waits that nothing explains: what the dependencies alone
  /// account for.
  double explained = 0;
  CriticalPath path{};
  std::size_t events = 0;         ///< instructions and packets
  std::size_t unexplained = 0;    ///< of them with a wait that was kept as it is
  std::vector<Metric> metrics{};  ///< all of the above, and busy seconds by engine
  ReplayScaling scaling{};
};

/// Rebuilds who waited for whom in `capture`, and runs it with the durations that
/// the published costs and rates give on `target`. The result goes to `sink` as a
/// trace like any other: same tracks, names, properties and dependencies, with what
/// was scaled and what was not in its diagnostics; null: only the figures. `own` is
/// the device of the capture, for captures that do not state it.
///
/// Errors: kInvalidArgument where the capture's device is unknown or has no
/// published costs, or there are no instructions; those of dependency_graph() and
/// run_dependencies(); kCancelled.
Result<ReplayResult> replay(const catalog::Catalog& catalog, const Trace& capture,
                            const catalog::Device& target, const catalog::Device* own,
                            TraceSink* sink, TaskControl& control);

}  // namespace nscope::sim
