#include "profiler/analysis/comparison/mean_interval.h"

#include <array>
#include <cmath>

#include <gtest/gtest.h>

namespace nscope::analysis {
namespace {

TEST(MeanInterval, FollowsWelch) {
  const std::array<double, 3> base{10, 11, 12};  // variance 1, that of the mean 1/3
  const std::array<double, 3> now{20, 21, 22};
  // Equal variances: 4 degrees of freedom, t = 2.776.
  const auto interval = mean_difference_interval(base, now);
  ASSERT_TRUE(interval.has_value());
  EXPECT_NEAR(interval->low, 10 - 2.776 * std::sqrt(2.0 / 3.0), 1e-12);
  EXPECT_NEAR(interval->high, 10 + 2.776 * std::sqrt(2.0 / 3.0), 1e-12);
  EXPECT_FALSE(interval->holds_zero());
  EXPECT_TRUE(mean_difference_interval(base, base)->holds_zero());
}

TEST(MeanInterval, NeedsThreeRunsOfEachSide) {
  const std::array<double, 2> two{1, 2};
  const std::array<double, 3> three{1, 2, 3};
  EXPECT_FALSE(mean_difference_interval(two, three).has_value());
  EXPECT_FALSE(mean_difference_interval(three, two).has_value());
}

TEST(MeanInterval, WithoutSpreadIsAPoint) {
  const std::array<double, 3> base{4, 4, 4};
  const std::array<double, 3> now{5, 5, 5};
  const auto interval = mean_difference_interval(base, now);
  EXPECT_EQ(interval->low, 1);
  EXPECT_EQ(interval->high, 1);
}

}  // namespace
}  // namespace nscope::analysis
