#pragma once

#include "profiler/base/result.h"
#include "profiler/base/task_control.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace nscope::analysis {

/// Indices of two equal elements of two sequences that are aligned with each other.
struct SequenceMatch {
  std::uint32_t base = 0;
  std::uint32_t now = 0;

  friend bool operator==(const SequenceMatch&, const SequenceMatch&) = default;
};

struct SequenceAlignment {
  std::vector<SequenceMatch> matches;  ///< both indices are ascending
  /// Number of sections that needed more edits than the limit. There, the best partial script was
  /// kept and the search continued after it, so the alignment is valid but may not be the longest.
  std::size_t shortcuts = 0;
};

/// The limit of insertions and removals for the search for the shortest script. It depends on the
/// number of elements in all sequences: 4,096 for short sequences, 512 for long ones.
std::size_t most_edits(std::size_t elements);

/// Aligns two sequences of keys. Elements without a match were removed from `base` or added in
/// `now`. Keys that occur once in each sequence are matched first, if they have the same order
/// (patience diff, B. Cohen). The elements between them are aligned by the greedy O(ND) search
/// (E. W. Myers, "An O(ND) Difference Algorithm and Its Variations", 1986), limited by `edits`.
/// Time is at most proportional to (n + m) * edits, and memory to n + m. `keys` is the upper bound
/// of the keys. Sequences must be shorter than 2^31. Errors: kCancelled.
Result<SequenceAlignment> align_sequences(std::span<const std::uint32_t> base,
                                          std::span<const std::uint32_t> now, std::size_t keys,
                                          std::size_t edits, TaskControl& control);

}  // namespace nscope::analysis
