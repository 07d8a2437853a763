#include "app/gui/compare/run_clock.h"

#include "tests/gui/compare_fixtures.h"

#include <gtest/gtest.h>

namespace nscope::gui {
namespace {

using analysis::AlignedTime;

TEST(RunClock, CountsFromTheStartOfEachRun) {
  const auto base = make_compared(base_run());
  const auto now = make_compared(new_run());
  const RunClock first = make_clock(*base, *base, TimeAlignment::kStart, nullptr);
  const RunClock second = make_clock(*now, *base, TimeAlignment::kStart, nullptr);
  EXPECT_DOUBLE_EQ(first.shared_ns(250.0), 250.0);
  EXPECT_DOUBLE_EQ(second.shared_ns(2'100'000.0), 100.0) << "ticks of 1 ps, from 2,000 ns on";
  EXPECT_DOUBLE_EQ(second.tick(100.0), 2'100'000.0);
}

TEST(RunClock, CountsByTheClockOfTheCaptures) {
  const auto base = make_compared(base_run());
  const auto now = make_compared(new_run());
  const RunClock second = make_clock(*now, *base, TimeAlignment::kClock, nullptr);
  EXPECT_DOUBLE_EQ(second.shared_ns(2'100'000.0), 2100.0);
}

TEST(RunClock, FollowsTheWork) {
  const auto now = make_compared(new_run());
  const auto base = make_compared(base_run());
  const auto work = std::make_shared<const AlignedTime>(
      std::vector<AlignedTime::Anchor>{{100.0, 2100.0}, {300.0, 2280.0}});
  const RunClock clock = make_clock(*now, *base, TimeAlignment::kWork, work);
  EXPECT_DOUBLE_EQ(clock.shared_ns(2'190'000.0), 200.0);
  EXPECT_DOUBLE_EQ(clock.tick(200.0), 2'190'000.0);
}

TEST(RunClock, CanBeMoved) {
  RunClock clock(1000.0, 50.0);
  clock.set_shift(20.0);
  EXPECT_DOUBLE_EQ(clock.tick(0.0), 70'000.0);
  EXPECT_DOUBLE_EQ(clock.shared_ns(70'000.0), 0.0);
}

TEST(PlaceView, LeavesBlankWhatIsNotOfTheRun) {
  const RunClock clock(1.0, 0.0);
  const auto inside = place_view(clock, {100.0, 300.0}, {0.0, 1000.0});
  ASSERT_TRUE(inside);
  EXPECT_EQ(inside->view, (TimeView{100.0, 300.0}));
  EXPECT_EQ(inside->left, 0.0);
  const auto around = place_view(clock, {-500.0, 1500.0}, {0.0, 1000.0});
  ASSERT_TRUE(around);
  EXPECT_EQ(around->view, (TimeView{0.0, 1000.0}));
  EXPECT_DOUBLE_EQ(around->left, 0.25);
  EXPECT_DOUBLE_EQ(around->right, 0.25);
  const TimeView back = shared_view(clock, *around);
  EXPECT_DOUBLE_EQ(back.begin, -500.0);
  EXPECT_DOUBLE_EQ(back.end, 1500.0);
  EXPECT_FALSE(place_view(clock, {1000.0, 1200.0}, {0.0, 1000.0}));
}

TEST(PlaceView, IsStretchedTwentyTimesAtMost) {
  // 1,000 ns of the base take 1 ns in the other run.
  const auto work = std::make_shared<const AlignedTime>(
      std::vector<AlignedTime::Anchor>{{0.0, 0.0}, {1000.0, 1.0}, {2000.0, 1001.0}});
  const RunClock clock(1.0, 0.0, work);
  const auto placed = place_view(clock, {0.0, 1000.0}, {-5000.0, 5000.0});
  ASSERT_TRUE(placed);
  EXPECT_DOUBLE_EQ(placed->view.span(), 50.0);
  EXPECT_DOUBLE_EQ((placed->view.begin + placed->view.end) / 2.0, 0.5);
}

}  // namespace
}  // namespace nscope::gui
