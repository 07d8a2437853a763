#include "app/capacity/request/plan_request.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace nscope::capacity {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

constexpr const char* kSmall = R"({"schema": "nscope.plan/1", "model": "llama-3-8b",
  "traffic": {"requests_per_second": 10, "input_tokens": 500, "output_tokens": 200}})";

Result<PlanRequest> read(const Json& json) {
  return plan_request_from_json(json, "plan.json");
}

Json small() {
  return Json::parse(kSmall);
}

TEST(PlanRequestTest, EverythingButModelAndTrafficMayBeLeftOut) {
  const auto request = read(small());
  ASSERT_TRUE(request) << to_string(request.error());
  EXPECT_EQ(request->model, "llama-3-8b");
  EXPECT_EQ(request->traffic.requests_per_second, 10);
  EXPECT_EQ(request->traffic.arrivals.process, sim::ArrivalProcess::kPoisson);
  EXPECT_EQ(longest(request->traffic.input), 500);
  EXPECT_EQ(longest(request->traffic.output), 200);
  EXPECT_TRUE(request->limits.empty());
  EXPECT_THAT(request->regions, ElementsAre("us-east-1"));
  EXPECT_THAT(request->purchase, ElementsAre(cost::PurchaseOption::kOnDemand));
  EXPECT_FALSE(request->purchase_stated);
  EXPECT_THAT(request->weight_dtypes, ElementsAre("bf16"));
  EXPECT_EQ(request->stack, "vllm");
  EXPECT_EQ(request->design_rate(), 10);
}

TEST(PlanRequestTest, ReadsTheRicherForms) {
  Json json = small();
  json["traffic"] = Json::parse(R"({"hourly_requests_per_second": [5, 40, 20],
    "input_tokens": {"kind": "lognormal", "mean": 500, "deviation": 100},
    "output_tokens": {"kind": "uniform", "low": 10, "high": 300},
    "arrivals": {"process": "bursts", "burst_factor": 4, "quiet_seconds": 30, "burst_seconds": 10}})");
  json["sla"] = Json::parse(R"({"ttft_p99_s": 1, "e2e_p50_s": 3, "tpot_p95_s": 0.05})");
  json["regions"] = {"us-east-2", "us-west-2"};
  json["purchase"] = {"ri_1yr", "spot"};
  json["weight_dtypes"] = {"int8"};
  json["headroom"] = 0.25;
  json["survive"] = {{"nodes", 1}, {"zones", 1}, {"zone_count", 4}};
  json["autoscaling"] = {{"load_seconds", 120}};
  json["stack"] = "none";
  json["as_of"] = "2026-07-22";
  json["slots"] = {8, 2, 8};
  json["speculation"] =
      Json::parse(R"([{"draft_model": "llama-3.2-1b", "tokens": 4, "acceptance": 0.7}])");
  const auto request = read(json);
  ASSERT_TRUE(request) << to_string(request.error());
  EXPECT_EQ(request->traffic.requests_per_second, 40);
  EXPECT_EQ(request->design_rate(), 50);
  EXPECT_EQ(request->traffic.input.high, 900);  // four deviations above the mean
  EXPECT_NEAR(request->traffic.arrivals.mean_rate(), 40, 1e-9);
  EXPECT_NEAR(request->traffic.arrivals.burst_rate, 4 * request->traffic.arrivals.rate, 1e-9);
  ASSERT_EQ(request->limits.size(), 3u);
  EXPECT_EQ(request->limits[0].name(), "ttft_p99_s");
  EXPECT_EQ(request->limits[1].name(), "tpot_p95_s");
  EXPECT_EQ(request->limits[2].name(), "e2e_p50_s");
  EXPECT_EQ(request->limits[2].seconds, 3);
  EXPECT_TRUE(request->purchase_stated);
  EXPECT_THAT(request->slots, ElementsAre(2, 8));
  EXPECT_EQ(request->survive.zone_count, 4);
  EXPECT_EQ(request->autoscaling->load_seconds, 120);
  EXPECT_EQ(request->stack, "");
  ASSERT_EQ(request->speculation.size(), 1u);
  EXPECT_NEAR(request->speculation[0].tokens_per_step(), 2.7731, 1e-4);
}

TEST(PlanRequestTest, ArrivalsKeepTheirShapeAtAnotherRate) {
  Json json = small();
  json["traffic"]["arrivals"] = {{"process", "bursts"}, {"burst_factor", 3}};
  const auto request = read(json);
  ASSERT_TRUE(request);
  const sim::Arrivals twice = arrivals_at(request->traffic, 20);
  EXPECT_NEAR(twice.mean_rate(), 20, 1e-9);
  EXPECT_NEAR(twice.burst_rate / twice.rate, 3, 1e-9);
  EXPECT_EQ(twice.burst_seconds, request->traffic.arrivals.burst_seconds);
}

struct Broken {
  const char* pointer;  ///< member that is replaced
  const char* value;    ///< by this; "" removes it
  const char* says;     ///< the message names
};
class BrokenPlanTest : public ::testing::TestWithParam<Broken> {};

TEST_P(BrokenPlanTest, IsAnErrorThatNamesTheMember) {
  Json json = small();
  json["sla"] = {{"e2e_p99_s", 2}};
  const Json::json_pointer at(GetParam().pointer);
  if (*GetParam().value == '\0') {
    json[at.parent_pointer()].erase(at.back());
  } else {
    json[at] = Json::parse(GetParam().value);
  }
  const auto request = read(json);
  ASSERT_FALSE(request);
  EXPECT_THAT(to_string(request.error()), HasSubstr("plan.json"));
  EXPECT_THAT(to_string(request.error()), HasSubstr(GetParam().says));
}

