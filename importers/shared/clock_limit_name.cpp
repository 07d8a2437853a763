#include "importers/shared/clock_limit_name.h"

#include <fmt/format.h>

namespace nscope::importers {

std::string clock_limit_name(std::optional<std::int64_t> k, std::optional<std::int64_t> n) {
  if (!k || !n) return "unknown limit";
  return *k < *n ? fmt::format("clock limited to {}/{}", *k, *n) : "full clock";
}

}  // namespace nscope::importers
