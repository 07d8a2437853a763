#include "profiler/analysis/memory/address_set.h"

#include <algorithm>
#include <iterator>
#include <limits>

namespace nscope::analysis {
namespace {

std::uint64_t end_of(std::uint64_t begin, std::uint64_t size) {
  return begin + std::min(size, std::numeric_limits<std::uint64_t>::max() - begin);
}

}  // namespace

std::uint64_t AddressSet::add(std::uint64_t begin, std::uint64_t size) {
  std::uint64_t end = end_of(begin, size);
  if (begin == end) return 0;
  std::uint64_t added = end - begin;
  auto at = ends_.upper_bound(begin);
  if (at != ends_.begin() && std::prev(at)->second >= begin) --at;
  // Merges all ranges that overlap or touch the new one.
  const std::uint64_t first = begin;
  const std::uint64_t last = end;
  while (at != ends_.end() && at->first <= last) {
    const std::uint64_t from = std::max(at->first, first);
    const std::uint64_t to = std::min(at->second, last);
    if (to > from) added -= to - from;
    begin = std::min(begin, at->first);
    end = std::max(end, at->second);
    at = ends_.erase(at);
  }
  ends_.emplace_hint(at, begin, end);
  return added;
}

void AddressSet::remove(std::uint64_t begin, std::uint64_t size) {
  const std::uint64_t end = end_of(begin, size);
  if (begin == end) return;
  auto at = ends_.upper_bound(begin);
  if (at != ends_.begin() && std::prev(at)->second > begin) --at;
  while (at != ends_.end() && at->first < end) {
    const auto [from, to] = *at;
    at = ends_.erase(at);
    if (from < begin) ends_.emplace(from, begin);
    if (to > end) at = std::next(ends_.emplace(end, to).first);
  }
}

}  // namespace nscope::analysis
