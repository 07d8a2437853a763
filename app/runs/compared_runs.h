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

/// A run as a comparison takes it: with its events, or only its metrics.
struct ComparedRun {
  std::shared_ptr<const Trace> trace{};        ///< null for a summary document
  std::optional<analysis::Summary> summary{};  ///< of a summary document
};

/// The runs that `paths` name, in that order: a folder with sessions (*.nscope)
/// right in it stands for all of them, sorted by name. Errors: kIo.
Result<std::vector<std::string>> expand_runs(const std::vector<std::string>& paths);

/// What to call the runs: their file names, or the paths where two have the same.
std::vector<std::string> labels_of(const std::vector<std::string>& paths);

/// Opens a session, a capture, a folder, or an nscope.summary/1 document. Without
/// `find_companion` no NEFF is looked for. Errors: those of importers::open_run and
/// analysis::summary_from_text.
Result<ComparedRun> open_compared_run(const std::string& path, bool find_companion,
                                      TaskControl& control);

/// Adds it to a side. Errors: those of RunComparison::add.
Result<> add_run(analysis::RunComparison& comparison, analysis::RunComparison::Side side,
                 const std::string& label, const ComparedRun& run, TaskControl& control);

}  // namespace nscope::app
