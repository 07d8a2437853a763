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

/// Bounds that a small file cannot make us exceed.
struct ArchiveLimits {
  std::uint64_t max_unpacked = std::uint64_t{64} << 30;  ///< bytes read through, all members
  std::uint64_t max_kept = std::uint64_t{2} << 30;       ///< bytes of wanted members
  /// Unpacked bytes per packed byte. Deflate cannot exceed 1032; real NEFFs stay
  /// far below, except where they are tiny.
  std::uint64_t max_ratio = 200;
  std::uint64_t ratio_floor = std::uint64_t{64} << 20;  ///< always allowed
};

/// The wanted members of a tar archive (raw or gzip), by name. Unwanted members
/// (weights of gigabytes) are passed over without being held.
/// `data` starts at `base_offset` of the file `file_name`; positions in messages
/// count from the file's start. Errors: kBadInput (not a tar, damaged, cut off,
/// above a limit), kCancelled.
Result<std::map<std::string, std::string, std::less<>>> read_archive(
    std::string_view data, std::string_view file_name, std::uint64_t base_offset,
    const std::function<bool(std::string_view name)>& wanted, TaskControl& control,
    const ArchiveLimits& limits = {});

}  // namespace nscope::importers
