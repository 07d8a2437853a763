#include "app/capacity/fleet/fleet_bound.h"

#include "app/capacity/fleet/plan_fleet.h"
#include "tests/unit/capacity/capacity_fixtures.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace nscope::capacity {
namespace {

using ::testing::HasSubstr;

Json quick() {
  Json json = quick_plan();
  json["instances"].push_back("inf2.xlarge");
  return json;
}

PlanRequest parsed(const Json& json) {
  return plan_request_from_json(json, "plan.json").value();
}

std::vector<FleetBound> bounds_of(const Json& json, LeastServerCache& cache) {
  TaskControl control;
  return bound_fleets(hardware(), book(), parsed(json), {}, 1, cache, control).value();
}

const FleetBound& of(const std::vector<FleetBound>& bounds, std::string_view instance) {
  return *std::find_if(bounds.begin(), bounds.end(),
                       [&](const FleetBound& each) { return each.instance == instance; });
}

TEST(FleetBoundTest, NoPlanTakesLess) {
  LeastServerCache cache;
  for (const double rate : {1.0, 20.0, 70.0}) {
    Json json = quick();
    json["traffic"]["requests_per_second"] = rate;
    json["survive"] = {{"nodes", 1}};
    const auto bounds = bounds_of(json, cache);
    TaskControl control;
    const auto plan = plan_fleet(hardware(), book(), parsed(json), {}, 1, control);
    ASSERT_TRUE(plan);
    for (const TypeSummary& type : plan->types) {
      const FleetBound& bound = of(bounds, type.instance);
      if (!type.fleet) continue;
      ASSERT_TRUE(bound.configuration) << type.instance;
      EXPECT_LE(bound.instances, type.fleet->count()) << type.instance << " at " << rate;
      EXPECT_LE(*bound.per_hour, type.fleet->per_hour) << type.instance << " at " << rate;
    }
  }
}

TEST(FleetBoundTest, AsTightAsTheLoadAndTheReserveSay) {
  LeastServerCache cache;
  Json json = quick();
  json["traffic"]["requests_per_second"] = 100;
  const int once = of(bounds_of(json, cache), "inf2.48xlarge").instances;
  json["traffic"]["requests_per_second"] = 1000;
  const int ten = of(bounds_of(json, cache), "inf2.48xlarge").instances;
  EXPECT_LE(ten, 10 * once);
  EXPECT_GE(ten, 10 * (once - 1));
  json["headroom"] = 1;
  const int twice = of(bounds_of(json, cache), "inf2.48xlarge").instances;
  EXPECT_NEAR(twice, 2 * ten, 1);
  json["survive"] = {{"nodes", 3}};
  EXPECT_EQ(of(bounds_of(json, cache), "inf2.48xlarge").instances, twice + 3);
}

TEST(FleetBoundTest, SaysWhyATypeIsNone) {
  LeastServerCache cache;
  Json json = quick();
  json["model"] = "llama-2-70b";
  const FleetBound memory = of(bounds_of(json, cache), "inf2.xlarge");
  EXPECT_FALSE(memory.configuration);
  EXPECT_EQ(memory.rule, Rule::kMemory);
  EXPECT_THAT(memory.why_not.english(), HasSubstr("does not fit"));
  json["model"] = "llama-3-8b";
  json["sla"] = {{"e2e_p99_s", 0.01}};
  const FleetBound slow = of(bounds_of(json, cache), "trn1.32xlarge");
  EXPECT_FALSE(slow.configuration);
  EXPECT_EQ(slow.rule, Rule::kLatencyFloor);
  EXPECT_THAT(slow.why_not.english(), HasSubstr("single request"));
  json["sla"] = {{"e2e_p99_s", 60}};
  json["purchase"] = {"capacity_block"};
  const FleetBound unsold = of(bounds_of(json, cache), "inf2.48xlarge");
  EXPECT_TRUE(unsold.configuration) << "the bound does not depend on prices";
  EXPECT_EQ(unsold.rule, Rule::kNotOffered);
  EXPECT_FALSE(unsold.per_hour) << "there is no price";
}

TEST(FleetBoundTest, GraphsAreKeptWhileOnlyLoadLimitsAndMoneyChange) {
  LeastServerCache cache;
  const catalog::Instance* const type = *hardware().instance("inf2.48xlarge");
  const auto servers = [&](const Json& json) {
    TaskControl control;
    return cache.of(hardware(), {&type, 1}, parsed(json), 1, control).value().front();
  };
  Json json = quick();
  const auto first = servers(json);
  json["traffic"]["requests_per_second"] = 77;
  json["sla"] = {{"ttft_p90_s", 1}};
  json["purchase"] = {"ri_1yr"};
  json["headroom"] = 0.5;
  EXPECT_EQ(servers(json), first);
  json["traffic"]["output_tokens"] = 101;
  EXPECT_NE(servers(json), first);
  TaskControl cancelled;
  cancelled.request_cancel();
  json["traffic"]["output_tokens"] = 102;
  const auto none = cache.of(hardware(), {&type, 1}, parsed(json), 1, cancelled);
  ASSERT_FALSE(none);
  EXPECT_EQ(none.error().code, ErrorCode::kCancelled);
}

TEST(FleetBoundTest, TypesAreTheSameTogetherAndAlone) {
  Json json = quick();
  LeastServerCache cache;
  const auto together = bounds_of(json, cache);
  for (const FleetBound& bound : together) {
    json["instances"] = {bound.instance};
    LeastServerCache fresh;
    const auto alone = bounds_of(json, fresh);
    ASSERT_EQ(alone.size(), 1U);
    EXPECT_EQ(alone[0].configuration, bound.configuration) << bound.instance;
    EXPECT_EQ(alone[0].instances, bound.instances) << bound.instance;
    EXPECT_EQ(alone[0].per_hour, bound.per_hour) << bound.instance;
    EXPECT_EQ(alone[0].why_not, bound.why_not) << bound.instance;
  }
}

TEST(FleetBoundTest, MoneyThatDollarsDoNotHoldIsUnknown) {
  LeastServerCache cache;
  Json json = quick();
  json["traffic"]["requests_per_second"] = 1e6;
  json["traffic"]["output_tokens"] = 4000;
  json["headroom"] = 10;
  json["sla"] = Json::object();
  json["max_instances"] = 1'000'000;
  const FleetBound bound = of(bounds_of(json, cache), "trn1.32xlarge");
  EXPECT_GT(bound.instances, 600'000);
  EXPECT_FALSE(bound.per_hour);
  EXPECT_EQ(bound.rule, Rule::kCapacity);
  EXPECT_FALSE(bound.why_not.empty());
  cost::Priced price;
  price.per_hour = Usd::from_dollars(20);
  EXPECT_EQ(fleet_per_hour(price, 630'000), Usd::from_dollars(12'600'000));
  EXPECT_FALSE(fleet_per_hour(price, 631'000));
}

TEST(FleetBoundTest, UnknownNamesAreErrors) {
  LeastServerCache cache;
  for (const auto& [key, value] : {std::pair<const char*, Json>{"model", "no-model"},
                                   {"instances", {"no.large"}},
                                   {"regions", {"mars-1"}}}) {
    Json json = quick();
    json[key] = value;
    TaskControl control;
    const auto bounds = bound_fleets(hardware(), book(), parsed(json), {}, 1, cache, control);
    ASSERT_FALSE(bounds) << key;
    EXPECT_EQ(bounds.error().code, ErrorCode::kNotFound) << key;
  }
}

}  // namespace
}  // namespace nscope::capacity
