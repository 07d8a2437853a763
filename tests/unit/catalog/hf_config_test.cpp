// Hugging Face configurations, written by hand after the published dimensions.
#include "simcore/catalog/config/hf_config.h"

#include "profiler/base/resources.h"
#include "simcore/catalog/config/config_family.h"
#include "tests/unit/catalog/builtin_catalog.h"
#include "tests/unit/catalog/read_config.h"

#include <algorithm>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace nscope::catalog {
namespace {

using testing::HasSubstr;
using testing::Not;

struct Case {
  const char* catalogue_id;  ///< the same model, read from the data files
  const char* config;
};

// Prints the model instead of the bytes of the case if a test fails.
void PrintTo(const Case& item, std::ostream* out) {
  *out << item.catalogue_id;
}

class KnownConfigTest : public testing::TestWithParam<Case> {};

TEST_P(KnownConfigTest, AgreesWithTheCatalogue) {
  const auto found = read_config(GetParam().config);
  ASSERT_TRUE(found) << to_string(found.error());
  const Model& known = model(GetParam().catalogue_id);
  EXPECT_EQ(found->architecture, known.architecture);
  EXPECT_EQ(found->layers, known.layers);
  EXPECT_EQ(found->hidden, known.hidden);
  EXPECT_EQ(found->heads, known.heads);
  EXPECT_EQ(found->kv_heads, known.kv_heads);
  EXPECT_EQ(found->head_dim, known.head_dim);
  EXPECT_EQ(found->vocabulary, known.vocabulary);
  EXPECT_EQ(found->ffn_gated, known.ffn_gated);
  EXPECT_EQ(found->tied_embeddings, known.tied_embeddings);
  EXPECT_EQ(found->moe.has_value(), known.moe.has_value());
  if (found->moe && known.moe) {
    EXPECT_EQ(found->moe->experts, known.moe->experts);
    EXPECT_EQ(found->moe->top_k, known.moe->top_k);
    EXPECT_EQ(found->moe->expert_ffn, known.moe->expert_ffn);
    EXPECT_EQ(found->moe->shared_experts, known.moe->shared_experts);
    EXPECT_EQ(found->moe_layers(), known.moe_layers());
  }
  EXPECT_EQ(found->kv_elements_per_token(), known.kv_elements_per_token());
  // The pooler and the token types of ALBERT are not part of the matrices.
  const double tolerance = known.loops > 1 ? 0.06 : 0.015;
  EXPECT_NEAR(found->parameters / known.parameters, 1.0, tolerance);
  EXPECT_FALSE(found->source.empty());
  EXPECT_FALSE(found->confidence.empty());
}

INSTANTIATE_TEST_SUITE_P(
    HfConfig, KnownConfigTest,
    testing::Values(
        Case{"llama-2-70b", R"({"architectures": ["LlamaForCausalLM"], "model_type": "llama",
          "hidden_size": 8192, "intermediate_size": 28672, "num_hidden_layers": 80,
          "num_attention_heads": 64, "num_key_value_heads": 8, "vocab_size": 32000,
          "max_position_embeddings": 4096, "tie_word_embeddings": false, "rope_scaling": null})"},
        Case{"llama-3.2-1b", R"({"model_type": "llama", "hidden_size": 2048,
          "intermediate_size": 8192, "num_hidden_layers": 16, "num_attention_heads": 32,
          "num_key_value_heads": 8, "head_dim": 64, "vocab_size": 128256,
          "tie_word_embeddings": true})"},
        Case{"mistral-7b-instruct-v0.2", R"({"model_type": "mistral", "hidden_size": 4096,
          "intermediate_size": 14336, "num_hidden_layers": 32, "num_attention_heads": 32,
          "num_key_value_heads": 8, "vocab_size": 32000, "sliding_window": null})"},
        Case{"qwen2.5-7b", R"({"model_type": "qwen2", "hidden_size": 3584,
          "intermediate_size": 18944, "num_hidden_layers": 28, "num_attention_heads": 28,
          "num_key_value_heads": 4, "vocab_size": 152064, "sliding_window": 131072,
          "use_sliding_window": false})"},
        Case{"qwen3-0.6b", R"({"model_type": "qwen3", "hidden_size": 1024,
          "intermediate_size": 3072, "num_hidden_layers": 28, "num_attention_heads": 16,
          "num_key_value_heads": 8, "head_dim": 128, "vocab_size": 151936,
          "tie_word_embeddings": true})"},
        Case{"mixtral-8x7b", R"({"model_type": "mixtral", "hidden_size": 4096,
          "intermediate_size": 14336, "num_hidden_layers": 32, "num_attention_heads": 32,
          "num_key_value_heads": 8, "vocab_size": 32000, "num_local_experts": 8,
          "num_experts_per_tok": 2})"},
        Case{"qwen3-30b-a3b", R"({"model_type": "qwen3_moe", "hidden_size": 2048,
          "intermediate_size": 6144, "moe_intermediate_size": 768, "num_hidden_layers": 48,
          "num_attention_heads": 32, "num_key_value_heads": 4, "head_dim": 128,
          "vocab_size": 151936, "num_experts": 128, "num_experts_per_tok": 8,
          "decoder_sparse_step": 1, "mlp_only_layers": []})"},
        Case{"deepseek-v3", R"({"model_type": "deepseek_v3", "hidden_size": 7168,
          "intermediate_size": 18432, "moe_intermediate_size": 2048, "num_hidden_layers": 61,
          "num_attention_heads": 128, "num_key_value_heads": 128, "vocab_size": 129280,
          "n_routed_experts": 256, "n_shared_experts": 1, "num_experts_per_tok": 8,
          "first_k_dense_replace": 3, "moe_layer_freq": 1, "q_lora_rank": 1536,
          "kv_lora_rank": 512, "qk_nope_head_dim": 128, "qk_rope_head_dim": 64,
          "v_head_dim": 128})"},
        Case{"gpt-oss-20b", R"({"model_type": "gpt_oss", "hidden_size": 2880,
          "intermediate_size": 2880, "num_hidden_layers": 24, "num_attention_heads": 64,
          "num_key_value_heads": 8, "head_dim": 64, "vocab_size": 201088,
          "num_local_experts": 32, "num_experts_per_tok": 4, "experts_per_token": 4})"},
        Case{"llama-4-maverick-17b-128e", R"({"model_type": "llama4", "text_config": {
          "model_type": "llama4_text", "hidden_size": 5120, "intermediate_size": 8192,
          "intermediate_size_mlp": 16384, "num_hidden_layers": 48, "num_attention_heads": 40,
          "num_key_value_heads": 8, "head_dim": 128, "vocab_size": 202048,
          "num_local_experts": 128, "num_experts_per_tok": 1, "interleave_moe_layer_step": 2},
          "vision_config": {"hidden_size": 1408}})"},
        Case{"gpt2", R"({"model_type": "gpt2", "n_embd": 768, "n_layer": 12, "n_head": 12,
          "n_inner": null, "vocab_size": 50257, "n_positions": 1024, "n_ctx": 1024})"},
        Case{"gpt-j-6b", R"({"model_type": "gptj", "n_embd": 4096, "n_layer": 28, "n_head": 16,
          "n_inner": null, "vocab_size": 50400, "n_positions": 2048,
          "tie_word_embeddings": false})"},
        Case{"gpt-neox-20b", R"({"model_type": "gpt_neox", "hidden_size": 6144,
          "intermediate_size": 24576, "num_hidden_layers": 44, "num_attention_heads": 64,
          "vocab_size": 50432, "tie_word_embeddings": false})"},
        Case{"opt-13b", R"({"model_type": "opt", "hidden_size": 5120, "ffn_dim": 20480,
          "num_hidden_layers": 40, "num_attention_heads": 40, "vocab_size": 50272,
          "max_position_embeddings": 2048, "word_embed_proj_dim": 5120})"},
        Case{"falcon-180b", R"({"model_type": "falcon", "hidden_size": 14848,
          "num_hidden_layers": 80, "num_attention_heads": 232, "num_kv_heads": 8,
          "multi_query": true, "new_decoder_architecture": true, "vocab_size": 65024,
          "tie_word_embeddings": false})"},
        Case{"mpt-7b", R"({"model_type": "mpt", "d_model": 4096, "n_heads": 32, "n_layers": 32,
          "expansion_ratio": 4, "vocab_size": 50368, "max_seq_len": 2048,
          "attn_config": {"alibi": true}})"},
        Case{"bert-base-uncased", R"({"architectures": ["BertForMaskedLM"], "hidden_size": 768,
          "intermediate_size": 3072, "num_hidden_layers": 12, "num_attention_heads": 12,
          "vocab_size": 30522, "max_position_embeddings": 512})"},
        Case{"roberta-large", R"({"model_type": "roberta", "hidden_size": 1024,
          "intermediate_size": 4096, "num_hidden_layers": 24, "num_attention_heads": 16,
          "vocab_size": 50265, "max_position_embeddings": 514})"},
        Case{"distilbert-base-uncased", R"({"model_type": "distilbert", "dim": 768,
          "hidden_dim": 3072, "n_layers": 6, "n_heads": 12, "vocab_size": 30522,
          "max_position_embeddings": 512, "tie_weights_": true})"},
        Case{"electra-base-discriminator", R"({"model_type": "electra", "hidden_size": 768,
          "embedding_size": 768, "intermediate_size": 3072, "num_hidden_layers": 12,
          "num_attention_heads": 12, "vocab_size": 30522, "max_position_embeddings": 512})"},
        Case{"albert-base-v2", R"({"model_type": "albert", "hidden_size": 768,
          "embedding_size": 128, "intermediate_size": 3072, "num_hidden_layers": 12,
          "num_hidden_groups": 1, "num_attention_heads": 12, "vocab_size": 30000,
          "max_position_embeddings": 512})"}));

