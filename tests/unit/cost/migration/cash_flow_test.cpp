// Compares present value, rates of return, payback and distributions with closed forms.
#include "costmodel/migration/cash_flow.h"

#include "costmodel/migration/distribution.h"
#include "profiler/base/json.h"
#include "tests/support/corpus.h"

#include <cmath>
#include <vector>

#include <gtest/gtest.h>

namespace nscope::cost {
namespace {

using State = Payback::State;

/// The example of docs/roi.md: 60,000 today, 4,822.88 at the end of each of 24 months.
std::vector<double> worked_example() {
  std::vector<double> flows(25, 4822.88);
  flows[0] = -60'000.0;
  return flows;
}

TEST(CashFlow, WorkedExampleOfTheFacts) {
  const auto flows = worked_example();
  const double rate = monthly_rate(0.10);
  EXPECT_NEAR(rate, 0.007974, 5e-7);
  EXPECT_NEAR(present_value(flows, rate), 44'967.898144, 5e-6);
  const Payback plain = payback(flows);
  EXPECT_EQ(plain.state, State::kPaid);
  EXPECT_NEAR(plain.months, 12.440699, 5e-7);
  const Payback discounted = discounted_payback(flows, rate);
  EXPECT_EQ(discounted.state, State::kPaid);
  EXPECT_NEAR(discounted.months, 13.154062, 5e-7);
  const InternalRate irr = internal_rate(flows);
  ASSERT_EQ(irr.state, InternalRate::State::kOne);
  EXPECT_NEAR(irr.monthly.front(), 0.060952, 5e-7);
  EXPECT_NEAR(annual_rate(irr.monthly.front()), 1.033991, 5e-7);
}

TEST(CashFlow, WorkedExampleOfTheCorpus) {
  if (corpus_folder().empty()) GTEST_SKIP() << "no corpus";
  const auto cases = parse_json(corpus_text("pricing/golden_cases.json"), "golden_cases.json");
  ASSERT_TRUE(cases);
  const Json& npv = (*cases)["F.npv"];
  const auto flows = worked_example();
  const double rate = monthly_rate(npv["annual"].get<double>());
  EXPECT_NEAR(present_value(flows, rate), npv["npv24"].get<double>(), 1e-6);
  EXPECT_NEAR(payback(flows).months, npv["payback_months"].get<double>(), 1e-6);
  EXPECT_NEAR(discounted_payback(flows, rate).months, npv["disc_payback"].get<double>(), 1e-6);
  EXPECT_NEAR(annual_rate(internal_rate(flows).monthly.front()),
              (*cases)["F.irr"]["annual"].get<double>(), 1e-6);
}

TEST(CashFlow, RatesTurnIntoEachOther) {
  for (const double annual : {-0.5, 0.0, 0.1, 1.0, 50.0}) {
    EXPECT_NEAR(annual_rate(monthly_rate(annual)), annual, 1e-12 * (1 + annual));
  }
}

TEST(CashFlow, PresentValueIsZeroAtTheInternalRate) {
  const std::vector<double> flows = {-1000, -200, 300, 400, 500, -10, 250};
  const InternalRate irr = internal_rate(flows);
  ASSERT_EQ(irr.state, InternalRate::State::kOne);
  EXPECT_NEAR(present_value(flows, irr.monthly.front()), 0.0, 1e-9);
}

TEST(CashFlow, InternalRateIsAbsentWithoutBothEarningsAndPayments) {
  EXPECT_EQ(internal_rate(std::vector<double>{100, 100}).state, InternalRate::State::kNone);
  EXPECT_EQ(internal_rate(std::vector<double>{-100, -1, -1}).state, InternalRate::State::kNone);
  EXPECT_EQ(internal_rate(std::vector<double>{0, 0, 0}).state, InternalRate::State::kNone);
  EXPECT_EQ(internal_rate(std::vector<double>{}).state, InternalRate::State::kNone);
}

TEST(CashFlow, SeveralInternalRatesIfTheSignChangesTwice) {
  // (1 - 1.1 x)(1 - 1.3 x) with x = 1 / (1 + r): rates of 10 % and 30 %.
  const std::vector<double> flows = {-1.0, 2.4, -1.43};
  const InternalRate irr = internal_rate(flows);
  ASSERT_EQ(irr.state, InternalRate::State::kSeveral);
  ASSERT_EQ(irr.monthly.size(), 2u);
  EXPECT_NEAR(irr.monthly[0], 0.1, 1e-9);
  EXPECT_NEAR(irr.monthly[1], 0.3, 1e-9);
}

TEST(CashFlow, InternalRateOfALossIsNegative) {
  const std::vector<double> flows = {-100, 30, 30, 30};
  const InternalRate irr = internal_rate(flows);
  ASSERT_EQ(irr.state, InternalRate::State::kOne);
  EXPECT_LT(irr.monthly.front(), 0.0);
  EXPECT_NEAR(present_value(flows, irr.monthly.front()), 0.0, 1e-9);
}

TEST(CashFlow, LongSeriesStayInRange) {
  std::vector<double> flows(601, 1e9);
  flows[0] = -9e9;
  const InternalRate irr = internal_rate(flows);
  ASSERT_EQ(irr.state, InternalRate::State::kOne);
  EXPECT_NEAR(present_value(flows, irr.monthly.front()) / 9e9, 0.0, 1e-9);
}

TEST(CashFlow, PaybackCanBeNever) {
  EXPECT_EQ(payback(std::vector<double>{-100, -10, -10}).state, State::kNever);
  EXPECT_EQ(payback(std::vector<double>{-100, 10, 0}).state, State::kNever);
  const Payback later = payback(std::vector<double>{-100, 10, 10});
  EXPECT_EQ(later.state, State::kNotYet);
  EXPECT_NEAR(later.months, 10.0, 1e-12);
  // At 10 % per month, a saving of 9 is less than the interest on 100.
  EXPECT_EQ(discounted_payback(std::vector<double>{-100, 9, 9}, 0.1).state, State::kNever);
}

TEST(CashFlow, PaybackIsTheLastChangeOfSignOfTheSum) {
  const Payback back = payback(std::vector<double>{-10, 20, -30, 10, 20, 5});
  EXPECT_EQ(back.state, State::kPaid);
  EXPECT_NEAR(back.months, 3.5, 1e-12);
  EXPECT_EQ(payback(std::vector<double>{0, 5, 5}).state, State::kNothingToPay);
}

TEST(CashFlow, DiscountedPaybackAtNoInterestIsPlainPayback) {
  const auto flows = worked_example();
  EXPECT_NEAR(discounted_payback(flows, 0.0).months, payback(flows).months, 1e-12);
}

// ---- distributions ------------------------------------------------------------

TEST(Distribution, NormalShares) {
  EXPECT_NEAR(normal_cdf(0.0), 0.5, 1e-15);
  EXPECT_NEAR(normal_cdf(kZ90), 0.9, 1e-12);
  EXPECT_NEAR(normal_cdf(-kZ95), 0.05, 1e-12);
}

TEST(Distribution, LognormalHasItsQuantiles) {
  const Lognormal d = lognormal_from(0.8, 1.5);
  EXPECT_NEAR(d.at(-kZ90), 0.8, 1e-12);
  EXPECT_NEAR(d.at(kZ90), 1.5, 1e-12);
  EXPECT_NEAR(d.at(0.0), std::sqrt(0.8 * 1.5), 1e-12);
}

TEST(Distribution, BetaSharesHaveTheirClosedForms) {
  EXPECT_NEAR(beta_cdf(1, 1, 0.3), 0.3, 1e-14);
  EXPECT_NEAR(beta_cdf(2, 1, 0.3), 0.09, 1e-14);
  EXPECT_NEAR(beta_cdf(1, 3, 0.25), 1 - std::pow(0.75, 3), 1e-14);
  // I_x(2, 3) = 6x^2 - 8x^3 + 3x^4
  EXPECT_NEAR(beta_cdf(2, 3, 0.4), 6 * 0.16 - 8 * 0.064 + 3 * 0.0256, 1e-14);
  EXPECT_NEAR(beta_cdf(0.5, 0.5, 0.5), 0.5, 1e-13);
  // arcsine law: 2/pi asin(sqrt x)
  EXPECT_NEAR(beta_cdf(0.5, 0.5, 0.1), 2 / M_PI * std::asin(std::sqrt(0.1)), 1e-13);
  EXPECT_NEAR(beta_cdf(300, 700, 0.3) + beta_cdf(700, 300, 0.7), 1.0, 1e-12);
  EXPECT_EQ(beta_cdf(2, 2, 0.0), 0.0);
  EXPECT_EQ(beta_cdf(2, 2, 1.0), 1.0);
}

TEST(Distribution, BetaHasItsQuantiles) {
  const std::pair<double, double> ranges[] = {
      {0.4, 0.8}, {0.05, 0.95}, {0.9, 0.99}, {0.01, 0.02}, {0.55, 0.56}};
  for (const auto& [p10, p90] : ranges) {
    const auto beta = Beta::from_quantiles(p10, p90);
    ASSERT_TRUE(beta) << p10 << " " << p90;
    EXPECT_NEAR(beta_cdf(beta->a(), beta->b(), p10), 0.1, 1e-6) << p10;
    EXPECT_NEAR(beta_cdf(beta->a(), beta->b(), p90), 0.9, 1e-6) << p90;
    EXPECT_NEAR(beta->at(-kZ90), p10, 1e-4);
    EXPECT_NEAR(beta->at(kZ90), p90, 1e-4);
    EXPECT_GT(beta->at(-20.0), 0.0);
    EXPECT_LT(beta->at(20.0), 1.0 + 1e-12);
  }
}

TEST(Distribution, BetaTableIsTheQuantileFunction) {
  const auto uniform = Beta::from_quantiles(0.1, 0.9);
  ASSERT_TRUE(uniform);
  for (double z = -3.0; z <= 3.0; z += 0.37) EXPECT_NEAR(uniform->at(z), normal_cdf(z), 2e-5);
}

TEST(Distribution, ImpossibleQuantilesAreErrors) {
  EXPECT_FALSE(Beta::from_quantiles(0.5, 0.5));
  EXPECT_FALSE(Beta::from_quantiles(0.0, 0.5));
  EXPECT_FALSE(Beta::from_quantiles(0.5, 1.0));
  EXPECT_FALSE(Beta::from_quantiles(0.7, 0.2));
}

TEST(Distribution, AlmostTwoPointsAreADistribution) {
  const auto beta = Beta::from_quantiles(1e-12, 1 - 1e-12);
  ASSERT_TRUE(beta);
  EXPECT_LT(beta->at(-1.2816), 1e-9);
  EXPECT_GT(beta->at(1.2816), 1 - 1e-9);
}

TEST(Distribution, CholeskyTimesItsTransposeIsTheMatrix) {
  const std::vector<std::vector<double>> matrix = {
      {1.0, 0.5, -0.3}, {0.5, 1.0, 0.2}, {-0.3, 0.2, 1.0}};
  const auto factor = cholesky(matrix);
  ASSERT_TRUE(factor);
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t j = 0; j < 3; ++j) {
      double sum = 0.0;
      for (std::size_t k = 0; k < 3; ++k) sum += (*factor)[i][k] * (*factor)[j][k];
      EXPECT_NEAR(sum, matrix[i][j], 1e-14);
    }
  }
  EXPECT_FALSE(cholesky({{1.0, 0.9, 0.9}, {0.9, 1.0, -0.9}, {0.9, -0.9, 1.0}}));
}

}  // namespace
}  // namespace nscope::cost
