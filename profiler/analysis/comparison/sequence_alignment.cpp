#include "profiler/analysis/comparison/sequence_alignment.h"

#include <algorithm>

namespace nscope::analysis {
namespace {

using Keys = std::span<const std::uint32_t>;

/// The search for the shortest edit script from the start of two sequences.
class EditSearch {
 public:
  explicit EditSearch(std::size_t most_edits) : most_(static_cast<std::int64_t>(most_edits)) {}

  /// Appends the matches of the script to `out`, with `origin` added to their indices. Returns the
  /// end of the script.
  SequenceMatch run(Keys base, Keys now, SequenceMatch origin, std::vector<SequenceMatch>& out) {
    base_ = base;
    now_ = now;
    shortened_ = false;
    reached_.clear();
    for (std::int64_t edits = 0;; ++edits) {
      if (step(edits)) return keep(edits, end_diagonal(), origin, out);
      if (edits == most_) {
        shortened_ = true;
        return keep(edits, best_diagonal(edits), origin, out);
      }
    }
  }

  /// Whether the last run ended before the ends of the sequences.
  bool shortened() const { return shortened_; }

 private:
  static constexpr std::int32_t kNowhere = -1;

  std::int64_t end_diagonal() const {
    return static_cast<std::int64_t>(base_.size()) - static_cast<std::int64_t>(now_.size());
  }

  /// The furthest index into `base` on `diagonal` after `edits` edits. Row `edits` contains
  /// every second diagonal from -edits to edits.
  std::int32_t& reached(std::int64_t edits, std::int64_t diagonal) {
    return reached_[static_cast<std::size_t>(edits * (edits + 1) / 2 + (diagonal + edits) / 2)];
  }

  /// The index on `diagonal` after one more edit, before equal keys are skipped.
  std::int32_t entry(std::int64_t edits, std::int64_t diagonal) {
    if (edits == 0) return 0;
    std::int32_t best = kNowhere;
    if (diagonal > -edits) {  // a removal, from the diagonal before
      const std::int32_t x = reached(edits - 1, diagonal - 1);
      if (x != kNowhere && x < static_cast<std::int64_t>(base_.size())) best = x + 1;
    }
    if (diagonal < edits) {  // an addition, from the diagonal after
      const std::int32_t x = reached(edits - 1, diagonal + 1);
      if (x > best && x - diagonal <= static_cast<std::int64_t>(now_.size())) best = x;
    }
    return best;
  }

  /// Computes row `edits`. Returns true if it reaches the ends of both sequences.
  bool step(std::int64_t edits) {
    reached_.resize(reached_.size() + static_cast<std::size_t>(edits) + 1);
    for (std::int64_t diagonal = -edits; diagonal <= edits; diagonal += 2) {
      std::int32_t x = entry(edits, diagonal);
      if (x != kNowhere) {
        auto i = static_cast<std::size_t>(x);
        auto j = static_cast<std::size_t>(x - diagonal);
        while (i < base_.size() && j < now_.size() && base_[i] == now_[j]) ++i, ++j;
        x = static_cast<std::int32_t>(i);
      }
      reached(edits, diagonal) = x;
      if (diagonal == end_diagonal() && x == static_cast<std::int64_t>(base_.size())) return true;
    }
    return false;
  }

  std::int64_t best_diagonal(std::int64_t edits) {
    std::int64_t best = -edits;
    std::int64_t most = -1;
    for (std::int64_t diagonal = -edits; diagonal <= edits; diagonal += 2) {
      const std::int32_t x = reached(edits, diagonal);
      if (x == kNowhere || 2 * std::int64_t{x} - diagonal <= most) continue;
      most = 2 * std::int64_t{x} - diagonal;
      best = diagonal;
    }
    return best;
  }

  /// Goes back from the end of a row and appends the matches in ascending order.
  SequenceMatch keep(std::int64_t edits, std::int64_t diagonal, SequenceMatch origin,
                     std::vector<SequenceMatch>& out) {
    const std::int32_t last = reached(edits, diagonal);
    const SequenceMatch end{origin.base + static_cast<std::uint32_t>(last),
                            origin.now + static_cast<std::uint32_t>(last - diagonal)};
    const std::size_t first = out.size();
    for (std::int32_t x = last;; --edits) {
      const std::int32_t begin = entry(edits, diagonal);
      for (; x > begin; --x) {
        out.push_back({origin.base + static_cast<std::uint32_t>(x - 1),
                       origin.now + static_cast<std::uint32_t>(x - 1 - diagonal)});
      }
      if (edits == 0) break;
      const bool removal = diagonal > -edits && reached(edits - 1, diagonal - 1) == begin - 1 &&
                           reached(edits - 1, diagonal - 1) != kNowhere;
      diagonal += removal ? -1 : 1;
      x = reached(edits - 1, diagonal);
    }
    std::reverse(out.begin() + static_cast<std::ptrdiff_t>(first), out.end());
    return end;
  }

