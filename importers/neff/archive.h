#pragma once

#include "profiler/base/result.h"
#include "profiler/base/task_control.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>

namespace nscope::importers {

/// Limits on what a small file can make the reader unpack or keep.
struct ArchiveLimits {
  std::uint64_t max_unpacked = std::uint64_t{64} << 30;  ///< unpacked bytes of all members
  std::uint64_t max_kept = std::uint64_t{2} << 30;       ///< bytes of wanted members
  /// Unpacked bytes per packed byte. Deflate cannot exceed 1032; real NEFFs are far below this
  /// limit unless they are tiny.
  std::uint64_t max_ratio = 200;
  std::uint64_t ratio_floor = std::uint64_t{64} << 20;  ///< unpacked bytes allowed at any ratio
};

/// The wanted members of a tar archive (raw or gzip), by name. Other members (gigabytes of
/// weights) are skipped without keeping them in memory.
/// `data` starts at `base_offset` of the file `file_name`; positions in errors count from the
/// start of the file. Errors: kBadInput (not a tar archive, damaged, truncated, above a limit),
/// kCancelled.
Result<std::map<std::string, std::string, std::less<>>> read_archive(
    std::string_view data, std::string_view file_name, std::uint64_t base_offset,
    const std::function<bool(std::string_view name)>& wanted, TaskControl& control,
    const ArchiveLimits& limits = {});

}  // namespace nscope::importers
