#include "costmodel/economics/ranking.h"

#include <cmath>

#include <gtest/gtest.h>

namespace nscope::cost {
namespace {

/// A cost with a band from middle / factor to middle x factor.
RankedCost cost(double middle, double factor, std::string device = {}) {
  return {middle, middle / factor, middle * factor, std::move(device)};
}

TEST(Ranking, IsEvenForEqualCostsAndCertainForDistantOnes) {
  EXPECT_DOUBLE_EQ(*probability_cheaper(cost(100, 1.5), cost(100, 1.5)), 0.5);
  EXPECT_GT(*probability_cheaper(cost(1000, 1.5), cost(100, 1.5)), 0.999);
  EXPECT_LT(*probability_cheaper(cost(100, 1.5), cost(1000, 1.5)), 0.001);
}

TEST(Ranking, BothDirectionsAddUpToOne) {
  const RankedCost a = cost(120, 1.3, "trainium2");
  const RankedCost b = cost(100, 1.6, "h100");
  const double forward = *probability_cheaper(a, b);
  EXPECT_NEAR(forward + *probability_cheaper(b, a), 1, 1e-12);
  // s = hypot(ln 1.3, ln 1.6) / 1.644854, P = Phi(ln 1.2 / s)
  EXPECT_NEAR(forward, 0.7113, 5e-4);
}

TEST(Ranking, TheCommonErrorOfOneDeviceCancels) {
  const RankedCost a = cost(110, 1.5, "trainium2");
  const RankedCost b = cost(100, 1.5, "trainium2");
  EXPECT_EQ(*probability_cheaper(a, b), 1);
  EXPECT_EQ(*probability_cheaper(b, a), 0);
  RankedCost other = b;
  other.device = "h100";
  EXPECT_LT(*probability_cheaper(a, other), 0.7);
  RankedCost stated = b;
  stated.device.clear();
  RankedCost also = a;
  also.device.clear();
  EXPECT_LT(*probability_cheaper(also, stated), 0.7) << "stated errors are independent";
}

TEST(Ranking, IsUnknownWithoutABand) {
  EXPECT_FALSE(probability_cheaper({.tokens_per_usd = 100}, cost(100, 1.5)));
  EXPECT_FALSE(probability_cheaper(cost(100, 1.5), {.tokens_per_usd = 100, .low = 90}));
}

}  // namespace
}  // namespace nscope::cost
