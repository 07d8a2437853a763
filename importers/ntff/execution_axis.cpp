#include "importers/ntff/execution_axis.h"

#include "importers/shared/little_endian.h"

#include <algorithm>

namespace nscope::importers {

ExecutionAxis::ExecutionAxis(std::span<const NtffExecutionWindow> executions)
    : origin_(executions.front().start) {
  for (const NtffExecutionWindow& execution : executions) {
    windows_.push_back({static_cast<std::int64_t>(execution.start - origin_),
                        static_cast<std::int64_t>(execution.end - origin_)});
  }
}

std::optional<std::uint32_t> ExecutionAxis::execution_of(std::int64_t begin,
                                                         std::int64_t end) const {
  const auto it = std::lower_bound(windows_.begin(), windows_.end(), begin,
                                   [](const Window& w, std::int64_t t) { return w.end < t; });
  if (it == windows_.end() || it->begin > end) return std::nullopt;
  return static_cast<std::uint32_t>(it - windows_.begin());
}

bool ExecutionAxis::crosses(std::int64_t begin, std::int64_t end) const {
  const auto it = std::upper_bound(windows_.begin(), windows_.end(), begin,
                                   [](std::int64_t t, const Window& w) { return t < w.end; });
  return it != windows_.end() && it + 1 != windows_.end() && end > (it + 1)->begin;
}

Record ExecutionAxis::record(std::span<const std::byte> block, std::size_t index) const {
  const std::size_t at = index * kNtffRecord;
  const auto ticks = load<std::uint64_t>(block, at + 8);
  return {load<std::uint32_t>(block, at), load<std::uint32_t>(block, at + 4),
          static_cast<std::int64_t>(ticks - origin_)};
}

}  // namespace nscope::importers