TEST(HfConfigTest, DefaultsFollowTheFamily) {
  // Without KV heads, head size and tie_word_embeddings, the defaults of the family apply.
  const auto gemma = read_config(R"({"model_type": "gemma", "hidden_size": 2048,
    "intermediate_size": 16384, "num_hidden_layers": 18, "num_attention_heads": 8,
    "num_key_value_heads": 1, "head_dim": 256, "vocab_size": 256000})");
  ASSERT_TRUE(gemma) << to_string(gemma.error());
  EXPECT_TRUE(gemma->tied_embeddings);
  EXPECT_TRUE(gemma->ffn_gated);
  const auto llama = read_config(R"({"model_type": "llama", "hidden_size": 4096,
    "intermediate_size": 11008, "num_hidden_layers": 32, "num_attention_heads": 32,
    "vocab_size": 32000})");
  ASSERT_TRUE(llama) << to_string(llama.error());
  EXPECT_EQ(llama->kv_heads, 32);
  EXPECT_EQ(llama->head_dim, 128);
  EXPECT_FALSE(llama->tied_embeddings);
  EXPECT_EQ(llama->max_positions, 2048) << "the default of the family";
  EXPECT_EQ(llama->id, "config.json");
  const auto old_falcon = read_config(R"({"model_type": "falcon", "hidden_size": 4544,
    "num_hidden_layers": 32, "num_attention_heads": 71, "num_kv_heads": 71,
    "multi_query": true, "vocab_size": 65024})");
  ASSERT_TRUE(old_falcon) << to_string(old_falcon.error());
  EXPECT_EQ(old_falcon->kv_heads, 1) << "multi-query, independent of num_kv_heads";
  EXPECT_EQ(old_falcon->ffn, 4 * 4544);
}

