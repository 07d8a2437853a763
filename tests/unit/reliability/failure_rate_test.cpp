#include "simcore/reliability/failure_rate.h"

#include <cmath>

#include <gtest/gtest.h>

namespace nscope::reliability {
namespace {

TEST(FailureRate, MatchesTheProbability) {
  const double rate = rate_of_chance(0.125, 730);
  EXPECT_NEAR(1 / rate, 5466.879253, 1e-6);
  EXPECT_NEAR(1 - std::exp(-rate * 730), 0.125, 1e-15);
  EXPECT_DOUBLE_EQ(rate_of_chance(0, 730), 0);
}

TEST(FailureRate, OfAJobIsBetweenIndependentAndSharedFailures) {
  const double node = 0.001;
  EXPECT_DOUBLE_EQ(gang_rate(node, 16, 0).total(), 0.016);
  EXPECT_DOUBLE_EQ(gang_rate(node, 16, 1).total(), 0.001);
  const GangRate half = gang_rate(node, 16, 0.5);
  EXPECT_DOUBLE_EQ(half.single, 0.008);
  EXPECT_DOUBLE_EQ(half.shared, 0.0005);
  // The failure rate of a single node does not depend on the shared part.
  EXPECT_DOUBLE_EQ(half.single / 16 + half.shared, node);
}

}  // namespace
}  // namespace nscope::reliability
