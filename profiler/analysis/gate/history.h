#pragma once

#include "profiler/analysis/gate/gate.h"
#include "profiler/analysis/gate/run.h"
#include "profiler/base/result.h"
#include "profiler/base/task_control.h"

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// The history of a gate: an SQLite database with the metrics of past runs, who
/// changed them why, and the quarantine. docs/gate.md has its tables.
///
/// Each change is one transaction: readers see all of it or nothing, and of two
/// programs that write at once the second waits.
namespace nscope::gate::history {

/// True where the bytes look like a history (SQLite with our id).
bool sniff(std::string_view head);

/// The latest `most_runs` runs that are not superseded, oldest first, and the
/// quarantine. Errors: kNotFound, kBadInput, kUnsupportedVersion, kCancelled.
Result<Baseline> read(const std::string& path, std::size_t most_runs, TaskControl& control);

/// Why the baseline is changed.
struct Update {
  std::string reason;    ///< not empty (asserted)
  std::string time;      ///< UTC, "2026-11-22T09:00:00"
  std::string verdict;   ///< of the gate on these runs: "passed", "failed", "not compared"
  bool replace = false;  ///< supersedes all runs before: a new level
};

/// Appends the runs, and creates the database where there is none; then its parent
/// folder must exist. Superseded runs stay in the file, for the record. Errors: kIo,
/// and those of read().
Result<> update(const std::string& path, std::span<const Run> runs, const Update& update);

/// Puts a metric or a pattern into quarantine, or changes its reason. Errors: those
/// of read(), kIo.
Result<> put_into_quarantine(const std::string& path, const Quarantine& entry);
/// Errors: those above; kInvalidArgument where it is not in quarantine, listing what is.
Result<> release_from_quarantine(const std::string& path, const std::string& metric);

}  // namespace nscope::gate::history
