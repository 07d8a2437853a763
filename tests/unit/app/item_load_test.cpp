#include "app/pricing/item_load.h"

#include "app/pricing/fill_roi.h"
#include "app/pricing/fill_scenario.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace nscope::app {
namespace {

using testing::HasSubstr;

/// A small search with few configurations.
Json document(double e2e_seconds) {
  Json json = Json::parse(R"({"schema": "nscope.cost/1", "title": "t", "region": "us-east-1",
    "work": [{"label": "inf2", "instance": "inf2.48xlarge", "count": 2, "model": "llama-3-8b",
      "tensor_parallel": 8, "input_tokens": 500, "output_tokens": 100,
      "serve": {"sla": {}, "slots": [8], "schedulers": ["continuous"]}}]})");
  json["work"][0]["serve"]["sla"]["e2e_p99_s"] = e2e_seconds;
  return json;
}

class ItemLoadTest : public testing::Test {
 protected:
  cost::Scenario filled(const Json& json, ThroughputCache* cache = nullptr) {
    cost::Scenario scenario = cost::scenario_from_json(json, "test").value();
    TaskControl control;
    const auto done = fill_scenario(catalog_, scenario, cache, control);
    EXPECT_TRUE(done) << to_string(done.error());
    return scenario;
  }
  catalog::Catalog catalog_ = catalog::Catalog::load().value();
};

TEST_F(ItemLoadTest, AnItemGetsWhatAllItsInstancesSustain) {
  const cost::Scenario scenario = filled(document(10));
  const cost::WorkEstimate& work = scenario.work[0].estimate;
  ASSERT_TRUE(work.service);
  ASSERT_TRUE(work.has_throughput());
  EXPECT_NEAR(work.throughput.tokens_per_second, 100 * work.service->requests_per_second, 1e-6);
  EXPECT_EQ(work.throughput.provenance, Provenance::kSimulated);
  EXPECT_THAT(work.throughput.source.english(), HasSubstr("2 x inf2.48xlarge"));
  EXPECT_THAT(work.throughput.source.english(), HasSubstr("seed 1"));
  ASSERT_TRUE(work.service->full_load);
  EXPECT_GT(work.service->full_load->tokens_per_second, work.throughput.tokens_per_second);
  // The shape for the guards: three replicas with eight sequences on each instance.
  EXPECT_EQ(work.shape.tensor_parallel, 8);
  EXPECT_EQ(work.shape.batch, 24);
  bool limited = false;
  for (const cost::ServedLatency& one : work.service->latencies) {
    limited = limited || one.limit.has_value();
    if (one.limit) {
      EXPECT_LE(one.seconds, *one.limit) << one.name.english();
    }
  }
  EXPECT_TRUE(limited);
}

TEST_F(ItemLoadTest, IsSearchedOnceForOneQuestion) {
  ThroughputCache cache;
  Json json = document(10);
  const cost::Scenario first = filled(json, &cache);
  json["work"][0]["label"] = "another name";
  json["as_of"] = "2026-01-01";
  const cost::Scenario again = filled(json, &cache);
  EXPECT_EQ(cache.misses(), 1U);
  EXPECT_EQ(first.work[0].estimate.throughput.tokens_per_second,
            again.work[0].estimate.throughput.tokens_per_second);
  json["work"][0]["count"] = 3;
  filled(json, &cache);
  EXPECT_EQ(cache.misses(), 2U);
}

TEST_F(ItemLoadTest, WhatNothingHoldsIsNoErrorOfAScenarioButOfAStudy) {
  const cost::Scenario scenario = filled(document(0.05));
  const cost::WorkEstimate& work = scenario.work[0].estimate;
  EXPECT_FALSE(work.has_throughput());
  EXPECT_THAT(work.service->why_not.english(), HasSubstr("single request on an idle replica"));
  cost::RoiStudy study;
  study.baseline.work = cost::scenario_from_json(document(0.05), "test").value().work[0];
  study.target.work = study.baseline.work;
  TaskControl control;
  const auto done = fill_roi_study(catalog_, study, control);
  ASSERT_FALSE(done);
  EXPECT_EQ(done.error().code, ErrorCode::kInfeasible);
  EXPECT_THAT(done.error().message.english(), HasSubstr("no load meets"));
  EXPECT_THAT(done.error().where.english(), HasSubstr("test: /work/0"));
}

TEST_F(ItemLoadTest, IsGivenUp) {
  cost::Scenario scenario = cost::scenario_from_json(document(10), "test").value();
  TaskControl control;
  control.request_cancel();
  const auto done = fill_scenario(catalog_, scenario, nullptr, control);
  ASSERT_FALSE(done);
  EXPECT_EQ(done.error().code, ErrorCode::kCancelled);
  cost::RoiStudy study;
  study.baseline.work = study.target.work = scenario.work[0];
  const auto filled = fill_roi_study(catalog_, study, control);
  ASSERT_FALSE(filled);
  EXPECT_EQ(filled.error().code, ErrorCode::kCancelled);
}

}  // namespace
}  // namespace nscope::app
