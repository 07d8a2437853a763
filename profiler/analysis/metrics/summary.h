#pragma once

#include "profiler/base/json.h"
#include "profiler/base/provenance.h"
#include "profiler/base/result.h"
#include "profiler/base/task_control.h"
#include "profiler/trace/trace.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace nscope::analysis {

struct SummaryOptions {
  /// If empty, the executions of the run. Events that cross an edge of the range count with the
  /// part inside: their time, and the same share of their bytes and FLOPs.
  std::optional<std::pair<TraceTime, TraceTime>> range;
  std::optional<int> core;  ///< one physical NeuronCore; if empty, all cores
  /// Prefer the metrics that the capture's own tool computed (JSON `summary`) for the whole
  /// run. False computes all metrics from the events.
  bool use_imported = true;
};

/// The metrics of a run with Neuron Explorer's names, units and formulas (times in seconds,
/// `*_percent` as fractions 0..1), sorted by name. Metrics that cannot be computed from the
/// trace are listed in `unavailable` with the reason.
struct Summary {
  std::vector<Metric> metrics;
  std::vector<std::pair<std::string, Text>> unavailable;  ///< name, reason

  const Metric* find(std::string_view name) const;
  /// False if total_time is the only metric: the run contains no data of a NeuronCore.
  bool of_neuroncores() const;
};

Summary summarize(const Trace& trace, const SummaryOptions& options = {});
/// As above, but can be cancelled; for large runs. Errors: kCancelled.
Result<Summary> summarize(const Trace& trace, const SummaryOptions& options,
                          const TaskControl& control);

/// {"schema":"nscope.summary/1","metrics":{...},"unavailable":{...}}
Json summary_json(const Summary& summary);

}  // namespace nscope::analysis
