#include "profiler/base/order_statistics.h"

#include <random>

#include <gtest/gtest.h>

namespace nscope {
namespace {

TEST(OrderStatistics, ReturnOneOfTheValues) {
  std::mt19937 random(4);
  for (std::size_t count = 1; count < 60; ++count) {
    std::vector<std::int64_t> values(count);
    for (std::int64_t& value : values) value = static_cast<std::int64_t>(random() % 20);
    std::vector<std::int64_t> sorted = values;
    std::sort(sorted.begin(), sorted.end());
    EXPECT_EQ(upper_median(values), sorted[count / 2]) << count;
    EXPECT_EQ(lower_quantile(values, 0.9), sorted[(count - 1) * 9 / 10]) << count;
    EXPECT_EQ(lower_quantile(values, 0.0), sorted.front()) << count;
    EXPECT_EQ(lower_quantile(values, 1.0), sorted.back()) << count;
  }
}

TEST(OrderStatistics, OfNoValuesAreZero) {
  std::vector<std::int64_t> none;
  EXPECT_EQ(upper_median(none), 0);
  EXPECT_EQ(lower_quantile(none, 0.9), 0);
  std::vector<double> no_numbers;
  EXPECT_EQ(quantile(no_numbers, 0.5), 0);
  EXPECT_EQ(sorted_quantile(no_numbers, 0.5), 0);
}

TEST(OrderStatistics, QuantilesInterpolateBetweenTwoValues) {
  std::vector<double> values{40, 10, 30, 20};
  EXPECT_DOUBLE_EQ(quantile(values, 0.5), 25);
  EXPECT_DOUBLE_EQ(quantile(values, 0.9), 37);
  EXPECT_DOUBLE_EQ(quantile(values, 1.0), 40);
  EXPECT_DOUBLE_EQ(sorted_quantile({10, 20, 30, 40}, 0.9), 37);
}

}  // namespace
}  // namespace nscope
