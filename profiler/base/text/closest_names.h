#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace nscope {

/// The names most like `wanted`, best first, for "did you mean": names that
/// contain the wanted text, or that it contains, then by the edits that turn one
/// into the other, without regard to case. Pure.
std::vector<std::string> closest_names(std::string_view wanted, std::span<const std::string> names,
                                       std::size_t count);

}  // namespace nscope
