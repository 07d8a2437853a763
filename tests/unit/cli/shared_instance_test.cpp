// Several models on one instance.
#include "app/cli/studies/shared_instance.h"

#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace nscope::cli {
namespace {

using testing::HasSubstr;

/// The JSON of a run with these members of its workload.
Json run_json(const std::string& members, double host_bytes = 1e9) {
  Json run{{"workload", *parse_json(R"({"tensor_parallel": 8)" + members + "}", "w.json")}};
  run["memory"]["capacity_bytes_per_core"] = 24e9;
  run["start_up"]["host_memory"] = {{{"step", "compile"}, {"required_bytes", 5e12}},
                                    {{"step", "load"}, {"required_bytes", host_bytes}}};
  return run;
}

Result<InstanceShare> share(const std::string& members, int instances = 1) {
  return share_of(Text::verbatim("one"), "trn2.48xlarge", run_json(members), instances, "w.json");
}

std::string refusal(const Result<InstanceShare>& shared) {
  return shared ? std::string("accepted") : to_string(shared.error());
}

const catalog::Catalog& hardware() {
  static const auto loaded = catalog::Catalog::load();
  return *loaded;
}

InstanceShare model(int cores, double host_bytes = 1e9, int core_size = 0) {
  return {.name = Text::verbatim("model"),
          .instance = "trn2.48xlarge",
          .cores = cores,
          .core_size = core_size,
          .host_bytes = host_bytes};
}

TEST(SharedInstance, CountsTheCoresOfAllReplicas) {
  EXPECT_EQ(share("")->cores, 8);
  EXPECT_EQ(share(R"(, "serving": {"replicas": 3})")->cores, 24);
  EXPECT_EQ(share(R"(, "serving": {"replicas": 1, "autoscaling": {"most": 4}})")->cores, 32);
  const std::string separate = R"(, "serving": {"replicas": 2, "disaggregation": {
    "prefill_replicas": 2, "tensor_parallel": 4)";
  EXPECT_EQ(share(separate + "}}")->cores, 24);
  EXPECT_EQ(share(separate + R"(, "instance": "trn2.3xlarge"}})")->cores, 16);
  EXPECT_EQ(share(R"(, "copies": 4, "cores": 2)")->cores, 16);
  EXPECT_DOUBLE_EQ(share(R"(, "serving": {"replicas": 3})")->host_bytes, 3e9);
}

TEST(SharedInstance, RefusesWhatCannotShare) {
  EXPECT_THAT(refusal(share("", 2)), HasSubstr("needs 2 instances"));
  EXPECT_THAT(refusal(share(R"(, "training": {})")), HasSubstr("training cannot share"));
  const auto gpu = share_of(Text::verbatim("one"), "p5.48xlarge", {{"workload", {}}}, 1, "w.json");
  EXPECT_THAT(refusal(gpu), HasSubstr("only models that run on NeuronCores"));
}

TEST(SharedInstance, AddsCoresAndMemoryOfTheHost) {
  const auto both = share_instance(hardware(), {model(8), model(16)}, "w.json");
  ASSERT_TRUE(both) << to_string(both.error());
  EXPECT_TRUE(both->fits);
  EXPECT_EQ(both->cores, 48);  // two physical cores each
  EXPECT_EQ(both->cores_available, 128);
  EXPECT_DOUBLE_EQ(both->host_bytes, 2e9);
  EXPECT_THAT(both->verdict.english(), HasSubstr("16 + 32 = 48 of 128 physical cores"));
  EXPECT_EQ(to_json(*both)["cores"], 48);

  const auto single = share_instance(hardware(), {model(64), model(64, 1e9, 1)}, "w.json");
  EXPECT_FALSE(single->fits);
  EXPECT_THAT(single->verdict.english(), HasSubstr("128 + 64 = 192 physical cores"));
  const auto exact = share_instance(hardware(), {model(32), model(64, 1e9, 1)}, "w.json");
  EXPECT_TRUE(exact->fits);
  const auto heavy = share_instance(hardware(), {model(8, 2e12), model(8, 2e12)}, "w.json");
  EXPECT_FALSE(heavy->fits);
  EXPECT_THAT(heavy->verdict.english(), HasSubstr("memory of the host together"));
}

TEST(SharedInstance, AllModelsStateTheSameType) {
  InstanceShare other = model(8);
  other.instance = "inf2.48xlarge";
  const auto shared = share_instance(hardware(), {model(8), other}, "w.json: /shared_instance");
  ASSERT_FALSE(shared);
  EXPECT_THAT(to_string(shared.error()),
              HasSubstr("/shared_instance: 'model' runs on trn2.48xlarge"));
}

}  // namespace
}  // namespace nscope::cli
