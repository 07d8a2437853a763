#include "costmodel/commitments/served_hours.h"

#include "costmodel/commitments/commitment_mix.h"
#include "tests/unit/cost/literals.h"

#include <numeric>

#include <gtest/gtest.h>

namespace nscope::cost {
namespace {

using Layer = ServedHours::Layer;

/// Eight hours that repeat for a year, with at most two Spot instances.
CommitmentProblem problem() {
  CommitmentProblem problem;
  problem.types = {{.demand = {"trn1.32xlarge", {2, 2, 4, 6, 9, 7, 5, 3}, tr("test")},
                    .on_demand = usd(10),
                    .spot = usd(4),
                    .most_spot = 2}};
  problem.offers = {
      {.label = tr("plan"), .kind = CommitmentKind::kComputeSavingsPlan, .rates = {usd(5)}},
      {.label = tr("reserved"), .rates = {usd(6)}},
      {.label = tr("block"),
       .kind = CommitmentKind::kCapacityBlock,
       .rates = {usd(7)},
       .start_hour = 3,
       .hours = 2}};
  problem.held = {{{.label = tr("old"), .rates = {usd(6)}}, 1, 4}};
  return problem;
}

TEST(ServedHours, AppliesHeldThenReservedAndBlocksThenPlansThenSpot) {
  // 10 USD/h of the plan are two instances.
  const std::vector<double> amounts = {10, 2, 1};
  const auto served = served_hours(problem(), amounts, 0, 8);
  ASSERT_TRUE(served) << to_string(served.error());
  EXPECT_EQ(served->demand, (std::vector<double>{2, 2, 4, 6, 9, 7, 5, 3}));
  ASSERT_EQ(served->layers.size(), 6U);
  const auto layer = [&](std::size_t i) { return served->layers[i]; };
  EXPECT_EQ(layer(0).label.english(), "old");
  EXPECT_EQ(layer(0).hours, (std::vector<double>{1, 1, 1, 1, 0, 0, 0, 0})) << "ends after 4 h";
  EXPECT_EQ(layer(1).label.english(), "reserved");
  EXPECT_EQ(layer(1).hours, (std::vector<double>{1, 1, 2, 2, 2, 2, 2, 2}));
  EXPECT_EQ(layer(2).label.english(), "block");
  EXPECT_EQ(layer(2).hours, (std::vector<double>{0, 0, 0, 1, 1, 0, 0, 0}));
  EXPECT_EQ(layer(3).label.english(), "plan");
  EXPECT_DOUBLE_EQ(layer(3).paid, 2);
  EXPECT_EQ(layer(3).hours, (std::vector<double>{0, 0, 1, 2, 2, 2, 2, 1}));
  EXPECT_EQ(layer(4).kind, Layer::Kind::kSpot);
  EXPECT_EQ(layer(4).hours, (std::vector<double>{0, 0, 0, 0, 2, 2, 1, 0}));
  EXPECT_EQ(layer(5).kind, Layer::Kind::kOnDemand);
  EXPECT_EQ(layer(5).hours, (std::vector<double>{0, 0, 0, 0, 2, 1, 0, 0}));
  EXPECT_EQ(served->idle, (std::vector<double>{3, 3, 1, 0, 0, 0, 0, 1}));
  const Table table = served_hours_table(*served);
  ASSERT_EQ(table.row_count(), 8U);
  ASSERT_EQ(table.columns().size(), 9U);
  EXPECT_EQ(table.columns()[5].title.english(), "plan");
  EXPECT_EQ(table.at(3, 5), Cell(2.0));
  EXPECT_EQ(table.at(0, 8), Cell(3.0));
}

TEST(ServedHours, ServesTheDemandOfEachHourAtTheCostOfTheMix) {
  const CommitmentProblem asked = problem();
  const std::vector<double> amounts = {10, 2, 1};
  const auto year = served_hours(asked, amounts, 0, 8760);
  ASSERT_TRUE(year);
  double on_demand = 0;
  for (std::size_t hour = 0; hour < year->demand.size(); ++hour) {
    double sum = 0;
    for (const Layer& layer : year->layers) sum += layer.hours[hour];
    ASSERT_DOUBLE_EQ(sum, year->demand[hour]) << "hour " << hour;
  }
  for (const Layer& layer : year->layers) {
    if (layer.kind != Layer::Kind::kOnDemand) continue;
    on_demand = std::accumulate(layer.hours.begin(), layer.hours.end(), 0.0) * 10;
  }
  const MixCost cost = mix_cost(asked, demand_states(asked).value(), amounts);
  EXPECT_NEAR(on_demand, cost.on_demand.dollars(), 1e-6);
}

TEST(ServedHours, OmitsUnusedLayersAndRejectsHoursBeyondTheHorizon) {
  const CommitmentProblem asked = problem();
  const std::vector<double> nothing = {0, 0, 0};
  const auto served = served_hours(asked, nothing, 100, 8);
  ASSERT_TRUE(served);
  ASSERT_EQ(served->layers.size(), 2U) << "Spot and on-demand";
  EXPECT_EQ(served->demand.front(), 9) << "hour 100 is hour 4 of the curve";
  EXPECT_FALSE(served_hours(asked, nothing, 8760, 1));
  EXPECT_FALSE(served_hours(asked, std::vector<double>{0}, 0, 8));
}

}  // namespace
}  // namespace nscope::cost