TEST(HfConfigTest, ReadsWindowsAndSharedExperts) {
  const auto mistral = read_config(R"({"model_type": "mistral", "hidden_size": 4096,
    "intermediate_size": 14336, "num_hidden_layers": 32, "num_attention_heads": 32,
    "num_key_value_heads": 8, "vocab_size": 32000, "sliding_window": 4096})");
  ASSERT_TRUE(mistral);
  EXPECT_EQ(mistral->sliding_window, 4096);
  const auto qwen = read_config(R"({"model_type": "qwen2_moe", "hidden_size": 2048,
    "intermediate_size": 5632, "moe_intermediate_size": 1408,
    "shared_expert_intermediate_size": 5632, "num_hidden_layers": 24, "num_attention_heads": 16,
    "vocab_size": 151936, "num_experts": 60, "num_experts_per_tok": 4,
    "mlp_only_layers": [0]})");
  ASSERT_TRUE(qwen) << to_string(qwen.error());
  EXPECT_EQ(qwen->moe->shared_experts, 4);
  EXPECT_EQ(qwen->moe->dense_layers, 1);
}

TEST(HfConfigTest, MembersThatAreLeftOutHaveTheDefaultsOfTheFamily) {
  // The published configuration of LLaVA-1.5 leaves out what equals the default of Llama.
  const auto llava = read_config(R"({"model_type": "llava", "text_config": {"model_type": "llama",
    "vocab_size": 32064, "max_position_embeddings": 4096}})");
  ASSERT_TRUE(llava) << to_string(llava.error());
  EXPECT_EQ(llava->layers, 32);
  EXPECT_EQ(llava->hidden, 4096);
  EXPECT_EQ(llava->ffn, 11008);
  EXPECT_EQ(llava->vocabulary, 32064);
  EXPECT_THAT(llava->note.english(),
              HasSubstr("the defaults of model type 'llama' are assumed: num_hidden_layers 32, "
                        "hidden_size 4096, num_attention_heads 32, intermediate_size 11008"));
  EXPECT_THAT(llava->note.english(), Not(HasSubstr("vocab_size")));
  // The same decoder in other wrappers, and other decoders in the same wrapper.
  const auto mistral = read_config(R"({"model_type": "llava_next", "text_config": {"model_type":
    "mistral", "vocab_size": 32064, "sliding_window": null}})");
  ASSERT_TRUE(mistral) << to_string(mistral.error());
  EXPECT_EQ(mistral->kv_heads, 8);
  EXPECT_FALSE(mistral->sliding_window) << "null is not the default of 4096";
  EXPECT_TRUE(mistral->layer_pattern.empty());
  const auto without_type = read_config(R"({"model_type": "llava", "text_config": {}})");
  ASSERT_TRUE(without_type) << to_string(without_type.error());
  EXPECT_EQ(without_type->vocabulary, 32000);
  const auto gemma = read_config(R"({"model_type": "gemma3", "text_config": {"hidden_size": 2560,
    "num_hidden_layers": 34, "intermediate_size": 10240, "sliding_window": 1024}})");
  ASSERT_TRUE(gemma) << to_string(gemma.error());
  EXPECT_EQ(gemma->heads, 8);
  EXPECT_EQ(gemma->kv_heads, 4);
  EXPECT_EQ(gemma->vocabulary, 262208);
  EXPECT_TRUE(gemma->tied_embeddings);
  EXPECT_EQ(gemma->layer_pattern.size(), 6u);
  // A member under another of its names is not left out.
  const auto renamed = read_config(R"({"model_type": "gpt2", "hidden_size": 1024, "n_layer": 24,
    "num_attention_heads": 16})");
  ASSERT_TRUE(renamed) << to_string(renamed.error());
  EXPECT_EQ(renamed->hidden, 1024);
  EXPECT_EQ(renamed->heads, 16);
  // A complete file has no note.
  const auto complete = read_config(R"({"model_type": "llama", "num_hidden_layers": 2,
    "hidden_size": 64, "num_attention_heads": 4, "intermediate_size": 128, "vocab_size": 100,
    "max_position_embeddings": 512})");
  ASSERT_TRUE(complete);
  EXPECT_TRUE(complete->note.empty()) << complete->note.english();
}

