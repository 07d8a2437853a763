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

/// Its slow end meets the limits at no load.
RankedCost without_slow_end(double value, double factor, std::string device = {}) {
  return {value, 0, value * factor, std::move(device)};
}

TEST(Ranking, HasBoundsIfOnlyTheFastHalfIsKnown) {
  const RankedCost whole = cost(100, 1.5);
  const auto even = probability_range(without_slow_end(100, 1.5), whole);
  ASSERT_TRUE(even);
  // The fast half exceeds an equal error in three of four cases; the slow half never, or in half
  // of all cases if it is at the prediction.
  EXPECT_NEAR(even->low, 0.375, 1e-3);
  EXPECT_NEAR(even->high, 0.375 + 0.25, 1e-3);
  const auto reverse = probability_range(whole, without_slow_end(100, 1.5));
  EXPECT_NEAR(reverse->low, 1 - even->high, 1e-3);
  EXPECT_NEAR(reverse->high, 1 - even->low, 1e-3);
  // Far more expensive: it is never cheaper; far cheaper: in its fast half always.
  EXPECT_LT(probability_range(without_slow_end(10, 1.5), whole)->high, 1e-3);
  EXPECT_NEAR(probability_range(without_slow_end(1000, 1.5), whole)->low, 0.5, 1e-3);
  EXPECT_NEAR(probability_range(without_slow_end(1000, 1.5), whole)->high, 1, 1e-3);
  const auto both = probability_range(without_slow_end(120, 1.5), without_slow_end(100, 1.5));
  EXPECT_GT(both->low, 0.25);
  EXPECT_LT(both->high, 0.9);
}

TEST(Ranking, TheWholeBandIsWithinTheBounds) {
  for (const double value : {50.0, 90.0, 100.0, 130.0, 300.0}) {
    const RankedCost other = cost(100, 1.7);
    const double exact = *probability_cheaper(cost(value, 1.4), other);
    const auto range = probability_range(without_slow_end(value, 1.4), other);
    ASSERT_TRUE(range);
    EXPECT_LE(range->low, exact + 1e-3) << value;
    EXPECT_GE(range->high, exact - 1e-3) << value;
  }
}

TEST(Ranking, HasNoBoundsWithWholeOrUnknownBands) {
  EXPECT_FALSE(probability_range(cost(100, 1.5), cost(100, 1.5)));
  EXPECT_FALSE(probability_range(without_slow_end(100, 1.5), {.tokens_per_usd = 100}));
  EXPECT_FALSE(probability_range(without_slow_end(100, 1.5, "h100"), cost(100, 1.5, "h100")));
  EXPECT_FALSE(probability_cheaper(without_slow_end(100, 1.5), cost(100, 1.5)));
}

}  // namespace
}  // namespace nscope::cost
