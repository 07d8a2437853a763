#pragma once

#include "app/capacity/training/plan_training.h"
#include "profiler/base/language.h"
#include "tests/unit/cost/built_in_data.h"

#include <gtest/gtest.h>

/// Shared by the tests of training plans.
namespace nscope::capacity {

/// A small plan: two types, few nodes and trials.
inline Json small_plan() {
  return parse_json(R"({"schema": "nscope.plan/1", "model": "llama-3-8b", "as_of": "2026-11-20",
    "training": {"sequence_length": 4096, "global_batch": 256, "chance": 0.9,
      "job": {"tokens": 20000000000, "deadline_days": 20, "node_mtbf_hours": 5000,
              "checkpoint": {"node_bandwidth": 1e9, "shared_bandwidth": 1e10},
              "restart": {"detect_seconds": 600, "replace_seconds": 900,
                          "load_executable_seconds": 120}, "trials": 2000},
      "spot": {"hazard": {"per_hour": 0.0005, "source": "of a test"}, "shared": 0.5,
               "wait_seconds": 900, "wait_all_seconds": 3600},
      "micro_batches": [1, 2], "pipeline_parallel": [1, 2, 4]},
    "instances": ["trn1.32xlarge", "trn2.48xlarge"], "regions": ["us-east-1", "us-east-2"],
    "purchase": ["on_demand", "ri_1yr", "capacity_block", "spot"], "max_instances": 8})",
                    "plan")
      .value();
}

class TrainingPlanTest : public testing::Test {
 protected:
  Result<TrainingPlan> plan(const Json& json) {
    const auto request = training_request_from_json(json, "plan");
    if (!request) return fail(request.error());
    return plan_training(cost::hardware(), cost::book(), *request,
                         cost::parse_day("2026-11-20").value(), 1, control_);
  }
  TrainingPlan made(const Json& json) {
    auto done = plan(json);
    EXPECT_TRUE(done) << to_string(done.error());
    return done.value();
  }
  TaskControl control_;
};

}  // namespace nscope::capacity
