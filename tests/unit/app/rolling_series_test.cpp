#include "app/live/rolling_series.h"

#include <vector>

#include <gtest/gtest.h>

namespace nscope::app {
namespace {

std::vector<double> times(const RollingSeries& series) {
  std::vector<double> result;
  for (std::size_t i = 0; i < series.size(); ++i) result.push_back(series.at(i).time);
  return result;
}

TEST(RollingSeries, KeepsTheNewest) {
  RollingSeries series(4);
  for (int i = 0; i < 11; ++i) series.add(i, i * 2.0);
  EXPECT_EQ(times(series), (std::vector<double>{7, 8, 9, 10}));
  EXPECT_EQ(series.at(0).value, 14.0);
  EXPECT_EQ(series.newest(), 20.0);
}

TEST(RollingSeries, FindsTimesAcrossTheSeamOfTheRing) {
  RollingSeries series(5);
  for (int i = 0; i < 13; ++i) series.add(i, 0.0);  // 8 .. 12
  EXPECT_EQ(series.lower_bound(0.0), 0u);
  EXPECT_EQ(series.lower_bound(8.0), 0u);
  EXPECT_EQ(series.lower_bound(10.5), 3u);
  EXPECT_EQ(series.lower_bound(12.0), 4u);
  EXPECT_EQ(series.lower_bound(99.0), 5u);
  EXPECT_EQ(RollingSeries(5).lower_bound(1.0), 0u);
}

TEST(RollingSeries, AGapIsAPointWithoutAValue) {
  RollingSeries series;
  series.add_gap(0.0);
  EXPECT_EQ(series.size(), 0u) << "no gap before the first point";
  series.add(1.0, 5.0);
  series.add_gap(2.0);
  series.add_gap(3.0);
  EXPECT_EQ(series.gaps(), 1) << "the same gap";
  EXPECT_FALSE(series.newest());
  series.add(4.0, 6.0);
  EXPECT_EQ(times(series), (std::vector<double>{1, 2, 4}));
  EXPECT_TRUE(series.at(1).is_gap());
  EXPECT_EQ(series.newest(), 6.0);
  series.add_gap(5.0);
  EXPECT_EQ(series.gaps(), 2);
}

TEST(RollingSeries, GapsThatFellOutStayCounted) {
  RollingSeries series(2);
  series.add(1.0, 1.0);
  series.add_gap(2.0);
  for (int i = 3; i < 9; ++i) series.add(i, 1.0);
  EXPECT_EQ(series.gaps(), 1);
}

TEST(RollingSeries, TimeDoesNotGoBack) {
  RollingSeries series;
  series.add(5.0, 1.0);
  series.add(3.0, 2.0);
  EXPECT_EQ(times(series), (std::vector<double>{5, 5}));
}

}  // namespace
}  // namespace nscope::app
