#include "profiler/analysis/comparison/aligned_time.h"

#include <algorithm>
#include <utility>

namespace nscope::analysis {
namespace {

using Anchor = AlignedTime::Anchor;

constexpr std::size_t kMostAnchors = 65'536;

struct Pair {
  std::int64_t base = 0;
  std::int64_t now = 0;
  std::int64_t base_end = 0;
  std::int64_t new_end = 0;
};

bool computes(const Track& track) {
  return track.slice_kind == SliceKind::kInstruction || track.slice_kind == SliceKind::kOperator;
}

Result<std::vector<Pair>> pairs_of(const Trace& base, const Trace& now, const EventPairs& pairs,
                                   bool computing, TaskControl& control) {
  std::vector<Pair> found;
  for (const Track& track : base.tracks()) {
    if (control.cancelled()) return cancelled();
    if (computing && !computes(track)) continue;
    for (std::size_t row = 0; row < track.slices.size(); ++row) {
      const SliceId other = pairs.new_of_base[Trace::slice_id(track, row).index()];
      if (!other.valid()) continue;
      const Trace::SliceRef ref = now.slice(other);
      found.push_back({track.slices.begin(row).value(), ref.begin().value(),
                       track.slices.end(row).value(), ref.end().value()});
    }
  }
  return found;
}

/// The longest subsequence in which the starts in both runs are ascending. Pairs with the same
/// start in the base run are sorted by descending start in the new run, so that at most one of
/// them is selected.
std::vector<std::uint32_t> longest_in_order(std::vector<Pair>& pairs) {
  std::sort(pairs.begin(), pairs.end(), [](const Pair& a, const Pair& b) {
    return a.base != b.base ? a.base < b.base : a.now > b.now;
  });
  std::vector<std::uint32_t> tails;  // last pair of the best sequence of each length
  std::vector<std::uint32_t> before(pairs.size(), UINT32_MAX);
  for (std::uint32_t i = 0; i < pairs.size(); ++i) {
    const auto place = std::lower_bound(
        tails.begin(), tails.end(), pairs[i].now,
        [&](std::uint32_t tail, std::int64_t value) { return pairs[tail].now < value; });
    if (place != tails.begin()) before[i] = *(place - 1);
    if (place == tails.end()) {
      tails.push_back(i);
    } else {
      *place = i;
    }
  }
  std::vector<std::uint32_t> chain;
  for (std::uint32_t i = tails.empty() ? UINT32_MAX : tails.back(); i != UINT32_MAX;
       i = before[i]) {
    chain.push_back(i);
  }
  std::reverse(chain.begin(), chain.end());
  return chain;
}

/// Maps `value` from one side to the other; `from` and `to` select the sides.
double mapped(const std::vector<Anchor>& anchors, double value, double Anchor::* from,
              double Anchor::* to) {
  if (anchors.empty()) return value;
  const auto after =
      std::upper_bound(anchors.begin(), anchors.end(), value,
                       [from](double v, const Anchor& anchor) { return v < anchor.*from; });
  if (after == anchors.begin()) return anchors.front().*to + (value - anchors.front().*from);
  if (after == anchors.end()) return anchors.back().*to + (value - anchors.back().*from);
  const Anchor& a = *(after - 1);
  const Anchor& b = *after;
  return a.*to + (value - a.*from) / (b.*from - a.*from) * (b.*to - a.*to);
}

}  // namespace

double AlignedTime::new_at(double base_ns) const {
  return mapped(anchors_, base_ns, &Anchor::base_ns, &Anchor::new_ns);
}

double AlignedTime::base_at(double new_ns) const {
  return mapped(anchors_, new_ns, &Anchor::new_ns, &Anchor::base_ns);
}

Result<AlignedTime> align_time(const Trace& base, const Trace& now, const EventPairs& pairs,
                               TaskControl& control) {
  control.begin(phrase("Aligning time"), 0);
  auto found = pairs_of(base, now, pairs, true, control);
  if (found && found->empty()) found = pairs_of(base, now, pairs, false, control);
  if (!found) return fail(found.error());
  const auto chain = longest_in_order(*found);
  const auto base_ticks = static_cast<double>(base.time_base().ticks_per_ns);
  const auto new_ticks = static_cast<double>(now.time_base().ticks_per_ns);
  std::vector<Anchor> anchors;
  const std::size_t step = chain.size() / kMostAnchors + 1;
  for (std::size_t i = 0; i < chain.size(); i += step) {
    const Pair& pair = (*found)[chain[i]];
    anchors.push_back(
        {static_cast<double>(pair.base) / base_ticks, static_cast<double>(pair.now) / new_ticks});
  }
  if (!chain.empty()) {
    const Pair& last = (*found)[chain.back()];
    const Anchor end{static_cast<double>(last.base_end) / base_ticks,
                     static_cast<double>(last.new_end) / new_ticks};
    // An event without duration does not give a second anchor.
    if (end.base_ns > anchors.back().base_ns && end.new_ns > anchors.back().new_ns) {
      anchors.push_back(end);
    }
  }
  return AlignedTime(std::move(anchors));
}

}  // namespace nscope::analysis
