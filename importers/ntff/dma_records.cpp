#include "importers/ntff/records.h"
#include "importers/ntff/sort_by_time.h"
#include "importers/shared/little_endian.h"

#include <algorithm>
#include <array>

#include <tbb/blocked_range.h>
#include <tbb/parallel_reduce.h>

namespace nscope::importers {
namespace {

constexpr std::size_t kDmaEngineIds = 32;
constexpr std::size_t kRings = 16;
constexpr int kFirstDmaEngine = 64;

enum Phase : std::uint32_t { kStart = 1, kEnd = 5, kComplete = 6 };

struct Extent {
  std::size_t first = static_cast<std::size_t>(-1);
  std::size_t last = 0;
};
using Extents = std::array<Extent, kDmaEngineIds>;

/// The extent of each engine's records in the block.
Extents extents_of(CoreBlocks::Block block, const RecordContext& context) {
  const auto scan = [&](const tbb::blocked_range<std::size_t>& range, Extents extents) {
    for (std::size_t i = range.begin(); i < range.end(); ++i) {
      if (context.control.cancelled_at(i)) break;
      Extent& extent = extents[record_dma_engine(load<std::uint32_t>(block, i * kNtffRecord))];
      extent.first = std::min(extent.first, i);
      extent.last = i + 1;
    }
    return extents;
  };
  const auto join = [](Extents a, const Extents& b) {
    for (std::size_t e = 0; e < kDmaEngineIds; ++e) {
      a[e].first = std::min(a[e].first, b[e].first);
      a[e].last = std::max(a[e].last, b[e].last);
    }
    return a;
  };
  return tbb::parallel_reduce(
      tbb::blocked_range<std::size_t>(0, block.size() / kNtffRecord, 1u << 18), Extents{}, scan,
      join);
}

/// Calls take(record) for the start and end records of the lane in the order of the file, until
/// it returns false. False if it did so or if cancelled.
template <class Take>
bool for_each_record(const DmaLane& lane, const RecordContext& context, SkippedRecords& left,
                     Take take) {
  for (std::size_t i = lane.first; i < lane.last; ++i) {
    if (context.control.cancelled_at(i)) return false;
    const Record record = context.axis.record(lane.block, i);
    if (record_dma_engine(record.a) != lane.engine) continue;
    const std::uint32_t phase = record.c & 0xf;
    if (!ExecutionAxis::plausible(record.time)) {
      ++left.implausible;
    } else if (phase == kStart || phase == kEnd) {
      if (!take(record)) return false;
    } else if (phase != kComplete) {
      ++left.unknown;
    }
  }
  return true;
}

/// Pairs the records of a lane, which are added in order of time.
class LanePairs {
 public:
  LanePairs(const DmaLane& lane, const RecordContext& context, DmaLaneRows& to)
      : lane_(lane), context_(context), to_(to) {}

  void add(const Record& record) {
    const std::uint32_t ring = record.c >> 4 & 0xf;
    if ((record.c & 0xf) == kStart) {
      open_[ring].starts.push_back({record.time, 0});
    } else if (const auto pair = pair_up(open_[ring], record.time, context_.axis, to_.left)) {
      to_.rows.push_back({.begin = pair->start.time,
                          .end = record.time,
                          .bytes = record.a & 0xffffff,
                          .execution = pair->execution,
                          .crc = static_cast<std::uint16_t>(record.c >> 16),
                          .dma_engine = static_cast<std::uint8_t>(kFirstDmaEngine + lane_.engine),
                          .ring = static_cast<std::uint8_t>(ring)});
    }
  }
  void count_pending_starts() {
    for (const OpenStarts& starts : open_) {
      count_pending(starts, ExecutionAxis::kFarAway, context_.axis, to_.left);
    }
  }

 private:
  const DmaLane& lane_;
  const RecordContext& context_;
  DmaLaneRows& to_;
  std::array<OpenStarts, kRings> open_;
};

void clear(DmaLaneRows& rows) {
  rows.rows.clear();
  rows.left = {};
}

/// Pairs the records without a copy of them. False if they are not in order of time.
bool pair_in_order(const DmaLane& lane, const RecordContext& context, DmaLaneRows& to) {
  LanePairs pairs(lane, context, to);
  std::int64_t last = -ExecutionAxis::kFarAway;
  const bool in_order = for_each_record(lane, context, to.left, [&](const Record& record) {
    if (record.time < last) return false;
    last = record.time;
    pairs.add(record);
    return true;
  });
  if (in_order) pairs.count_pending_starts();
  return in_order || context.control.cancelled();
}

void pair_sorted(const DmaLane& lane, const RecordContext& context, DmaLaneRows& to) {
  std::vector<Record> records;
  records.reserve(lane.last - lane.first);
  for_each_record(lane, context, to.left, [&](const Record& record) {
    records.push_back(record);
    return true;
  });
  if (!sort_by_time(
          records, [](const Record& r) { return r.time; }, context.control)) {
    return;
  }
  LanePairs pairs(lane, context, to);
  for (std::size_t i = 0; i < records.size(); ++i) {
    if (context.control.cancelled_at(i)) return;
    pairs.add(records[i]);
  }
  pairs.count_pending_starts();
}

}  // namespace

std::vector<DmaLane> find_dma_lanes(const CoreBlocks& blocks, const RecordContext& context) {
  std::vector<DmaLane> lanes;
  for (const CoreBlocks::Block& block : blocks.dma) {
    const Extents extents = extents_of(block, context);
    for (std::uint32_t e = 0; e < kDmaEngineIds; ++e) {
      if (extents[e].first < extents[e].last) {
        lanes.push_back({block, e, extents[e].first, extents[e].last});
      }
    }
  }
  return lanes;
}

void read_dma_lane(const DmaLane& lane, const RecordContext& context, DmaLaneRows& to) {
  clear(to);
  to.rows.reserve((lane.last - lane.first) / 2);
  if (!pair_in_order(lane, context, to)) {
    clear(to);
    pair_sorted(lane, context, to);
  }
  sort_by_time(
      to.rows, [](const DmaRow& row) { return row.begin; }, context.control);
}

}  // namespace nscope::importers
