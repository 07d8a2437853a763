#include "costmodel/scenario/scenario.h"

#include "profiler/base/resources.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace nscope::cost {
namespace {

using testing::HasSubstr;

Json minimal() {
  return *parse_json(R"({
    "schema": "nscope.cost/1", "title": "t", "region": "us-east-1",
    "work": [{"instance": "inf2.48xlarge",
              "throughput": {"tokens_per_second": 30, "source": "claimed"}}]
  })",
                     "s.json");
}

/// The error for the minimal scenario after `change`, or "accepted".
template <class Change>
std::string error_after(Change&& change) {
  Json json = minimal();
  change(json);
  const auto scenario = scenario_from_json(json, "s.json");
  return scenario ? "accepted" : to_string(scenario.error());
}

TEST(Scenario, ReadsTheMinimum) {
  const auto scenario = scenario_from_json(minimal(), "s.json");
  ASSERT_TRUE(scenario) << to_string(scenario.error());
  EXPECT_EQ(scenario->regions, std::vector<std::string>{"us-east-1"});
  EXPECT_EQ(scenario->options.size(), kPurchaseOptions.size());
  EXPECT_FALSE(scenario->as_of);
  const WorkEstimate& work = scenario->work.front().estimate;
  EXPECT_EQ(work.label, "inf2.48xlarge");
  EXPECT_DOUBLE_EQ(work.throughput.tokens_per_second, 30);
  EXPECT_EQ(work.throughput.provenance, Provenance::kAssumed);
  EXPECT_FALSE(scenario->work.front().pending);
}

TEST(Scenario, ErrorsNameTheMember) {
  EXPECT_THAT(error_after([](Json& j) { j.erase("title"); }), HasSubstr("s.json: /title"));
  EXPECT_THAT(error_after([](Json& j) { j["typo"] = 1; }), HasSubstr("/typo: unknown key"));
  EXPECT_THAT(error_after([](Json& j) { j["regions"] = Json::array({"a"}); }),
              HasSubstr("exactly one of 'region' and 'regions'"));
  EXPECT_THAT(error_after([](Json& j) {
                j.erase("region");
                j["regions"] = Json::array({"us-east-1", "us-west-2", "us-east-1"});
              }),
              HasSubstr("/regions: duplicate 'us-east-1'"));
  EXPECT_THAT(error_after([](Json& j) { j["as_of"] = "2026-02-30"; }), HasSubstr("/as_of"));
  EXPECT_THAT(error_after([](Json& j) { j["as_of"] = "2026"; }), HasSubstr("/as_of"));
  EXPECT_THAT(error_after([](Json& j) { j["options"] = Json::array({"spott"}); }),
              HasSubstr("/options/0: unknown purchase option 'spott'; did you mean 'spot'?"));
  EXPECT_THAT(error_after([](Json& j) { j["options"] = Json::array({"spot", "spot"}); }),
              HasSubstr("duplicate"));
  EXPECT_THAT(error_after([](Json& j) { j["work"] = Json::array(); }), HasSubstr("/work"));
  EXPECT_THAT(error_after([](Json& j) { j["run"] = {{"days", 3}, {"tokens", 1e9}}; }),
              HasSubstr("/run/tokens: exactly one of"));
  EXPECT_THAT(error_after([](Json& j) { j["load"] = Json::object(); }),
              HasSubstr("/load/tokens_per_month: missing key"));
}

TEST(Scenario, WorkErrorsNameTheItem) {
  const auto work = [](const char* key, Json value) {
    return error_after([&](Json& j) { j["work"][0][key] = value; });
  };
  EXPECT_THAT(work("count", 0), HasSubstr("s.json: /work/0/count: must be between 1"));
  EXPECT_THAT(work("count", 1e9), HasSubstr("/work/0/count"));
  EXPECT_THAT(work("batch", -1), HasSubstr("/work/0/batch"));
  EXPECT_THAT(work("dtype", "bfloat"), HasSubstr("/work/0/dtype"));
  EXPECT_THAT(work("phase", "sleeping"), HasSubstr("/work/0/phase"));
  EXPECT_THAT(work("simulate", Json::object()), HasSubstr("exactly one of"));
  EXPECT_THAT(work("compare_with", "nobody"), HasSubstr("unknown item 'nobody'"));
  EXPECT_THAT(work("price", {{"usd_per_hour", 0}, {"source", "x"}}),
              HasSubstr("/work/0/price/usd_per_hour: must be greater than 0"));
  EXPECT_THAT(work("price", {{"usd_per_hour", "12,98"}, {"source", "x"}}),
              HasSubstr("invalid amount of money"));
  EXPECT_THAT(work("run", {{"days", 1}, {"hours", 2}}), HasSubstr("/work/0/run/days"));
  EXPECT_THAT(work("count", 2), HasSubstr("/work/0/throughput/scope: missing key"));
}