INSTANTIATE_TEST_SUITE_P(
    Members, BrokenPlanTest,
    ::testing::Values(
        Broken{"/model", "", "model"}, Broken{"/traffic", "", "traffic"},
        Broken{"/traffic/requests_per_second", "0", "requests_per_second"},
        Broken{"/traffic/requests_per_second", "-3", "requests_per_second"},
        Broken{"/traffic/requests_per_second", "1e9", "requests_per_second"},
        Broken{"/traffic/requests_per_second", "\"many\"", "requests_per_second"},
        Broken{"/traffic/input_tokens", "", "input_tokens"},
        Broken{"/traffic/input_tokens", "0", "input_tokens"},
        Broken{"/traffic/input_tokens", "1.5", "input_tokens"},
        Broken{"/traffic/input_tokens", "99999999", "input_tokens"},
        Broken{"/traffic/output_tokens", R"({"kind": "zipf"})", "output_tokens"},
        Broken{"/traffic/output_tokens", R"({"kind": "uniform", "low": 9, "high": 3})", "high"},
        Broken{"/traffic/arrivals", R"({"process": "closed-loop"})", "process"},
        Broken{"/traffic/arrivals", R"({"process": "bursts", "burst_factor": 1})", "burst_factor"},
        Broken{"/traffic/hourly_requests_per_second", "[1, 2]", "requests_per_second"},
        Broken{"/traffic/users", "3", "users"}, Broken{"/sla/e2e_p99_s", "0", "e2e_p99_s"},
        Broken{"/sla/e2e_p98_s", "1", "e2e_p98_s"}, Broken{"/sla", "2", "sla"},
        Broken{"/region", "7", "region"}, Broken{"/instances", "[]", "instances"},
        Broken{"/instances", "[\"a\", \"a\"]", "duplicate"},
        Broken{"/purchase", "[\"lease\"]", "lease"}, Broken{"/weight_dtypes", "[\"int3\"]", "int3"},
        Broken{"/headroom", "-0.1", "headroom"}, Broken{"/survive", R"({"zones": 3})", "zones"},
        Broken{"/autoscaling", R"({"load_seconds": 60})", "hourly_requests_per_second"},
        Broken{"/stack", "\"triton\"", "stack"}, Broken{"/max_context", "600", "max_context"},
        Broken{"/slots", "[0]", "slots"}, Broken{"/slots", "[]", "slots"},
        Broken{"/schedulers", "[\"fifo\"]", "fifo"},
        Broken{"/speculation", "[{\"draft_model\": \"x\"}]", "accepted"},
        Broken{"/max_instances", "0", "max_instances"}, Broken{"/as_of", "\"yesterday\"", "as_of"},
        Broken{"/colour", "1", "colour"}, Broken{"/schema", "\"nscope.cost/1\"", "schema"}));

TEST(PlanRequestTest, OutputsOfOneTokenHaveNoTimePerOutputToken) {
  Json json = small();
  json["traffic"]["output_tokens"] = 1;
  json["sla"] = {{"ttft_p99_s", 1}};
  EXPECT_TRUE(read(json));
  json["sla"]["tpot_p99_s"] = 0.1;
  const auto request = read(json);
  ASSERT_FALSE(request);
  EXPECT_EQ(to_string(request.error()),
            "plan.json: /sla/tpot_p99_s: requires an output of at least two tokens");
}

TEST(PlanRequestTest, APluginThatPrefillsAloneHasOneScheduler) {
  Json json = small();
  json["stack"] = "vllm-neuron";
  json.erase("schedulers");
  const auto request = read(json);
  ASSERT_TRUE(request) << to_string(request.error());
  EXPECT_THAT(request->schedulers, ElementsAre("continuous"));
  json["schedulers"] = {"continuous", "chunked"};
  const auto refused = read(json);
  ASSERT_FALSE(refused);
  EXPECT_EQ(to_string(refused.error()),
            "plan.json: /schedulers: the stack 'vllm-neuron' supports only the scheduler "
            "'continuous'");
}

TEST(PlanRequestTest, AnotherVersionIsSaidToBeOne) {
  Json json = small();
  json["schema"] = "nscope.plan/2";
  const auto request = read(json);
  ASSERT_FALSE(request);
  EXPECT_EQ(request.error().code, ErrorCode::kUnsupportedVersion);
}

TEST(PlanRequestTest, TheShownPercentileIsThatOfTheLimit) {
  const std::vector<Limit> limits{{.latency = Latency::kTpot, .share = 0.5, .seconds = 0.02},
                                  {.latency = Latency::kTpot, .share = 0.95, .seconds = 0.06}};
  EXPECT_EQ(tail_share(limits, Latency::kTpot), 0.95) << "the last limit";
  EXPECT_EQ(tail_share(limits, Latency::kE2e), 0.99) << "no limit";
}

TEST(PlanRequestTest, WhatIsNoObjectIsAnError) {
  for (const char* text : {"3", "[]", "null", "\"plan\""}) {
    EXPECT_FALSE(read(Json::parse(text))) << text;
  }
}

}  // namespace
}  // namespace nscope::capacity
