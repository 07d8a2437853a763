// The parts of the NTFF reader that matter only for large captures.
#include "importers/ntff/records.h"
#include "importers/ntff/sort_by_time.h"
#include "importers/ntff/transfer_rate.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <random>
#include <vector>

#include <gtest/gtest.h>

namespace nscope::importers {
namespace {

struct Row {
  std::int64_t time = 0;
  int order = 0;

  bool operator==(const Row&) const = default;
};

void expect_sorted_stable(std::vector<Row> rows) {
  for (std::size_t i = 0; i < rows.size(); ++i) rows[i].order = static_cast<int>(i);
  std::vector<Row> expected = rows;
  std::stable_sort(expected.begin(), expected.end(),
                   [](const Row& a, const Row& b) { return a.time < b.time; });
  const TaskControl control;
  EXPECT_TRUE(sort_by_time(
      rows, [](const Row& row) { return row.time; }, control));
  EXPECT_TRUE(rows == expected);
}

TEST(SortByTime, IsStableHoweverUnsortedTheRowsAre) {
  std::mt19937 random(3);
  for (const std::size_t n : {0u, 1u, 2u, 1000u, 400'000u}) {
    std::vector<Row> nearly(n);
    std::vector<Row> shuffled(n);
    std::vector<Row> falling(n);
    for (std::size_t i = 0; i < n; ++i) {
      const auto at = static_cast<std::int64_t>(i);
      nearly[i].time = at / 3 + static_cast<std::int64_t>(random() % 4);
      shuffled[i].time = static_cast<std::int64_t>(random() % 1000);
      falling[i].time = -at / 2;
    }
    expect_sorted_stable(nearly);
    expect_sorted_stable(shuffled);
    expect_sorted_stable(falling);
  }
}

TEST(SortByTime, StopsWhenCancelled) {
  std::vector<Row> rows(1'000'000);
  for (std::size_t i = 0; i < rows.size(); ++i) rows[i].time = -static_cast<std::int64_t>(i);
  TaskControl control;
  control.request_cancel();
  EXPECT_FALSE(sort_by_time(
      rows, [](const Row& row) { return row.time; }, control));
}

/// The number of transferred bytes: the integral of the rate.
double transferred(const std::vector<Step>& steps) {
  double bytes = 0.0;
  for (std::size_t i = 0; i + 1 < steps.size(); ++i) {
    bytes += steps[i].value * static_cast<double>(steps[i + 1].time - steps[i].time) / 1e12;
  }
  return bytes;
}

TEST(TransferRate, AddsUpTransfersInFlight) {
  TransferRate rate(0, 1000);
  rate.add(0, 100, 100);
  rate.add(50, 150, 200);
  rate.add(500, 500, 7);  // no duration
  const auto steps = rate.steps();
  ASSERT_EQ(steps.size(), 4u);
  EXPECT_EQ(steps[0].value, 1e12);
  EXPECT_EQ(steps[1].value, 3e12);
  EXPECT_EQ(steps[2].value, 2e12);
  EXPECT_EQ(steps[3].time, 150);
  EXPECT_EQ(steps[3].value, 0.0);
  EXPECT_FALSE(rate.averaged_over());
}

TEST(TransferRate, AveragesOfManyTransfersKeepTheBytes) {
  constexpr std::int64_t kEnd = 50'000'000'000;
  TransferRate rate(0, kEnd);
  std::mt19937_64 random(5);
  const std::size_t n = TransferRate::kMaxExact + 1000;
  double bytes = 0.0;
  for (std::size_t i = 0; i < n; ++i) {
    const auto begin = static_cast<std::int64_t>(random() % (kEnd - 2'000'000));
    // Most transfers are short; some span many intervals.
    const auto length = static_cast<std::int64_t>(1 + random() % (i % 7 == 0 ? 1'900'000 : 90'000));
    const double size = static_cast<double>(random() % 4096);
    rate.add(begin, begin + length, size);
    bytes += size;
  }
  const auto interval = rate.averaged_over();
  ASSERT_TRUE(interval);
  EXPECT_NEAR(static_cast<double>(*interval) * TransferRate::kIntervals, static_cast<double>(kEnd),
              1e6);
  const auto steps = rate.steps();
  EXPECT_LE(steps.size(), TransferRate::kIntervals + 1);
  EXPECT_NEAR(transferred(steps) / bytes, 1.0, 1e-9);
  EXPECT_TRUE(
      std::all_of(steps.begin(), steps.end(), [](const Step& step) { return step.value >= 0.0; }));
  EXPECT_EQ(steps.back().value, 0.0);
}

TEST(TransferRate, AddingToBothIsTheSameAsAddingToEach) {
  constexpr std::int64_t kEnd = 50'000'000'000;
  TransferRate all(0, kEnd);
  TransferRate some(0, kEnd);
  TransferRate expected_all(0, kEnd);
  TransferRate expected_some(0, kEnd);
  std::mt19937_64 random(7);
  // Only `all` has more transfers than can be exact; later both have.
  for (const std::size_t n : {TransferRate::kMaxExact + 1000, 3 * TransferRate::kMaxExact}) {
    for (std::size_t i = 0; i < n; ++i) {
      const auto begin = static_cast<std::int64_t>(random() % (kEnd - 2'000'000)) - 1000;
      const auto length = static_cast<std::int64_t>(random() % (i % 7 == 0 ? 1'900'000 : 90'000));
      const double size = static_cast<double>(random() % 4096);
      const int times = static_cast<int>(random() % 3);
      all.add_to_both(begin, begin + length, size, some, times);
      expected_all.add(begin, begin + length, size);
      if (times > 0) expected_some.add(begin, begin + length, size * times);
    }
    const auto same = [](const TransferRate& a, const TransferRate& b) {
      const std::vector<Step> left = a.steps();
      const std::vector<Step> right = b.steps();
      return std::equal(
          left.begin(), left.end(), right.begin(), right.end(),
          [](const Step& x, const Step& y) { return x.time == y.time && x.value == y.value; });
    };
    EXPECT_TRUE(all.averaged_over().has_value());
    EXPECT_EQ(some.averaged_over().has_value(), expected_some.averaged_over().has_value());
    EXPECT_TRUE(same(all, expected_all));
    EXPECT_TRUE(same(some, expected_some));
  }
}

void put_record(std::vector<std::byte>& to, std::uint32_t a, std::uint32_t c, std::uint64_t time) {
  const std::size_t at = to.size();
  to.resize(at + kNtffRecord);
  std::memcpy(&to[at], &a, sizeof a);
  std::memcpy(&to[at + 4], &c, sizeof c);
  std::memcpy(&to[at + 8], &time, sizeof time);
}

/// A lane of packets on two rings; every eighth record is moved forward by `moved` records.
std::vector<std::byte> lane_of_packets(std::uint32_t engine, std::size_t moved) {
  struct Entry {
    std::uint32_t a, c;
    std::uint64_t time;
  };
  std::vector<Entry> entries;
  for (std::uint32_t i = 0; i < 5000; ++i) {
    const std::uint32_t ring = i % 2 << 4;
    entries.push_back({engine << 24, 1 | ring, 1000 + 100 * std::uint64_t{i}});
    entries.push_back({engine << 24 | i, 5 | ring | i << 16, 1230 + 100 * std::uint64_t{i}});
  }
  std::sort(entries.begin(), entries.end(),
            [](const Entry& x, const Entry& y) { return x.time < y.time; });
  for (std::size_t i = 0; moved > 0 && i + moved < entries.size(); i += 8) {
    std::swap(entries[i], entries[i + moved]);
  }
  std::vector<std::byte> block;
  put_record(block, (engine + 1) << 24, 1, 5000);  // of another engine
  for (const Entry& entry : entries) put_record(block, entry.a, entry.c, entry.time);
  put_record(block, engine << 24, 9, 700'000);            // an unknown phase
  put_record(block, engine << 24, 1, 1ull << 63);         // an impossible time
  put_record(block, engine << 24 | 3, 5 | 3 << 4, 2000);  // an end without a start
  return block;
}

TEST(DmaLane, RecordsInAnyOrderGiveTheSamePackets) {
  const TaskControl control;
  const std::vector<NtffExecutionWindow> windows{{.start = 0, .end = 1'000'000}};
  const ExecutionAxis axis(windows);
  const RecordContext context{axis, control};
  const auto read = [&](std::size_t moved, DmaLaneRows& to) {
    const std::vector<std::byte> block = lane_of_packets(3, moved);
    CoreBlocks blocks;
    blocks.dma.push_back(block);
    const auto lanes = find_dma_lanes(blocks, context);
    ASSERT_EQ(lanes.size(), 2u);
    EXPECT_EQ(lanes[0].engine, 3u);
    read_dma_lane(lanes[0], context, to);
  };
  DmaLaneRows expected;
  read(0, expected);
  ASSERT_EQ(expected.rows.size(), 5000u);
  EXPECT_EQ(expected.rows[7].begin, 1700);
  EXPECT_EQ(expected.rows[7].end, 1930);
  EXPECT_EQ(expected.rows[7].bytes, 7u);
  EXPECT_EQ(expected.rows[7].ring, 1);
  EXPECT_EQ(expected.left.unknown, 1);
  EXPECT_EQ(expected.left.implausible, 1);
  EXPECT_EQ(expected.left.without_start, 1);
  DmaLaneRows other;  // the memory is used again
  for (const std::size_t moved : {1u, 5u, 400u}) {
    read(moved, other);
    ASSERT_EQ(other.rows.size(), expected.rows.size());
    EXPECT_TRUE(std::equal(other.rows.begin(), other.rows.end(), expected.rows.begin(),
                           [](const DmaRow& x, const DmaRow& y) {
                             return x.begin == y.begin && x.end == y.end && x.bytes == y.bytes &&
                                    x.ring == y.ring && x.crc == y.crc;
                           }));
    EXPECT_EQ(other.left.unknown, 1);
    EXPECT_EQ(other.left.implausible, 1);
    EXPECT_EQ(other.left.without_start, 1);
    EXPECT_EQ(other.left.without_stop, 0);
  }
}

}  // namespace
}  // namespace nscope::importers
