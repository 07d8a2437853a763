#include "simcore/engine/validation/error_band.h"

#include "simcore/engine/validation/metric_pool.h"
#include "simcore/engine/validation/row_groups.h"

#include <cmath>
#include <random>

#include <gtest/gtest.h>

namespace nscope::sim {
namespace {

/// Ratios of `groups` groups with common and individual errors.
std::vector<GroupedRatio> drawn(int groups, int rows, double between, double within,
                                std::uint32_t seed) {
  std::mt19937 random(seed);
  std::normal_distribution<double> normal;
  std::vector<GroupedRatio> ratios;
  for (int g = 0; g < groups; ++g) {
    const double common = between * normal(random);
    for (int i = 0; i < rows; ++i) {
      ratios.push_back({std::exp(common + within * normal(random)), std::to_string(g)});
    }
  }
  return ratios;
}

TEST(ErrorBand, OfEqualRatiosIsThatRatio) {
  const std::vector<GroupedRatio> ratios{{1.2, "a"}, {1.2, "b"}, {1.2, "c"}};
  const ErrorBand band = error_band(ratios);
  EXPECT_DOUBLE_EQ(band.low, 1.2);
  EXPECT_DOUBLE_EQ(band.high, 1.2);
  EXPECT_EQ(band.groups, 3);
}

TEST(MetricPools, GiveAMetricOfOneSourceTheShapeOfAllWithItsOwnSize) {
  MetricPools pools;
  for (const GroupedRatio& one : drawn(20, 3, 0.08, 0.02, 1)) pools.add("decoder", "tpot_p50", one);
  std::vector<GroupedRatio> own;
  for (const double ratio : {0.96, 1.02, 1.05}) own.push_back({ratio, "alone"});
  for (const GroupedRatio& one : own) pools.add("serving", "throughput_per_request", one);
  const auto pooled = pools.band("serving", "throughput_per_request", own);
  ASSERT_TRUE(pooled);
  const ErrorBand alone = error_band(own);
  EXPECT_LT(pooled->band.high / pooled->band.low, alone.high / alone.low);
  EXPECT_LT(pooled->band.low, 0.96);
  EXPECT_GT(pooled->band.high, 1.05);
  EXPECT_EQ(pooled->band.groups, 21);
  EXPECT_EQ(pooled->coverage.rows, 3);  // inside the band of the other sources
  EXPECT_EQ(pooled->coverage.inside, 3);
}

TEST(MetricPools, InvertRatesAndLeaveOutOtherClasses) {
  MetricPools times;
  MetricPools rates;
  std::vector<GroupedRatio> slow;
  std::vector<GroupedRatio> fast;
  for (const GroupedRatio& one : drawn(6, 4, 0.1, 0.02, 2)) {
    slow.push_back({1.1 * one.ratio, one.group});
    fast.push_back({1 / (1.1 * one.ratio), one.group});
    times.add("decoder-stack", "e2e_p50", slow.back());
    rates.add("decoder-stack", "throughput", fast.back());
  }
  const auto of_times = times.band("decoder-stack", "e2e_p50", slow);
  const auto of_rates = rates.band("decoder-stack", "throughput", fast);
  ASSERT_TRUE(of_times && of_rates);
  EXPECT_NEAR(of_rates->band.low * of_times->band.high, 1, 1e-12);
  EXPECT_NEAR(of_rates->band.high * of_times->band.low, 1, 1e-12);
  EXPECT_FALSE(times.band("decoder-states", "e2e_p50", slow));
  EXPECT_FALSE(times.band("decoder", "memory", slow));
}

TEST(ErrorBand, OfOneGroupIsSymmetric) {
  const std::vector<GroupedRatio> ratios{{1.1, "a"}, {1.3, "a"}};
  const ErrorBand band = error_band(ratios);
  EXPECT_NEAR(band.low * band.high, 1.0, 1e-12);
  EXPECT_GT(band.high, 1.3);  // widened: one group says little about the next
}

TEST(ErrorBand, ALargeGroupDoesNotHideTheOthers) {
  std::vector<GroupedRatio> ratios;
  for (int i = 0; i < 1000; ++i) ratios.push_back({1.0, "large"});
  for (int i = 0; i < 20; ++i) ratios.push_back({2.0, std::to_string(i)});
  // 2 % of the rows, but 20 / (20 + 1000^0.75) = 10 % of the weight.
  EXPECT_GE(error_band(ratios).high, 2.0);
}

TEST(ErrorBand, AFewSmallGroupsDoNotWidenTheBandOfALargeOne) {
  std::vector<GroupedRatio> ratios;
  for (int i = 0; i < 1000; ++i) ratios.push_back({1.0, "large"});
  for (int i = 0; i < 8; ++i) ratios.push_back({2.0, std::to_string(i)});
  // 8 / (8 + 1000^0.75) = 4 % of the weight; by the root of its rows it would be 20 %.
  EXPECT_LT(error_band(ratios).high, 1.5);
}

TEST(ErrorBand, HasTheWidthOfTheirPopulationForFewAndManyGroups) {
  for (const int groups : {2, 3, 5, 8, 13, 33}) {
    double width = 0;
    constexpr std::uint32_t kDraws = 1000;
    for (std::uint32_t seed = 0; seed < kDraws; ++seed) {
      const ErrorBand band = error_band(drawn(groups, 1, 0.1, 0, seed));
      width += std::log(band.high / band.low) / kDraws;
    }
    EXPECT_NEAR(width / (2 * 1.645 * 0.1), 1, 0.1) << groups;
  }
}

TEST(ErrorBand, GetsNarrowerWithMoreGroups) {
  const auto width = [](const ErrorBand& band) { return std::log(band.high / band.low); };
  const double few = width(error_band(drawn(5, 20, 0.1, 0.05, 1)));
  const double many = width(error_band(drawn(400, 20, 0.1, 0.05, 1)));
  EXPECT_GT(few, 0);
  // 90 % of a normal distribution with a standard deviation of 0.112.
  EXPECT_NEAR(many, 2 * 1.645 * std::hypot(0.1, 0.05), 0.03);
}

TEST(BandCoverage, OfOneGroupHasNoRows) {
  const std::vector<GroupedRatio> ratios{{1.1, "a"}, {1.3, "a"}};
  EXPECT_EQ(band_coverage(ratios, ratios).rows, 0);
}

TEST(BandCoverage, IsNinetyPercentForExchangeableGroups) {
  int inside = 0;
  int rows = 0;
  for (std::uint32_t seed = 0; seed < 40; ++seed) {
    const std::vector<GroupedRatio> ratios = drawn(25, 6, 0.15, 0.08, seed);
    const BandCoverage coverage = band_coverage(ratios, ratios);
    inside += coverage.inside;
    rows += coverage.rows;
  }
  const double share = static_cast<double>(inside) / rows;
  EXPECT_GT(share, 0.86);
  EXPECT_LT(share, 0.94);
}

TEST(BandCoverage, SeesRowsThatOnlyTheirOwnGroupExplains) {
  // Within a group all rows agree, so single rows left out would be predicted exactly.
  const std::vector<GroupedRatio> ratios{{1.0, "a"}, {1.0, "a"}, {1.0, "b"},
                                         {1.0, "b"}, {3.0, "c"}, {3.0, "c"}};
  const BandCoverage coverage = band_coverage(ratios, ratios);
  EXPECT_EQ(coverage.rows, 6);
  EXPECT_LE(coverage.inside, 4);
}

TEST(SourceGroup, JoinsPublicationFamilyAndGeneration) {
  EXPECT_EQ(source_group("", "aws/sdk:a.csv@123", "32 layers of 4096", "v2"),
            "aws/sdk:a.csv | 32 layers of 4096 | v2");
  EXPECT_EQ(source_group("me/runs", "me/runs:a.csv@123", "32 layers of 4096", "v3"),
            "me/runs | 32 layers of 4096 | v3");
}

TEST(LeftOut, ContainsTheRowsOfItsGroups) {
  const RowGroups row{.model = "m", .family = "f", .source = "s", .generation = "v2"};
  EXPECT_TRUE((LeftOut{Grouping::kFamily, {"e", "f"}}.contains(row)));
  EXPECT_FALSE((LeftOut{Grouping::kModel, {"f"}}.contains(row)));
  EXPECT_FALSE(LeftOut{}.contains(row));
}

/// Ratios of twelve groups of a quiet and `few` groups of a noisy generation.
std::vector<GroupedRatio> of_two_generations(int few) {
  std::vector<GroupedRatio> ratios = drawn(12, 8, 0.03, 0.01, 1);
  for (GroupedRatio& one : ratios) one.generation = "quiet";
  for (GroupedRatio& one : drawn(few, 8, 0.4, 0.1, 2)) {
    ratios.push_back({one.ratio, "noisy " + one.group, "noisy"});
  }
  return ratios;
}

double half_width(const ErrorBand& band) {
  return std::log(band.high / band.low) / 2;
}

TEST(ErrorBand, OfAGenerationIsScaledByItsOwnErrors) {
  const std::vector<GroupedRatio> ratios = of_two_generations(12);
  const double all = half_width(error_band(ratios));
  EXPECT_LT(half_width(error_band(ratios, "quiet")), 0.5 * all);
  EXPECT_GE(half_width(error_band(ratios, "noisy")), 0.999 * all);
  EXPECT_EQ(half_width(error_band(ratios, "new")), all) << "a generation without measurements";
  EXPECT_EQ(half_width(error_band(ratios, "")), all);
}

TEST(ErrorBand, FewGroupsOfAGenerationScaleItLittle) {
  const auto factor = [](int few) {
    const std::vector<GroupedRatio> ratios = of_two_generations(few);
    return half_width(error_band(ratios, "noisy")) / half_width(error_band(ratios, "quiet"));
  };
  EXPECT_GT(factor(1), 1.0);
  EXPECT_LT(factor(1), factor(4));
  EXPECT_LT(factor(4), factor(12));
}

TEST(ErrorBand, ScaledBandsContainNewGroupsOfEachGeneration) {
  const std::vector<GroupedRatio> ratios = of_two_generations(12);
  EXPECT_NEAR(band_coverage(ratios, ratios).share(), 0.9, 0.06);
  for (const char* const generation : {"quiet", "noisy"}) {
    std::vector<GroupedRatio> own;
    for (const GroupedRatio& one : ratios) {
      if (one.generation == generation) own.push_back(one);
    }
    EXPECT_GE(band_coverage(own, ratios).share(), 0.7) << generation;
    EXPECT_EQ(band_coverage(own, ratios).rows, 96) << generation;
  }
}

}  // namespace
}  // namespace nscope::sim
