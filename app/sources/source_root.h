#pragma once

#include "profiler/base/result.h"
#include "profiler/base/task_control.h"
#include "profiler/base/text.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace nscope::app {

/// Limits on what a folder or an archive can make the search read.
struct SourceLimits {
  std::size_t entries = 200'000;                         ///< entries of a folder
  int depth = 64;                                        ///< folders below the root
  std::uint64_t file_bytes = std::uint64_t{16} << 20;    ///< of one source file
  std::uint64_t total_bytes = std::uint64_t{256} << 20;  ///< of all source files
  std::size_t files = 4096;                              ///< source files that a run may state
};

/// The files below a folder or in an archive that may be source files of a run.
struct SourceRoot {
  std::vector<std::string> names{};  ///< paths below the root, sorted
  /// The bytes of a file by its index. Errors: kIo, kBadInput (damaged or too large).
  std::function<Result<std::string>(std::size_t)> read{};
  std::vector<Text> notes{};  ///< what was not searched
};

/// Whether a file with this name (the last part of its path) is wanted.
using WantedName = std::function<bool(std::string_view)>;

/// Lists the wanted regular files of a folder. Hidden folders and links to folders are not
/// searched; a link to a file outside of the folder is left out. Errors: kIo, kNotFound,
/// kCancelled.
Result<SourceRoot> open_source_folder(const std::string& path, const WantedName& wanted,
                                      const SourceLimits& limits, TaskControl& control);

/// Lists the wanted files of a ZIP or tar archive (also with gzip or zstd). Nothing is written, so
/// that the paths in the archive cannot name other places. Links are left out. Errors: kIo,
/// kBadInput, kCancelled.
Result<SourceRoot> open_source_archive(const std::string& path, const WantedName& wanted,
                                       const SourceLimits& limits, TaskControl& control);

}  // namespace nscope::app
