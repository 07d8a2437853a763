#pragma once

#include <algorithm>
#include <chrono>

namespace nscope::importers {

/// How long to wait before each attempt to reach a source again: twice as long every time,
/// up to a limit. A plain value.
struct Backoff {
  std::chrono::milliseconds first{1000};
  std::chrono::milliseconds longest{30'000};

  /// The wait before attempt 1, 2, ...
  std::chrono::milliseconds before(int attempt) const {
    std::chrono::milliseconds wait = first;
    for (int i = 1; i < attempt && wait < longest; ++i) wait *= 2;
    return std::min(wait, longest);
  }
};

}  // namespace nscope::importers
