#pragma once

#include "profiler/analysis/comparison/comparison.h"
#include "profiler/base/result.h"
#include "profiler/base/task_control.h"

#include <string>
#include <vector>

namespace nscope::cli {

/// The runs that `paths` name, in that order: a folder with sessions (*.nscope)
/// right in it stands for all of them, sorted by name. Errors: kNotFound, kIo.
Result<std::vector<std::string>> expand_runs(const std::vector<std::string>& paths);

/// What to call the runs: their file names, or the paths where two have the same.
std::vector<std::string> labels_of(const std::vector<std::string>& paths);

/// Opens the run, or the nscope.summary/1 document, and adds it to a side. Errors:
/// those of importers::open_run and analysis::summary_from_text.
Result<> add_run(const std::string& path, const std::string& label, bool alone,
                 analysis::RunComparison::Side side, analysis::RunComparison& comparison,
                 TaskControl& control);

}  // namespace nscope::cli
