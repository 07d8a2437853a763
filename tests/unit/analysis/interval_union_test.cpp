#include "profiler/analysis/metrics/interval_union.h"

#include <random>

#include <gtest/gtest.h>

namespace nscope::analysis {
namespace {

TEST(IntervalUnion, MergesOverlapsAndTouchingEnds) {
  IntervalUnion busy;
  busy.add(10, 20);
  busy.add(15, 18);
  busy.add(20, 25);
  busy.add(40, 50);
  busy.add(0, 5);
  busy.add(7, 7);
  EXPECT_EQ(busy.length(), 5 + 15 + 10);
  EXPECT_EQ(busy.intervals().size(), 3u);
  busy.add(3, 45);
  EXPECT_EQ(busy.length(), 50);
}

TEST(IntervalUnion, IntersectionIsWhatBothCover) {
  IntervalUnion a;
  a.add(0, 10);
  a.add(20, 30);
  IntervalUnion b;
  b.add(5, 22);
  b.add(25, 26);
  b.add(40, 50);
  EXPECT_EQ(intersection(a, b).length(), 5 + 2 + 1);
  EXPECT_EQ(intersection(b, a).length(), 5 + 2 + 1);
  EXPECT_EQ(intersection(a, IntervalUnion()).length(), 0);
}

TEST(IntervalUnion, EqualsCountingEveryTick) {
  std::mt19937 random(3);
  for (int round = 0; round < 200; ++round) {
    IntervalUnion busy;
    IntervalUnion halves[2];
    std::vector<bool> covered(1000, false);
    for (int i = 0; i < 40; ++i) {
      const auto begin = static_cast<std::int64_t>(random() % 990);
      const auto end = begin + static_cast<std::int64_t>(random() % 10);
      busy.add(begin, end);
      halves[i % 2].add(begin, end);
      for (std::int64_t t = begin; t < end; ++t) covered[static_cast<std::size_t>(t)] = true;
    }
    const auto expected = std::count(covered.begin(), covered.end(), true);
    ASSERT_EQ(busy.length(), expected);
    ASSERT_EQ(merged(halves[0], halves[1]).length(), expected);
    halves[0].add(halves[1]);
    ASSERT_EQ(halves[0].length(), expected);
    // Each half is inside the whole, and what both halves cover is counted once.
    ASSERT_EQ(intersection(busy, halves[1]).length(), halves[1].length());
  }
}

TEST(CoveredTime, AnswersAnyRange) {
  IntervalUnion busy;
  busy.add(10, 20);
  busy.add(30, 50);
  const CoveredTime time(busy);
  EXPECT_EQ(time.within(0, 100), 30);
  EXPECT_EQ(time.within(15, 35), 10);
  EXPECT_EQ(time.within(20, 30), 0);
  EXPECT_EQ(time.within(40, 41), 1);
  EXPECT_EQ(time.within(60, 50), 0);
  EXPECT_EQ(CoveredTime(IntervalUnion()).within(0, 5), 0);
}

TEST(CoveredTime, EqualsCountingEveryTick) {
  std::mt19937 random(5);
  IntervalUnion busy;
  IntervalUnion other;
  std::vector<int> covered(1000, 0);
  for (int i = 0; i < 60; ++i) {
    const auto begin = static_cast<std::int64_t>(random() % 950);
    const auto end = begin + static_cast<std::int64_t>(random() % 12);
    (i % 2 == 0 ? busy : other).add(begin, end);
    for (std::int64_t t = begin; t < end; ++t) covered[static_cast<std::size_t>(t)] |= 1 + i % 2;
  }
  const CoveredTime time(busy);
  EXPECT_EQ(time.length(), busy.length());
  EXPECT_EQ(time.within(other), std::count(covered.begin(), covered.end(), 3));
  for (int round = 0; round < 500; ++round) {
    const auto begin = static_cast<std::ptrdiff_t>(random() % 1000);
    const auto end = static_cast<std::ptrdiff_t>(random() % 1000);
    const auto expected = std::count_if(covered.begin() + std::min(begin, end),
                                        covered.begin() + end, [](int c) { return (c & 1) != 0; });
    ASSERT_EQ(time.within(begin, end), begin < end ? expected : 0);
  }
}

}  // namespace
}  // namespace nscope::analysis