TEST(HfConfigTest, AMergingProjectionHasThreeMatrices) {
  // Mistral Small 3.1: 2 x 2 patches of 1024 elements to 1024, then to 5120, then 5120 x 5120.
  const auto read = read_config(R"({"model_type": "mistral3", "spatial_merge_size": 2,
    "text_config": {"hidden_size": 5120, "head_dim": 128}, "vision_config": {}})");
  ASSERT_TRUE(read) << to_string(read.error());
  ASSERT_TRUE(read->vision);
  EXPECT_EQ(read->vision->projector, 1024);
  EXPECT_EQ(read->vision->second_projector, 5120);
  const auto parts = vision_parts(*read->vision, vision_input(*read->vision, 0, 0));
  ASSERT_EQ(parts.back().network.size(), 3u);
  EXPECT_DOUBLE_EQ(parameters_of(parts.back().network),
                   4096.0 * 1024 + 1024.0 * 5120 + 5120.0 * 5120);
  const double layers = 24 * (4.0 * 1024 * 1024 + 3.0 * 1024 * 4096);
  const double projection = 4096.0 * 1024 + 1024.0 * 5120 + 5120.0 * 5120;
  const double patches = 3.0 * 16 * 16 * 1024;
  const double vectors = 24 * (9.0 * 1024 + 4096);
  EXPECT_DOUBLE_EQ(read->vision->parameters, layers + projection + patches + vectors);
}

TEST(HfConfigTest, ListsTheSupportedModelTypes) {
  const auto unknown = read_config(R"({"model_type": "retnet", "hidden_size": 768})");
  ASSERT_FALSE(unknown);
  EXPECT_EQ(unknown.error().code, ErrorCode::kUnsupportedVersion);
  EXPECT_THAT(unknown.error().message.english(), HasSubstr("unsupported model type 'retnet'"));
  EXPECT_THAT(unknown.error().message.english(),
              testing::EndsWith("'nscope models --config-types' lists all"));
  EXPECT_LT(unknown.error().message.english().size(), 150u) << "not a list of all types";
  EXPECT_THAT(config_error(R"({"model_type": "qwen4"})"), HasSubstr("the closest are qwen"));
  EXPECT_THAT(config_error(R"({"architectures": ["RwkvForCausalLM"]})"),
              HasSubstr("RwkvForCausalLM"));
  EXPECT_THAT(config_error("{}"), HasSubstr("not a Hugging Face config.json"));
  EXPECT_THAT(config_error("[]"), HasSubstr("must be an object"));
  EXPECT_THAT(config_error(R"({"model_type": "llava", "text_config": {"model_type": "rwkv"}})"),
              HasSubstr("config.json: /text_config/model_type: unsupported model type 'rwkv'"));
  // Where it is known, the reason replaces the closest types.
  EXPECT_EQ(config_error(R"({"model_type": "llada"})"),
            "config.json: /model_type: unsupported model type 'llada': it generates text by "
            "denoising blocks of positions, not token by token");
}