  std::int64_t most_;
  Keys base_;
  Keys now_;
  std::vector<std::int32_t> reached_;
  bool shortened_ = false;
};

/// The longest sequence of keys that occur once in each sequence and have the same order in both.
std::vector<SequenceMatch> anchors(Keys base, Keys now, std::size_t keys) {
  struct Occurrence {
    std::uint32_t base = 0;
    std::uint32_t now = 0;
    std::uint8_t in_base = 0;
    std::uint8_t in_now = 0;
  };
  std::vector<Occurrence> seen(keys);
  const auto count = [](std::uint8_t n) { return static_cast<std::uint8_t>(n < 2 ? n + 1 : n); };
  for (std::uint32_t i = 0; i < base.size(); ++i) {
    Occurrence& key = seen[base[i]];
    key.base = i;
    key.in_base = count(key.in_base);
  }
  for (std::uint32_t i = 0; i < now.size(); ++i) {
    Occurrence& key = seen[now[i]];
    key.now = i;
    key.in_now = count(key.in_now);
  }
  // The longest increasing subsequence by patience sorting.
  std::vector<SequenceMatch> pairs;
  std::vector<std::uint32_t> piles;  // index into `pairs` of the top card
  std::vector<std::uint32_t> below;  // for each pair, the top card of the pile to its left
  for (const std::uint32_t key : base) {
    const Occurrence& at = seen[key];
    if (at.in_base != 1 || at.in_now != 1) continue;
    const auto pile =
        std::lower_bound(piles.begin(), piles.end(), at.now,
                         [&](std::uint32_t top, std::uint32_t i) { return pairs[top].now < i; });
    below.push_back(pile == piles.begin() ? UINT32_MAX : *(pile - 1));
    const auto card = static_cast<std::uint32_t>(pairs.size());
    pairs.push_back({at.base, at.now});
    if (pile == piles.end()) {
      piles.push_back(card);
    } else {
      *pile = card;
    }
  }
  std::vector<SequenceMatch> chain;
  for (std::uint32_t card = piles.empty() ? UINT32_MAX : piles.back(); card != UINT32_MAX;
       card = below[card]) {
    chain.push_back(pairs[card]);
  }
  std::reverse(chain.begin(), chain.end());
  return chain;
}

/// The elements of one sequence whose keys also occur in the other.
struct SharedPart {
  std::vector<std::uint32_t> keys;
  std::vector<std::uint32_t> indices;  ///< indices in the complete sequence
};

SharedPart shared_part(Keys of, Keys other, std::size_t keys) {
  std::vector<bool> known(keys, false);
  for (const std::uint32_t key : other) known[key] = true;
  SharedPart part;
  for (std::uint32_t i = 0; i < of.size(); ++i) {
    if (!known[of[i]]) continue;
    part.keys.push_back(of[i]);
    part.indices.push_back(i);
  }
  return part;
}

Result<SequenceAlignment> align_shared(Keys base, Keys now, std::size_t keys, std::size_t edits,
                                       TaskControl& control) {
  SequenceAlignment result;
  SequenceMatch at;
  EditSearch search(edits);
  std::vector<SequenceMatch> stops = anchors(base, now, keys);
  stops.push_back(
      {static_cast<std::uint32_t>(base.size()), static_cast<std::uint32_t>(now.size())});
  for (std::size_t i = 0; i < stops.size(); ++i) {
    const SequenceMatch end = stops[i];
    while (at.base < end.base && at.now < end.now) {
      if (control.cancelled()) return cancelled();
      at = search.run(base.subspan(at.base, end.base - at.base),
                      now.subspan(at.now, end.now - at.now), at, result.matches);
      if (search.shortened()) ++result.shortcuts;
    }
    if (i + 1 == stops.size()) break;
    result.matches.push_back(end);
    at = {end.base + 1, end.now + 1};
  }
  return result;
}

}  // namespace

std::size_t most_edits(std::size_t elements) {
  constexpr std::size_t kSteps = 250'000'000;  // takes about a second
  return std::clamp<std::size_t>(kSteps / std::max<std::size_t>(1, elements), 512, 4096);
}

Result<SequenceAlignment> align_sequences(std::span<const std::uint32_t> base,
                                          std::span<const std::uint32_t> now, std::size_t keys,
                                          std::size_t edits, TaskControl& control) {
  if (control.cancelled()) return cancelled();
  // Elements that occur in only one sequence cannot match, and would use up the limit of edits.
  const SharedPart from = shared_part(base, now, keys);
  const SharedPart to = shared_part(now, base, keys);
  auto result = align_shared(from.keys, to.keys, keys, edits, control);
  if (!result) return result;
  for (SequenceMatch& match : result->matches) {
    match = {from.indices[match.base], to.indices[match.now]};
  }
  return result;
}

}  // namespace nscope::analysis