TEST(Scenario, ThroughputMustBeAPositiveNumberInsideItsBand) {
  const auto through = [](Json value) {
    return error_after([&](Json& j) { j["work"][0]["throughput"] = value; });
  };
  EXPECT_THAT(through({{"source", "x"}}), HasSubstr("tokens_per_second: missing key"));
  EXPECT_THAT(through({{"tokens_per_second", 0}, {"source", "x"}}), HasSubstr("must be between"));
  EXPECT_THAT(through({{"tokens_per_second", 1e300}, {"source", "x"}}),
              HasSubstr("must be between"));
  EXPECT_THAT(through({{"tokens_per_second", "5"}, {"source", "x"}}),
              HasSubstr("must be a number"));
  EXPECT_THAT(through({{"tokens_per_second", 5}, {"low", 6}, {"source", "x"}}),
              HasSubstr("between 'low' and 'high'"));
  EXPECT_THAT(through({{"tokens_per_second", 5}}), HasSubstr("source: missing key"));
  EXPECT_THAT(through({{"tokens_per_second", 5}, {"source", "x"}, {"provenance", "felt"}}),
              HasSubstr("unknown provenance 'felt'"));
}

TEST(Scenario, AFutureSchemaIsUnsupported) {
  Json json = minimal();
  json["schema"] = "nscope.cost/2";
  const auto scenario = scenario_from_json(json, "s.json");
  ASSERT_FALSE(scenario);
  EXPECT_EQ(scenario.error().code, ErrorCode::kUnsupportedVersion);
}

TEST(Scenario, ItemsWithTheSameNameNeedLabels) {
  EXPECT_THAT(error_after([](Json& j) { j["work"].push_back(Json(j["work"][0])); }),
              HasSubstr("/work/1/label: duplicate"));
}

TEST(Scenario, AThroughputPerInstanceIsMultiplied) {
  Json json = minimal();
  json["work"][0]["count"] = 4;
  json["work"][0]["throughput"]["scope"] = "instance";
  json["work"][0]["throughput"]["low"] = 20;
  const auto scenario = scenario_from_json(json, "s.json");
  ASSERT_TRUE(scenario) << to_string(scenario.error());
  const Throughput& fleet = scenario->work[0].estimate.throughput;
  EXPECT_DOUBLE_EQ(fleet.tokens_per_second, 120);
  EXPECT_DOUBLE_EQ(fleet.low.value(), 80);
  EXPECT_TRUE(fleet.stated_per_instance);
}

TEST(Scenario, PricesAreExactDecimals) {
  Json json = minimal();
  json["work"][0]["price"] = {{"usd_per_hour", 12.98}, {"source", "x"}};
  json["prices"] = Json::array({{{"instance", "inf2.48xlarge"},
                                 {"option", "ri_3yr"},
                                 {"usd_per_hour", "5.6080000001"},
                                 {"date", "2026-10"},
                                 {"source", "contract"}}});
  const auto scenario = scenario_from_json(json, "s.json");
  ASSERT_TRUE(scenario) << to_string(scenario.error());
  EXPECT_EQ(scenario->work[0].estimate.price->per_hour.nano(), 12'980'000'000);
  ASSERT_EQ(scenario->prices.size(), 1U);
  EXPECT_EQ(scenario->prices[0].per_hour.nano(), 5'608'000'000);
  EXPECT_EQ(scenario->prices[0].region, "*");
  EXPECT_TRUE(scenario->prices[0].own);
}

TEST(Scenario, ASimulationIsPendingUntilItIsFilled) {
  Json json = minimal();
  json["work"][0].erase("throughput");
  json["work"][0].update(*parse_json(R"({"simulate": {"sequence_length": 2048, "batch": 8},
    "model": "llama-2-70b", "batch": 4, "tensor_parallel": 24, "dtype": "int8", "count": 2})",
                                     "x"));
  const auto scenario = scenario_from_json(json, "s.json");
  ASSERT_TRUE(scenario) << to_string(scenario.error());
  WorkItem item = scenario->work[0];
  ASSERT_TRUE(item.pending);
  EXPECT_EQ(pending_request(item).dump(),
            R"({"schema":"nscope.workload/1","instance":"inf2.48xlarge","model":"llama-2-70b",)"
            R"("tensor_parallel":24,"batch":8,"dtype":"bf16","weight_dtype":"int8",)"
            R"("sequence_length":2048})");
  EXPECT_FALSE(fill_work(item, Throughput{}));
  EXPECT_TRUE(item.pending);
  Throughput simulated{.tokens_per_second = 100, .low = 90, .high = 110};
  simulated.provenance = Provenance::kSimulated;
  ASSERT_TRUE(fill_work(item, simulated));
  EXPECT_FALSE(item.pending);
  EXPECT_DOUBLE_EQ(item.estimate.throughput.tokens_per_second, 200);
  EXPECT_DOUBLE_EQ(item.estimate.throughput.high.value(), 220);
}

