// config.json files and pipelines of diffusers.
#include "app/documents/model_config.h"

#include "tests/support/temporary_folder.h"

#include <filesystem>
#include <fstream>
#include <string>
#include <utility>

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

TEST_F(ModelConfigTest, ReadsTheModelOfAFolder) {
  const auto file =
      write("model/config.json", R"({"model_type": "qwen3", "num_hidden_layers": 4})");
  const auto folder = std::filesystem::path(file).parent_path().string();
  EXPECT_EQ(read_model_config(folder)->model.id, file);
  // The cache of the hub has a folder for each snapshot.
  const auto cached = write("models--a--b/snapshots/1f/config.json", R"({"model_type": "qwen3"})");
  const auto cache = std::filesystem::path(cached).parent_path().parent_path().parent_path();
  EXPECT_EQ(read_model_config(cache.string())->model.id, cached);
  write("models--a--b/snapshots/2f/config.json", R"({"model_type": "qwen3"})");
  EXPECT_THAT(message(cache.string()),
              HasSubstr("models--a--b: the folder has 2 snapshots of a checkpoint; state"));
  const auto weights = std::filesystem::path(write("gguf/a-Q4_K_M.gguf", "GGUF")).parent_path();
  EXPECT_THAT(message(weights.string()), HasSubstr("gguf: the folder has GGUF files"));
  const auto other = std::filesystem::path(write("other/a.txt", "a")).parent_path();
  EXPECT_THAT(message(other.string()), HasSubstr("other: the folder has no config.json"));
  EXPECT_THAT(message("https://hub/lab/base/config.json"), HasSubstr("is an address; download"));
  EXPECT_THAT(message("lab/base"), HasSubstr("first: hf download lab/base config.json"));
  EXPECT_THAT(message("lab/missing.json"), HasSubstr("cannot open the file"));
  EXPECT_THAT(message("./missing"), HasSubstr("cannot open the file"));
  write("pipeline/config.json", "{}");
  const auto pipeline = write("pipeline/model_index.json", R"({"_class_name": "FluxPipeline",
    "transformer": ["diffusers", "FluxTransformer2DModel"]})");
  write("pipeline/transformer/config.json", R"({"_class_name": "FluxTransformer2DModel"})");
  const auto read = read_model_config(std::filesystem::path(pipeline).parent_path().string());
  ASSERT_TRUE(read) << to_string(read.error());
  EXPECT_EQ(read->model.architecture, catalog::Architecture::kDiffusion);
  const auto adapter = write("adapter/adapter_config.json", R"({"peft_type": "LORA",
    "base_model_name_or_path": "lab/base"})");
  EXPECT_THAT(message(std::filesystem::path(adapter).parent_path().string()),
              HasSubstr("use the config.json of its base model 'lab/base'"));
}

TEST_F(ModelConfigTest, ReadsTheNativeFilesOfMistralAndMeta) {
  // Queries and outputs have a width of 4096, keys and values of 1024.
  const auto dense = read_model_config(write("params.json", R"({"dim": 5120, "n_layers": 40,
    "head_dim": 128, "hidden_dim": 14336, "n_heads": 32, "n_kv_heads": 8, "norm_eps": 1e-5,
    "vocab_size": 131072, "max_seq_len": 65536})"));
  ASSERT_TRUE(dense) << to_string(dense.error());
  EXPECT_NEAR(dense->model.parameters,
              40 * (2.0 * 5120 * (4096 + 1024) + 3.0 * 5120 * 14336) + 2 * 131072.0 * 5120, 1e6);
  EXPECT_EQ(dense->model.max_positions, 65536);
  const auto experts = read_model_config(write("params.json", R"({"dim": 4096, "n_layers": 32,
    "head_dim": 128, "hidden_dim": 14336, "n_heads": 32, "n_kv_heads": 8, "vocab_size": 32000,
    "moe": {"num_experts_per_tok": 2, "num_experts": 8}, "quantization":
    {"qformat_weight": "fp8_e4m3"}})"));
  ASSERT_TRUE(experts) << to_string(experts.error());
  EXPECT_NEAR(experts->model.parameters, 46.70e9, 0.05e9);
  EXPECT_EQ(experts->model.moe->top_k, 2);
  EXPECT_EQ(experts->weights.dtype, "fp8");
  // Llama 3 8B: the width is 1.3 times two thirds of 4 x 4096, rounded up to 1024.
  const auto meta = read_model_config(write("params.json", R"({"dim": 4096, "n_layers": 32,
    "n_heads": 32, "n_kv_heads": 8, "vocab_size": 128256, "multiple_of": 1024,
    "ffn_dim_multiplier": 1.3, "norm_eps": 1e-5})"));
  ASSERT_TRUE(meta) << to_string(meta.error());
  EXPECT_EQ(meta->model.ffn, 14336);
  EXPECT_NEAR(meta->model.parameters, 8.030e9, 0.01e9);
  const auto sees = read_model_config(write("params.json", R"({"dim": 5120, "n_layers": 40,
    "head_dim": 128, "hidden_dim": 14336, "n_heads": 32, "n_kv_heads": 8, "vocab_size": 131072,
    "vision_encoder": {"hidden_size": 1024, "num_channels": 3, "image_size": 1024,
    "patch_size": 16, "num_hidden_layers": 24, "intermediate_size": 4096,
    "num_attention_heads": 16}})"));
  ASSERT_TRUE(sees) << to_string(sees.error());
  ASSERT_TRUE(sees->model.vision);
  EXPECT_NEAR(sees->model.vision->parameters, 4.3e8, 0.1e8);
  for (const auto& [members, why] :
       {std::pair{R"("n_heads": 32, "vocab_size": -1)", "/vocab_size: must be a whole number"},
        std::pair{R"("n_heads": 32)", "/vocab_size: is required"},
        std::pair{R"("n_heads": 32, "vocab_size": 9, "multiple_of": 0)",
                  "/intermediate_size: is required"}}) {
    EXPECT_THAT(message(write("params.json",
                              R"({"dim": 4096, "n_layers": 32, )" + std::string(members) + "}")),
                HasSubstr(why));
  }
}

