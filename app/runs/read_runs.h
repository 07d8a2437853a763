#pragma once

#include "profiler/analysis/gate/run.h"
#include "profiler/base/result.h"
#include "profiler/base/task_control.h"

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace nscope::app {

/// The metrics of several runs, and the files in their folders that are not runs.
struct RunsRead {
  std::vector<gate::Run> runs;
  std::size_t left_out = 0;      ///< number of omitted files
  std::vector<Text> examples{};  ///< the first of them: "a.txt: reason"
};

/// Reads the metrics of runs: summary documents (`nscope.summary/1`), sessions, captures and
/// monitoring logs of all formats. In folders, each of these files is a run, down to a maximum
/// depth, and so is a folder that is a capture itself. Runs are in the order of `paths`; in folders
/// they are sorted by name, and those that a gate added come last. Hidden files are skipped. A run
/// with several capture files (ranks) has to be imported to a session first. Metrics that are not
/// finite become unavailable. Errors: those of importers::open_run() for a file in `paths`;
/// kBadInput for a damaged summary document and if there is no run; kCancelled.
Result<RunsRead> read_runs(std::span<const std::string> paths, TaskControl& control);

}  // namespace nscope::app
