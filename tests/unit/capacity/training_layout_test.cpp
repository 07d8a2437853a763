#include "app/capacity/training/training_layout.h"

#include "tests/unit/capacity/training_plan_fixture.h"

#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace nscope::capacity {
namespace {

using cost::hardware;
using testing::HasSubstr;

TEST(TrainingLayouts, DivideRanksAndBatch) {
  const auto request = training_request_from_json(small_plan(), "p").value();
  const catalog::Instance& instance = **hardware().instance("trn1.32xlarge");
  const catalog::Model& model = **hardware().model("llama-3-8b");
  std::set<std::string> seen;
  for (const int nodes : {1, 3, 4}) {
    for (const TrainingLayout& one : layouts_of(hardware(), instance, model, request, nodes)) {
      EXPECT_EQ(one.tensor_parallel * one.pipeline_parallel * one.data_parallel, nodes * 32);
      EXPECT_EQ(256 % (one.data_parallel * one.micro_batch), 0);
      EXPECT_TRUE(seen.insert(std::to_string(nodes) + one.text().english()).second)
          << one.text().english();
    }
  }
  EXPECT_GT(seen.size(), 20U);
}

std::vector<TrainingLayout> layouts(const Json& plan, int nodes) {
  const auto request = training_request_from_json(plan, "p").value();
  return layouts_of(hardware(), **hardware().instance("trn1.32xlarge"),
                    **hardware().model("llama-3-8b"), request, nodes);
}

TEST(TrainingLayouts, DegreesWhoseProductNoIntegerHoldsAreNone) {
  Json json = small_plan();
  json["training"]["tensor_parallel"] = {1 << 20};
  json["training"]["pipeline_parallel"] = {1 << 12};
  json["training"]["context_parallel"] = {1, 1 << 20};
  EXPECT_TRUE(layouts(json, 4).empty());
  json["training"]["tensor_parallel"] = {8, 1 << 20};
  json["training"]["pipeline_parallel"] = {2, 1 << 12};
  EXPECT_FALSE(layouts(json, 4).empty());
}

/// A plan with far more layouts than the maximum.
Json endless_plan() {
  Json json = small_plan();
  json["training"]["global_batch"] = 14'414'400;  // has many divisors
  json["training"].erase("pipeline_parallel");
  for (const char* member : {"expert_parallel", "micro_batches"}) {
    Json& values = json["training"][member] = Json::array();
    for (int value = 1; value <= 200; ++value) values.push_back(value);
  }
  return json;
}

TEST(TrainingLayouts, StopWhereThereAreTooMany) {
  const std::size_t found = layouts(endless_plan(), 45).size();
  EXPECT_GT(found, kMostLayouts);
  EXPECT_LT(found, kMostLayouts + 10);
}

TEST_F(TrainingPlanTest, MoreLayoutsThanCanBeTimedAreRefused) {
  Json json = endless_plan();
  json["nodes"] = {45};
  EXPECT_THAT(to_string(plan(json).error()), HasSubstr("more than 500,000 layouts"));
}

}  // namespace
}  // namespace nscope::capacity
