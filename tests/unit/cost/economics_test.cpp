#include "costmodel/money/cost_arithmetic.h"
#include "tests/unit/cost/literals.h"

#include <cmath>

#include <gtest/gtest.h>

namespace nscope::cost {
namespace {

TEST(Money, ParsesAndRoundsHalfAwayFromZeroAtTheNanoDollar) {
  EXPECT_EQ(usd("21.5000000000").nano(), 21'500'000'000);
  EXPECT_EQ(usd("0.0000000005").nano(), 1);
  EXPECT_EQ(usd("-0.0000000005").nano(), -1);
  EXPECT_EQ(usd("0.00000000049").nano(), 0);
  EXPECT_EQ(usd("0.9999999999").nano(), 1'000'000'000);
  EXPECT_EQ(usd(".5").nano(), 500'000'000);
  for (const char* bad :
       {"", "-", ".", "1,000", "1e3", " 1", "0x1", "9300000000", "1.2.3", "NaN"}) {
    EXPECT_FALSE(Usd::parse(bad)) << bad;
  }
}

TEST(Money, SumsAreExactWhereDoublesAreNot) {
  Usd sum;
  for (int i = 0; i < 10; ++i) sum += usd("0.1");
  EXPECT_EQ(sum, Usd::from_dollars(1));
}

TEST(Money, ProductsSaturateInsteadOfOverflowing) {
  EXPECT_EQ(usd("9000000000") * 1e6, Usd::round(1e300));
  EXPECT_GT(usd("9000000000") * 1e6, usd("9000000000"));
}

TEST(Economics, UtilisationRaisesTheCostPerTokenAndLowersTokensPerDollar) {
  const Usd price = usd("21.5");
  EXPECT_NEAR(usd_per_million_tokens(price, 1000, 0.5) / usd_per_million_tokens(price, 1000), 2.0,
              1e-8);
  EXPECT_DOUBLE_EQ(tokens_per_usd(price, 1000, 0.5) * 2.0, tokens_per_usd(price, 1000));
  EXPECT_NEAR(tokens_per_usd(price, 1000) * usd_per_million_tokens(price, 1000).dollars(), 1e6,
              1e-2);
}

TEST(Economics, InstancesForLoadDoesNotTripOverBinaryFractions) {
  EXPECT_EQ(instances_for_load(20000, 800), 25);
  EXPECT_EQ(instances_for_load(20000, 550), 37);
  EXPECT_EQ(instances_for_load(0.1 + 0.2, 0.1), 3);  // 0.30000000000000004
  EXPECT_EQ(instances_for_load(0, 550), 0);
  EXPECT_EQ(instances_for_load(550.01, 550), 2);
}

TEST(Economics, DedicatedAddsInstancesWhenTheLoadExceedsOne) {
  EXPECT_EQ(dedicated(usd("10"), 100, 5e8, 5).instances, 5) << "the peak needs more";
  const Dedicated month = dedicated(usd("10"), 100, 5e8);  // one instance makes 262.8 million
  EXPECT_EQ(month.instances, 2);
  EXPECT_NEAR(month.utilisation, 5e8 / (2 * 100 * 3600.0 * 730), 1e-12);
  EXPECT_EQ(month.per_month, usd("14600"));
  EXPECT_EQ(month.per_million, usd("29.2"));
}

TEST(Economics, EqualWorkOfTheSameTokensChangesNothing) {
  const EqualWork same = equal_work({usd("10"), 100, 20}, {usd("15"), 200, 10});
  EXPECT_NEAR(same.shortfall, 0.0, 1e-12);
  EXPECT_EQ(same.equal_cost, same.claimed_cost);
  EXPECT_NEAR(same.saving_equal, 0.25, 1e-12);
}

TEST(Economics, EqualWorkScalesTheClaimedCostByTheTokens) {
  const EqualWork half = equal_work({usd("10"), 100, 20}, {usd("15"), 100, 10});
  EXPECT_NEAR(half.shortfall, 0.5, 1e-12);
  EXPECT_EQ(half.equal_cost, half.claimed_cost + half.claimed_cost);
  EXPECT_DOUBLE_EQ(half.rate_needed, 200.0);
}

TEST(Economics, ARunThatSavesNothingNeverPaysBack) {
  EXPECT_FALSE(runs_to_break_even(usd("20000"), Usd()));
  EXPECT_FALSE(runs_to_break_even(usd("20000"), usd("-32400")));
  EXPECT_DOUBLE_EQ(runs_to_break_even(usd("20000"), usd("10000")).value(), 2.0);
}

TEST(Economics, UpfrontFeesAreSpreadOverTheTerm) {
  // The list of 2016 for c4.large, 1 year partial upfront: 263 USD and 0.03 USD/h.
  EXPECT_NEAR(effective_hourly(usd("0.03"), usd("263"), 1).dollars(), 0.060023, 5e-7);
  EXPECT_EQ(effective_hourly(usd("13.22895"), Usd(), 3), usd("13.22895"));
}

}  // namespace
}  // namespace nscope::cost
