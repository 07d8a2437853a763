// Hugging Face configurations, written by hand after the published dimensions.
#include "tests/unit/catalog/builtin_catalog.h"

#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace nscope::catalog {
namespace {

using testing::HasSubstr;

Result<Model> read(const std::string& text) {
  return model_from_hf_config(*parse_json(text, "config.json"), "config.json");
}

std::string error_of(const std::string& text) {
  const auto read_model = read(text);
  return read_model ? "accepted" : to_string(read_model.error());
}

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
  const auto found = read(GetParam().config);
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
  const double tolerance = known.shared_layers ? 0.06 : 0.015;
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
  const auto gemma = read(R"({"model_type": "gemma", "hidden_size": 2048,
    "intermediate_size": 16384, "num_hidden_layers": 18, "num_attention_heads": 8,
    "num_key_value_heads": 1, "head_dim": 256, "vocab_size": 256000})");
  ASSERT_TRUE(gemma) << to_string(gemma.error());
  EXPECT_TRUE(gemma->tied_embeddings);
  EXPECT_TRUE(gemma->ffn_gated);
  const auto llama = read(R"({"model_type": "llama", "hidden_size": 4096,
    "intermediate_size": 11008, "num_hidden_layers": 32, "num_attention_heads": 32,
    "vocab_size": 32000})");
  ASSERT_TRUE(llama) << to_string(llama.error());
  EXPECT_EQ(llama->kv_heads, 32);
  EXPECT_EQ(llama->head_dim, 128);
  EXPECT_FALSE(llama->tied_embeddings);
  EXPECT_EQ(llama->max_positions, 0) << "not stated";
  EXPECT_EQ(llama->id, "config.json");
  const auto old_falcon = read(R"({"model_type": "falcon", "hidden_size": 4544,
    "num_hidden_layers": 32, "num_attention_heads": 71, "num_kv_heads": 71,
    "multi_query": true, "vocab_size": 65024})");
  ASSERT_TRUE(old_falcon) << to_string(old_falcon.error());
  EXPECT_EQ(old_falcon->kv_heads, 1) << "multi-query, independent of num_kv_heads";
  EXPECT_EQ(old_falcon->ffn, 4 * 4544);
}

TEST(HfConfigTest, ReadsWindowsAndSharedExperts) {
  const auto mistral = read(R"({"model_type": "mistral", "hidden_size": 4096,
    "intermediate_size": 14336, "num_hidden_layers": 32, "num_attention_heads": 32,
    "num_key_value_heads": 8, "vocab_size": 32000, "sliding_window": 4096})");
  ASSERT_TRUE(mistral);
  EXPECT_EQ(mistral->sliding_window, 4096);
  const auto qwen = read(R"({"model_type": "qwen2_moe", "hidden_size": 2048,
    "intermediate_size": 5632, "moe_intermediate_size": 1408,
    "shared_expert_intermediate_size": 5632, "num_hidden_layers": 24, "num_attention_heads": 16,
    "vocab_size": 151936, "num_experts": 60, "num_experts_per_tok": 4,
    "mlp_only_layers": [0]})");
  ASSERT_TRUE(qwen) << to_string(qwen.error());
  EXPECT_EQ(qwen->moe->shared_experts, 4);
  EXPECT_EQ(qwen->moe->dense_layers, 1);
}

TEST(HfConfigTest, ReportsMissingKeysWithTheirAlternatives) {
  EXPECT_EQ(error_of(R"({"model_type": "llama", "hidden_size": 4096})"),
            "config.json: /num_hidden_layers: is required (also accepted: n_layer, n_layers, "
            "num_layers)");
  EXPECT_EQ(error_of(R"({"model_type": "llama", "num_hidden_layers": 2, "hidden_size": 4096,
              "num_attention_heads": 32, "intermediate_size": 11008})"),
            "config.json: /vocab_size: is required");
  EXPECT_THAT(error_of(R"({"model_type": "mixtral", "num_hidden_layers": 2, "hidden_size": 64,
                "num_attention_heads": 2, "intermediate_size": 128, "vocab_size": 100})"),
              HasSubstr("/num_local_experts: is required"));
}

TEST(HfConfigTest, RejectsContradictions) {
  const auto llama = [](const std::string& rest) {
    return error_of(R"({"model_type": "llama", "num_hidden_layers": 2, "hidden_size": 4096,
      "intermediate_size": 11008, "vocab_size": 32000, )" +
                    rest + "}");
  };
  EXPECT_EQ(llama(R"("num_attention_heads": 32)"), "accepted");
  EXPECT_EQ(llama(R"("num_attention_heads": 32, "n_head": 16)"),
            "config.json: /n_head: is 16, but 'num_attention_heads' is 32");
  EXPECT_THAT(llama(R"("num_attention_heads": 30)"),
              HasSubstr("/head_dim: is required because 30 heads do not divide"));
  EXPECT_THAT(llama(R"("num_attention_heads": 32, "num_key_value_heads": 64)"),
              HasSubstr("/num_key_value_heads: is 64, which does not divide 32 heads"));
  EXPECT_THAT(llama(R"("num_attention_heads": 0)"), HasSubstr("/num_attention_heads: must be"));
  EXPECT_THAT(llama(R"("num_attention_heads": 3.5)"), HasSubstr("/num_attention_heads: must be"));
  EXPECT_THAT(llama(R"("num_attention_heads": "32")"), HasSubstr("/num_attention_heads: must be"));
  EXPECT_THAT(llama(R"("num_attention_heads": 32, "tie_word_embeddings": 1)"),
              HasSubstr("/tie_word_embeddings: must be true or false"));
  EXPECT_THAT(error_of(R"({"model_type": "mixtral", "num_hidden_layers": 2, "hidden_size": 64,
                "num_attention_heads": 2, "intermediate_size": 128, "vocab_size": 100,
                "num_local_experts": 4, "num_experts_per_tok": 8})"),
              HasSubstr("/num_experts_per_tok: exceeds the 4 experts"));
}

TEST(HfConfigTest, ListsTheSupportedModelTypes) {
  const auto unknown = read(R"({"model_type": "mamba", "hidden_size": 768})");
  ASSERT_FALSE(unknown);
  EXPECT_EQ(unknown.error().code, ErrorCode::kUnsupportedVersion);
  EXPECT_THAT(unknown.error().message.english(),
              HasSubstr("unsupported model type 'mamba'; supported: llama"));
  EXPECT_THAT(unknown.error().message.english(), HasSubstr("deepseek_v3"));
  EXPECT_THAT(error_of(R"({"architectures": ["RwkvForCausalLM"]})"), HasSubstr("RwkvForCausalLM"));
  EXPECT_THAT(error_of("{}"), HasSubstr("not a Hugging Face config.json"));
  EXPECT_THAT(error_of("[]"), HasSubstr("must be an object"));
  EXPECT_THAT(error_of(R"({"model_type": "llava", "text_config": {"model_type": "llama"}})"),
              HasSubstr("config.json: /text_config/num_hidden_layers: is required"));
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

}  // namespace
}  // namespace nscope::catalog