TEST(HfConfigTest, RefusesLayersThatTheModelCannotDescribe) {
  EXPECT_THAT(config_error(R"({"model_type": "llama", "intermediate_size": [11008, 14336]})"),
              HasSubstr("/intermediate_size: must be equal for all layers"));
  EXPECT_THAT(
      config_error(R"({"model_type": "qwen3", "layer_types": ["full_attention", "retention"],
                "head_dim": 128})"),
      HasSubstr("/layer_types: layers of type 'retention' are not supported"));
  EXPECT_THAT(config_error(R"({"model_type": "nemotron_h", "hybrid_override_pattern": "M-ME*E",
                "n_routed_experts": 8})"),
              HasSubstr("layers with experts and layers without them"));
  EXPECT_THAT(config_error(R"({"model_type": "bamba", "attn_layer_indices": [9, 99]})"),
              HasSubstr("/attn_layer_indices: layer 99 exceeds the 32 layers"));
}

TEST(HfConfigTest, ReadsExpertsWithALatentWidth) {
  const std::string text = R"({"model_type": "nemotron_h", "hybrid_override_pattern": "MEME",
    "n_routed_experts": 8, "n_shared_experts": 1, "num_experts_per_tok": 2,
    "moe_intermediate_size": 512, "moe_shared_expert_intermediate_size": 1024)";
  const auto wide = read_config(text + "}");
  const auto latent = read_config(text + R"(, "moe_latent_size": 1024})");
  ASSERT_TRUE(wide && latent);
  EXPECT_EQ(latent->moe->latent, 1024);
  // Two matrices of 8 experts have narrower inputs; both layers have two projections.
  const double saved = 2 * 2 * 8 * 512 * (4096 - 1024.0);
  const double projections = 2 * 2 * 4096 * 1024.0;
  EXPECT_DOUBLE_EQ(wide->parameters - latent->parameters, saved - projections);
  const double active = 2 * 2 * 2 * 512 * (4096 - 1024.0);
  EXPECT_DOUBLE_EQ(wide->active_matrix_parameters() - latent->active_matrix_parameters(),
                   active - projections);
}

TEST(HfConfigTest, ReadsTheKindsOfLayers) {
  using enum Mixer;
  const auto pattern = [](const std::string& text) {
    const auto found = read_config(text);
    EXPECT_TRUE(found) << to_string(found.error());
    return found ? found->layer_pattern : std::vector<Mixer>();
  };
  EXPECT_EQ(pattern(R"({"model_type": "qwen3_next"})"),
            (std::vector{kLinear, kLinear, kLinear, kAttention}));
  EXPECT_EQ(pattern(R"({"model_type": "gemma2"})"), (std::vector{kSliding, kAttention}));
  EXPECT_EQ(pattern(R"({"model_type": "gemma3_text", "sliding_window_pattern": 2})"),
            (std::vector{kSliding, kAttention}));
  EXPECT_EQ(pattern(R"({"model_type": "mistral"})"), (std::vector{kSliding}));
  EXPECT_TRUE(pattern(R"({"model_type": "exaone4", "sliding_window": null})").empty());
  EXPECT_EQ(pattern(R"({"model_type": "exaone4"})"),
            (std::vector{kSliding, kSliding, kSliding, kAttention}));
  EXPECT_TRUE(pattern(R"({"model_type": "qwen2"})").empty()) << "use_sliding_window is false";
  EXPECT_EQ(pattern(R"({"model_type": "bamba"})"), (std::vector{kMamba2}))
      << "without a list, no layer has attention";
  EXPECT_EQ(pattern(R"({"model_type": "qwen2", "use_sliding_window": true,
              "num_hidden_layers": 4, "max_window_layers": 2})"),
            (std::vector{kAttention, kAttention, kSliding, kSliding}));
  EXPECT_EQ(pattern(R"({"model_type": "nemotron_h", "hybrid_override_pattern": "M-M*"})"),
            (std::vector{kMamba2, kFeedForward, kMamba2, kAttention}));
  EXPECT_EQ(pattern(R"({"model_type": "granitemoehybrid", "layer_types": ["mamba", "attention",
              "linear_attention", "full_attention"], "num_hidden_layers": 4, "num_local_experts": 0})"),
            (std::vector{kMamba2, kAttention}));
  EXPECT_EQ(pattern(R"({"model_type": "minimax_text_01", "num_hidden_layers": 4,
              "attn_type_list": [0, 1, 0, 1]})"),
            (std::vector{kLinear, kAttention}));
}

