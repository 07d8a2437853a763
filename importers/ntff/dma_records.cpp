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

/// Loads the start and end records of the lane in order of time. False if cancelled.
bool load_lane(const DmaLane& lane, const RecordContext& context, std::vector<Record>& records,
               SkippedRecords& left) {
  records.clear();
  records.reserve(lane.last - lane.first);
  for (std::size_t i = lane.first; i < lane.last; ++i) {
    if (context.control.cancelled_at(i)) return false;
    const Record record = context.axis.record(lane.block, i);
    if (record_dma_engine(record.a) != lane.engine) continue;
    const std::uint32_t phase = record.c & 0xf;
    if (!ExecutionAxis::plausible(record.time)) {
      ++left.implausible;
    } else if (phase == kStart || phase == kEnd) {
      records.push_back(record);
    } else if (phase != kComplete) {
      ++left.unknown;
    }
  }
  return sort_by_time(
      records, [](const Record& r) { return r.time; }, context.control);
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
  to.rows.clear();
  to.left = {};
  if (!load_lane(lane, context, to.records, to.left)) return;
  std::array<OpenStarts, kRings> open;
  to.rows.reserve(to.records.size() / 2);
  for (std::size_t i = 0; i < to.records.size(); ++i) {
    if (context.control.cancelled_at(i)) return;
    const Record& record = to.records[i];
    const std::uint32_t ring = record.c >> 4 & 0xf;
    if ((record.c & 0xf) == kStart) {
      open[ring].starts.push_back({record.time, 0});
    } else if (const auto pair = pair_up(open[ring], record.time, context.axis, to.left)) {
      to.rows.push_back({.begin = pair->start.time,
                         .end = record.time,
                         .bytes = record.a & 0xffffff,
                         .execution = pair->execution,
                         .crc = static_cast<std::uint16_t>(record.c >> 16),
                         .dma_engine = static_cast<std::uint8_t>(kFirstDmaEngine + lane.engine),
                         .ring = static_cast<std::uint8_t>(ring)});
    }
  }
  for (const OpenStarts& starts : open) {
    count_pending(starts, ExecutionAxis::kFarAway, context.axis, to.left);
  }
  sort_by_time(
      to.rows, [](const DmaRow& row) { return row.begin; }, context.control);
}

}  // namespace nscope::importers
