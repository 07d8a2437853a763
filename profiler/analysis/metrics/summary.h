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
  /// Only events that lie wholly inside; the whole window where empty.
  std::optional<std::pair<TraceTime, TraceTime>> range;
  std::optional<int> core;  ///< one physical NeuronCore only
  /// Prefer figures the capture's own tool stated (JSON `summary`) where the
  /// whole run is asked for. False recomputes everything from the events.
  bool use_imported = true;
};

/// The metrics of a run under Neuron Explorer's names, units and formulas
/// (times in seconds, `*_percent` as fractions 0..1), sorted by name. A metric
/// the trace cannot give is absent and listed with the reason.
struct Summary {
  std::vector<Metric> metrics;
  std::vector<std::pair<std::string, std::string>> unavailable;  ///< name, reason

  const Metric* find(std::string_view name) const;
  /// False where there is nothing but a total time: the run is of no NeuronCore.
  bool of_neuroncores() const;
};

Summary summarize(const Trace& trace, const SummaryOptions& options = {});
/// The same where the run may be large. Errors: kCancelled.
Result<Summary> summarize(const Trace& trace, const SummaryOptions& options,
                          const TaskControl& control);

/// {"schema":"nscope.summary/1","metrics":{...},"unavailable":{...}}
Json summary_json(const Summary& summary);

}  // namespace nscope::analysis