TEST(HfConfigTest, ReadsStoredWeights) {
  const auto weights = [](const std::string& quantization) {
    const auto found = read_hf_config(
        *parse_json(R"({"model_type": "llama", "quantization_config": )" + quantization + "}",
                    "config.json"),
        "config.json");
    if (!found) return to_string(found.error());
    const bool other = found->weights.dtype == kOtherWeights;
    return other ? "other: " + found->weights.method : found->weights.dtype;
  };
  EXPECT_EQ(weights(R"({"quant_method": "fp8", "fmt": "e4m3", "weight_block_size": [128, 128]})"),
            "fp8");
  EXPECT_EQ(weights(R"({"quant_method": "fbgemm_fp8"})"), "fp8");
  EXPECT_EQ(weights(R"({"quant_method": "mxfp4"})"), "mxfp4");
  EXPECT_EQ(weights(R"({"quant_method": "compressed-tensors", "config_groups": {"group_0":
              {"weights": {"num_bits": 8, "type": "float"}}}})"),
            "fp8");
  EXPECT_EQ(weights(R"({"quant_method": "compressed-tensors", "config_groups": {"group_0":
              {"weights": {"num_bits": 8, "type": "int"}}}})"),
            "int8");
  EXPECT_EQ(weights(R"({"config_groups": {"group_0": {"weights": {"num_bits": 4,
              "type": "int"}}}})"),
            "int4");
  EXPECT_EQ(weights(R"({"quant_method": "awq", "bits": 4, "group_size": 128})"), "int4");
  EXPECT_EQ(weights(R"({"quant_method": "gptq", "bits": 8})"), "int8");
  EXPECT_EQ(weights(R"({"quant_method": "bitsandbytes", "load_in_4bit": true})"), "int4");
  EXPECT_EQ(weights(R"({"quant_method": "bitsandbytes", "load_in_8bit": true})"), "int8");
  EXPECT_EQ(weights(R"({"quant_method": "modelopt", "quant_algo": "FP8"})"), "fp8");
  EXPECT_EQ(weights("null"), "");
  EXPECT_EQ(weights(R"({"quant_method": "modelopt", "quant_algo": "NVFP4"})"), "nvfp4");
  EXPECT_EQ(weights(R"({"quant_method": "aqlm"})"), "other: aqlm");
  // Groups of layers with other weights.
  const auto groups = [&](const std::string& first, const std::string& second) {
    return weights(R"({"quant_method": "compressed-tensors", "config_groups": {"group_0":
      {"weights": )" +
                   first + R"(}, "group_1": {"weights": )" + second + "}}}");
  };
  const std::string int4 = R"({"num_bits": 4, "type": "int"})";
  const std::string int8 = R"({"num_bits": 8, "type": "int"})";
  EXPECT_EQ(groups(int4, int4), "int4");
  EXPECT_EQ(groups("null", int8), "int8") << "a group of other tensors";
  EXPECT_EQ(groups(int8, int4), "other: compressed-tensors: int4, int8");
  EXPECT_EQ(groups(int8, R"({"num_bits": 3, "type": "int"})"), "other: compressed-tensors");
  EXPECT_EQ(groups("null", "null"), "") << "only other tensors";
  EXPECT_EQ(weights(R"({"quant_method": "compressed-tensors", "config_groups": {},
              "sparsity_config": {"format": "sparse-24-bitmask"}})"),
            "");
  EXPECT_EQ(weights(R"({"quant_method": "modelopt", "quant_algo": null,
              "kv_cache_quant_algo": "FP8"})"),
            "");
  EXPECT_EQ(weights(R"({"quant_method": "modelopt", "quant_algo": null})"), "other: modelopt");
  EXPECT_EQ(weights(R"({"quant_method": null, "quantize": "w8a8"})"), "other: ");
  EXPECT_EQ(weights(R"({"quant_method": "auto-round", "bits": 4, "data_type": "mx_fp"})"), "mxfp4");
  EXPECT_EQ(weights(R"({"quant_method": "auto-round", "bits": 4, "data_type": "nv_fp"})"), "nvfp4");
  EXPECT_EQ(weights(R"({"quant_method": "auto-round", "bits": 8, "data_type": "mx_fp"})"), "fp8");
  EXPECT_EQ(weights(R"({"quant_method": "auto-round", "data_type": "mx_fp"})"),
            "other: auto-round");
  EXPECT_EQ(weights(R"({"quant_method": "gptq", "bits": 4, "dynamic": {"+:.*": {"bits": 8}}})"),
            "other: gptq: int4, int8");
  EXPECT_EQ(weights(R"({"quant_method": "gptq", "bits": 4, "dynamic": {"-:.*": {}}})"), "int4");
  EXPECT_EQ(weights(R"({"quant_method": "auto-round", "bits": 4,
              "extra_config": {"lm_head": {"bits": 16}}})"),
            "int4");
  EXPECT_EQ(weights(R"({"quant_method": "gptq", "bits": 3})"), "other: gptq");
  EXPECT_THAT(weights("[1]"), HasSubstr("/quantization_config: must be an object"));
}

