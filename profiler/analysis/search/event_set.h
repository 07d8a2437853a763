#pragma once

#include "profiler/trace/trace.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace nscope::analysis {

/// A set of events of a run, stored as one bit per event of the run. Several threads may call
/// add() at the same time, but reading must wait until they have finished.
class EventSet {
 public:
  explicit EventSet(std::size_t slices) : words_((slices + 63) / 64, 0), slices_(slices) {}

  void add(SliceId slice);
  bool holds(SliceId slice) const {
    return slice.index() < slices_ && (words_[slice.index() / 64] >> (slice.index() % 64) & 1) != 0;
  }

  /// The next event of the set after `after` in the order of start and id. Returns the first
  /// event of the set if `after` is invalid, and nullopt after the last.
  std::optional<SliceId> next(const Trace& trace, SliceId after) const;
  /// As next(), in the opposite direction.
  std::optional<SliceId> previous(const Trace& trace, SliceId before) const;

 private:
  std::optional<std::size_t> first_from(std::size_t begin, std::size_t end) const;
  std::optional<std::size_t> last_before(std::size_t begin, std::size_t end) const;

  std::vector<std::uint64_t> words_;
  std::size_t slices_;
};

}  // namespace nscope::analysis
