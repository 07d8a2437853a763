#include "app/documents/built_in.h"

#include <array>
#include <set>

#include <gtest/gtest.h>

namespace nscope::app {
namespace {

using Kind = BuiltIn::Kind;

TEST(BuiltIn, AKindsWordAndANameMeanOneDocument) {
  std::set<std::string> names;
  for (const BuiltIn& each : built_ins()) {
    const std::string name = std::string(word(each.kind)) + ":" + each.name;
    EXPECT_TRUE(names.insert(name).second) << name;
    const auto found = find_built_in(name);
    ASSERT_TRUE(found) << name;
    EXPECT_EQ(found->kind, each.kind) << name;
    EXPECT_EQ(found->title, each.title) << name;
  }
  EXPECT_TRUE(names.contains("plan:inf2-100rps-sla"));
  EXPECT_TRUE(names.contains("migration:ailabs-30b-migration"));
}

TEST(BuiltIn, OfSeveralKindsThePreferredOneCounts) {
  EXPECT_EQ(find_built_in("inf2-100rps-sla")->kind, Kind::kWorkload);
  const std::array plan{Kind::kScenario, Kind::kPlan, Kind::kMigration};
  EXPECT_EQ(find_built_in("inf2-100rps-sla", plan)->kind, Kind::kPlan);
  EXPECT_EQ(find_built_in("ailabs-30b-migration", plan)->kind, Kind::kScenario);
  EXPECT_EQ(find_built_in("example", plan)->kind, Kind::kWorkload) << "there is no other";
  EXPECT_FALSE(find_built_in("nothing", plan));
  EXPECT_FALSE(find_built_in("plan:example"));
}

TEST(BuiltIn, TheServerOfTheVllmPluginUsesItsRules) {
  const auto workload = load_workload("qwen3-moe-trn2-vllm");
  ASSERT_TRUE(workload) << to_string(workload.error());
  EXPECT_EQ(workload->stack, "vllm-neuron");
  EXPECT_EQ(std::get<sim::ServingSetup>(workload->kind).stack, "vllm-neuron");
}

TEST(BuiltIn, TheFineTuningOfLlamaTrainsAdapters) {
  const auto workload = load_workload("lora-llama3-8b-trn1");
  ASSERT_TRUE(workload) << to_string(workload.error());
  const sim::FineTuning& tuning = std::get<sim::TrainingSetup>(workload->kind).tuning;
  EXPECT_EQ(tuning.method, sim::TuningMethod::kLora);
  EXPECT_EQ(tuning.adapters.rank, 16);
}

}  // namespace
}  // namespace nscope::app
