// More configuration files of published models, as those of hf_config_files_test.cpp: families of
// 2025 and 2026, and sizes whose files have other members than those of their families.
#include "tests/unit/catalog/published_config.h"

namespace nscope::catalog {
namespace {

class RecentConfigTest : public testing::TestWithParam<File> {};

TEST_P(RecentConfigTest, GivesThePublishedParametersAndCache) {
  expect_published(GetParam());
}

INSTANTIATE_TEST_SUITE_P(
    Dense, RecentConfigTest,
    testing::Values(File{"gemma-3-270m", 2.681e8, grouped(18, 1, 256), R"(
          {"_sliding_window_pattern": 6, "head_dim": 256, "hidden_size": 640,
          "intermediate_size": 2048, "layer_types": ["sliding_attention", "sliding_attention",
          "sliding_attention", "sliding_attention", "sliding_attention", "full_attention"],
          "max_position_embeddings": 32768, "model_type": "gemma3_text", "num_attention_heads": 4,
          "num_hidden_layers": 18, "num_key_value_heads": 1, "sliding_window": 512,
          "use_bidirectional_attention": false, "vocab_size": 262144})"},
                    File{"embeddinggemma-300m", 3.029e8, grouped(24, 1, 256), R"(
          {"architectures": ["Gemma3TextModel"], "_sliding_window_pattern": 6, "head_dim": 256,
          "hidden_size": 768, "intermediate_size": 1152, "layer_types": ["sliding_attention",
          "sliding_attention", "sliding_attention", "sliding_attention", "sliding_attention",
          "full_attention"], "max_position_embeddings": 2048, "model_type": "gemma3_text",
          "num_attention_heads": 3, "num_hidden_layers": 24, "num_key_value_heads": 1,
          "sliding_window": 512, "use_bidirectional_attention": true, "vocab_size": 262144})"},
                    File{"olmo-3-7b", 7.298e9, grouped(32, 32, 128), R"(
          {"model_type": "olmo3", "max_position_embeddings": 65536, "sliding_window": 4096,
          "vocab_size": 100278, "tie_word_embeddings": false, "hidden_size": 4096,
          "intermediate_size": 11008, "num_hidden_layers": 32, "num_attention_heads": 32,
          "num_key_value_heads": 32, "layer_types": ["sliding_attention", "sliding_attention",
          "sliding_attention", "full_attention"]})"},
                    File{"olmo-3-32b", 3.223e10, grouped(64, 8, 128), R"(
          {"model_type": "olmo3", "max_position_embeddings": 65536, "sliding_window": 4096,
          "vocab_size": 100278, "tie_word_embeddings": false, "hidden_size": 5120,
          "intermediate_size": 27648, "num_hidden_layers": 64, "num_attention_heads": 40,
          "num_key_value_heads": 8, "layer_types": ["sliding_attention", "sliding_attention",
          "sliding_attention", "full_attention"]})"},
                    File{"phi-4-mini", 3.836e9, grouped(32, 8, 128), R"(
          {"model_type": "phi3", "hidden_size": 3072, "intermediate_size": 8192,
          "max_position_embeddings": 131072, "num_attention_heads": 24, "num_hidden_layers": 32,
          "num_key_value_heads": 8, "sliding_window": 262144, "tie_word_embeddings": true,
          "vocab_size": 200064})"},
                    File{"phi-4-multimodal", 3.836e9, grouped(32, 8, 128), R"(
          {"model_type": "phi4mm", "hidden_size": 3072, "intermediate_size": 8192,
          "max_position_embeddings": 131072, "num_attention_heads": 24, "num_hidden_layers": 32,
          "num_key_value_heads": 8, "sliding_window": 262144, "tie_word_embeddings": true,
          "vocab_size": 200064})"},
                    File{"qwen3-0.6b", 5.9605e8, grouped(28, 8, 128), R"(
          {"head_dim": 128, "max_position_embeddings": 40960, "max_window_layers": 28,
          "model_type": "qwen3", "sliding_window": null, "use_sliding_window": false,
          "vocab_size": 151936, "hidden_size": 1024, "intermediate_size": 3072,
          "num_attention_heads": 16, "num_hidden_layers": 28, "num_key_value_heads": 8,
          "tie_word_embeddings": true})"},
                    File{"qwen3-32b", 3.2762e10, grouped(64, 8, 128), R"(
          {"head_dim": 128, "max_position_embeddings": 40960, "max_window_layers": 28,
          "model_type": "qwen3", "sliding_window": null, "use_sliding_window": false,
          "vocab_size": 151936, "hidden_size": 5120, "intermediate_size": 25600,
          "num_attention_heads": 64, "num_hidden_layers": 64, "num_key_value_heads": 8,
          "tie_word_embeddings": false})"},
                    File{"embedding-without-head", 7.568e9, grouped(36, 8, 128), R"(
          {"architectures": ["Qwen3Model"], "head_dim": 128, "max_position_embeddings": 40960,
          "max_window_layers": 28, "model_type": "qwen3", "sliding_window": null,
          "use_sliding_window": false, "vocab_size": 151665, "hidden_size": 4096,
          "intermediate_size": 12288, "num_attention_heads": 32, "num_hidden_layers": 36,
          "num_key_value_heads": 8, "tie_word_embeddings": false})"},
                    File{"qwen3-reranker-0.6b", 5.958e8, grouped(28, 8, 128), R"(
          {"head_dim": 128, "max_position_embeddings": 40960, "max_window_layers": 28,
          "model_type": "qwen3", "sliding_window": null, "use_sliding_window": false,
          "vocab_size": 151669, "hidden_size": 1024, "intermediate_size": 3072,
          "num_attention_heads": 16, "num_hidden_layers": 28, "num_key_value_heads": 8,
          "tie_word_embeddings": true})"},
                    File{"qwen2.5-72b", 7.2706e10, grouped(80, 8, 128), R"(
          {"hidden_size": 8192, "intermediate_size": 29568, "max_position_embeddings": 32768,
          "max_window_layers": 70, "model_type": "qwen2", "num_attention_heads": 64,
          "num_hidden_layers": 80, "num_key_value_heads": 8, "sliding_window": 131072,
          "tie_word_embeddings": false, "use_sliding_window": false, "vocab_size": 152064})"},
                    File{"mpt-30b", 2.996e10, grouped(48, 64, 112), R"(
          {"attn_config": {"alibi_bias_max": 8, "attn_impl": "torch", "attn_pdrop": 0,
          "attn_type": "multihead_attention", "attn_uses_sequence_id": false, "clip_qkv": null,
          "prefix_lm": false, "qk_ln": false, "softmax_scale": null}, "d_model": 7168,
          "expansion_ratio": 4, "max_seq_len": 8192, "model_type": "mpt", "n_heads": 64,
          "n_layers": 48, "vocab_size": 50432})"},
                    File{"bloom-176b", 1.7625e11, grouped(70, 112, 128), R"(
          {"model_type": "bloom", "n_embed": 14336, "n_layer": 70, "num_attention_heads": 112,
          "vocab_size": 250880})"},
                    File{"falcon-40b", 4.13e10, grouped(60, 8, 64), R"(
          {"hidden_size": 8192, "model_type": "falcon", "multi_query": true,
          "new_decoder_architecture": true, "num_attention_heads": 128, "num_hidden_layers": 60,
          "num_kv_heads": 8, "vocab_size": 65024})"},
                    File{"falcon-180b", 1.787e11, grouped(80, 8, 64), R"(
          {"hidden_size": 14848, "model_type": "falcon", "multi_query": true,
          "new_decoder_architecture": true, "num_attention_heads": 232, "num_hidden_layers": 80,
          "num_kv_heads": 8, "vocab_size": 65024})"},
                    File{"falcon-11b", 1.11e10, grouped(60, 8, 128), R"(
          {"ff_factor": 4, "ffn_hidden_size": 16384, "hidden_size": 4096,
          "max_position_embeddings": 8192, "model_type": "falcon", "multi_query": true,
          "new_decoder_architecture": true, "num_attention_heads": 32, "num_hidden_layers": 60,
          "num_kv_heads": 8, "num_ln_in_parallel_attn": 1, "tie_word_embeddings": false,
          "vocab_size": 65024})"},
                    File{"starcoder2-15b", 1.5958e10, grouped(40, 4, 128), R"(
          {"hidden_size": 6144, "intermediate_size": 24576, "max_position_embeddings": 16384,
          "model_type": "starcoder2", "num_attention_heads": 48, "num_hidden_layers": 40,
          "num_key_value_heads": 4, "sliding_window": 4096, "tie_word_embeddings": false,
          "vocab_size": 49152})"},
                    File{"starcoder", 1.5517e10, grouped(40, 1, 128), R"(
          {"model_type": "gpt_bigcode", "multi_query": true, "n_embd": 6144, "n_head": 48,
          "n_inner": 24576, "n_layer": 40, "n_positions": 8192, "vocab_size": 49152})"},
                    File{"mistral-large-2411", 1.2261e11, grouped(88, 8, 128), R"(
          {"head_dim": 128, "hidden_size": 12288, "intermediate_size": 28672,
          "max_position_embeddings": 131072, "model_type": "mistral", "num_attention_heads": 96,
          "num_hidden_layers": 88, "num_key_value_heads": 8, "sliding_window": null,
          "tie_word_embeddings": false, "vocab_size": 32768})"},
                    File{"llama-3.1-405b-fp8", 4.0585e11, grouped(126, 8, 128), R"(
          {"hidden_size": 16384, "intermediate_size": 53248, "model_type": "llama",
          "num_attention_heads": 128, "num_hidden_layers": 126, "num_key_value_heads": 8,
          "vocab_size": 128256, "tie_word_embeddings": false})"},
                    File{"command-a-111b", 1.1106e11, grouped(64, 8, 128), R"(
          {"head_dim": 128, "hidden_size": 12288, "intermediate_size": 36864,
          "max_position_embeddings": 131072, "model_type": "cohere2", "num_attention_heads": 96,
          "num_hidden_layers": 64, "num_key_value_heads": 8, "sliding_window": 4096,
          "sliding_window_pattern": 4, "vocab_size": 256000})"},
                    File{"hunyuan-1.8b", 1.79e9, grouped(32, 4, 128), R"(
          {"attention_head_dim": 128, "head_dim": 128, "hidden_size": 2048,
          "intermediate_size": 6144, "model_type": "hunyuan_v1_dense", "num_attention_heads": 16,
          "num_hidden_layers": 32, "num_key_value_heads": 4, "tie_word_embeddings": true,
          "vocab_size": 120818, "use_cla": false})"},
                    File{"baichuan2-7b", 7.506e9, grouped(32, 32, 128), R"(
          {"model_type": "baichuan", "hidden_size": 4096, "intermediate_size": 11008,
          "num_attention_heads": 32, "num_hidden_layers": 32, "vocab_size": 125696})"},
                    File{"exaone-4.0-1.2b", 1.279e9, grouped(30, 8, 64), R"(
          {"model_type": "exaone4", "head_dim": 64, "hidden_size": 2048,
          "intermediate_size": 4096, "layer_types": ["full_attention"], "num_attention_heads": 32,
          "num_hidden_layers": 30, "num_key_value_heads": 8, "sliding_window": null,
          "sliding_window_pattern": null, "tie_word_embeddings": true, "vocab_size": 102400})"},
                    File{"hyperclovax-seed-think-14b", 1.475e10, grouped(38, 8, 128), R"(
          {"model_type": "hyperclovax", "head_dim": 128, "hidden_size": 6144,
          "intermediate_size": 14336, "num_attention_heads": 48, "num_hidden_layers": 38,
          "num_key_value_heads": 8, "use_post_norm": true, "vocab_size": 110592})"},
                    File{"phi-3-small", 7.39e9, grouped(32, 8, 128), R"(
          {"model_type": "phi3small", "ff_intermediate_size": 14336, "hidden_size": 4096,
          "num_attention_heads": 32, "num_hidden_layers": 32, "num_key_value_heads": 8,
          "max_position_embeddings": 8192, "vocab_size": 100352})"},
                    File{"qwen-7b", 7.721e9, grouped(32, 32, 128), R"(
          {"model_type": "qwen", "hidden_size": 4096, "intermediate_size": 22016,
          "kv_channels": 128, "max_position_embeddings": 32768, "num_attention_heads": 32,
          "num_hidden_layers": 32, "seq_length": 8192, "vocab_size": 151936,
          "tie_word_embeddings": false})"},
                    File{"persimmon-8b", 9.4e9, grouped(36, 64, 64),
                         R"({"model_type": "persimmon"})"},
                    File{"bitnet-b1.58-2b", 2.413e9, grouped(30, 5, 128), R"(
          {"model_type": "bitnet", "tie_word_embeddings": true})"},
                    File{"orion-14b", 1.45e10, grouped(40, 40, 128), R"(
          {"model_type": "orion", "hidden_size": 5120, "intermediate_size": 15360,
          "num_attention_heads": 40, "num_hidden_layers": 40, "num_key_value_heads": 40,
          "vocab_size": 84608})"},
                    File{"aquila-7b", 7.3e9, grouped(32, 32, 128), R"(
          {"architectures": ["AquilaModel"], "model_type": "aquila", "hidden_size": 4096,
          "intermediate_size": 11008, "num_attention_heads": 32, "num_hidden_layers": 32,
          "vocab_size": 100008})"}));

INSTANTIATE_TEST_SUITE_P(
    Experts, RecentConfigTest,
    testing::Values(
        File{"glm-4.6", 3.528e11, grouped(92, 8, 128), R"(
          {"head_dim": 128, "hidden_size": 5120, "intermediate_size": 12288,
          "max_position_embeddings": 202752, "model_type": "glm4_moe",
          "moe_intermediate_size": 1536, "num_attention_heads": 96, "n_routed_experts": 160,
          "n_shared_experts": 1, "num_experts_per_tok": 8, "first_k_dense_replace": 3,
          "num_hidden_layers": 92, "num_key_value_heads": 8, "num_nextn_predict_layers": 1,
          "tie_word_embeddings": false, "vocab_size": 151552})"},
        File{"glm-4.7-flash", 2.994e10, latent(47), R"(
          {"hidden_size": 2048, "intermediate_size": 10240, "max_position_embeddings": 202752,
          "model_type": "glm4_moe_lite", "moe_intermediate_size": 1536, "num_attention_heads": 20,
          "n_routed_experts": 64, "n_shared_experts": 1, "num_experts_per_tok": 4,
          "first_k_dense_replace": 1, "num_hidden_layers": 47, "num_key_value_heads": 20,
          "num_nextn_predict_layers": 1, "q_lora_rank": 768, "kv_lora_rank": 512,
          "qk_nope_head_dim": 192, "qk_rope_head_dim": 64, "v_head_dim": 256,
          "vocab_size": 154880})"},
        File{"deepseek-v3.1", 6.7103e11, latent(61), R"(
          {"first_k_dense_replace": 3, "hidden_size": 7168, "intermediate_size": 18432,
          "kv_lora_rank": 512, "max_position_embeddings": 163840, "model_type": "deepseek_v3",
          "moe_intermediate_size": 2048, "moe_layer_freq": 1, "n_routed_experts": 256,
          "n_shared_experts": 1, "num_attention_heads": 128, "num_experts_per_tok": 8,
          "num_hidden_layers": 61, "num_key_value_heads": 128, "num_nextn_predict_layers": 1,
          "q_lora_rank": 1536, "qk_nope_head_dim": 128, "qk_rope_head_dim": 64,
          "tie_word_embeddings": false, "v_head_dim": 128, "vocab_size": 129280})"},
        File{"deepseek-v2", 2.3574e11, latent(60), R"(
          {"first_k_dense_replace": 1, "hidden_size": 5120, "intermediate_size": 12288,
          "kv_lora_rank": 512, "max_position_embeddings": 163840, "model_type": "deepseek_v2",
          "moe_intermediate_size": 1536, "moe_layer_freq": 1, "n_routed_experts": 160,
          "n_shared_experts": 2, "num_attention_heads": 128, "num_experts_per_tok": 6,
          "num_hidden_layers": 60, "num_key_value_heads": 128, "q_lora_rank": 1536,
          "qk_nope_head_dim": 128, "qk_rope_head_dim": 64, "tie_word_embeddings": false,
          "v_head_dim": 128, "vocab_size": 102400})"},
        File{"deepseek-moe-16b", 1.6376e10, grouped(28, 16, 128), R"(
          {"model_type": "deepseek", "hidden_size": 2048, "intermediate_size": 10944,
          "moe_intermediate_size": 1408, "moe_layer_freq": 1, "n_routed_experts": 64,
          "n_shared_experts": 2, "num_attention_heads": 16, "num_experts_per_tok": 6,
          "first_k_dense_replace": 1, "num_hidden_layers": 28, "num_key_value_heads": 16,
          "vocab_size": 102400})"},
        File{"kimi-k2-instruct", 1.0264e12, latent(61), R"(
          {"first_k_dense_replace": 1, "hidden_size": 7168, "intermediate_size": 18432,
          "kv_lora_rank": 512, "max_position_embeddings": 131072, "model_type": "kimi_k2",
          "moe_intermediate_size": 2048, "moe_layer_freq": 1, "n_routed_experts": 384,
          "n_shared_experts": 1, "num_attention_heads": 64, "num_experts_per_tok": 8,
          "num_hidden_layers": 61, "num_key_value_heads": 64, "num_nextn_predict_layers": 0,
          "q_lora_rank": 1536, "qk_nope_head_dim": 128, "qk_rope_head_dim": 64,
          "tie_word_embeddings": false, "v_head_dim": 128, "vocab_size": 163840})"},
        File{"moonlight-16b-a3b", 1.596e10, latent(27), R"(
          {"first_k_dense_replace": 1, "hidden_size": 2048, "intermediate_size": 11264,
          "kv_lora_rank": 512, "max_position_embeddings": 163840, "model_type": "deepseek_v3",
          "moe_intermediate_size": 1408, "moe_layer_freq": 1, "n_routed_experts": 64,
          "n_shared_experts": 2, "num_attention_heads": 16, "num_experts_per_tok": 6,
          "num_hidden_layers": 27, "num_key_value_heads": 16, "num_nextn_predict_layers": 0,
          "q_lora_rank": null, "qk_nope_head_dim": 128, "qk_rope_head_dim": 64,
          "tie_word_embeddings": false, "v_head_dim": 128, "vocab_size": 163840})"},
        File{"minimax-m2.5", 2.2869e11, grouped(62, 8, 128), R"(
          {"attn_type_list": [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1,
          1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1,
          1, 1, 1, 1, 1, 1, 1, 1, 1, 1], "head_dim": 128, "hidden_size": 3072,
          "intermediate_size": 1536, "max_position_embeddings": 196608,
          "model_type": "minimax_m2", "num_attention_heads": 48, "num_experts_per_tok": 8,
          "num_hidden_layers": 62, "num_key_value_heads": 8, "num_local_experts": 256,
          "shared_intermediate_size": 0, "tie_word_embeddings": false, "vocab_size": 200064})"},
        File{"ernie-4.5-300b-a47b", 2.995e11, grouped(54, 8, 128), R"(
          {"model_type": "ernie4_5_moe", "hidden_size": 8192, "intermediate_size": 28672,
          "moe_intermediate_size": 3584, "moe_k": 8, "moe_num_experts": 64,
          "moe_num_shared_experts": 0, "moe_layer_start_index": 3, "moe_layer_end_index": 53,
          "moe_layer_interval": 1, "num_attention_heads": 64, "num_key_value_heads": 8,
          "num_hidden_layers": 54, "tie_word_embeddings": false, "vocab_size": 103424,
          "max_position_embeddings": 131072})"},
        File{"phi-mini-moe", 7.648e9, grouped(32, 8, 128), R"(
          {"model_type": "phimoe", "head_dim": 128, "hidden_size": 4096, "intermediate_size": 960,
          "num_attention_heads": 32, "num_experts_per_tok": 2, "num_hidden_layers": 32,
          "num_key_value_heads": 8, "num_local_experts": 16, "sliding_window": 2047,
          "vocab_size": 32064})"},
        File{"qwen3-30b-a3b", 3.0532e10, grouped(48, 4, 128), R"(
          {"decoder_sparse_step": 1, "head_dim": 128, "hidden_size": 2048,
          "intermediate_size": 6144, "max_position_embeddings": 40960, "max_window_layers": 48,
          "mlp_only_layers": [], "model_type": "qwen3_moe", "moe_intermediate_size": 768,
          "num_attention_heads": 32, "num_experts": 128, "num_experts_per_tok": 8,
          "num_hidden_layers": 48, "num_key_value_heads": 4, "sliding_window": null,
          "use_sliding_window": false, "vocab_size": 151936})"},
        File{"qwen3-coder-480b", 4.8015e11, grouped(62, 8, 128), R"(
          {"decoder_sparse_step": 1, "head_dim": 128, "hidden_size": 6144,
          "intermediate_size": 8192, "max_position_embeddings": 262144, "max_window_layers": 62,
          "mlp_only_layers": [], "model_type": "qwen3_moe", "moe_intermediate_size": 2560,
          "num_attention_heads": 96, "num_experts": 160, "num_experts_per_tok": 8,
          "num_hidden_layers": 62, "num_key_value_heads": 8, "shared_expert_intermediate_size": 0,
          "sliding_window": null, "use_sliding_window": false, "vocab_size": 151936})"},
        File{"qwen2-57b-a14b", 5.741e10, grouped(28, 4, 128), R"(
          {"decoder_sparse_step": 1, "hidden_size": 3584, "intermediate_size": 18944,
          "max_window_layers": 28, "model_type": "qwen2_moe", "moe_intermediate_size": 2560,
          "num_attention_heads": 28, "num_experts": 64, "num_experts_per_tok": 8,
          "num_hidden_layers": 28, "num_key_value_heads": 4,
          "shared_expert_intermediate_size": 20480, "sliding_window": 65536,
          "use_sliding_window": false, "vocab_size": 151936})"},
        File{"hunyuan-large", 3.89e11, grouped(32, 8, 80), R"(
          {"cla_share_factor": 2, "hidden_size": 6400, "intermediate_size": 18304,
          "model_type": "hunyuan", "moe_topk": 1, "num_attention_heads": 80, "num_experts": 16,
          "num_hidden_layers": 64, "num_key_value_heads": 8, "num_shared_expert": 1,
          "use_cla": true, "vocab_size": 128512, "tie_word_embeddings": true})"},
        File{"ling-lite-1.5", 1.68e10, grouped(28, 4, 128), R"(
          {"model_type": "bailing_moe", "first_k_dense_replace": 0, "head_dim": 128,
          "hidden_size": 2048, "intermediate_size": 5632, "moe_intermediate_size": 1408,
          "num_attention_heads": 16, "num_experts": 64, "num_experts_per_tok": 6,
          "num_hidden_layers": 28, "num_key_value_heads": 4, "num_shared_experts": 2,
          "vocab_size": 126464})"},
        File{"ling-mini-2.0", 1.626e10, grouped(20, 4, 128), R"(
          {"model_type": "bailing_moe", "first_k_dense_replace": 1, "head_dim": 128,
          "hidden_size": 2048, "intermediate_size": 5120, "moe_intermediate_size": 512,
          "moe_shared_expert_intermediate_size": 512, "num_attention_heads": 16,
          "num_experts": 256, "num_experts_per_tok": 8, "num_hidden_layers": 20,
          "num_key_value_heads": 4, "num_shared_experts": 1, "vocab_size": 157184,
          "num_nextn_predict_layers": 0})"},
        File{"dots.llm1", 1.4277e11, grouped(62, 32, 128), R"(
          {"model_type": "dots1", "first_k_dense_replace": 1, "hidden_size": 4096,
          "intermediate_size": 10944, "max_window_layers": 62, "moe_intermediate_size": 1408,
          "moe_layer_freq": 1, "n_routed_experts": 128, "n_shared_experts": 2,
          "num_attention_heads": 32, "num_experts_per_tok": 6, "num_hidden_layers": 62,
          "num_key_value_heads": 32, "head_dim": 128, "vocab_size": 152064,
          "sliding_window": null, "use_sliding_window": false})"},
        File{"k-exaone-236b-a23b", 2.366e11, grouped(48, 8, 128), R"(
          {"model_type": "exaone_moe", "first_k_dense_replace": 1, "head_dim": 128,
          "hidden_size": 6144, "intermediate_size": 18432, "moe_intermediate_size": 2048,
          "num_attention_heads": 64, "num_experts": 128, "num_experts_per_tok": 8,
          "num_hidden_layers": 48, "num_key_value_heads": 8, "num_shared_experts": 1,
          "sliding_window": 128, "sliding_window_pattern": "LLLG", "vocab_size": 153600})"},
        File{"solar-open-100b", 1.026e11, grouped(48, 8, 128), R"({"model_type": "solar_open"})"},
        File{"hy3-preview", 2.95e11, grouped(80, 8, 128), R"({"model_type": "hy_v3"})"},
        File{"flexolmo-7x7b", 3.327e10, grouped(32, 32, 128), R"(
          {"model_type": "flex_olmo", "num_experts": 7, "num_experts_per_tok": 5})"},
        File{"step-3.5-flash", 1.968e11, grouped(45, 8, 128), R"({"model_type": "step3p5",
          "attention_other_setting": {"attention_type": "sliding_attention",
          "num_attention_heads": 96, "num_attention_groups": 8, "head_dim": 128}, "head_dim": 128,
          "hidden_size": 4096, "intermediate_size": 11264, "layer_types": ["full_attention",
          "sliding_attention", "sliding_attention", "sliding_attention", "full_attention",
          "sliding_attention", "sliding_attention", "sliding_attention", "full_attention",
          "sliding_attention", "sliding_attention", "sliding_attention", "full_attention",
          "sliding_attention", "sliding_attention", "sliding_attention", "full_attention",
          "sliding_attention", "sliding_attention", "sliding_attention", "full_attention",
          "sliding_attention", "sliding_attention", "sliding_attention", "full_attention",
          "sliding_attention", "sliding_attention", "sliding_attention", "full_attention",
          "sliding_attention", "sliding_attention", "sliding_attention", "full_attention",
          "sliding_attention", "sliding_attention", "sliding_attention", "full_attention",
          "sliding_attention", "sliding_attention", "sliding_attention", "full_attention",
          "sliding_attention", "sliding_attention", "sliding_attention", "full_attention",
          "sliding_attention", "sliding_attention", "sliding_attention"],
          "moe_intermediate_size": 1280,
          "moe_layers_enum": "3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31,32,33,34,35,36,37,38,39,40,41,42,43,44",
          "moe_num_experts": 288, "moe_top_k": 8, "num_attention_groups": 8,
          "num_attention_heads": 64, "num_hidden_layers": 45, "num_nextn_predict_layers": 3,
          "share_expert_dim": 1280, "sliding_window": 512, "vocab_size": 128896})"}));

/// Elements that one token adds to the caches of DeepSeek-V4: a vector of 512 to each window, one
/// for each 4 positions with its key of the index of 128, and one for each 128 positions.
constexpr double compressed(double layers, double sparse, double dense) {
  return layers * 512 + sparse * (512 + 128) / 4 + dense * 512 / 128;
}

INSTANTIATE_TEST_SUITE_P(PairedAndBlocks, RecentConfigTest,
                         testing::Values(
                             // 28 layers with two attentions and two dense parts each.
                             File{"LongCat-Flash-Chat", 560e9, latent(56), R"(
          {"model_type": "longcat_flash", "attention_method": "MLA", "hidden_size": 6144,
          "ffn_hidden_size": 12288, "expert_ffn_hidden_size": 2048, "num_layers": 28,
          "num_attention_heads": 64, "kv_lora_rank": 512, "q_lora_rank": 1536,
          "qk_rope_head_dim": 64, "qk_nope_head_dim": 128, "v_head_dim": 128,
          "n_routed_experts": 512, "moe_topk": 12, "zero_expert_num": 256,
          "zero_expert_type": "identity", "vocab_size": 131072,
          "max_position_embeddings": 131072})"},
                             // The tower is not described.
                             File{"MiniMax-M3", 425.95e9, grouped(60, 4, 128), R"(
          {"model_type": "minimax_m3_vl", "vision_config": {"hidden_size": 1280}, "text_config": {
          "model_type": "minimax_m3", "hidden_size": 6144, "intermediate_size": 3072,
          "dense_intermediate_size": 12288, "shared_intermediate_size": 3072,
          "num_hidden_layers": 60, "num_attention_heads": 64, "num_key_value_heads": 4,
          "head_dim": 128, "vocab_size": 200064, "num_local_experts": 128,
          "num_experts_per_tok": 4, "n_shared_experts": 1, "moe_layer_freq": [0, 0, 0, 1, 1, 1, 1,
          1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1,
          1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1],
          "sparse_attention_config": {"sparse_index_dim": 128, "sparse_num_index_heads": 4},
          "tie_word_embeddings": false}})"}));

// The lists of ratios also state those of the layers that predict further tokens.
INSTANTIATE_TEST_SUITE_P(
    Compressed, RecentConfigTest,
    testing::Values(File{"DeepSeek-V4-Flash", 284e9, compressed(43, 21, 20), R"(
          {"model_type": "deepseek_v4", "vocab_size": 129280, "hidden_size": 4096,
          "num_hidden_layers": 43, "num_attention_heads": 64, "num_key_value_heads": 1,
          "head_dim": 512, "q_lora_rank": 1024, "qk_rope_head_dim": 64, "o_groups": 8,
          "o_lora_rank": 1024, "sliding_window": 128, "max_position_embeddings": 1048576,
          "index_n_heads": 64, "index_head_dim": 128, "index_topk": 512, "hc_mult": 4,
          "n_routed_experts": 256, "n_shared_experts": 1, "num_experts_per_tok": 6,
          "num_hash_layers": 3, "moe_intermediate_size": 2048, "num_nextn_predict_layers": 1,
          "tie_word_embeddings": false, "compress_ratios": [
          0, 0, 4, 128, 4, 128, 4, 128, 4, 128, 4, 128, 4, 128, 4, 128, 4, 128, 4, 128, 4, 128,
          4, 128, 4, 128, 4, 128, 4, 128, 4, 128, 4, 128, 4, 128, 4, 128, 4, 128, 4, 128, 4, 0]})"},
                    File{"DeepSeek-V4-Flash of transformers", 284e9, compressed(43, 21, 20), R"(
          {"model_type": "deepseek_v4", "num_hidden_layers": 43, "num_nextn_predict_layers": 1,
          "compress_rates": {"compressed_sparse_attention": 4,
          "heavily_compressed_attention": 128}, "mlp_layer_types": ["hash_moe", "moe"],
          "layer_types": [
          "sliding_attention", "sliding_attention", "compressed_sparse_attention",
          "heavily_compressed_attention", "compressed_sparse_attention",
          "heavily_compressed_attention", "compressed_sparse_attention",
          "heavily_compressed_attention", "compressed_sparse_attention",
          "heavily_compressed_attention", "compressed_sparse_attention",
          "heavily_compressed_attention", "compressed_sparse_attention",
          "heavily_compressed_attention", "compressed_sparse_attention",
          "heavily_compressed_attention", "compressed_sparse_attention",
          "heavily_compressed_attention", "compressed_sparse_attention",
          "heavily_compressed_attention", "compressed_sparse_attention",
          "heavily_compressed_attention", "compressed_sparse_attention",
          "heavily_compressed_attention", "compressed_sparse_attention",
          "heavily_compressed_attention", "compressed_sparse_attention",
          "heavily_compressed_attention", "compressed_sparse_attention",
          "heavily_compressed_attention", "compressed_sparse_attention",
          "heavily_compressed_attention", "compressed_sparse_attention",
          "heavily_compressed_attention", "compressed_sparse_attention",
          "heavily_compressed_attention", "compressed_sparse_attention",
          "heavily_compressed_attention", "compressed_sparse_attention",
          "heavily_compressed_attention", "compressed_sparse_attention",
          "heavily_compressed_attention", "compressed_sparse_attention"]})"},
                    // 61 layers of 385 experts with 3 x 7168 x 3072 elements, attention of 300
                    // million, and two embeddings; published as 1.6 trillion.
                    File{"DeepSeek-V4-Pro", 1573e9, compressed(61, 30, 31), R"(
          {"model_type": "deepseek_v4", "vocab_size": 129280, "hidden_size": 7168,
          "num_hidden_layers": 61, "num_attention_heads": 128, "num_key_value_heads": 1,
          "head_dim": 512, "q_lora_rank": 1536, "qk_rope_head_dim": 64, "o_groups": 16,
          "o_lora_rank": 1024, "sliding_window": 128, "max_position_embeddings": 1048576,
          "index_n_heads": 64, "index_head_dim": 128, "index_topk": 1024, "hc_mult": 4,
          "n_routed_experts": 384, "n_shared_experts": 1, "num_experts_per_tok": 6,
          "num_hash_layers": 3, "moe_intermediate_size": 3072, "num_nextn_predict_layers": 1,
          "compress_ratios": [
          128, 128, 4, 128, 4, 128, 4, 128, 4, 128, 4, 128, 4, 128, 4, 128, 4, 128, 4, 128, 4,
          128, 4, 128, 4, 128, 4, 128, 4, 128, 4, 128, 4, 128, 4, 128, 4, 128, 4, 128, 4, 128,
          4, 128, 4, 128, 4, 128, 4, 128, 4, 128, 4, 128, 4, 128, 4, 128, 4, 128, 4, 0, 0, 0]})"}));

}  // namespace
}  // namespace nscope::catalog
