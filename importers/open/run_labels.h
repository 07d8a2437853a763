#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace nscope::importers {

/// One of several runs before they are merged.
struct NamedRun {
  std::string shown;                   ///< path relative to the given folder
  std::optional<std::int64_t> rank{};  ///< if the capture states it
};

/// A short, unique label for each run: "rank 3" from the capture or from profile_rank_3.ntff,
/// "nc 1, session 2" from profile_nc_1_session_2.ntff, "vnc 1" from ..._instid_0_vnc_1.ntff,
/// "runtime" for a system recording, else the file's name. The folder "<instance>_pid_<pid>"
/// precedes the label if the runs are from several processes.
std::vector<std::string> run_labels(std::span<const NamedRun> runs);

}  // namespace nscope::importers
