// config.json files and pipelines of diffusers.
#include "app/documents/model_config.h"

#include "tests/support/temporary_folder.h"

#include <filesystem>
#include <fstream>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace nscope::app {
namespace {

using testing::HasSubstr;

class ModelConfigTest : public testing::Test {
 protected:
  std::string write(const std::string& name, const std::string& content) const {
    const auto path = folder_.path() / name;
    std::filesystem::create_directories(path.parent_path());
    std::ofstream(path) << content;
    return path.string();
  }
  std::string message(const std::string& path) const {
    const auto read = read_model_config(path);
    return read ? "accepted" : to_string(read.error());
  }

 private:
  TestFolder folder_;
};

TEST_F(ModelConfigTest, ReadsAConfigurationUnderAName) {
  const auto path = write("config.json", R"({"model_type": "qwen3", "num_hidden_layers": 4})");
  EXPECT_EQ(read_model_config(path)->model.id, path);
  const auto named = read_model_config(path, "mine");
  ASSERT_TRUE(named);
  EXPECT_EQ(named->model.id, "mine");
  EXPECT_EQ(named->model.layers, 4);
}

TEST_F(ModelConfigTest, ReadsNumbersThatOnlyPythonWrites) {
  const auto path = write("config.json", R"({"model_type": "mamba2", "architectures": ["a \"NaN"],
    "time_step_limit": [0.0, Infinity], "time_step_floor": NaN, "least": -Infinity,
    "num_hidden_layers": 4})");
  const auto read = read_model_config(path);
  ASSERT_TRUE(read) << to_string(read.error());
  EXPECT_EQ(read->model.layers, 4);
  const auto dimension = write("config.json", R"({"model_type": "qwen3", "hidden_size": NaN})");
  EXPECT_THAT(message(dimension), HasSubstr("/hidden_size: is required"));
}

TEST_F(ModelConfigTest, TheLastOfEqualKeysAppliesAsInPython) {
  const auto path = write("config.json", R"({"model_type": "qwen3", "num_hidden_layers": 4,
    "num_hidden_layers": 6})");
  const auto read = read_model_config(path);
  ASSERT_TRUE(read) << to_string(read.error());
  EXPECT_EQ(read->model.layers, 6);
}

TEST_F(ModelConfigTest, APipelineIsThatOfItsTransformer) {
  const auto path = write("model_index.json", R"({"_class_name": "FluxPipeline",
    "transformer": ["diffusers", "FluxTransformer2DModel"]})");
  EXPECT_THAT(message(path), HasSubstr("transformer/config.json"));
  write("transformer/config.json", R"({"_class_name": "FluxTransformer2DModel",
    "guidance_embeds": true, "pooled_projection_dim": 768})");
  const auto read = read_model_config(path, "flux");
  ASSERT_TRUE(read) << to_string(read.error());
  EXPECT_EQ(read->model.architecture, catalog::Architecture::kDiffusion);
  EXPECT_EQ(read->model.id, "flux");
  EXPECT_NEAR(read->model.parameters, 11.90e9, 0.06e9);
}

TEST_F(ModelConfigTest, RefusesPipelinesWithoutATransformer) {
  const auto unet = write("model_index.json", R"({"_class_name": "StableDiffusionPipeline",
    "unet": ["diffusers", "UNet2DConditionModel"]})");
  EXPECT_THAT(message(unet), HasSubstr("model_index.json: missing key 'transformer'"));
  const auto other = write("model_index.json", R"({"_class_name": "OtherPipeline",
    "transformer": ["diffusers", "OtherTransformer"]})");
  write("transformer/config.json", R"({"_class_name": "OtherTransformer"})");
  EXPECT_THAT(message(other), HasSubstr("unsupported model type 'OtherTransformer'"));
  EXPECT_THAT(message(write("broken.json", "{")), HasSubstr("broken.json: line 1"));
  EXPECT_THAT(message("/absent/config.json"), HasSubstr("/absent/config.json"));
}

}  // namespace
}  // namespace nscope::app
