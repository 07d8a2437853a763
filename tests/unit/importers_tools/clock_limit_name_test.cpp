#include "importers/shared/clock_limit_name.h"

#include <gtest/gtest.h>

namespace nscope::importers {
namespace {

TEST(ClockLimitName, SaysHowManyCycles) {
  EXPECT_EQ(clock_limit_name(4, 8), "clock limited to 4/8");
  EXPECT_EQ(clock_limit_name(8, 8), "full clock");
  EXPECT_EQ(clock_limit_name(std::nullopt, 8), "unknown limit");
  EXPECT_EQ(clock_limit_name(4, std::nullopt), "unknown limit");
}

}  // namespace
}  // namespace nscope::importers
