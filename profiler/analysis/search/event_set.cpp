#include "profiler/analysis/search/event_set.h"

#include <algorithm>
#include <atomic>
#include <bit>
#include <utility>

namespace nscope::analysis {
namespace {

using Position = std::pair<std::int64_t, SliceId>;  // events are ordered by start and id

/// The first row of `track` after `at` (if `after`), or the first row not before `at`.
std::size_t row_at(const Track& track, const Position& at, bool after) {
  const auto& starts = track.slices.start;
  const auto [low, high] = std::pair(std::lower_bound(starts.begin(), starts.end(), at.first),
                                     std::upper_bound(starts.begin(), starts.end(), at.first));
  const auto first = static_cast<std::size_t>(low - starts.begin());
  const auto last = static_cast<std::size_t>(high - starts.begin());
  // Rows with the same start are in the order of their ids.
  const std::size_t id = at.second.index() + (after ? 1 : 0);
  const std::size_t row = id > track.first_slice ? id - track.first_slice : 0;
  return std::clamp(row, first, last);
}

}  // namespace

void EventSet::add(SliceId slice) {
  // Atomic, because adjacent tracks, which different threads search, can share a word.
  std::atomic_ref(words_[slice.index() / 64])
      .fetch_or(std::uint64_t{1} << (slice.index() % 64), std::memory_order_relaxed);
}

std::optional<std::size_t> EventSet::first_from(std::size_t begin, std::size_t end) const {
  while (begin < end) {
    const std::uint64_t word = words_[begin / 64] >> (begin % 64);
    if (word != 0) {
      const std::size_t at = begin + static_cast<std::size_t>(std::countr_zero(word));
      return at < end ? std::optional(at) : std::nullopt;
    }
    begin = (begin / 64 + 1) * 64;
  }
  return std::nullopt;
}

std::optional<std::size_t> EventSet::last_before(std::size_t begin, std::size_t end) const {
  while (begin < end) {
    const std::size_t bit = (end - 1) % 64;
    const std::uint64_t word = words_[(end - 1) / 64] << (63 - bit);
    if (word != 0) {
      const auto back = static_cast<std::size_t>(std::countl_zero(word));
      return back <= end - 1 - begin ? std::optional(end - 1 - back) : std::nullopt;
    }
    end -= std::min(end - begin, bit + 1);
  }
  return std::nullopt;
}

std::optional<SliceId> EventSet::next(const Trace& trace, SliceId after) const {
  std::optional<Position> limit;
  if (after.valid()) limit = {trace.slice(after).begin().value(), after};
  std::optional<Position> best;
  for (const Track& track : trace.tracks()) {
    const std::size_t row = limit ? row_at(track, *limit, true) : 0;
    const auto found = first_from(track.first_slice + row, track.first_slice + track.slices.size());
    if (!found) continue;
    const Position here{track.slices.start[*found - track.first_slice], SliceId(*found)};
    if (!best || here < *best) best = here;
  }
  return best ? std::optional(best->second) : std::nullopt;
}

std::optional<SliceId> EventSet::previous(const Trace& trace, SliceId before) const {
  std::optional<Position> limit;
  if (before.valid()) limit = {trace.slice(before).begin().value(), before};
  std::optional<Position> best;
  for (const Track& track : trace.tracks()) {
    const std::size_t row = limit ? row_at(track, *limit, false) : track.slices.size();
    const auto found = last_before(track.first_slice, track.first_slice + row);
    if (!found) continue;
    const Position here{track.slices.start[*found - track.first_slice], SliceId(*found)};
    if (!best || here > *best) best = here;
  }
  return best ? std::optional(best->second) : std::nullopt;
}

}  // namespace nscope::analysis
