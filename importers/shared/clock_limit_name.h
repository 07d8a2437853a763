#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace nscope::importers {

/// The name of an interval in which an engine ran `k` of `n` cycles: "clock limited to 4/8", "full
/// clock", or "unknown limit" if `k` or `n` is unknown.
std::string clock_limit_name(std::optional<std::int64_t> k, std::optional<std::int64_t> n);

}  // namespace nscope::importers
