// Models that documents name by the path of a config.json.
#include "app/documents/model_files.h"

#include "profiler/base/language.h"
#include "tests/support/temporary_folder.h"

#include <filesystem>
#include <fstream>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace nscope::app {
namespace {

using testing::AllOf;
using testing::HasSubstr;

class ModelFilesTest : public testing::Test {
 protected:
  ModelFilesTest() {
    write("configs/small.json", "");
    write("configs/int8.json", R"("quantization_config":
      {"quant_method": "bitsandbytes", "load_in_8bit": true},)");
    write("configs/awq/config.json", R"("quantization_config":
      {"quant_method": "awq", "bits": 4},)");
  }
  void write(const std::string& name, const std::string& members) const {
    std::filesystem::create_directories((folder_.path() / name).parent_path());
    std::ofstream(folder_.path() / name) << "{" << members << R"("model_type": "llama",
      "hidden_size": 512, "intermediate_size": 1408, "num_hidden_layers": 4,
      "num_attention_heads": 8, "num_key_value_heads": 2, "vocab_size": 8000})";
  }
  std::string at(const std::string& name) const { return (folder_.path() / name).string(); }

  /// A document in the folder, with the members of `text`.
  Document document(const std::string& text) const {
    std::ofstream(folder_.path() / "d.json") << text;
    return {*parse_json(text, "d.json"), at("d.json")};
  }
  /// States the types of the weights in a document of the folder. The error, or empty.
  std::string state(Json& json) const {
    static const catalog::Catalog catalog = catalog::Catalog::load().value();
    std::vector<ModelFile> files;
    if (auto added = add_model_files(json, "d.json", folder_.path().string(), files); !added) {
      return to_string(added.error());
    }
    const auto stated = state_stored_weights(json, "d.json", catalog, files);
    return stated ? std::string() : to_string(stated.error());
  }
  std::string error_of(const char* text) const {
    Json json = *parse_json(text, "d.json");
    return state(json);
  }

 private:
  TestFolder folder_;
};

TEST_F(ModelFilesTest, PathsAreNotIdsOfAHub) {
  for (const char* const path : {"a.json", "./a", "../b/c", "/home/me/model"}) {
    EXPECT_TRUE(is_model_path(path)) << path;
  }
  for (const char* const id : {"llama-3.1-8b", "meta-llama/Llama-3.1-8B", "qwen3.5", ""}) {
    EXPECT_FALSE(is_model_path(id)) << id;
  }
}

TEST_F(ModelFilesTest, EveryKindOfDocumentCanNameFiles) {
  auto workload = document(R"({"schema": "nscope.workload/1", "model": "configs/small.json",
    "serving": {"speculation": {"draft_model": "configs/int8.json"}},
    "variants": [{"name": "v", "change": {"model": "./configs/small.json"}}]})");
  const auto known = load_catalog_for(workload, {});
  ASSERT_TRUE(known) << to_string(known.error());
  ASSERT_EQ(known->files.size(), 3);
  for (const ModelFile& file : known->files) {
    const auto model = known->catalog.model(file.name);
    ASSERT_TRUE(model) << file.name;
    EXPECT_EQ((*model)->hidden, 512);
  }
  EXPECT_THAT(model_files_text(known->files, Language()),
              HasSubstr("configs/small.json: the model is read from this file; the "));
  EXPECT_EQ(model_files_json(known->files)[0]["model"], "configs/small.json");
  // What a run of another folder was is not read again.
  std::vector<ModelFile> none;
  const auto summary = parse_json(R"({"summary": {"workload": {"model": "a/config.json"}}})", "");
  EXPECT_TRUE(add_model_files(*summary, "d.json", "", none));
  EXPECT_TRUE(none.empty());
}

TEST_F(ModelFilesTest, QuantisedFilesStateTheTypeOfTheWeights) {
  Json plan{{"schema", "nscope.plan/1"}, {"model", "configs/int8.json"}};
  EXPECT_EQ(state(plan), "");
  EXPECT_EQ(plan["weight_dtypes"], Json::array({"int8"}));
  Json cost = *parse_json(R"({"schema": "nscope.cost/1", "work": [
    {"instance": "inf2.xlarge", "model": "configs/int8.json", "simulate": {}},
    {"instance": "inf2.xlarge", "simulate": {"model": "configs/int8.json"}},
    {"instance": "g5.xlarge", "model": "./configs/awq", "simulate": {}},
    {"instance": "inf2.xlarge", "model": "configs/int8.json", "dtype": "bf16"}]})",
                          "d.json");
  EXPECT_EQ(state(cost), "");
  EXPECT_EQ(cost["work"][0]["dtype"], "int8");
  EXPECT_EQ(cost["work"][1]["simulate"]["weight_dtype"], "int8");
  EXPECT_EQ(cost["work"][2]["dtype"], "int4") << "on GPUs";
  EXPECT_EQ(cost["work"][3]["dtype"], "bf16") << "as stated";
  // A variant with another model does not have the type of the first.
  Json workload = *parse_json(R"({"schema": "nscope.workload/1", "model": "configs/int8.json",
    "instance": "inf2.xlarge", "variants": [{"name": "v", "change": {"model": "gpt2"}}]})",
                              "d.json");
  EXPECT_EQ(state(workload), "");
  EXPECT_EQ(workload["weight_dtype"], "int8");
  EXPECT_TRUE(workload["variants"][0]["change"]["weight_dtype"].is_null());
  EXPECT_THAT(error_of(R"({"schema": "nscope.workload/1", "model": "./configs/awq",
                "instance": "inf2.xlarge"})"),
              AllOf(HasSubstr("d.json: /model"), HasSubstr("state 'weight_dtype'")));
  EXPECT_EQ(error_of(R"({"schema": "nscope.workload/1", "model": "./configs/awq",
              "instance": "inf2.xlarge", "weight_dtype": "int8"})"),
            "");
}

TEST_F(ModelFilesTest, AConfigurationReplacesTheModelsOfADocument) {
  auto cost = document(R"({"schema": "nscope.cost/1", "work": [
    {"instance": "inf2.xlarge", "model": "gpt2", "simulate": {}}, {"instance": "trn1.2xlarge"}]})");
  const std::string path = at("configs/small.json");
  const auto known = load_catalog_for(cost, {}, path);
  ASSERT_TRUE(known) << to_string(known.error());
  EXPECT_EQ(cost.json["work"][0]["model"], path);
  EXPECT_FALSE(cost.json["work"][1].contains("model"));
  EXPECT_TRUE(known->catalog.model(path));
  auto none = document(R"({"schema": "nscope.cost/1", "work": []})");
  const auto refused = load_catalog_for(none, {}, path);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, ErrorCode::kInvalidArgument);
}

TEST_F(ModelFilesTest, ErrorsNameTheMemberAndTheFile) {
  EXPECT_THAT(error_of(R"({"schema": "nscope.plan/1", "model": "no/config.json"})"),
              AllOf(HasSubstr("d.json: /model: "), HasSubstr("no/config.json")));
  write("bad.json", R"("head_dim": -1,)");
  EXPECT_THAT(error_of(R"({"schema": "nscope.plan/1", "model": "bad.json"})"),
              AllOf(HasSubstr("d.json: /model: "), HasSubstr("bad.json")));
}

}  // namespace
}  // namespace nscope::app
