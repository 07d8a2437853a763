#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace nscope::importers {

/// The name of a period in which an engine ran `k` of `n` cycles: "clock limited to 4/8", "full
/// clock", or "unknown limit" where one of them is not said.
std::string clock_limit_name(std::optional<std::int64_t> k, std::optional<std::int64_t> n);

}  // namespace nscope::importers
