#pragma once

#include "profiler/analysis/gate/history.h"
#include "profiler/analysis/gate/run.h"
#include "profiler/base/result.h"

#include <span>
#include <string>
#include <string_view>

/// A baseline that is a folder of runs. Runs are added as summary documents, which take kilobytes
/// even for a capture of gigabytes. The folder `.nscope-gate` inside it has a record of the updates
/// and their reasons. docs/gate.md describes the files.
namespace nscope::gate::run_folder {

/// Whether a file with this name was added by update(). These files are the latest runs of a
/// folder, in the order of their names.
bool is_added(std::string_view file_name);

/// Adds the runs. Creates the folder if it does not exist; its parent must exist. With
/// `update.replace`, moves the `superseded` files to `.nscope-gate/superseded` for the record.
/// Waits for another program that updates the same folder. Readers may see a part of an update, but
/// never a part of a run. Errors: kIo; then nothing was added.
Result<> update(const std::string& folder, std::span<const Run> runs,
                std::span<const std::string> superseded, const history::Update& update);

}  // namespace nscope::gate::run_folder
