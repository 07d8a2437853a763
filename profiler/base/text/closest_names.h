#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace nscope {

/// The names most similar to `wanted`, best first, for "did you mean": first names of which one
/// contains the other, then by edit distance. Ignores case. Pure.
std::vector<std::string> closest_names(std::string_view wanted, std::span<const std::string> names,
                                       std::size_t count);

/// The closest name if it is so similar that `wanted` can be a typing error: one contains the
/// other, or less than half of the letters differ. Pure.
std::optional<std::string> similar_name(std::string_view wanted,
                                        std::span<const std::string> names);

}  // namespace nscope
