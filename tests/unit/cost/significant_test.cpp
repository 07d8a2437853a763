#include "costmodel/money/significant.h"

#include <cmath>

#include <gtest/gtest.h>

namespace nscope::cost {
namespace {

TEST(SignificantDigits, AreKeptAtEverySize) {
  EXPECT_EQ(rounded_to_digits(8282.171, 4), 8282);
  EXPECT_EQ(rounded_to_digits(24160.139, 4), 24160);
  EXPECT_EQ(rounded_to_digits(0.0093414, 3), 0.00934);
  EXPECT_EQ(rounded_to_digits(-0.9996, 3), -1);
  EXPECT_EQ(rounded_to_digits(0, 3), 0);
  EXPECT_EQ(rounded_to_digits(1.2345e-310, 3), 1.2345e-310);
  EXPECT_DOUBLE_EQ(rounded_to_digits(1.23456e300, 3), 1.23e300);
  EXPECT_TRUE(std::isinf(rounded_to_digits(INFINITY, 3)));
}

}  // namespace
}  // namespace nscope::cost
