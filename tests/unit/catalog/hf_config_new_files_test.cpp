// Configuration files of published models whose families have layers, heads or experts that those
// of hf_config_recent_files_test.cpp do not have. Parameters are published or a formula by hand.
#include "tests/unit/catalog/builtin_catalog.h"
#include "tests/unit/catalog/published_config.h"

namespace nscope::catalog {
namespace {

class NewConfigTest : public testing::TestWithParam<File> {};

TEST_P(NewConfigTest, GivesThePublishedParametersAndCache) {
  expect_published(GetParam());
}

// Entries of the catalogue were written by hand from the same files.
TEST_P(NewConfigTest, AgreesWithTheCatalogue) {
  const File& file = GetParam();
  const auto known = builtin().model(file.name);
  if (!known) return;  // not in the catalogue
  const Model& stated = **known;
  const auto read =
      model_from_hf_config(written_out(*parse_json(file.config, file.name)), file.name);
  ASSERT_TRUE(read) << to_string(read.error());
  EXPECT_EQ(read->layers, stated.layers);
  EXPECT_EQ(read->layer_pattern, stated.layer_pattern);
  EXPECT_DOUBLE_EQ(read->computed_parameters(), stated.computed_parameters());
  EXPECT_DOUBLE_EQ(read->active_matrix_parameters(), stated.active_matrix_parameters());
  EXPECT_DOUBLE_EQ(read->kv_elements_per_token(), stated.kv_elements_per_token());
  EXPECT_EQ(read->sliding_window, stated.sliding_window);
}

/// Matrices of latent attention; `gate` is the width of its output gate.
constexpr double latent_matrices(double hidden, double heads, double query_rank, double gate = 0) {
  const double queries = heads * (128 + 64);
  const double query = query_rank > 0 ? query_rank * (hidden + queries) : hidden * queries;
  return query + hidden * (512 + 64) + 512 * heads * 256 + heads * 128 * hidden + gate * hidden;
}
/// Experts of three matrices with their router.
constexpr double expert_matrices(double hidden, double inputs, double experts, double shared,
                                 double width) {
  return 3 * width * (experts * inputs + shared * hidden) + experts * hidden;
}

// 69 layers of KDA with a full output gate and decays of rank 128, and 24 with latent attention.
constexpr double kKimiK3 =
    2 * 163840.0 * 7168 +
    69 * (5 * 7168.0 * 12288 + 128 * (7168.0 + 12288) + 3 * 4 * 12288.0 + 96 * 7168.0) +
    24 * latent_matrices(7168, 96, 1536, 12288) + 3 * 7168.0 * 33792 +
    92 * (expert_matrices(7168, 3584, 896, 2, 3072) + 2 * 7168.0 * 3584);
// KDA whose decays and output gate are one matrix each.
constexpr double kLingFlash = 2 * 157184.0 * 2560 +
                              35 * (6 * 2560.0 * 4096 + 3 * 4 * 4096.0 + 32 * 2560.0) +
                              7 * latent_matrices(2560, 32, 0) + 2 * 3 * 2560.0 * 6144 +
                              40 * expert_matrices(2560, 2560, 512, 1, 768);
constexpr double kLingTiny = 2 * 157184.0 * 1536 +
                             18 * (6 * 1536.0 * 2048 + 3 * 4 * 2048.0 + 16 * 1536.0) +
                             6 * latent_matrices(1536, 16, 256) + 3 * 1536.0 * 4608 +
                             23 * expert_matrices(1536, 1536, 128, 1, 512);
// 10 layers with 48 heads and 30 with a window and 64.
constexpr double kLaguna = 2 * 100352.0 * 2048 + 10 * 2 * 2048.0 * 128 * (48 + 8) +
                           30 * 2 * 2048.0 * 128 * (64 + 8) + 3 * 2048.0 * 8192 +
                           39 * expert_matrices(2048, 2048, 256, 1, 512);
// Experts beside a dense part of twice their width.
constexpr double kGrok2 = 2 * 131072.0 * 8192 + 64 * (2 * 8192.0 * 128 * (64 + 8) +
                                                      expert_matrices(8192, 8192, 8, 2, 16384));
// The experts of images are stored beside those of words.
constexpr double kErnieVl = 103424.0 * 2560 + 28 * 2 * 2560.0 * 128 * (20 + 4) +
                            3 * 2560.0 * 12288 + 27 * expert_matrices(2560, 2560, 64, 2, 1536) +
                            27 * expert_matrices(2560, 2560, 64, 0, 512);

INSTANTIATE_TEST_SUITE_P(
    Hybrid, NewConfigTest,
    testing::Values(File{"ring-mini-linear-2.0", 1.64e10, grouped(4, 4, 128), R"(
          {"model_type": "bailing_moe_linear", "first_k_dense_replace": 1, "head_dim": 128,
          "hidden_size": 2048, "intermediate_size": 5120, "layer_group_size": 5,
          "max_position_embeddings": 131072, "moe_intermediate_size": 512,
          "moe_shared_expert_intermediate_size": 512, "num_attention_heads": 16,
          "num_experts": 256, "num_experts_per_tok": 8, "num_hidden_layers": 20,
          "num_key_value_heads": 4, "num_shared_experts": 1, "vocab_size": 157184})"},
                    File{"ring-flash-linear-2.0", 1.04e11, grouped(4, 4, 128), R"(
          {"model_type": "bailing_moe_linear", "first_k_dense_replace": 1, "head_dim": 128,
          "hidden_size": 4096, "intermediate_size": 9216, "layer_group_size": 8,
          "moe_intermediate_size": 1024, "num_attention_heads": 32, "num_experts": 256,
          "num_experts_per_tok": 8, "num_hidden_layers": 32, "num_key_value_heads": 4,
          "num_shared_experts": 1, "vocab_size": 157184})"},
                    File{"ling-3.0-tiny", kLingTiny, latent(6), R"(
          {"model_type": "bailing_hybrid", "hidden_size": 1536, "intermediate_size": 4608,
          "num_hidden_layers": 24, "num_attention_heads": 16, "num_key_value_heads": 16,
          "head_dim": 128, "vocab_size": 157184, "layer_group_size": 4,
          "short_conv_kernel_size": 4, "no_kda_lora": true, "qk_nope_head_dim": 128,
          "qk_rope_head_dim": 64, "v_head_dim": 128, "q_lora_rank": 256, "kv_lora_rank": 512,
          "gated_attention_proj_granularity_type": "head_wise", "first_k_dense_replace": 1,
          "num_experts": 128, "num_experts_per_tok": 8, "num_shared_experts": 1,
          "moe_intermediate_size": 512, "moe_shared_expert_intermediate_size": 512})"},
                    File{"ling-3.0-flash", kLingFlash, latent(7), R"(
          {"model_type": "bailing_hybrid", "hidden_size": 2560, "intermediate_size": 6144,
          "num_hidden_layers": 42, "num_attention_heads": 32, "num_key_value_heads": 32,
          "head_dim": 128, "vocab_size": 157184, "layer_group_size": 6,
          "short_conv_kernel_size": 4, "no_kda_lora": true, "qk_nope_head_dim": 128,
          "qk_rope_head_dim": 64, "v_head_dim": 128, "q_lora_rank": null, "kv_lora_rank": 512,
          "first_k_dense_replace": 2, "num_experts": 512, "num_experts_per_tok": 8,
          "num_shared_experts": 1, "moe_intermediate_size": 768,
          "moe_shared_expert_intermediate_size": 768})"},
                    File{"kimi-k3", kKimiK3, latent(24), R"(
          {"model_type": "kimi_k3", "text_config": {"model_type": "kimi_linear",
          "first_k_dense_replace": 1, "hidden_size": 7168, "intermediate_size": 33792,
          "kv_lora_rank": 512, "linear_attn_config": {"full_attn_layers": [4, 8, 12, 16, 20, 24,
          28, 32, 36, 40, 44, 48, 52, 56, 60, 64, 68, 72, 76, 80, 84, 88, 92, 93],
          "head_dim": 128, "num_heads": 96, "short_conv_kernel_size": 4,
          "use_full_rank_gate": true}, "max_position_embeddings": 1048576,
          "mla_use_output_gate": true, "moe_intermediate_size": 3072, "moe_layer_freq": 1,
          "num_attention_heads": 96, "num_experts": 896, "num_experts_per_token": 16,
          "num_hidden_layers": 93, "num_key_value_heads": 96, "num_nextn_predict_layers": 0,
          "num_shared_experts": 2, "q_lora_rank": 1536, "qk_nope_head_dim": 128,
          "qk_rope_head_dim": 64, "routed_expert_hidden_size": 3584, "v_head_dim": 128,
          "vocab_size": 163840}, "vision_config": {"vt_hidden_size": 1024},
          "tie_word_embeddings": false})"},
                    File{"rwkv7-2.9b", 2.95e9, 0, R"(
          {"model_type": "rwkv7", "hidden_size": 2560, "num_hidden_layers": 32, "head_dim": 64,
          "num_heads": 40, "intermediate_size": 10240, "decay_low_rank_dim": 96,
          "a_low_rank_dim": 96, "v_low_rank_dim": 64, "gate_low_rank_dim": 320,
          "vocab_size": 65536, "tie_word_embeddings": false})"},
                    File{"olmo-hybrid-7b", 7.43e9, grouped(8, 30, 128), R"(
          {"model_type": "olmo_hybrid", "vocab_size": 100352, "hidden_size": 3840,
          "intermediate_size": 11008, "num_hidden_layers": 32, "num_attention_heads": 30,
          "num_key_value_heads": 30, "layer_types": ["linear_attention", "linear_attention",
          "linear_attention", "full_attention"], "linear_key_head_dim": 96,
          "linear_value_head_dim": 192})"}));

INSTANTIATE_TEST_SUITE_P(
    Experts, NewConfigTest,
    testing::Values(File{"laguna-xs-2.1", kLaguna, grouped(40, 8, 128), R"(
          {"model_type": "laguna", "vocab_size": 100352, "hidden_size": 2048,
          "intermediate_size": 8192, "num_hidden_layers": 40, "num_attention_heads": 48,
          "num_key_value_heads": 8, "head_dim": 128, "sliding_window": 512, "num_experts": 256,
          "num_experts_per_tok": 8, "moe_intermediate_size": 512,
          "shared_expert_intermediate_size": 512, "mlp_only_layers": [0], "gating": "per-head",
          "layer_types": ["full_attention", "sliding_attention", "sliding_attention",
          "sliding_attention"], "mlp_layer_types": ["dense", "sparse"],
          "num_attention_heads_per_layer": [48, 64, 64, 64]})"},
                    File{"mellum-2-12b-a2.5b", 1.215e10, grouped(28, 4, 128), R"(
          {"model_type": "mellum", "layer_types": ["sliding_attention", "sliding_attention",
          "sliding_attention", "full_attention"], "num_hidden_layers": 28})"},
                    File{"grok-2", kGrok2, grouped(64, 8, 128), R"(
          {"model_type": "git", "architectures": ["Grok1ForCausalLM"], "hidden_size": 8192,
          "intermediate_size": 32768, "moe_intermediate_size": 16384, "num_hidden_layers": 64,
          "num_attention_heads": 64, "num_key_value_heads": 8, "head_dim": 128,
          "num_local_experts": 8, "num_experts_per_tok": 2, "vocab_size": 131072,
          "residual_moe": true})"},
                    File{"aria", 2.487e10, grouped(28, 20, 128), R"(
          {"model_type": "aria", "text_config": {"model_type": "aria_text", "hidden_size": 2560,
          "intermediate_size": 1664, "moe_num_experts": 64, "moe_topk": 6,
          "num_attention_heads": 20, "num_hidden_layers": 28, "num_key_value_heads": 20,
          "vocab_size": 100352}, "vision_config": {}})"},
                    File{"sarvam-105b", 1.06e11, latent(32), R"(
          {"model_type": "sarvam_mla", "hidden_size": 4096, "intermediate_size": 16384,
          "num_hidden_layers": 32, "num_attention_heads": 64, "num_experts": 128,
          "num_experts_per_tok": 8, "moe_intermediate_size": 2048, "first_k_dense_replace": 1,
          "num_shared_experts": 1, "vocab_size": 262144})"},
                    File{"ernie-4.5-vl-28b-a3b", kErnieVl, grouped(28, 4, 128), R"(
          {"model_type": "ernie4_5_moe_vl", "hidden_size": 2560, "intermediate_size": 12288,
          "num_hidden_layers": 28, "num_attention_heads": 20, "num_key_value_heads": 4,
          "moe_intermediate_size": [1536, 512], "moe_num_experts": [64, 64],
          "moe_layer_start_index": 1, "moe_k": 6, "moe_num_shared_experts": 2,
          "vocab_size": 103424, "vision_config": {"depth": 32}})"},
                    // The file has the members of latent attention, too.
                    File{"deepseek-ocr", 2.935e9, grouped(12, 10, 128), R"(
          {"model_type": "deepseek_vl_v2", "language_config": {"model_type": "deepseek_v2",
          "hidden_size": 1280, "intermediate_size": 6848, "num_hidden_layers": 12,
          "num_attention_heads": 10, "num_key_value_heads": 10, "kv_lora_rank": null,
          "q_lora_rank": null, "qk_nope_head_dim": 0, "qk_rope_head_dim": 0, "v_head_dim": 0,
          "use_mla": false, "n_routed_experts": 64, "n_shared_experts": 2,
          "num_experts_per_tok": 6, "moe_intermediate_size": 896, "first_k_dense_replace": 1,
          "vocab_size": 129280}})"}));

INSTANTIATE_TEST_SUITE_P(
    Dense, NewConfigTest,
    testing::Values(File{"muse-glimmer-30b", 2.786e10, grouped(52, 2, 128), R"(
          {"model_type": "muse_glimmer", "text_config": {"model_type": "muse_glimmer_text"},
          "vision_config": {"model_type": "muse_glimmer_vision"}})"},
                    File{"gemma-4-12b", 1.191e10, grouped(40, 8, 256) + 8 * 2 * 512, R"(
          {"model_type": "gemma4_unified", "text_config": {"model_type": "gemma4_unified_text",
          "hidden_size": 3840, "intermediate_size": 15360, "num_hidden_layers": 48,
          "num_attention_heads": 16, "num_key_value_heads": 8, "head_dim": 256,
          "global_head_dim": 512, "num_global_key_value_heads": 1, "attention_k_eq_v": true,
          "hidden_size_per_layer_input": 0, "num_kv_shared_layers": 0, "sliding_window": 1024},
          "vision_config": {"model_type": "gemma4_unified_vision"}})"},
                    File{"granite-swash-2b", 2.144e9, grouped(24, 4, 128), R"(
          {"model_type": "granite_swa", "max_position_embeddings": 8192})"},
                    File{"jais-2-8b", 8.09e9, grouped(32, 26, 128), R"(
          {"model_type": "jais2", "hidden_size": 3328, "intermediate_size": 26624,
          "num_hidden_layers": 32, "num_attention_heads": 26, "num_key_value_heads": 26,
          "head_dim": 128, "vocab_size": 150272})"},
                    File{"youtu-llm-2b", 1.96e9, latent(32), R"(
          {"model_type": "youtu", "num_key_value_heads": 16})"},
                    File{"minicpm3-4b", 4.074e9, latent(62, 256, 32), R"(
          {"model_type": "minicpm3", "architectures": ["MiniCPM3ForCausalLM"]})"},
                    File{"iquest-coder-40b", 3.98e10, grouped(80, 8, 128), R"(
          {"model_type": "iquestcoder", "hidden_size": 5120, "intermediate_size": 27648,
          "num_hidden_layers": 80, "num_attention_heads": 40, "num_key_value_heads": 8,
          "head_dim": 128, "vocab_size": 76800})"},
                    File{"llama-embed-nemotron-8b", 7.505e9, grouped(32, 8, 128), R"(
          {"model_type": "llama_bidirec", "architectures": ["LlamaBidirectionalModel"],
          "hidden_size": 4096, "intermediate_size": 14336, "num_attention_heads": 32,
          "num_hidden_layers": 32, "num_key_value_heads": 8, "vocab_size": 128256})"},
                    File{"molmo-7b-d", 7.616e9, grouped(28, 4, 128), R"(
          {"model_type": "molmo", "hidden_size": 3584, "intermediate_size": 37888,
          "num_attention_heads": 28, "num_hidden_layers": 28, "num_key_value_heads": 4,
          "vocab_size": 152064})"},
                    File{"minicpm-v-4.5", 8.19e9, grouped(36, 8, 128), R"(
          {"model_type": "minicpmv", "hidden_size": 4096, "intermediate_size": 12288,
          "num_attention_heads": 32, "num_hidden_layers": 36, "num_key_value_heads": 8,
          "head_dim": 128, "vocab_size": 151748, "tie_word_embeddings": false,
          "vision_config": {"model_type": "siglip_vision_model"}})"},
                    File{"qwen3-asr-1.7b", 1.7206e9, grouped(28, 8, 128), R"(
          {"model_type": "qwen3_asr", "thinker_config": {"text_config": {"hidden_size": 2048,
          "intermediate_size": 6144, "num_attention_heads": 16, "num_hidden_layers": 28,
          "num_key_value_heads": 8, "head_dim": 128, "vocab_size": 151936,
          "tie_word_embeddings": true}, "audio_config": {"d_model": 1024}}})"},
                    File{"nemotron-nano-vl-12b-v2", 1.231e10, grouped(6, 8, 128), R"(
          {"model_type": "NemotronH_Nano_VL_V2", "llm_config": {"model_type": "nemotron_h",
          "hidden_size": 5120, "intermediate_size": 20480, "num_hidden_layers": 62,
          "num_attention_heads": 40, "num_key_value_heads": 8, "head_dim": 128,
          "mamba_num_heads": 128, "mamba_head_dim": 80, "ssm_state_size": 128, "n_groups": 8,
          "vocab_size": 131072, "hybrid_override_pattern":
          "M-M-M-M*-M-M-M-M*-M-M-M-M*-M-M-M-M*-M-M-M-M*-M-M-M-M*-M-M-M-M-"},
          "vision_config": {"model_type": "radio"}})"},
                    // The type of the whole file is not known, but that of its decoder is.
                    File{"ovis-2.5-9b", 8.19e9, grouped(36, 8, 128), R"(
          {"model_type": "ovis2_5", "llm_config": {"model_type": "qwen3", "hidden_size": 4096,
          "intermediate_size": 12288, "num_attention_heads": 32, "num_hidden_layers": 36,
          "num_key_value_heads": 8, "head_dim": 128, "vocab_size": 151936,
          "tie_word_embeddings": false}, "vit_config": {"hidden_size": 1152}})"}));

INSTANTIATE_TEST_SUITE_P(Diffusion, NewConfigTest,
                         testing::Values(File{"flux.2-dev", 3.22e10, 0, R"(
          {"_class_name": "Flux2Transformer2DModel", "attention_head_dim": 128,
          "axes_dims_rope": [32, 32, 32, 32], "in_channels": 128, "joint_attention_dim": 15360,
          "mlp_ratio": 3.0, "num_attention_heads": 48, "num_layers": 8,
          "num_single_layers": 48, "out_channels": null, "patch_size": 1})"},
                                         File{"z-image-turbo", 6.15e9, 0, R"(
          {"_class_name": "ZImageTransformer2DModel", "all_f_patch_size": [1],
          "all_patch_size": [2], "cap_feat_dim": 2560, "dim": 3840, "in_channels": 16,
          "n_heads": 30, "n_kv_heads": 30, "n_layers": 30, "n_refiner_layers": 2,
          "qk_norm": true})"}));

INSTANTIATE_TEST_SUITE_P(Encoders, NewConfigTest,
                         testing::Values(File{"nomic-embed-text-v2-moe", 4.753e8, 0, R"(
          {"model_type": "nomic_bert", "n_embd": 768, "n_head": 12, "n_inner": 3072,
          "n_layer": 12, "n_positions": 2048, "vocab_size": 250048, "type_vocab_size": 1,
          "num_experts": 8, "moe_top_k": 2, "moe_every_n_layers": 2,
          "activation_function": "gelu"})"},
                                         File{"jina-embeddings-v3", 5.72e8, 0,
                                              R"({"model_type": "jina_embeddings_v3"})"},
                                         File{"jina-embeddings-v2-base", 1.37e8, 0, R"(
          {"model_type": "bert", "hidden_size": 768, "num_hidden_layers": 12,
          "num_attention_heads": 12, "intermediate_size": 3072, "vocab_size": 30528,
          "max_position_embeddings": 8192, "position_embedding_type": "alibi",
          "feed_forward_type": "reglu"})"},
                                         File{"snowflake-arctic-embed-m-v2", 3.05e8, 0, R"(
          {"model_type": "gte", "hidden_size": 768, "intermediate_size": 3072,
          "num_attention_heads": 12, "num_hidden_layers": 12, "vocab_size": 250048,
          "max_position_embeddings": 8192, "type_vocab_size": 1})"},
                                         File{"eurobert-210m", 2.12e8, 0,
                                              R"({"model_type": "eurobert"})"},
                                         File{"eurobert-610m", 6.08e8, 0, R"(
          {"model_type": "eurobert", "hidden_size": 1152, "intermediate_size": 4096,
          "num_hidden_layers": 26, "num_attention_heads": 18, "num_key_value_heads": 6})"}));

// Attention whose matrices of queries and outputs belong to experts, dense parts beside experts,
// and an index that several layers share or whose keys stand for several positions.
INSTANTIATE_TEST_SUITE_P(
    Latest, NewConfigTest,
    testing::Values(
        File{"jetmoe-8b", 8.52e9, grouped(24, 16, 128),
             R"({"model_type": "jetmoe", "num_hidden_layers": 24})"},
        File{"snowflake-arctic",
             35 * (expert_matrices(7168, 7168, 128, 0, 4864) + 3.0 * 7168 * 7168 +
                   2.0 * 7168 * (7168 + 1024)) +
                 2.0 * 32000 * 7168,
             grouped(35, 8, 128), R"({"model_type": "arctic", "hidden_size": 7168,
          "intermediate_size": 4864, "num_hidden_layers": 35, "num_attention_heads": 56,
          "num_key_value_heads": 8, "num_local_experts": 128, "num_experts_per_tok": 2,
          "moe_layer_frequency": 1, "use_residual": true, "vocab_size": 32000})"},
        File{"diffllama", 16 * (4.0 * 2048 * 2048 + 3.0 * 2048 * 8192) + 2.0 * 32000 * 2048,
             grouped(16, 32, 64), R"({"model_type": "diffllama"})"},
        File{"doge-like", 32 * (2.0 * 1024 * (1024 + 512) + 3.0 * 1024 * 2048) + 2.0 * 32768 * 1024,
             grouped(32, 4, 128), R"({"model_type": "doge", "num_key_value_heads": 4})"},
        File{"ettin-decoder-150m", 22 * (4.0 * 768 * 768 + 3.0 * 768 * 1152) + 50368.0 * 768,
             grouped(22, 12, 64), R"({"model_type": "modernbert-decoder"})"},
        File{"kimi-audio-7b", 9.77e9, grouped(34, 4, 128), R"({"model_type": "moonshot_kimia",
          "hidden_size": 3584, "intermediate_size": 18944, "num_hidden_layers": 28,
          "num_attention_heads": 28, "num_key_value_heads": 4, "kimia_mimo_layers": 6,
          "kimia_adaptor_input_dim": 5120, "vocab_size": 168448})"},
        File{"hy4-preview", 7.70e11, latent(78) + 20 * 128, R"({"model_type": "hy_v4",
          "indexer_types": ["full", "shared", "shared", "shared"], "num_hidden_layers": 78})"},
        File{"glm-5.3-like", 743.2e9, latent(78) + 20 * 128, R"({"model_type": "glm_moe_dsa",
          "indexer_types": ["full", "shared", "shared", "shared"], "num_hidden_layers": 78,
          "mlp_layer_types": ["dense", "dense", "dense", "sparse"]})"},
        // Published are 320e9 with the layer that predicts further tokens (7.4e9).
        File{"glm-5.3-flash",
             42 * expert_matrices(4096, 4096, 288, 1, 2048) + 3 * 3.0 * 4096 * 12288 +
                 34 * (4.0 * 4096 * 8192 + 2 * 128.0 * (4096 + 8192)) +
                 11 * (1536.0 * (4096 + 64 * 256) + 512.0 * (4096 + 64 * 512) + 64 * 256.0 * 4096 +
                       1536 * 32 * 128.0 + 4096 * 160.0) +
                 2 * 154880.0 * 4096,
             11 * (512 + 128.0 / 4), R"({"model_type": "glm5_next", "text_config": {
          "model_type": "glm5_next_text", "num_hidden_layers": 45, "linear_attn_config": {
          "num_heads": 64, "head_dim": 128, "short_conv_kernel_size": 4, "kda_layers": [0, 1, 2, 4,
          5, 6, 8, 9, 10, 12, 13, 14, 16, 17, 18, 20, 21, 22, 24, 25, 26, 28, 29, 30, 32, 33, 34,
          36, 37, 38, 40, 41, 42, 44], "full_attn_layers": [3, 7, 11, 15, 19, 23, 27, 31, 35, 39,
          43]}}, "vision_config": {"depth": 24}})"},
        File{"solar-open2-250b", 2.50e11, grouped(12, 8, 128), R"({"model_type": "solar_open2",
          "num_hidden_layers": 48, "gqa_interval": 3, "gqa_layers": [0, 4, 8, 12, 16, 20, 24, 28,
          32, 36, 40, 44], "linear_attn_config": {"short_conv_kernel_size": 4, "head_dim": 128,
          "num_heads": 64, "num_kv_heads": null}})"},
        File{"biogpt", 3.468e8, grouped(24, 16, 64), R"({"model_type": "biogpt"})"},
        File{"xglm-564m", 5.645e8, grouped(24, 16, 64), R"({"model_type": "xglm"})"},
        File{"openai-gpt", 1.165e8, grouped(12, 12, 64), R"({"model_type": "openai-gpt"})"}));

INSTANTIATE_TEST_SUITE_P(
    TwoParts, NewConfigTest,
    testing::Values(
        // Encoder, decoder with cross-attention, and an embedding for each of them.
        File{"t5gemma-2b-2b",
             52 * (2304.0 * 256 * 24 + 3.0 * 2304 * 9216) + 26 * 2304.0 * 256 * 24 +
                 2 * 256000.0 * 2304,
             grouped(26, 4, 256), R"({"model_type": "t5gemma", "encoder": {"num_hidden_layers": 26},
          "decoder": {"num_hidden_layers": 26}})"},
        // The language model of Florence-2, as BART, without the vision tower.
        File{"florence-2-base",
             51289.0 * 768 + 2 * 1024.0 * 768 + 6 * (4.0 * 768 * 768 + 2.0 * 768 * 3072) +
                 6 * (8.0 * 768 * 768 + 2.0 * 768 * 3072),
             grouped(6, 12, 64), R"({"model_type": "florence2", "text_config": {
          "model_type": "florence2_language", "d_model": 768, "encoder_layers": 6,
          "decoder_layers": 6, "encoder_ffn_dim": 3072, "decoder_ffn_dim": 3072,
          "encoder_attention_heads": 12, "decoder_attention_heads": 12, "vocab_size": 51289},
          "vision_config": {"depths": [1, 1, 9, 1]}})"},
        // Classes of the encoder alone: text encoders of Flux and Wan.
        File{"t5-xxl-encoder", 4.762e9, 0, R"({"model_type": "t5", "architectures": [
          "T5EncoderModel"], "d_model": 4096, "d_ff": 10240, "d_kv": 64, "num_layers": 24,
          "num_decoder_layers": 24, "num_heads": 64, "feed_forward_proj": "gated-gelu",
          "is_encoder_decoder": true, "tie_word_embeddings": false, "vocab_size": 32128})"},
        File{"umt5-xxl-encoder", 5.681e9, 0, R"({"model_type": "umt5", "architectures": [
          "UMT5EncoderModel"], "d_model": 4096, "d_ff": 10240, "d_kv": 64, "num_layers": 24,
          "num_decoder_layers": 24, "num_heads": 64, "feed_forward_proj": "gated-gelu",
          "tie_word_embeddings": false, "vocab_size": 256384})"},
        File{"flaubert-base", 1.382e8, 0, R"({"model_type": "flaubert", "architectures": [
          "FlaubertWithLMHeadModel"], "emb_dim": 768, "n_layers": 12, "n_heads": 12,
          "n_words": 68729, "max_position_embeddings": 512, "n_langs": 1})"},
        File{"xlm-mlm-en-2048", 12 * 12 * 2048.0 * 2048 + 30145 * 2048.0 + 512 * 2048.0, 0,
             R"({"model_type": "xlm", "emb_dim": 2048, "n_heads": 16, "n_layers": 12,
          "n_words": 30145})"},
        File{"jais-13b", 40 * (4 * 5120.0 * 5120 + 3 * 5120.0 * 13653) + 84992 * 5120.0,
             grouped(40, 40, 128), R"({"model_type": "jais", "architectures": ["JAISLMHeadModel"],
          "activation_function": "swiglu", "n_embd": 5120, "n_head": 40, "n_inner": 13653,
          "n_layer": 40, "n_positions": 2048, "position_embedding_type": "alibi",
          "vocab_size": 84992})"},
        File{"pangu-pro-moe", 7.199e10, grouped(48, 8, 128), R"({"model_type": "PanguProMoE",
          "architectures": ["PanguProMoEForCausalLM"], "hidden_size": 5120,
          "num_hidden_layers": 48, "num_attention_heads": 40, "num_key_value_heads": 8,
          "num_experts": 64, "num_experts_per_tok": 8, "moe_intermediate_size": 1344,
          "shared_expert_intermediate_size": 5376, "vocab_size": 153376,
          "tie_word_embeddings": false})"},
        // Latent attention and experts under names of their own.
        File{"openpangu-ultra-moe", 7.18e11, latent(61), R"({"model_type": "pangu_ultra_moe",
          "architectures": ["PanguUltraMoEForCausalLM"], "hidden_size": 7680,
          "num_hidden_layers": 61, "num_attention_heads": 128, "num_key_value_heads": 128,
          "attention_q_lora_dim": 1536, "attention_kv_lora_dim": 512, "attention_qk_dim": 128,
          "attention_qk_rope_dim": 64, "attention_v_dim": 128, "intermediate_size": 18432,
          "moe_intermediate_size": 2048, "num_routed_experts": 256, "num_shared_experts": 1,
          "num_experts_per_tok": 8, "num_dense_layers": 3, "vocab_size": 153600,
          "sandwich_norm": true, "tie_word_embeddings": false})"},
        // A.X K1 with an output gate of each layer.
        File{"a.x-k2", 5.192e11 + 61 * 7168.0 * 64 * 128, latent(61),
             R"({"model_type": "axk2", "n_routed_experts": 192})"},
        // Latent and linear attention, each with an output gate.
        File{"gigachat-3.5", 4.32e11, latent(10), R"({"model_type": "gigachat3_5",
          "architectures": ["GigaChat35ForCausalLM"], "num_hidden_layers": 40,
          "full_attention_layers": [3, 7, 11, 15, 19, 23, 27, 31, 35, 39]})"},
        File{"chameleon-7b", 7.04e9, grouped(32, 32, 128), R"({"model_type": "chameleon",
          "hidden_size": 4096, "intermediate_size": 11008, "num_hidden_layers": 32,
          "num_attention_heads": 32, "num_key_value_heads": 32, "vocab_size": 65536,
          "vq_config": {"embed_dim": 256}})"},
        File{"nv-embed-v2", 7.11e9, grouped(32, 8, 128), R"({"model_type": "nvembed",
          "architectures": ["NVEmbedModel"], "latent_attention_config": {"hidden_dim": 4096},
          "text_config": {"model_type": "bidir_mistral", "architectures": ["BidirectionalMistral"],
          "hidden_size": 4096, "intermediate_size": 14336, "num_hidden_layers": 32,
          "num_attention_heads": 32, "num_key_value_heads": 8, "vocab_size": 32000,
          "sliding_window": null}})"},
        File{"hunyuanvideo-1.5", 8.3e9, 0, R"({"_class_name": "HunyuanVideo15Transformer3DModel",
          "attention_head_dim": 128, "in_channels": 65, "num_attention_heads": 16,
          "num_layers": 54, "num_refiner_layers": 2, "out_channels": 32, "patch_size": 1,
          "qk_norm": "rms_norm", "target_size": 640, "text_embed_2_dim": 1472,
          "text_embed_dim": 3584})"},
        File{"neobert", 2.451e8, 0,
             R"({"model_type": "neobert", "architectures": ["NeoBERTLMHead"]})"},
        File{"neobert-encoder", 2.217e8, 0,
             R"({"model_type": "neobert", "architectures": ["NeoBERT"]})"},
        File{"clip-vit-large-text", 1.2306e8, 0, R"({"model_type": "clip_text_model",
          "hidden_size": 768, "intermediate_size": 3072, "num_attention_heads": 12})"},
        File{"colqwen2-v1.0", 1.5437e9, grouped(28, 2, 128), R"({"model_type": "colqwen2",
          "embedding_dim": 128, "vlm_config": {"model_type": "qwen2_vl", "hidden_size": 1536,
          "intermediate_size": 8960, "num_hidden_layers": 28, "num_attention_heads": 12,
          "num_key_value_heads": 2, "vocab_size": 151936, "tie_word_embeddings": true,
          "vision_config": {"model_type": "qwen2_vl", "hidden_size": 1536}}})",
             6.65e8}));

}  // namespace
}  // namespace nscope::catalog
