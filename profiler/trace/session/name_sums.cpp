#include "profiler/trace/session/name_sums.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <limits>

#include <tbb/blocked_range.h>
#include <tbb/enumerable_thread_specific.h>
#include <tbb/parallel_for.h>

namespace nscope {
namespace {

/// Rows of a task: many enough to make its start cheap, few enough to distribute the work and
/// to stop within a millisecond or two.
constexpr std::size_t kBlockRows = 1u << 18;
/// Rows that are copied from the columns at once; batches do not cross chunks.
constexpr std::size_t kBatchRows = 2048;
static_assert(kChunkRows % kBatchRows == 0 && kBlockRows % kChunkRows == 0);
constexpr std::uint32_t kNoSlot = std::numeric_limits<std::uint32_t>::max();

/// Rows [begin, end) of one track and the sums over them.
struct Block {
  const Track* track = nullptr;
  std::size_t begin = 0;
  std::size_t end = 0;
  std::vector<NameSum> sums;
};

/// Slices may overlap, so their sum can exceed the range of times.
void add_ns(std::int64_t& total, std::int64_t ns) {
  if (__builtin_add_overflow(total, ns, &total)) total = std::numeric_limits<std::int64_t>::max();
}

void add(NameSum& to, const NameSum& from) {
  to.count += from.count;
  add_ns(to.total_ns, from.total_ns);
  to.min_ns = std::min(to.min_ns, from.min_ns);
  to.max_ns = std::max(to.max_ns, from.max_ns);
}

/// `slots` has the index of the sum of each string; all are kNoSlot on entry and exit.
template <std::int64_t kTicksPerNs>
void sum_block(Block& block, std::int64_t ticks_per_ns, std::vector<std::uint32_t>& slots) {
  const SliceColumns& slices = block.track->slices;
  // A unit known to the compiler turns the division into a multiplication.
  const std::int64_t unit = kTicksPerNs > 0 ? kTicksPerNs : ticks_per_ns;
  std::array<StringId, kBatchRows> names;
  std::array<std::int64_t, kBatchRows> durations;
  for (std::size_t row = block.begin; row < block.end; row += kBatchRows) {
    const std::size_t count = std::min(kBatchRows, block.end - row);
    slices.name.read(row, count, names.data());
    slices.duration.read(row, count, durations.data());
    for (std::size_t i = 0; i < count; ++i) {
      const std::int64_t ns = durations[i] / unit;  // never negative
      std::uint32_t& slot = slots[std::min(names[i].index(), slots.size() - 1)];
      if (slot == kNoSlot) {
        slot = static_cast<std::uint32_t>(block.sums.size());
        block.sums.push_back({block.track->id, names[i], 0, 0, ns, ns});
      }
      NameSum& sum = block.sums[slot];
      ++sum.count;
      add_ns(sum.total_ns, ns);
      sum.min_ns = std::min(sum.min_ns, ns);
      sum.max_ns = std::max(sum.max_ns, ns);
    }
  }
  for (const NameSum& sum : block.sums)
    slots[std::min(sum.name.index(), slots.size() - 1)] = kNoSlot;
}

void sum_block(Block& block, std::int64_t ticks_per_ns, std::vector<std::uint32_t>& slots) {
  switch (ticks_per_ns) {
    case 1: return sum_block<1>(block, ticks_per_ns, slots);
    case 1000: return sum_block<1000>(block, ticks_per_ns, slots);
    default: return sum_block<0>(block, ticks_per_ns, slots);
  }
}

/// One row for each (track, text of the name), in this order.
std::vector<NameSum> merge(const Trace& trace, const std::vector<Block>& blocks) {
  std::vector<NameSum> all;
  for (const Block& block : blocks) all.insert(all.end(), block.sums.begin(), block.sums.end());
  std::stable_sort(all.begin(), all.end(), [&](const NameSum& a, const NameSum& b) {
    if (a.track != b.track) return a.track < b.track;
    return a.name != b.name && trace.text(a.name) < trace.text(b.name);
  });
  std::vector<NameSum> merged;
  for (const NameSum& sum : all) {
    const bool same =
        !merged.empty() && merged.back().track == sum.track &&
        (merged.back().name == sum.name || trace.text(merged.back().name) == trace.text(sum.name));
    same ? add(merged.back(), sum) : merged.push_back(sum);
  }
  return merged;
}

}  // namespace

std::optional<std::vector<NameSum>> sum_by_name(const Trace& trace,
                                                const std::function<bool()>& stop) {
  if (!trace.name_sums().empty()) {
    return std::vector<NameSum>(trace.name_sums().begin(), trace.name_sums().end());
  }
  std::vector<Block> blocks;
  for (const Track& track : trace.tracks()) {
    for (std::size_t begin = 0; begin < track.slices.size(); begin += kBlockRows) {
      blocks.push_back({&track, begin, std::min(begin + kBlockRows, track.slices.size()), {}});
    }
  }
  const std::int64_t unit = trace.time_base().ticks_per_ns;
  const std::size_t strings = trace.strings().size() + 1;  // the last: no name
  tbb::enumerable_thread_specific<std::vector<std::uint32_t>> slots(
      [&] { return std::vector<std::uint32_t>(strings, kNoSlot); });
  std::atomic<bool> stopped{false};
  tbb::parallel_for(tbb::blocked_range<std::size_t>(0, blocks.size(), 1), [&](const auto& range) {
    for (std::size_t i = range.begin(); i < range.end(); ++i) {
      if (stopped.load(std::memory_order_relaxed)) return;
      if (stop()) {
        stopped = true;
        return;
      }
      sum_block(blocks[i], unit, slots.local());
    }
  });
  if (stopped) return std::nullopt;
  return merge(trace, blocks);
}

}  // namespace nscope
