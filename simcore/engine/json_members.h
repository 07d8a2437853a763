#pragma once

#include "profiler/base/json.h"

#include <array>
#include <limits>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace nscope::sim {

/// Readers of members that several documents of the simulator have. Problems are reported
/// through the StrictObject.

/// A whole number from 1 to the largest int, or the fallback where absent.
inline int positive_member(StrictObject& in, const char* key, int fallback) {
  const std::int64_t value = in.optional_integer(key).value_or(fallback);
  if (value < 1 || value > std::numeric_limits<int>::max()) {
    in.reject(key, "must be a positive whole number");
    return fallback;
  }
  return static_cast<int>(value);
}

/// One of the allowed texts, or the fallback where absent.
template <std::size_t N>
std::string one_of_member(StrictObject& in, const char* key, std::string fallback,
                          const std::array<std::string_view, N>& allowed) {
  std::string value = in.optional_string(key).value_or(std::move(fallback));
  for (const std::string_view known : allowed) {
    if (value == known) return value;
  }
  in.reject(key, fmt::format("must be one of {}", fmt::join(allowed, ", ")));
  return value;
}

/// A list of texts.
inline std::vector<std::string> texts_member(StrictObject& in, const char* key) {
  std::vector<std::string> texts;
  const Json& array = in.array(key);
  if (!array.is_array()) return texts;
  for (const Json& item : array) {
    if (!item.is_string()) {
      in.reject(key, "must hold texts");
      return {};
    }
    texts.push_back(item.get<std::string>());
  }
  return texts;
}

}  // namespace nscope::sim
