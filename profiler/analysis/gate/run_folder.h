#pragma once

#include "profiler/analysis/gate/history.h"
#include "profiler/analysis/gate/run.h"
#include "profiler/base/result.h"

#include <span>
#include <string>
#include <string_view>

/// A baseline that is a folder of runs. What is added are summary documents, so that a capture
/// of gigabytes leaves kilobytes; who added what and why is in `.nscope-gate` inside it.
/// docs/gate.md has its files.
namespace nscope::gate::run_folder {

/// Whether a file of that name was added by update(): those are the latest runs of a folder,
/// in the order of their names.
bool is_added(std::string_view file_name);

/// Adds the runs, and makes the folder where there is none; then its parent must exist. With
/// `update.replace` the `superseded` files move to `.nscope-gate/superseded`, for the record.
/// Another program that updates the same folder is waited for. Readers may see a part of an
/// update, never a part of a run. Errors: kIo; then nothing was added.
Result<> update(const std::string& folder, std::span<const Run> runs,
                std::span<const std::string> superseded, const history::Update& update);

}  // namespace nscope::gate::run_folder
