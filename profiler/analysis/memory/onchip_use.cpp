#include "profiler/analysis/memory/onchip_use.h"

#include "profiler/analysis/metrics/interval_union.h"

#include <algorithm>
#include <array>
#include <map>
#include <utility>
#include <vector>

namespace nscope::analysis {
namespace {

struct LiveChange {
  std::int64_t time = 0;
  std::int64_t bytes = 0;  ///< in each partition; negative at the end of a lifetime
  int first_partition = 0;
  int end_partition = 0;
};

/// Starts and ends of the lifetimes, clipped to the span, in order of time.
std::vector<LiveChange> live_changes(const std::vector<OnchipLifetime>& lifetimes,
                                     const TimeWindow& span) {
  std::vector<LiveChange> changes;
  for (const OnchipLifetime& life : lifetimes) {
    const std::int64_t begin = std::max(life.begin, span.begin.value());
    const std::int64_t end = std::min(life.end, span.end.value());
    if (begin >= end) continue;
    const OnchipArea& area = life.area;
    const std::int64_t bytes = area.end - area.begin;
    changes.push_back({begin, bytes, area.first_partition, area.end_partition});
    changes.push_back({end, -bytes, area.first_partition, area.end_partition});
  }
  std::sort(changes.begin(), changes.end(),
            [](const LiveChange& a, const LiveChange& b) { return a.time < b.time; });
  return changes;
}

void find_peak(const std::vector<LiveChange>& changes, double total_time, OnchipUse& use) {
  std::array<std::int64_t, kPartitions> live{};
  double integral = 0.0;
  std::int64_t fullest = 0;
  for (std::size_t i = 0; i < changes.size();) {
    const std::int64_t now = changes[i].time;
    for (; i < changes.size() && changes[i].time == now; ++i) {
      for (int p = changes[i].first_partition; p < changes[i].end_partition; ++p) {
        live[static_cast<std::size_t>(p)] += changes[i].bytes;
      }
    }
    fullest = *std::max_element(live.begin(), live.end());
    const std::int64_t until = i < changes.size() ? changes[i].time : now;
    integral += static_cast<double>(fullest) * static_cast<double>(until - now);
    if (fullest == use.peak && now == use.peak_end) use.peak_end = until;
    if (fullest <= use.peak) continue;
    use.peak = fullest;
    use.peak_begin = now;
    use.peak_end = until;
  }
  if (total_time > 0.0) use.mean = integral / total_time;
}

/// The bytes of all partitions that are in at least one of the areas.
std::int64_t covered_bytes(const std::vector<OnchipLifetime>& lifetimes) {
  // Most areas have one of a few ranges of partitions.
  std::map<std::pair<int, int>, IntervalUnion> by_partitions;
  for (const OnchipLifetime& life : lifetimes) {
    const OnchipArea& area = life.area;
    by_partitions[{area.first_partition, area.end_partition}].add(area.begin, area.end);
  }
  std::int64_t bytes = 0;
  for (int partition = 0; partition < kPartitions; ++partition) {
    IntervalUnion all;
    for (const auto& [range, areas] : by_partitions) {
      if (partition >= range.first && partition < range.second) all.add(areas);
    }
    bytes += all.length();
  }
  return bytes;
}

}  // namespace

OnchipUse onchip_use(const OnchipCore& core, OnchipMemory memory, const Scope& scope) {
  OnchipUse use;
  const std::vector<OnchipLifetime>& lifetimes = core.of(memory);
  const TimeWindow span = span_of(scope);
  const auto time = static_cast<double>((span.end - span.begin).value());
  find_peak(live_changes(lifetimes, span), time, use);
  use.ever_live = covered_bytes(lifetimes);
  for (const OnchipLifetime& life : lifetimes) {
    const std::int64_t bytes = life.area.bytes();
    if (static_cast<double>(life.idle) > time / 2.0) use.idle += bytes;
    const OnchipContent* content = core.content_of(life);
    if (content == nullptr) continue;
    if (content->saved) use.saved += bytes;
    if (content->reloaded) use.reloaded += bytes;
    if (content->read_again) use.read_again += bytes;
  }
  return use;
}

}  // namespace nscope::analysis