TEST(HfConfigTest, ReadsStoredWeightsOfTheDecoder) {
  const auto weights = [](const std::string& config) {
    const auto found = read_hf_config(*parse_json(config, "config.json"), "config.json");
    return found ? found->weights.dtype : to_string(found.error());
  };
  const std::string fp8 = R"("quantization_config": {"quant_method": "fp8"})";
  EXPECT_EQ(weights(R"({"model_type": "llava", "text_config": {)" + fp8 + "}}"), "fp8");
  EXPECT_EQ(weights(R"({"model_type": "internvl_chat", "llm_config": {)" + fp8 + "}}"), "fp8");
  EXPECT_EQ(weights(R"({"model_type": "qwen3_omni_moe", "thinker_config": {"text_config": {)" +
                    fp8 + "}}}"),
            "fp8");
  EXPECT_EQ(weights(R"({"model_type": "qwen3_omni_moe", "thinker_config": {)" + fp8 + "}}"), "fp8");
  EXPECT_EQ(weights(R"({"model_type": "internvl_chat", "llm_config": {"quantization_config":
                {"quant_method": "aqlm"}}})"),
            kOtherWeights);
  EXPECT_THAT(
      weights(R"({"model_type": "internvl_chat", "llm_config": {"quantization_config": 1}})"),
      HasSubstr("/llm_config/quantization_config: must be an object"));
}

TEST(HfConfigTest, ReadsTheVisionTowerOfADecoder) {
  const auto model = read_config(R"({"model_type": "gemma3", "mm_tokens_per_image": 256,
    "text_config": {"hidden_size": 2560}, "vision_config": {"model_type": "siglip_vision_model",
    "hidden_size": 1152, "image_size": 896, "intermediate_size": 4304, "num_attention_heads": 16,
    "num_hidden_layers": 27, "patch_size": 14}})");
  ASSERT_TRUE(model) << to_string(model.error());
  ASSERT_TRUE(model->vision);
  EXPECT_EQ(model->vision->merge, 4);
  EXPECT_TRUE(model->vision->pools);
  EXPECT_EQ(vision_input(*model->vision, 0, 0).tokens, 256);
  EXPECT_EQ(vision_input(*model->vision, 0, 0).positions, 4096);
  const auto qwen = read_config(R"({"model_type": "qwen2_5_vl", "text_config": {},
    "vision_config": {}})");
  ASSERT_TRUE(qwen) << to_string(qwen.error());
  EXPECT_EQ(qwen->vision->window, 64);
  EXPECT_EQ(qwen->vision->full_layers, 4);
  EXPECT_EQ(vision_input(*qwen->vision, 280, 560).tokens, 10 * 20);
  EXPECT_EQ(vision_input(*qwen->vision, 280, 560).positions, 4 * 10 * 20);
  const auto crossed = read_config(R"({"model_type": "mllama", "text_config": {},
    "vision_config": {"image_size": 560}})");
  ASSERT_TRUE(crossed) << to_string(crossed.error());
  EXPECT_TRUE(crossed->vision->is_crossed);
  EXPECT_EQ(crossed->sliding_window, 4 * 1601);
  EXPECT_THAT(config_error(R"({"model_type": "mllama", "text_config": {}})"),
              HasSubstr("/vision_config: is required, because cross-attention layers read"));
  EXPECT_THAT(config_error(R"({"model_type": "mllama_text_model"})"),
              HasSubstr("need the configuration of the whole model"));
  EXPECT_THAT(config_error(R"({"model_type": "llava", "text_config": {},
                "vision_config": {"patch_size": 448}})"),
              HasSubstr("/vision_config/patch_size: exceeds the image size of 224"));
  EXPECT_THAT(config_error(R"({"model_type": "llava", "text_config": {},
                "vision_config": {"hidden_size": 1000, "num_attention_heads": 16}})"),
              HasSubstr("/vision_config/num_heads: 16 heads do not divide"));
}

TEST(HfConfigTest, HandlesValuesOfTheWrongType) {
  const Json config = *parse_json(R"({"model_type": "qwen2_moe", "hidden_size": 2048,
    "intermediate_size": 5632, "moe_intermediate_size": 1408, "attn_config": {"kv_n_heads": 2},
    "shared_expert_intermediate_size": 5632, "num_hidden_layers": 24, "num_attention_heads": 16,
    "vocab_size": 151936, "num_experts": 60, "num_experts_per_tok": 4, "mlp_only_layers": [0]})",
                                  "config.json");
  std::size_t refused = 0;
  for (const auto& [member, value] : config.items()) {
    for (const Json& odd : {Json(), Json(-1), Json(1e300), Json("x"), Json(true), Json(99'999'999),
                            Json::array({7, "x"}), Json::object({{"x", 1}})}) {
      Json edited = config;
      edited[member] = odd;
      const auto result = model_from_hf_config(edited, "config.json");
      if (result) {
        EXPECT_GT(result->parameters, 0.0);
      } else {
        ++refused;
      }
    }
  }
  EXPECT_GT(refused, 60u);
}

