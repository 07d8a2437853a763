#include "app/documents/built_in.h"

#include "tests/support/temporary_folder.h"

#include <array>
#include <filesystem>
#include <fstream>
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

/// Runs a test in an empty folder, because names of documents can be those of files there.
class BuiltInNames : public testing::Test {
 protected:
  BuiltInNames() { std::filesystem::current_path(folder_.path()); }
  ~BuiltInNames() override { std::filesystem::current_path(before_); }

  std::filesystem::path before_ = std::filesystem::current_path();
  TestFolder folder_;
};

TEST_F(BuiltInNames, MeanTheBuiltInDocumentWhateverFilesAreThere) {
  constexpr std::array kKinds{Kind::kWorkload, Kind::kScenario, Kind::kCompile, Kind::kPlan,
                              Kind::kMigration};
  std::size_t number = 0;
  for (const Kind kind : kKinds) {
    for (const BuiltIn& each : built_ins(kind)) {
      const auto alone = load_document(each.name, kind);
      ASSERT_TRUE(alone) << each.name << ": " << to_string(alone.error());
      EXPECT_TRUE(alone->note.empty()) << each.name;
      // A folder or a file: both are there.
      if (number++ % 2 == 0) {
        std::filesystem::create_directory(each.name);
      } else {
        std::ofstream(each.name) << R"({"schema": "a file"})";
      }
      const std::string id = std::string(word(kind)) + ":" + each.name;
      for (const std::string& name : {each.name, id}) {
        const auto loaded = load_document(name, kind);
        ASSERT_TRUE(loaded) << name << ": " << to_string(loaded.error());
        EXPECT_EQ(loaded->json, alone->json) << name;
        EXPECT_EQ(loaded->name, alone->name) << name;
        EXPECT_EQ(loaded->note.empty(), name != each.name) << name;
      }
      std::filesystem::remove(each.name);
    }
  }
  EXPECT_GT(number, 20u);
}

TEST_F(BuiltInNames, APathMeansTheFile) {
  std::ofstream("example") << R"({"schema": "a file"})";
  EXPECT_EQ(load_simulation("example")->json["schema"], "nscope.workload/1");
  EXPECT_NE(load_simulation("example")->note.english().find("./example"), std::string::npos);
  for (const std::string& path :
       {std::string("./example"), (folder_.path() / "example").string()}) {
    const auto loaded = load_simulation(path);
    ASSERT_TRUE(loaded) << to_string(loaded.error());
    EXPECT_EQ(loaded->json["schema"], "a file");
    EXPECT_TRUE(loaded->note.empty());
  }
  // There is no built-in plan with this name, so the file is not hidden.
  EXPECT_EQ(load_document("example", Kind::kPlan)->json["schema"], "a file");
  EXPECT_FALSE(load_document("example.workload", Kind::kScenario)) << "not a scenario";
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
