#include "simcore/engine/workload/workload_study.h"

#include "simcore/engine/workload/workload.h"

#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace nscope::sim {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

/// A training workload with the keys of a comparison.
Json document(const std::string& members) {
  const auto json = parse_json(
      R"({"schema": "nscope.workload/1", "title": "Layouts", "model": "llama-2-7b",
          "instance": "trn1.32xlarge", "tensor_parallel": 8,
          "training": {"nodes": 4, "pipeline_parallel": 2, "global_batch": 64})" +
          members + "}",
      "w.json");
  EXPECT_TRUE(json) << to_string(json.error());
  return *json;
}

std::string error_of(const std::string& members) {
  const auto study = workload_study_from_json(document(members), "w.json");
  return study ? std::string("none") : to_string(study.error());
}

TEST(WorkloadStudy, ADocumentAloneIsItsOnlyVariant) {
  const auto study = workload_study_from_json(document(""), "w.json");
  ASSERT_TRUE(study) << to_string(study.error());
  EXPECT_EQ(study->document.title, "Layouts");
  ASSERT_EQ(study->document.variants.size(), 1U);
  EXPECT_EQ(study->document.variants[0].name.english(), "as described");
  EXPECT_TRUE(study->compare.empty());
  EXPECT_FALSE(study->steps_total);
}

TEST(WorkloadStudy, ChangesNestedMembersAndLeavesTheirNeighbours) {
  const auto study = workload_study_from_json(document(R"(,
      "note": "n", "region": "us-east-1", "compare": ["step_time"], "steps_total": 1000,
      "variants": [{"name": "four stages", "change": {"training": {"pipeline_parallel": 4}}},
                   {"name": "one stage", "change": {"training": {"pipeline_parallel": null}}}])"),
                                              "w.json");
  ASSERT_TRUE(study) << to_string(study.error());
  EXPECT_EQ(study->document.note, "n");
  EXPECT_EQ(study->document.region, "us-east-1");
  EXPECT_THAT(study->compare, ElementsAre("step_time"));
  EXPECT_EQ(study->steps_total, 1000);
  ASSERT_EQ(study->document.variants.size(), 3U);
  const DocumentVariant& four = study->document.variants[1];
  EXPECT_EQ(four.name.english(), "four stages");
  EXPECT_EQ(four.json.at("training"),
            Json::parse(R"({"nodes": 4, "pipeline_parallel": 4, "global_batch": 64})"));
  EXPECT_FALSE(study->document.variants[2].json["training"].contains("pipeline_parallel"));
  EXPECT_EQ(study->document.variants[0].json["training"]["pipeline_parallel"], 2);
  for (const DocumentVariant& variant : study->document.variants) {
    const auto workload = workload_from_json(variant.json, variant.where);
    EXPECT_TRUE(workload) << to_string(workload.error());
  }
}

TEST(WorkloadStudy, TheWorkloadReaderIgnoresTheComparison) {
  const Json json = document(R"(, "compare": ["step_time"], "region": "x", "variants": [])");
  EXPECT_TRUE(has_comparison(json));
  EXPECT_FALSE(has_comparison(document("")));
  EXPECT_TRUE(workload_from_json(json, "w.json"));
}

TEST(WorkloadStudy, ErrorsNameTheKey) {
  EXPECT_THAT(error_of(R"(, "variants": {})"), HasSubstr("/variants: must be an array of at most"));
  EXPECT_THAT(error_of(R"(, "variants": [{"name": "a"}])"), HasSubstr("w.json: /variants/0"));
  EXPECT_THAT(error_of(R"(, "variants": [5])"), HasSubstr("/variants/0"));
  EXPECT_THAT(error_of(R"(, "variants": [{"name": "a", "change": {}, "chnage": {}}])"),
              HasSubstr("/chnage"));
  EXPECT_THAT(error_of(R"(, "variants": [{"name": "a", "change": {"compare": []}}])"),
              HasSubstr("/variants/0/change: a variant cannot change 'compare'"));
  EXPECT_THAT(error_of(R"(, "variants": [{"name": "as described", "change": {}}])"),
              HasSubstr("/name: duplicate name 'as described'"));
  EXPECT_THAT(error_of(R"(, "compare": "step_time")"), HasSubstr("/compare"));
  EXPECT_THAT(error_of(R"(, "compare": [1])"), HasSubstr("/compare: must be an array of strings"));
  EXPECT_THAT(error_of(R"(, "compare": ["a", "a"])"), HasSubstr("must not contain duplicates"));
  EXPECT_THAT(error_of(R"(, "steps_total": 0)"), HasSubstr("/steps_total: must be between 1"));
  EXPECT_THAT(error_of(R"(, "shared_instance": true)"),
              HasSubstr("/shared_instance: requires 'variants'"));
  EXPECT_EQ(error_of(R"(, "shared_instance": true, "variants": [
                     {"name": "other", "change": {"model": "llama-3-8b"}}])"),
            "none");
  EXPECT_THAT(error_of(R"(, "region": 5)"), HasSubstr("/region"));
}

}  // namespace
}  // namespace nscope::sim
