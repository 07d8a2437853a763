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

/// The history of a gate: an SQLite database with the metrics of past runs, a record of the changes
/// and their reasons, and the quarantine. docs/gate.md describes the tables.
///
/// Each change is one transaction: readers see all of it or nothing. If two programs write at the
/// same time, the second waits.
namespace nscope::gate::history {

/// Whether the first bytes of a file are those of a history: SQLite with the id of this program.
bool sniff(std::string_view head);

/// The latest `maximum_runs` runs that are not superseded, oldest first, and the quarantine.
/// Errors: kNotFound, kBadInput, kUnsupportedVersion, kCancelled.
Result<Baseline> read(const std::string& path, std::size_t maximum_runs, TaskControl& control);

/// The record of a change of the baseline.
struct Update {
  std::string reason{};   ///< not empty (asserted)
  std::string time{};     ///< UTC, "2026-11-22T09:00:00"
  std::string verdict{};  ///< of the gate on these runs: "passed", "failed", "not compared"
  bool replace = false;   ///< the runs are a new level and supersede all earlier runs
};

/// A change that was recorded.
struct RecordedUpdate {
  Update update{};
  std::vector<Run> runs{};  ///< that it added
  bool superseded = false;  ///< a later change replaced its runs
};

/// The changes that added the latest `maximum_runs` runs, also superseded ones, oldest first, and
/// the quarantine; see Baseline::older. The baseline has no runs. Errors: as read().
struct Record {
  std::vector<RecordedUpdate> updates{};
  Baseline baseline{};
};
Result<Record> read_record(const std::string& path, std::size_t maximum_runs, TaskControl& control);

/// Appends the runs. Creates the database if it does not exist; its parent folder must exist.
/// Superseded runs stay in the file for the record. Errors: kIo, and those of read().
Result<> update(const std::string& path, std::span<const Run> runs, const Update& update);

/// Puts a metric or a pattern into quarantine, or changes its reason. Errors: those
/// of read(), kIo.
Result<> put_into_quarantine(const std::string& path, const Quarantine& entry);
/// Errors: those of put_into_quarantine(); kInvalidArgument, with the quarantined metrics, if the
/// metric is not in quarantine.
Result<> release_from_quarantine(const std::string& path, const std::string& metric);

}  // namespace nscope::gate::history
