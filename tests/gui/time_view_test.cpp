#include "app/gui/timeline/model/time_view.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace nscope::gui {
namespace {

TEST(TimeView, ZoomKeepsTheAnchorInPlace) {
  const TimeView view{100.0, 300.0};
  const TimeView closer = zoomed(view, 0.5, 150.0);
  EXPECT_DOUBLE_EQ(closer.span(), 100.0);
  const TimeScale before{view, 800.0};
  const TimeScale after{closer, 800.0};
  EXPECT_DOUBLE_EQ(before.x(150.0), after.x(150.0));
}

TEST(TimeView, ClampStaysInsideTheRun) {
  const TimeView limits{0.0, 1000.0};
  EXPECT_EQ(clamped({-50.0, 150.0}, limits, 10.0), (TimeView{0.0, 200.0}));
  EXPECT_EQ(clamped({900.0, 1100.0}, limits, 10.0), (TimeView{800.0, 1000.0}));
  EXPECT_EQ(clamped({-900.0, 5000.0}, limits, 10.0), limits);
  const TimeView tiny = clamped({500.0, 500.1}, limits, 10.0);
  EXPECT_DOUBLE_EQ(tiny.span(), 10.0);
  EXPECT_NEAR((tiny.begin + tiny.end) / 2.0, 500.05, 1e-9);
}

TEST(TimeView, ScaleMapsBothWays) {
  const TimeScale scale{{1000.0, 3000.0}, 500.0};
  EXPECT_DOUBLE_EQ(scale.x(2000.0), 250.0);
  EXPECT_DOUBLE_EQ(scale.tick(scale.x(1234.0)), 1234.0);
}

std::vector<std::string> labels(const TimeScale& scale, double ticks_per_ns) {
  std::vector<std::string> texts;
  for (const AxisTick& tick : axis_ticks(scale, ticks_per_ns, 100.0)) texts.push_back(tick.label);
  return texts;
}

TEST(AxisTicks, UseRoundStepsAndOneUnit) {
  EXPECT_THAT(labels({{0.0, 50'000.0}, 600.0}, 1.0),
              testing::ElementsAre("0\u202fµs", "10\u202fµs", "20\u202fµs", "30\u202fµs",
                                   "40\u202fµs", "50\u202fµs"));
  // Picosecond ticks, a view narrower than its distance from zero.
  EXPECT_THAT(labels({{42'000'000.0, 42'001'000.0}, 500.0}, 1000.0),
              testing::ElementsAre("42.0000\u202fµs", "42.0002\u202fµs", "42.0004\u202fµs",
                                   "42.0006\u202fµs", "42.0008\u202fµs", "42.0010\u202fµs"));
}

TEST(AxisTicks, AreFarEnoughApartAtEveryZoom) {
  for (double span = 10.0; span < 1e18; span *= 3.7) {
    const auto ticks = axis_ticks({{123.0, 123.0 + span}, 1400.0}, 1000.0, 100.0);
    ASSERT_GE(ticks.size(), 2u) << span;
    ASSERT_LE(ticks.size(), 15u) << span;
    for (std::size_t i = 1; i < ticks.size(); ++i) {
      EXPECT_GE(ticks[i].x - ticks[i - 1].x, 99.9) << span;
      EXPECT_NE(ticks[i].label, ticks[i - 1].label) << span;
    }
  }
}

TEST(AxisTicks, LongTimesHaveLongUnits) {
  constexpr double kHour = 3600e9;
  EXPECT_THAT(labels({{0.0, 24 * kHour}, 500.0}, 1.0),
              testing::ElementsAre("0\u202fh", "6\u202fh", "12\u202fh", "18\u202fh", "24\u202fh"));
  EXPECT_THAT(labels({{0.0, kHour}, 400.0}, 1.0),
              testing::ElementsAre("0\u202fmin", "15\u202fmin", "30\u202fmin", "45\u202fmin",
                                   "60\u202fmin"));
  EXPECT_THAT(
      labels({{0.0, 400 * 24 * kHour}, 500.0}, 1.0),
      testing::ElementsAre("0\u202fd", "100\u202fd", "200\u202fd", "300\u202fd", "400\u202fd"));
  EXPECT_THAT(labels({{0.0, 120e9}, 400.0}, 1.0),
              testing::ElementsAre("0\u202fs", "50\u202fs", "100\u202fs"));
}

TEST(AxisTicks, NothingToDrawIsNoTick) {
  EXPECT_TRUE(axis_ticks({{0.0, 100.0}, 0.0}, 1.0, 100.0).empty());
  EXPECT_TRUE(axis_ticks({{5.0, 5.0}, 100.0}, 1.0, 100.0).empty());
}

}  // namespace
}  // namespace nscope::gui
