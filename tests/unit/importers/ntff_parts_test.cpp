// The parts of the NTFF reader that matter only for large captures.
#include "importers/ntff/sort_by_time.h"
#include "importers/ntff/transfer_rate.h"

#include <algorithm>
#include <cmath>
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

}  // namespace
}  // namespace nscope::importers
