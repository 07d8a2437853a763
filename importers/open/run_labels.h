#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace nscope::importers {

/// What is known about one of several runs before they are merged.
struct NamedRun {
  std::string shown;                   ///< its path below the folder that was given
  std::optional<std::int64_t> rank{};  ///< where the capture itself says it
};

/// A short, unique label for each: "rank 3" from the capture or from
/// profile_rank_3.ntff, "nc 1, session 2" from profile_nc_1_session_2.ntff,
/// "vnc 1" from ..._instid_0_vnc_1.ntff, else the file's name; with its folder
/// "<instance>_pid_<pid>" in front where the runs come from several.
std::vector<std::string> run_labels(std::span<const NamedRun> runs);

}  // namespace nscope::importers