constexpr const char* kSummary = R"({"schema":"nscope.summary/1","metrics":{
  "tpot_p50":{"value":0.03,"unit":"s","provenance":"simulated"},
  "throughput":{"value":31.5,"unit":"tok/s","provenance":"simulated","low":28,"high":35}},
  "unavailable":{},"workload":{"anything":1}})";

TEST(Scenario, AcceptsASummaryOrItsFileName) {
  Json json = minimal();
  json["work"][0].erase("throughput");
  json["work"][0]["summary"] = *parse_json(kSummary, "x");
  auto scenario = scenario_from_json(json, "s.json");
  ASSERT_TRUE(scenario) << to_string(scenario.error());
  EXPECT_DOUBLE_EQ(scenario->work[0].estimate.throughput.tokens_per_second, 31.5);
  EXPECT_EQ(scenario->work[0].estimate.throughput.provenance, Provenance::kSimulated);
  json["work"][0]["summary"] = "run.json";
  scenario = scenario_from_json(json, "s.json");
  ASSERT_TRUE(scenario);
  EXPECT_EQ(scenario->work[0].pending->file, "run.json");
}

TEST(Summary, RejectsInvalidThroughputs) {
  const auto error = [](const char* entry) {
    Json json = *parse_json(kSummary, "x");
    json["metrics"]["throughput"].update(*parse_json(entry, "x"));
    const auto read = throughput_from_summary(json, "run.json");
    return read ? "accepted" : to_string(read.error());
  };
  EXPECT_EQ(error("{}"), "accepted");
  EXPECT_THAT(error(R"({"unit":"images/s"})"), HasSubstr("must be tokens per second"));
  EXPECT_THAT(error(R"({"value":0})"), HasSubstr("must be greater than 0"));
  EXPECT_THAT(error(R"({"value":50})"), HasSubstr("within its error band"));
  EXPECT_THAT(error(R"({"provenance":"x"})"), HasSubstr("unknown provenance 'x'"));
  EXPECT_THAT(error(R"({"value":"x"})"), HasSubstr("run.json: /metrics/throughput/value"));
}

TEST(Summary, TrainingInSequencesHasItsTokens) {
  Json json = *parse_json(kSummary, "x");
  json["metrics"]["throughput"]["unit"] = "sequences/s";
  EXPECT_FALSE(throughput_from_summary(json, "run.json"));
  json["metrics"]["tokens_per_second"] = {
      {"value", 4096.0}, {"unit", "tokens/s"}, {"provenance", "simulated"}};
  const auto read = throughput_from_summary(json, "run.json");
  ASSERT_TRUE(read) << to_string(read.error());
  EXPECT_DOUBLE_EQ(read->tokens_per_second, 4096);
  EXPECT_EQ(read->counted, CountedTokens::kAll);
}

TEST(Summary, ReportsWhyTheThroughputIsUnavailable) {
  const Json json = *parse_json(
      R"({"schema":"nscope.summary/1","metrics":{},
          "unavailable":{"throughput":"the capture contains no tokens"}})",
      "x");
  const auto read = throughput_from_summary(json, "run.json");
  ASSERT_FALSE(read);
  EXPECT_THAT(to_string(read.error()), HasSubstr("the capture contains no tokens"));
  EXPECT_FALSE(throughput_from_summary(Json::array(), "run.json"));
  EXPECT_FALSE(throughput_from_summary(Json::object(), "run.json"));
}

TEST(Scenario, BundledScenariosAreValid) {
  for (const char* name :
       {"workloads/inf2-llama2-70b-serving.json", "workloads/ailabs-30b-migration.json"}) {
    const auto file = find_resource(name);
    ASSERT_TRUE(file) << name;
    const auto json = parse_json(file->content, name);
    ASSERT_TRUE(json) << to_string(json.error());
    const auto scenario = scenario_from_json(*json, name);
    EXPECT_TRUE(scenario) << to_string(scenario.error());
  }
}

}  // namespace
}  // namespace nscope::cost
