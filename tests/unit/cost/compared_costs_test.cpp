#include "costmodel/economics/compared_costs.h"

#include "costmodel/money/cost_arithmetic.h"

#include <cmath>

#include <gtest/gtest.h>

namespace nscope::cost {
namespace {

/// The published case: p4d at 800 tok/s and 32.77 USD/h, inf2 at 550 and 12.98.
ComparedSides published() {
  ComparedSides sides;
  sides.base = {.per_hour = Usd::parse("32.77").value(), .tokens_per_second = 800};
  sides.other = {.per_hour = Usd::parse("12.98").value(), .tokens_per_second = 550};
  return sides;
}

TEST(ComparedCosts, AgreeWithTheArithmeticOfPrices) {
  const ComparedSides sides = published();
  EXPECT_NEAR(usd_per_million(sides.base),
              usd_per_million_tokens(sides.base.per_hour, 800).dollars(), 1e-8);
  ComparedSide busy = sides.other;
  busy.utilisation = 0.4;
  busy.discount = 0.25;
  EXPECT_NEAR(usd_per_million(busy), 12.98 * 0.75 / (550 * 0.4 * 3600) * 1e6, 1e-9);
}

TEST(ComparedCosts, BothSidesCostTheSameAtTheBreakEven) {
  ComparedSides sides = published();
  sides.base.utilisation = 0.7;
  sides.other.utilisation = 0.6;
  const auto speed = break_even_at(sides, Lever::kSpeed);
  ASSERT_TRUE(speed);
  ComparedSides even = sides;
  even.other.speed = *speed;
  EXPECT_NEAR(usd_per_million(even.other), usd_per_million(even.base), 1e-9);
  const auto utilisation = break_even_at(sides, Lever::kUtilisation);
  ASSERT_TRUE(utilisation);
  even = sides;
  even.other.utilisation = *utilisation;
  EXPECT_NEAR(usd_per_million(even.other), usd_per_million(even.base), 1e-9);
  // The alternative is cheaper already, so that no discount makes them equal.
  EXPECT_FALSE(break_even_at(sides, Lever::kDiscount));
  sides.other.speed = 0.3;
  const auto discount = break_even_at(sides, Lever::kDiscount);
  ASSERT_TRUE(discount);
  even = sides;
  even.other.discount = *discount;
  EXPECT_NEAR(usd_per_million(even.other), usd_per_million(even.base), 1e-9);
  EXPECT_FALSE(break_even_at(sides, Lever::kUtilisation)) << "above 100 %";
}

TEST(ComparedCosts, TheSpeedOfTheBreakEvenIsTheRatioOfPrices) {
  ComparedSides sides = published();
  EXPECT_NEAR(break_even_speed(sides), 12.98 / 32.77, 1e-12);
  sides.other.speed = 3;
  EXPECT_NEAR(break_even_speed(sides), 12.98 / 32.77, 1e-12) << "independent of its speed";
}

TEST(ComparedCosts, ACurveHasItsEndsAndCrossesAtTheBreakEven) {
  const ComparedSides sides = published();
  const auto curve = cost_curve(sides, Lever::kSpeed, 0.1, 2, 38);
  ASSERT_EQ(curve.size(), 39U);
  EXPECT_DOUBLE_EQ(curve.front().at, 0.1);
  EXPECT_DOUBLE_EQ(curve.back().at, 2);
  const double even = *break_even_at(sides, Lever::kSpeed);
  for (const CostPoint& point : curve) {
    EXPECT_EQ(point.other<point.base, point.at> even) << point.at;
    EXPECT_DOUBLE_EQ(point.base, curve.front().base);
  }
}

TEST(LoadCurve, CountsWholeGroupsOnBothSides) {
  ComparedSides sides = published();
  sides.base.utilisation = 0.5;
  const double base = 800 * 0.5 * 3600 * 730;
  const double other = 550.0 * 3600 * 730;
  const LoadCurve curve = load_curve(sides, 5 * other);
  EXPECT_DOUBLE_EQ(curve.steps.back().at, 5 * other);
  for (const CostPoint& step : curve.steps) {
    // Just below the end of the step, which dedicated() counts in the next one.
    const double load = step.at * (1 - 1e-6);
    EXPECT_NEAR(step.base, std::ceil(load / base) * 32.77 * 730, 1e-6);
    EXPECT_NEAR(step.other, dedicated(sides.other.per_hour, 550, load).per_month.dollars(), 1e-6);
  }
  EXPECT_EQ(curve.first, LoadCurve::Cheaper::kOther);
  EXPECT_TRUE(curve.crossings.empty()) << "cheaper and stronger";
}

TEST(LoadCurve, FindsAllLoadsAtWhichTheCheaperSideChanges) {
  // A large instance, or small ones that cost more per token.
  ComparedSides sides;
  sides.base = {.per_hour = Usd::parse("10").value(), .tokens_per_second = 1000};
  sides.other = {.per_hour = Usd::parse("3").value(), .tokens_per_second = 250};
  const double small = 250.0 * 3600 * 730;
  const LoadCurve curve = load_curve(sides, 8 * small);
  // Three small ones cost 9 and four cost 12. The load of five requires a second large one, which
  // makes 20, while five to seven small ones cost 15, 18 and 21.
  EXPECT_EQ(curve.first, LoadCurve::Cheaper::kOther);
  ASSERT_EQ(curve.crossings.size(), 3U);
  EXPECT_DOUBLE_EQ(curve.crossings[0], 3 * small);
  EXPECT_DOUBLE_EQ(curve.crossings[1], 4 * small);
  EXPECT_DOUBLE_EQ(curve.crossings[2], 6 * small);
  EXPECT_EQ(load_curve(sides, 1e30, 100).steps.size(), 100U) << "the number of steps is limited";
}

TEST(LoadCurve, EqualCostsHaveNoCheaperSide) {
  ComparedSides sides = published();
  sides.other = sides.base;
  const LoadCurve same = load_curve(sides, 1e13);
  EXPECT_GT(same.steps.size(), 5U);
  EXPECT_EQ(same.first, LoadCurve::Cheaper::kNeither);
  EXPECT_TRUE(same.crossings.empty());
  // A price with a discount of 10 % that equals the other price except for rounding.
  sides.other.per_hour = Usd::parse("36.4").value();
  sides.base.per_hour = Usd::parse("32.76").value();
  sides.other.discount = 0.1;
  EXPECT_EQ(load_curve(sides, 1e13).first, LoadCurve::Cheaper::kNeither);
  sides.other.discount = 0.09;
  EXPECT_EQ(load_curve(sides, 1e13).first, LoadCurve::Cheaper::kBase);
}

}  // namespace
}  // namespace nscope::cost