TEST(HfConfigTest, EveryFamilyHandlesValuesOfTheWrongType) {
  ASSERT_TRUE(config_families()) << to_string(config_families().error());
  std::size_t accepted = 0;
  std::size_t refused = 0;
  const auto check = [&](const Json& config) {
    const auto result = read_hf_config(config, "config.json");
    if (!result) {
      ++refused;
      EXPECT_THAT(result.error().where.english(), testing::StartsWith("config.json: /"));
      return;
    }
    ++accepted;
    EXPECT_GT(result->model.parameters, 0.0) << config.dump();
    EXPECT_GE(result->model.kv_elements_per_token(), 0.0) << config.dump();
  };
  const std::vector<Json> odd{Json(),
                              Json(-1),
                              Json(0),
                              Json(1e300),
                              Json("x"),
                              Json(true),
                              Json(99'999'999),
                              Json::array({7, "x"}),
                              Json::array({2, 2}),
                              Json::object({{"x", 1}})};
  for (const std::string& type : config_families()->types()) {
    const ConfigFamily& family = *config_families()->find(type);
    Json config = family.defaults;
    config["model_type"] = type;
    if (family.kind == ConfigKind::kVisionLanguage) {
      config["text_config"] = Json::object();
      config["vision_config"] = Json::object();
    }
    check(config);
    for (const auto& [member, value] : family.defaults.items()) {
      for (const Json& replacement : odd) {
        Json edited = config;
        edited[member] = replacement;
        check(edited);
      }
    }
  }
  EXPECT_GT(accepted, 2000u);
  EXPECT_GT(refused, 5000u);
}

/// Whether a reader uses the member in one of the configurations: it accepts the configuration, and
/// refuses it with a value that no member has.
bool is_read(const std::vector<Json>& configs, const Json::json_pointer& member) {
  return std::any_of(configs.begin(), configs.end(), [&](Json config) {
    if (!read_hf_config(config, "config.json")) return false;
    config[member] = {{"x", 1}};
    return !read_hf_config(config, "config.json");
  });
}

TEST(HfConfigTest, AReaderUsesEveryDefault) {
  ASSERT_TRUE(config_families()) << to_string(config_families().error());
  // Members that matter only together with others.
  const std::vector<Json> contexts{
      Json::object(),
      {{"use_sliding_window", true}},
      {{"mamba_d_ssm", nullptr}},
      {{"alignment_intermediate_size", 64}},
      {{"moe_layer_frequency", 1}},
      {{"num_experts", 4}, {"moe_intermediate_size", 64}},
      {{"num_experts", 4}, {"moe_intermediate_size", 64}, {"num_experts_per_tok", 2}}};
  for (const Resource& resource : list_resources("model-configs/")) {
    const Json table = *parse_json(resource.content, resource.path);
    const std::string kind = table.at("kind");
    for (const auto& [type, family] : table.at("families").items()) {
      Json config{{"model_type", type}};
      std::string place = "/";
      if (kind == "tower") {
        config = {{"model_type", type == "glm4v_vision" ? "glm4v" : "llava"},
                  {"text_config", Json::object()},
                  {"vision_config", {{"model_type", type}}}};
        place = "/vision_config/";
      } else if (kind == "vision-language") {
        config["text_config"] = Json::object();
        config["vision_config"] = Json::object();
      } else if (type == "mllama_text_model") {
        config = {{"model_type", "mllama"},
                  {"text_config", Json::object()},
                  {"vision_config", Json::object()}};
        place = "/text_config/";
      } else if (type == "t5gemma") {
        config["encoder"] = config["decoder"] = Json::object();
        place = "/decoder/";
      }
      std::vector<Json> configs;
      for (const Json& context : contexts) {
        configs.push_back(config);
        configs.back().update(context);
      }
      // Models whose dimensions have no defaults.
      for (const Json& whole : {Json{{"num_hidden_layers", 2}, {"hybrid_override_pattern", "M*"}},
                                Json{{"num_hidden_layers", 3},
                                     {"hybrid_override_pattern", "ME*"},
                                     {"n_routed_experts", 4}},
                                Json{{"head_dim", 128}, {"vocab_size", 33}},
                                Json{{"num_hidden_layers", 2},
                                     {"hidden_size", 64},
                                     {"num_attention_heads", 4},
                                     {"intermediate_size", 128},
                                     {"vocab_size", 100}}}) {
        configs.push_back(config);
        configs.back().update(whole);
      }
      for (const auto& [member, value] : family.at("defaults").items()) {
        EXPECT_TRUE(is_read(configs, Json::json_pointer(place + member)))
            << type << ": no reader uses the default of " << member;
      }
    }
  }
}

}  // namespace
}  // namespace nscope::catalog
