#pragma once

#include <algorithm>
#include <chrono>

namespace nscope::importers {

/// The delay before each attempt to reconnect to a source. It doubles with every attempt up to a
/// limit. A plain value.
struct Backoff {
  std::chrono::milliseconds first{1000};
  std::chrono::milliseconds longest{30'000};

  /// The delay before an attempt, counted from 1.
  std::chrono::milliseconds before(int attempt) const {
    std::chrono::milliseconds wait = first;
    for (int i = 1; i < attempt && wait < longest; ++i) wait *= 2;
    return std::min(wait, longest);
  }
};

}  // namespace nscope::importers
