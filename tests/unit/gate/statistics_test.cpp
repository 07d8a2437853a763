#include "profiler/analysis/gate/statistics.h"

#include <cmath>
#include <random>

#include <gtest/gtest.h>

namespace nscope::gate {
namespace {

using Values = std::vector<double>;

TEST(Statistics, MedianTakesTheMiddle) {
  EXPECT_EQ(median(Values{3, 1, 2}), 2);
  EXPECT_EQ(median(Values{4, 1, 3, 2}), 2.5);
  EXPECT_EQ(median(Values{7}), 7);
}

TEST(Statistics, ScaledMadIsTheDeviationOfNormalDataAndIgnoresOutliers) {
  // The distances from the median (2) are 1 1 0 0 2 4 7; their median is 1.
  EXPECT_DOUBLE_EQ(scaled_mad(Values{1, 1, 2, 2, 4, 6, 9}), 1.4826);
  EXPECT_EQ(scaled_mad(Values{5, 5, 5, 80}), 0);
  std::mt19937_64 random(1);
  std::normal_distribution<double> normal(100, 3);
  Values values(20'001);
  for (double& value : values) value = normal(random);
  EXPECT_NEAR(scaled_mad(values), 3.0, 0.06);
}

// Hollander and Wolfe (1973), p. 69: permeability of the human chorioamnion at term and at 12 to
// 26 weeks. They state W = 35, P = 0.127 for "greater" and an estimated shift of 0.305, as does the
// manual of R's wilcox.test.
const Values kAtTerm{0.80, 0.83, 1.89, 1.04, 1.45, 1.38, 1.91, 1.64, 0.73, 1.46};
const Values kEarly{1.15, 0.88, 0.90, 0.74, 1.21};

TEST(Statistics, MannWhitneyMatchesThePublishedExample) {
  const auto test = mann_whitney_greater(kEarly, kAtTerm);
  EXPECT_EQ(test.u, 35);
  EXPECT_TRUE(test.exact);
  EXPECT_NEAR(test.p_greater, 0.1272, 5e-5);
}

TEST(Statistics, HodgesLehmannMatchesThePublishedExample) {
  EXPECT_NEAR(hodges_lehmann_shift(kEarly, kAtTerm), 0.305, 1e-9);
}

/// The p-value of n values with a U of `u` against m values, without ties.
double p_of_u(std::size_t m, std::size_t n, std::size_t u) {
  // Starts with all changed values above the baseline and lowers them pair by pair.
  Values baseline(m);
  Values changed(n);
  for (std::size_t i = 0; i < m; ++i) baseline[i] = static_cast<double>(i);
  for (std::size_t j = 0; j < n; ++j) {
    const std::size_t above = std::min(m, u);
    u -= above;
    changed[j] = static_cast<double>(above) - 0.5 + 0.001 * static_cast<double>(j);
  }
  return mann_whitney_greater(baseline, changed).p_greater;
}

// Critical values for the one-tailed test, as in every table since Mann and Whitney
// (1947) and Auble (1953): the largest value of the smaller U whose p-value is at most alpha.
TEST(Statistics, MannWhitneyMatchesTheTablesOfCriticalValues) {
  struct Row {
    std::size_t n;
    std::size_t at_025;
    std::size_t at_005;
  };
  for (const Row& row : {Row{5, 2, 0}, Row{8, 13, 7}, Row{10, 23, 16}, Row{20, 127, 105}}) {
    const std::size_t pairs = row.n * row.n;
    EXPECT_LE(p_of_u(row.n, row.n, pairs - row.at_025), 0.025) << row.n;
    EXPECT_GT(p_of_u(row.n, row.n, pairs - row.at_025 - 1), 0.025) << row.n;
    EXPECT_LE(p_of_u(row.n, row.n, pairs - row.at_005), 0.005) << row.n;
    EXPECT_GT(p_of_u(row.n, row.n, pairs - row.at_005 - 1), 0.005) << row.n;
  }
}

/// The p-value from all 2^N splits of the pooled values.
double p_by_counting(const Values& baseline, const Values& changed) {
  Values pooled = baseline;
  pooled.insert(pooled.end(), changed.begin(), changed.end());
  const auto u_of = [&](unsigned chosen) {
    double u = 0;
    for (std::size_t i = 0; i < pooled.size(); ++i) {
      for (std::size_t j = 0; j < pooled.size(); ++j) {
        if ((chosen >> i & 1) == 0 || (chosen >> j & 1) != 0) continue;
        u += pooled[i] > pooled[j] ? 1.0 : pooled[i] == pooled[j] ? 0.5 : 0.0;
      }
    }
    return u;
  };
  const unsigned all = 1u << pooled.size();
  const unsigned given = (all - 1) ^ ((1u << baseline.size()) - 1);
  int splits = 0;
  int extreme = 0;
  for (unsigned chosen = 0; chosen < all; ++chosen) {
    if (static_cast<std::size_t>(__builtin_popcount(chosen)) != changed.size()) continue;
    ++splits;
    if (u_of(chosen) >= u_of(given)) ++extreme;
  }
  return static_cast<double>(extreme) / splits;
}

TEST(Statistics, MannWhitneyIsExactWithTiesToo) {
  const Values baseline{1, 2, 2, 3, 5};
  const Values changed{2, 3, 3, 6};
  EXPECT_NEAR(mann_whitney_greater(baseline, changed).p_greater, p_by_counting(baseline, changed),
              1e-12);
  EXPECT_EQ(mann_whitney_greater(Values{4, 4, 4}, Values{4, 4}).p_greater, 1.0);
}

TEST(Statistics, LargeSamplesUseTheNormalDistributionWithTieCorrection) {
  std::mt19937_64 random(5);
  std::normal_distribution<double> normal(0, 2);
  for (const double shift : {0.0, 1.0}) {
    Values small_baseline(50), small_changed(50);
    for (double& value : small_baseline) value = std::round(normal(random));
    for (double& value : small_changed) value = std::round(normal(random) + shift);
    const auto exact = mann_whitney_greater(small_baseline, small_changed);
    ASSERT_TRUE(exact.exact);
    // One value above the limit of the exact test, in the middle of the baseline.
    small_baseline.push_back(median(small_baseline));
    const auto normal_test = mann_whitney_greater(small_baseline, small_changed);
    EXPECT_FALSE(normal_test.exact);
    EXPECT_NEAR(normal_test.p_greater, exact.p_greater, 0.02 * (shift == 0.0 ? 5 : 1));
  }
  const Values same(60, 1.0);
  EXPECT_EQ(mann_whitney_greater(same, same).p_greater, 1.0);
}

TEST(Statistics, SmallestPIsOneOverTheNumberOfSplits) {
  EXPECT_DOUBLE_EQ(smallest_mann_whitney_p(5, 5), 1.0 / 252);
  EXPECT_DOUBLE_EQ(smallest_mann_whitney_p(30, 1), 1.0 / 31);
  EXPECT_NEAR(p_of_u(5, 5, 25), 1.0 / 252, 1e-15);
}

TEST(Statistics, HodgesLehmannIntervalNeedsEnoughRuns) {
  EXPECT_FALSE(hodges_lehmann_interval(Values{1, 2}, Values{3, 4}, 0.99));
  const auto interval = hodges_lehmann_interval(kEarly, kAtTerm, 0.90);
  ASSERT_TRUE(interval);
  // The 11th and the 40th of 50 sorted differences.
  EXPECT_NEAR(interval->low, -0.10, 0.06);
  EXPECT_NEAR(interval->high, 0.72, 0.06);
}

TEST(Statistics, TrimmedMeanExcludesAFifthAtEachEnd) {
  EXPECT_DOUBLE_EQ(trimmed_mean(Values{1000, 2, 3, 4, -900}), 3);
  EXPECT_DOUBLE_EQ(trimmed_mean(Values{1, 2, 3, 10}), 4);  // a fifth of four is rounded down to 0
}

TEST(Statistics, BootstrapCoversTheShiftAndIsReproducible) {
  std::mt19937_64 random(9);
  std::normal_distribution<double> normal(0, 1);
  int covered = 0;
  constexpr int kTrials = 300;
  for (int trial = 0; trial < kTrials; ++trial) {
    Values baseline(30), changed(30);
    for (double& value : baseline) value = normal(random);
    for (double& value : changed) value = normal(random) + 2.0;
    const auto change = bootstrap_change(baseline, changed, 0.90, 500, 1);
    if (change.interval.low <= 2.0 && 2.0 <= change.interval.high) ++covered;
  }
  // Binomial with p = 0.9: mean 270, standard deviation 5.
  EXPECT_GT(covered, 252);
  EXPECT_LT(covered, 288);
  const auto a = bootstrap_change(kEarly, kAtTerm, 0.9, 1000, 7);
  const auto b = bootstrap_change(kEarly, kAtTerm, 0.9, 1000, 7);
  EXPECT_EQ(a.p_greater, b.p_greater);
  EXPECT_EQ(a.interval.low, b.interval.low);
  EXPECT_NE(a.p_greater, bootstrap_change(kEarly, kAtTerm, 0.9, 1000, 8).p_greater);
}

// The manual of R's p.adjust describes the same computation.
TEST(Statistics, HolmMultipliesByTheRemainingTests) {
  const auto adjusted = holm_adjusted(Values{0.01, 0.04, 0.03, 0.005});
  EXPECT_NEAR(adjusted[0], 0.03, 1e-12);
  EXPECT_NEAR(adjusted[1], 0.06, 1e-12);
  EXPECT_NEAR(adjusted[2], 0.06, 1e-12);
  EXPECT_NEAR(adjusted[3], 0.02, 1e-12);
  EXPECT_EQ(holm_adjusted(Values{0.9, 0.8})[0], 1.0);
  EXPECT_TRUE(holm_adjusted({}).empty());
}

TEST(Statistics, NormalQuantileMatchesTheTables) {
  EXPECT_NEAR(normal_quantile(0.975), 1.959964, 1e-6);
  EXPECT_NEAR(normal_quantile(0.99), 2.326348, 1e-6);
  EXPECT_NEAR(normal_quantile(0.5), 0.0, 1e-12);
  EXPECT_NEAR(normal_quantile(1e-9), -5.997807, 1e-6);
}

TEST(Statistics, DetectableShiftFallsWithTheRuns) {
  EXPECT_NEAR(detectable_shift(3.0, 30, 10, 0.99), 4.45, 0.01);
  EXPECT_LT(detectable_shift(3.0, 30, 40, 0.99), detectable_shift(3.0, 30, 10, 0.99));
  EXPECT_EQ(detectable_shift(0.0, 30, 10, 0.99), 0.0);
}

}  // namespace
}  // namespace nscope::gate
