#pragma once

#include <string_view>

namespace nscope::key {

/// The time in ns for which an instruction occupies its sequencer, if it is shorter than its
/// duration (simulated kernels). Captures do not state it.
inline constexpr std::string_view kIssueTime = "issue_ns";

}  // namespace nscope::key
