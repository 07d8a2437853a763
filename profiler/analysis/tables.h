#pragma once

#include "profiler/analysis/summary.h"
#include "profiler/base/result.h"
#include "profiler/base/table.h"
#include "profiler/base/task_control.h"
#include "profiler/trace/trace.h"

namespace nscope::analysis {

// The analyses of registry.cpp that are one pass over a run. Errors of all:
// kCancelled, and kInvalidArgument for a core the run does not have.

/// The summary metrics: metric, value, unit, provenance, note. Metrics that are
/// not available have their reason in place of the value.
Result<Table> summary_table(const Trace& trace, const SummaryOptions& scope, TaskControl& control);

/// Instructions (or simulated operators) by engine and opcode: engine, opcode,
/// count, time_ns (durations added up), share of the engine's time, mean_ns,
/// wait_ns (semaphore waits before them). Sorted by engine, then time.
Result<Table> opcode_table(const Trace& trace, const SummaryOptions& scope, TaskControl& control);

/// What the tracks of any run are busy with: track (behind those above it), events
/// (that lie wholly in the time looked at), busy_ns (covered by at least one event,
/// also in part), share of that time, mean_ns. Tracks without events are left out. Sorted by
/// busy_ns.
Result<Table> activity_table(const Trace& trace, const SummaryOptions& scope, TaskControl& control);

/// HBM traffic by tensor: tensor, type, size_bytes, read_bytes, write_bytes,
/// dma_instructions, reuse (bytes moved per byte of the tensor). Needs the NEFF;
/// traffic without a name is the row "(not named)". Sorted by traffic.
Result<Table> tensor_table(const Trace& trace, const SummaryOptions& scope, TaskControl& control);

/// What the import had to repair, skip or could not know: code, severity, count,
/// example.
Result<Table> diagnostic_table(const Trace& trace, const SummaryOptions& scope,
                               TaskControl& control);

}  // namespace nscope::analysis