TEST_F(ModelConfigTest, SaysWhatAnotherFileIsAndWhatToUse) {
  const auto said = [&](const std::string& content) {
    return message(write("file.json", content));
  };
  EXPECT_THAT(said("GGUF\x03"), HasSubstr("file.json: is a GGUF file"));
  EXPECT_THAT(said(std::string("\x40\0\0\0\0\0\0\0{\"a\": {}}", 17)),
              HasSubstr("is a file of weights; use the config.json of the same folder"));
  EXPECT_THAT(said("PK\x03\x04"), HasSubstr("is a file of weights"));
  EXPECT_THAT(said("version https://git-lfs.github.com/spec/v1\n"),
              HasSubstr("is a pointer of Git LFS"));
  EXPECT_THAT(said("<!doctype html>"), HasSubstr("is a web page"));
  EXPECT_THAT(said(R"({"error": "Access is restricted"})"),
              HasSubstr("is an error message instead of a config.json: 'Access is restricted'"));
  EXPECT_THAT(said(R"({"peft_type": "LORA"})"), HasSubstr("of an adapter (PEFT), not of a model"));
  EXPECT_THAT(said(R"({"weight_map": {}})"), HasSubstr("is the index of files with weights"));
  EXPECT_THAT(said(R"({"tokenizer_class": "T"})"),
              HasSubstr("is the configuration of a tokenizer"));
  EXPECT_THAT(said(R"({"_from_model_config": true})"), HasSubstr("of text generation"));
  EXPECT_THAT(said(R"({"tp_degree": 8})"), HasSubstr("of a compilation for Neuron"));
  EXPECT_THAT(said(R"({"bits": 4, "group_size": 128})"), HasSubstr("of a quantisation, not of a"));
  EXPECT_THAT(said(R"({"do_sample": true})"), HasSubstr("of text generation"));
  EXPECT_THAT(said(R"({"similarity_fn_name": "cosine"})"), HasSubstr("of Sentence Transformers"));
  EXPECT_THAT(said(R"({"build_config": {}, "pretrained_config": {}})"),
              HasSubstr("engine of TensorRT-LLM, not of a model; use the config.json that it was"));
  EXPECT_THAT(said(R"({"architecture": "LlamaForCausalLM", "mapping": {}})"),
              HasSubstr("of a checkpoint of TensorRT-LLM"));
  EXPECT_THAT(message(write("model_config.yaml", "num_layers: 32\n")),
              HasSubstr("is a YAML file; use the config.json of the model"));
  EXPECT_THAT(said("[]"), HasSubstr("must be an object"));
  EXPECT_THAT(said("{}"), HasSubstr("/model_type: is required"));
  // The members do not matter beside a model type.
  EXPECT_EQ(said(R"({"model_type": "llama", "tokenizer_class": "T", "error": "e"})"), "accepted");
}

}  // namespace
}  // namespace nscope::app
