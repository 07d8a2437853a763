#pragma once

#include "profiler/base/result.h"
#include "profiler/base/task_control.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace nscope::analysis {

/// Two equal elements of two sequences that belong together, by their indices.
struct SequenceMatch {
  std::uint32_t base = 0;
  std::uint32_t now = 0;

  friend bool operator==(const SequenceMatch&, const SequenceMatch&) = default;
};

struct SequenceAlignment {
  std::vector<SequenceMatch> matches;  ///< both indices only grow
  /// How often two stretches differed in more places than the search looks for, so
  /// that the best beginning found was kept and the search went on behind it: the
  /// result is in order, but may not be the longest one.
  std::size_t shortcuts = 0;
};

/// Insertions and removals after which the search for the shortest script gives
/// up, for so many elements in all sequences that are to be aligned: 4,096 for short
/// ones, 512 for long ones.
std::size_t most_edits(std::size_t elements);

/// Aligns two sequences of keys in order: what is not matched was removed from
/// `base` or added in `now`. Keys that occur once in each are paired first, as
/// far as they keep their order (patience diff, B. Cohen); between them runs the
/// greedy O(ND) search (E. W. Myers, "An O(ND) Difference Algorithm and Its
/// Variations", 1986), bounded by `edits`, so that time is at most
/// proportional to (n + m) * edits and memory to n + m. `keys` bounds the
/// values of the keys. Sequences must be shorter than 2^31. Errors: kCancelled.
Result<SequenceAlignment> align_sequences(std::span<const std::uint32_t> base,
                                          std::span<const std::uint32_t> now, std::size_t keys,
                                          std::size_t edits, TaskControl& control);

}  // namespace nscope::analysis
