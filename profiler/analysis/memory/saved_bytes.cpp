#include "profiler/analysis/memory/saved_bytes.h"

#include <algorithm>
#include <iterator>
#include <limits>

namespace nscope::analysis {
namespace {

constexpr std::size_t kMostSavedRanges = 1u << 22;

}  // namespace

void SavedBytes::save(const DmaRows& rows, std::vector<std::uint32_t> contents) {
  if (rows.rows() > kMostRows || ranges_.size() > kMostSavedRanges) return;
  const auto group = static_cast<std::uint32_t>(groups_.size());
  groups_.push_back(std::move(contents));
  for_each_range(rows, [&](std::uint64_t begin, std::uint64_t size) {
    const std::uint64_t most = std::numeric_limits<std::uint64_t>::max() - begin;
    if (size > 0) assign(begin, begin + std::min(size, most), group);
  });
}

void SavedBytes::assign(std::uint64_t begin, std::uint64_t end, std::uint32_t group) {
  auto at = ranges_.upper_bound(begin);
  if (at != ranges_.begin() && std::prev(at)->second.end > begin) --at;
  while (at != ranges_.end() && at->first < end) {
    const auto [from, old] = *at;
    at = ranges_.erase(at);
    if (from < begin) ranges_.emplace(from, Range{begin, old.group});
    if (old.end > end) at = std::next(ranges_.emplace(end, old).first);
  }
  ranges_.emplace(begin, Range{end, group});
}

}  // namespace nscope::analysis
