#pragma once

#include "profiler/analysis/gate/run.h"
#include "profiler/base/result.h"
#include "profiler/base/task_control.h"

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace nscope::app {

/// The metrics of several runs, and what lay in their folders but is no run.
struct RunsRead {
  std::vector<gate::Run> runs;
  std::size_t left_out = 0;
  std::vector<std::string> examples{};  ///< the first few of those: "a.txt: why"
};

/// Reads the metrics of what `paths` name: summary documents (`nscope.summary/1`),
/// sessions, captures and monitoring logs of every format; in folders, at any depth to a limit,
/// each of these is one run, and so is a folder that is a capture itself. Runs come in the order of
/// `paths`, in folders by name, those that a gate added last; hidden files are not looked at. A
/// capture of several files that are one run (ranks) is imported to a session before. Figures that
/// are no numbers count as unavailable. Errors: those of importers::open_run for a file that was
/// named, kBadInput for a damaged summary document wherever it lies and where nothing is a run,
/// kCancelled.
Result<RunsRead> read_runs(std::span<const std::string> paths, TaskControl& control);

}  // namespace nscope::app
