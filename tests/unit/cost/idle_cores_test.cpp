#include "costmodel/bills/idle_cores.h"

#include "tests/unit/cost/bills.h"

#include <gmock/gmock.h>

namespace nscope::cost {
namespace {

using testing::HasSubstr;

Baseline two_types() {
  return own_bill(bill_of(legacy({{.amount = "100", .cost = "2150"},
                                  {.usage = "USW2-BoxUsage:trn1.32xlarge", .cost = "21.5"},
                                  {.usage = "BoxUsage:p5.48xlarge", .cost = "55"}})))
      .value();
}

TEST(IdleCores, AreTheirShareOfTheCostOfTheType) {
  const std::vector<MonitoredUse> uses{{"a", "trn1.32xlarge", 32, 8}, {"b", "trn1.32xlarge", 8, 8}};
  const auto costs = idle_costs(two_types(), uses);
  ASSERT_EQ(costs.size(), 1U);
  EXPECT_DOUBLE_EQ(costs[0].share, 0.4) << "16 of 40 core-hours";
  EXPECT_DOUBLE_EQ(costs[0].cost.value().dollars(), 2171.5);
  EXPECT_DOUBLE_EQ(costs[0].idle.value().dollars(), 868.6);
}

TEST(IdleCores, OfAnUnknownTypeBelongToTheOnlyNeuronType) {
  const std::vector<MonitoredUse> uses{{"a", "", 10, 5}};
  EXPECT_EQ(idle_costs(two_types(), uses).at(0).instance, "trn1.32xlarge");
  const auto unknown = idle_costs(Baseline{}, uses).at(0);
  EXPECT_FALSE(unknown.idle);
  EXPECT_THAT(unknown.missing.english(), HasSubstr("do not state the instance type"));
}

TEST(IdleCores, HaveAReasonIfTheirCostIsUnknown) {
  const auto missing = [](const MonitoredUse& use) {
    const IdleCost one = idle_costs(two_types(), std::vector{use}).at(0);
    EXPECT_FALSE(one.cost);
    EXPECT_FALSE(one.idle);
    return one.missing.english();
  };
  EXPECT_THAT(missing({"a", "inf2.48xlarge", 10, 5}), HasSubstr("no hours of inf2.48xlarge"));
  EXPECT_THAT(missing({"a", "trn1.32xlarge", 0, 0}), HasSubstr("assigned for a known time"));
}

}  // namespace
}  // namespace nscope::cost
