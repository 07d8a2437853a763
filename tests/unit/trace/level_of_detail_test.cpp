#include "profiler/trace/columns/level_of_detail.h"

#include "profiler/base/ids.h"
#include "profiler/trace/trace.h"

#include <algorithm>
#include <random>

#include <gtest/gtest.h>

namespace nscope {
namespace {

SliceColumns random_slices(std::size_t count, std::int64_t longest, unsigned seed) {
  std::mt19937 random(seed);
  std::vector<std::pair<std::int64_t, std::int64_t>> spans(count);
  for (auto& [start, duration] : spans) {
    start = static_cast<std::int64_t>(random() % 1'000'000);
    duration = static_cast<std::int64_t>(random() % static_cast<unsigned>(longest));
  }
  std::sort(spans.begin(), spans.end(), [](const auto& a, const auto& b) {
    return a.first != b.first ? a.first < b.first : a.second > b.second;
  });
  SliceColumns slices;
  std::vector<std::int64_t> lane_end;  // slices of one depth must not overlap
  for (const auto& [start, duration] : spans) {
    std::size_t lane = 0;
    while (lane < lane_end.size() && lane_end[lane] > start) ++lane;
    if (lane == lane_end.size()) lane_end.push_back(0);
    lane_end[lane] = start + duration;
    slices.start.push_back(start);
    slices.duration.push_back(duration);
    slices.name.push_back(StringId());
    slices.depth.push_back(static_cast<std::uint16_t>(lane));
  }
  return slices;
}

std::int64_t busy_by_hand(const SliceColumns& slices, std::int64_t begin, std::int64_t end) {
  std::int64_t total = 0;
  std::int64_t covered = begin;
  for (std::size_t i = 0; i < slices.size(); ++i) {
    const std::int64_t from = std::max(slices.start[i], covered);
    const std::int64_t to = std::min(slices.start[i] + slices.duration[i], end);
    if (to > from) {
      total += to - from;
      covered = to;
    }
  }
  return total;
}

class PyramidTest : public testing::TestWithParam<std::int64_t> {};

TEST_P(PyramidTest, AgreesWithABruteForceScan) {
  const SliceColumns slices = random_slices(5000, GetParam(), 7);
  SlicePyramid pyramid;
  pyramid.build(slices);
  std::mt19937 random(11);
  for (int round = 0; round < 300; ++round) {
    const auto begin = static_cast<std::int64_t>(random() % 1'000'000);
    const auto end = begin + 1 + static_cast<std::int64_t>(random() % 200'000);
    EXPECT_EQ(pyramid.busy(slices, begin, end), busy_by_hand(slices, begin, end));

    // Full resolution: exactly the overlapping slices, in order.
    std::vector<std::uint32_t> expected;
    for (std::size_t i = 0; i < slices.size(); ++i) {
      const std::int64_t from = slices.start[i];
      const std::int64_t to = from + slices.duration[i];
      if (from < end && (to > begin || (to == from && from >= begin))) {
        expected.push_back(static_cast<std::uint32_t>(i));
      }
    }
    std::vector<std::uint32_t> rows;
    pyramid.visit(slices, begin, end, 0, [&](const LodSpan& span) {
      EXPECT_EQ(span.count, 1u);
      rows.push_back(span.row);
    });
    std::sort(rows.begin(), rows.end());
    EXPECT_EQ(rows, expected);

    const std::uint32_t hit = pyramid.at(slices, begin);
    std::uint32_t latest = SliceId::kNone;
    for (std::size_t i = 0; i < slices.size(); ++i) {
      if (slices.start[i] <= begin && begin < slices.start[i] + slices.duration[i]) {
        latest = static_cast<std::uint32_t>(i);
      }
    }
    EXPECT_EQ(hit, latest);
  }
}

TEST_P(PyramidTest, ACoarseVisitHasAllLongSlicesAndCountsAll) {
  const SliceColumns slices = random_slices(20'000, GetParam(), 3);
  SlicePyramid pyramid;
  pyramid.build(slices);
  constexpr std::int64_t kResolution = 1000;
  std::size_t spans = 0;
  std::size_t count = 0;
  std::int64_t busy = 0;
  std::vector<bool> alone(slices.size(), false);
  LodSpan last{.end = INT64_MIN};
  pyramid.visit(slices, -10, 3'000'000, kResolution, [&](const LodSpan& span) {
    ++spans;
    count += span.count;
    busy += span.busy;
    if (span.count == 1) alone[span.row] = true;
    if (span.count > 1) {
      EXPECT_LT(span.end - span.begin, 2 * kResolution);
      EXPECT_LE(span.busy, span.end - span.begin);
    }
    EXPECT_EQ(slices.depth[span.row], span.depth);
    EXPECT_TRUE(span.depth > last.depth || span.begin >= last.end);
    last = span;
  });
  std::int64_t all = 0;
  for (const std::int64_t duration : slices.duration) all += duration;
  EXPECT_EQ(busy, all);
  EXPECT_EQ(count, slices.size());
  for (std::size_t i = 0; i < slices.size(); ++i) {
    EXPECT_TRUE(alone[i] || slices.duration[i] < 2 * kResolution) << i;
  }
  EXPECT_TRUE(spans < slices.size() || GetParam() >= 100);
}

TEST(Pyramid, NoRunCoversAVisibleGap) {
  // Pairs of short slices with 1,100 idle ticks between the pairs.
  SliceColumns slices;
  for (std::int64_t at = 0; at < 300'000; at += 1500) {
    for (const std::int64_t start : {at, at + 300}) {
      slices.start.push_back(start);
      slices.duration.push_back(100);
      slices.name.push_back(StringId());
      slices.depth.push_back(0);
    }
  }
  SlicePyramid pyramid;
  pyramid.build(slices);
  std::size_t spans = 0;
  pyramid.visit(slices, 0, 300'000, 1000, [&](const LodSpan& span) {
    ++spans;
    EXPECT_EQ(span.count, 2u);
    EXPECT_EQ(span.end - span.begin, 400);
    EXPECT_EQ(span.busy, 200);
  });
  EXPECT_EQ(spans, 200u);
}

/// Checks the guarantees of visit() for a window with any zoom and start.
void expect_promises(const SliceColumns& slices, const SlicePyramid& pyramid, std::int64_t begin,
                     std::int64_t end, std::int64_t resolution) {
  struct Sum {
    std::int64_t count = 0;
    std::int64_t long_ones = 0;
  };
  Sum expected;
  for (std::size_t i = 0; i < slices.size(); ++i) {
    const std::int64_t from = slices.start[i];
    const std::int64_t to = from + slices.duration[i];
    if (from >= end || (to <= begin && (to != from || from < begin))) continue;
    ++expected.count;
    expected.long_ones += slices.duration[i] >= 2 * resolution ? 1 : 0;
  }
  Sum seen;
  std::int64_t outside = 0;  // of runs that extend beyond an edge
  std::vector<std::int64_t> reached(4, INT64_MIN);
  pyramid.visit(slices, begin, end, resolution, [&](const LodSpan& span) {
    seen.count += span.count;
    if (span.count > 1) {
      EXPECT_LT(span.end - span.begin, 2 * resolution);
      if (span.begin < begin || span.end > end) outside += span.count;
    } else if (span.end - span.begin >= 2 * resolution) {
      ++seen.long_ones;
    }
    EXPECT_LE(span.busy, span.end - span.begin);
    const std::int64_t longest = slices.duration[span.row];
    EXPECT_LE(longest, span.end - span.begin);
    EXPECT_GE(slices.start[span.row], span.begin);
    EXPECT_EQ(span.name, slices.name[span.row]);
    EXPECT_EQ(span.depth, slices.depth[span.row]);
    EXPECT_GE(span.begin, reached[span.depth]);
    reached[span.depth] = span.end;
    // The representative is the longest, to a thousandth; no gap is as wide as the resolution.
    const Column<std::uint16_t, std::uint8_t>& depth = slices.depth;
    std::int64_t covered = span.begin;
    std::int64_t rows = 0;
    auto at = static_cast<std::size_t>(
        std::lower_bound(slices.start.begin(), slices.start.end(), span.begin) -
        slices.start.begin());
    for (; at < slices.size() && rows < span.count; ++at) {
      if (depth[at] != span.depth) continue;
      ++rows;
      EXPECT_LE(slices.duration[at], longest + longest / 500);
      if (span.count > 1) {
        EXPECT_LT(slices.start[at] - covered, resolution);
      }
      covered = std::max(covered, slices.start[at] + slices.duration[at]);
    }
    EXPECT_EQ(covered, span.end);
  });
  EXPECT_GE(seen.count, expected.count);
  EXPECT_LE(seen.count - outside, expected.count);
  EXPECT_EQ(seen.long_ones, expected.long_ones);
}

TEST(Pyramid, MeetsItsGuaranteesAtEveryZoom) {
  // One depth, and operators that contain instructions; bursts with idle time between them, across
  // the border of a chunk, with a number of slices that does not fill the nodes of any level.
  for (const bool nested : {false, true}) {
    std::mt19937_64 random(17);
    SliceColumns slices;
    std::int64_t at = -1'000'000;
    const auto add = [&](std::int64_t start, std::int64_t duration, std::uint16_t depth) {
      slices.start.push_back(start);
      slices.duration.push_back(duration);
      slices.name.push_back(StringId(random() % 50));
      slices.depth.push_back(depth);
    };
    while (slices.size() < kChunkRows + 5003) {
      if (random() % 300 == 0) at += static_cast<std::int64_t>(random() % 3'000'000);
      const std::size_t inner = nested ? 1 + random() % 12 : 0;
      std::vector<std::int64_t> lengths(std::max<std::size_t>(inner, 1));
      for (auto& length : lengths) length = static_cast<std::int64_t>(random() % 400);
      std::int64_t whole = 0;
      for (const std::int64_t length : lengths) whole += length + 7;
      add(at, whole, 0);
      for (std::size_t i = 0; i < inner; ++i) {
        add(at, lengths[i], 1);
        at += lengths[i] + 7;
      }
      if (inner == 0) at += whole;
      at += static_cast<std::int64_t>(random() % 60);
    }
    SlicePyramid pyramid;
    pyramid.build(slices);
    const std::int64_t first = slices.start.front();
    const std::int64_t whole = at - first;
    double share = 1.0;
    for (int zoom = 0; zoom < 30; ++zoom, share /= 1.7) {
      const auto span = std::max<std::int64_t>(static_cast<std::int64_t>(share * whole), 1);
      for (int round = 0; round < 3; ++round) {
        const auto offset = static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(whole));
        const std::int64_t resolution = std::max<std::int64_t>(span / 700, 1);
        expect_promises(slices, pyramid, first + offset, first + offset + span, resolution);
        if (testing::Test::HasFailure()) {
          FAIL() << "nested " << nested << ", zoom " << zoom << ", round " << round;
        }
      }
    }
  }
}

TEST(Pyramid, FindsADepthAfterALongPause) {
  // Few slices at depth 0 at both ends, very many at depth 1 between them.
  SliceColumns slices;
  const auto add = [&](std::int64_t start, std::int64_t duration, int depth) {
    slices.start.push_back(start);
    slices.duration.push_back(duration);
    slices.name.push_back(StringId());
    slices.depth.push_back(static_cast<std::uint16_t>(depth));
  };
  constexpr std::int64_t kMany = 100'000;
  for (std::int64_t i = 0; i < 6; ++i) add(i * 10, 5, 0);
  for (std::int64_t i = 0; i < kMany; ++i) add(100 + i * 10, 9, 1);
  for (std::int64_t i = 0; i < 6; ++i) add(200 + kMany * 10 + i * 10, 5, 0);
  SlicePyramid pyramid;
  pyramid.build(slices);
  EXPECT_EQ(pyramid.at(slices, 203 + kMany * 10, 0), 6 + kMany);
  EXPECT_EQ(pyramid.at(slices, 50'000, 0), SliceId::kNone);
  expect_promises(slices, pyramid, 40, 300 + kMany * 10, 20);
  expect_promises(slices, pyramid, 40, 300 + kMany * 10, 5000);
}

INSTANTIATE_TEST_SUITE_P(Durations, PyramidTest, testing::Values(1, 20, 300, 50'000));

TEST(Pyramid, DepthSelectsALane) {
  SliceColumns slices;
  for (const auto& [start, duration, depth] :
       {std::tuple{0, 100, 0}, std::tuple{10, 50, 1}, std::tuple{20, 10, 2}}) {
    slices.start.push_back(start);
    slices.duration.push_back(duration);
    slices.name.push_back(StringId());
    slices.depth.push_back(static_cast<std::uint16_t>(depth));
  }
  SlicePyramid pyramid;
  pyramid.build(slices);
  EXPECT_EQ(pyramid.at(slices, 25), 2u);
  EXPECT_EQ(pyramid.at(slices, 25, 0), 0u);
  EXPECT_EQ(pyramid.at(slices, 25, 1), 1u);
  EXPECT_EQ(pyramid.at(slices, 200), SliceId::kNone);
}

TEST(Pyramid, EmptyTrackHasNothing) {
  const SliceColumns slices;
  SlicePyramid pyramid;
  pyramid.build(slices);
  EXPECT_EQ(pyramid.busy(slices, 0, 100), 0);
  EXPECT_EQ(pyramid.at(slices, 0), SliceId::kNone);
}

TEST(SlicePyramid, CountsOverlappingLanesOnce) {
  // Neither lane covers the other, over many blocks of the index; negative times too.
  std::mt19937 random(3);
  SliceColumns slices;
  std::int64_t start = -50'000;
  for (int i = 0; i < 3000; ++i) {
    start += static_cast<std::int64_t>(random() % 60);
    const bool longer = random() % 100 == 0;
    slices.start.push_back(start);
    slices.duration.push_back(longer ? 4'000 : static_cast<std::int64_t>(random() % 70));
    slices.name.push_back(StringId());
    slices.depth.push_back(static_cast<std::uint16_t>(i % 3));
  }
  SlicePyramid pyramid;
  pyramid.build(slices);
  ASSERT_FALSE(pyramid.roots_cover());
  for (int round = 0; round < 500; ++round) {
    const std::int64_t begin = -60'000 + static_cast<std::int64_t>(random() % 120'000);
    const std::int64_t end = begin + static_cast<std::int64_t>(random() % 30'000);
    EXPECT_EQ(pyramid.busy(slices, begin, end), busy_by_hand(slices, begin, end))
        << begin << " " << end;
  }
}

}  // namespace
}  // namespace nscope
