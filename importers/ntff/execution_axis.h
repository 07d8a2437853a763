#pragma once

#include "importers/ntff/file/container.h"
#include "importers/shared/little_endian.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace nscope::importers {

/// One 16-byte record. Its time is in picoseconds from the start of the first execution.
struct Record {
  std::uint32_t a = 0;
  std::uint32_t c = 0;
  std::int64_t time = 0;
};

/// The executions of a capture on its time axis. Immutable; any thread.
class ExecutionAxis {
 public:
  explicit ExecutionAxis(std::span<const NtffExecutionWindow> executions);

  /// The first execution that overlaps [begin, end].
  std::optional<std::uint32_t> execution_of(std::int64_t begin, std::int64_t end) const {
    const auto it = std::lower_bound(windows_.begin(), windows_.end(), begin,
                                     [](const Window& w, std::int64_t t) { return w.end < t; });
    if (it == windows_.end() || it->begin > end) return std::nullopt;
    return static_cast<std::uint32_t>(it - windows_.begin());
  }
  /// Whether [begin, end] starts in or before one execution and ends in a later one. No hardware
  /// operation does, so the two records belong to different operations.
  bool crosses(std::int64_t begin, std::int64_t end) const {
    const auto it = std::upper_bound(windows_.begin(), windows_.end(), begin,
                                     [](std::int64_t t, const Window& w) { return t < w.end; });
    return it != windows_.end() && it + 1 != windows_.end() && end > (it + 1)->begin;
  }

  std::int64_t begin() const { return windows_.front().begin; }
  std::int64_t end() const { return windows_.back().end; }

  /// The record at `index` of a block. Its time may be implausible.
  Record record(std::span<const std::byte> block, std::size_t index) const {
    const std::size_t at = index * kNtffRecord;
    const auto ticks = load<std::uint64_t>(block, at + 8);
    return {load<std::uint32_t>(block, at), load<std::uint32_t>(block, at + 4),
            static_cast<std::int64_t>(ticks - origin_)};
  }

  /// Times further than this from the first execution are damaged.
  static constexpr std::int64_t kFarAway = 2'000'000'000'000'000'000;
  static bool plausible(std::int64_t time) { return time >= -kFarAway && time <= kFarAway; }

 private:
  struct Window {
    std::int64_t begin = 0;
    std::int64_t end = 0;
  };
  std::uint64_t origin_ = 0;
  std::vector<Window> windows_;
};

}  // namespace nscope::importers
