#pragma once

#include "profiler/analysis/comparison/comparison.h"
#include "profiler/base/result.h"
#include "profiler/base/task_control.h"
#include "profiler/trace/trace.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace nscope::app {

/// A run for a comparison: with its events, or with its metrics only.
struct ComparedRun {
  std::shared_ptr<const Trace> trace{};        ///< null for a summary document
  std::optional<analysis::Summary> summary{};  ///< set for a summary document
};

/// The runs of `paths` in this order. A folder that directly contains sessions (*.nscope) is
/// replaced by all of them, sorted by name. Errors: kIo.
Result<std::vector<std::string>> expand_runs(const std::vector<std::string>& paths);

/// Labels of the runs: the file names, or the paths if file names are not unique.
std::vector<std::string> labels_of(const std::vector<std::string>& paths);

/// Opens a session, a capture, a folder, or an nscope.summary/1 document. `find_companion`: whether
/// to search for the NEFF of a capture. Errors: those of importers::open_run() and
/// analysis::summary_from_text().
Result<ComparedRun> open_compared_run(const std::string& path, bool find_companion,
                                      TaskControl& control);

/// Adds a run to a side. Errors: those of RunComparison::add().
Result<> add_run(analysis::RunComparison& comparison, analysis::RunComparison::Side side,
                 const std::string& label, const ComparedRun& run, TaskControl& control);

}  // namespace nscope::app
