// Hugging Face configurations and tables of their families that are refused, with the reason.
#include "simcore/catalog/config/config_family.h"
#include "tests/unit/catalog/read_config.h"

#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace nscope::catalog {
namespace {

using testing::HasSubstr;

/// Expects that the model type with the members is refused.
void expect_refused(const std::string& members, const std::string& why) {
  EXPECT_THAT(config_error(R"({"model_type": )" + members + "}"), HasSubstr(why)) << members;
}

TEST(HfConfigErrorTest, ReportsMissingKeysWithTheirAlternatives) {
  EXPECT_EQ(config_error(R"({"model_type": "llama", "num_hidden_layers": null})"),
            "config.json: /num_hidden_layers: is required (also accepted: n_layer, n_layers, "
            "num_layers)");
  EXPECT_EQ(config_error(R"({"model_type": "mimo_v2_flash", "hidden_size": 4096})"),
            "config.json: /vocab_size: is required (also accepted: padded_vocab_size)");
  EXPECT_THAT(config_error(R"({"model_type": "mixtral", "num_experts_per_tok": null})"),
              HasSubstr("/num_experts_per_tok: is required"));
  EXPECT_THAT(config_error(R"({"model_type": "qwen3_next", "linear_num_key_heads": null})"),
              HasSubstr("/linear_num_key_heads: is required"));
}

TEST(HfConfigErrorTest, RejectsContradictions) {
  const auto llama = [](const std::string& rest) {
    return config_error(R"({"model_type": "llama", "num_hidden_layers": 2, "hidden_size": 4096,
      "intermediate_size": 11008, "vocab_size": 32000, )" +
                        rest + "}");
  };
  EXPECT_EQ(llama(R"("num_attention_heads": 32)"), "accepted");
  EXPECT_EQ(llama(R"("num_attention_heads": 32, "n_head": 16)"),
            "config.json: /n_head: is 16, but 'num_attention_heads' is 32");
  EXPECT_THAT(llama(R"("num_attention_heads": 30)"),
              HasSubstr("/head_dim: is required because 30 heads do not divide"));
  EXPECT_THAT(llama(R"("num_attention_heads": 32, "num_key_value_heads": 64)"),
              HasSubstr("/num_key_value_heads: is 64, which does not divide the 32 heads"));
  EXPECT_THAT(llama(R"("num_attention_heads": 0)"), HasSubstr("/num_attention_heads: must be"));
  EXPECT_THAT(llama(R"("num_attention_heads": 3.5)"), HasSubstr("/num_attention_heads: must be"));
  EXPECT_THAT(llama(R"("num_attention_heads": "32")"), HasSubstr("/num_attention_heads: must be"));
  EXPECT_THAT(llama(R"("num_attention_heads": 32, "tie_word_embeddings": 1)"),
              HasSubstr("/tie_word_embeddings: must be true or false"));
  EXPECT_THAT(config_error(R"({"model_type": "mixtral", "num_hidden_layers": 2, "hidden_size": 64,
                "num_attention_heads": 2, "num_key_value_heads": 2, "intermediate_size": 128, "vocab_size": 100,
                "num_local_experts": 4, "num_experts_per_tok": 8})"),
              HasSubstr("/num_experts_per_tok: is 8, which exceeds the 4 experts"));
  EXPECT_THAT(config_error(R"({"model_type": "deepseek_v3", "first_k_dense_replace": 62})"),
              HasSubstr("/first_k_dense_replace: is 62, which exceeds the 61 layers"));
  EXPECT_THAT(config_error(R"({"model_type": "deepseek_v3", "first_k_dense_replace": 61})"),
              HasSubstr("/num_experts: is 256, but none of the 61 layers has experts"));
  EXPECT_THAT(config_error(R"({"model_type": "qwen3_next", "linear_num_value_heads": 24})"),
              HasSubstr("/linear_num_value_heads: is 24, which is not a multiple of the 16"));
  EXPECT_THAT(config_error(R"({"model_type": "bamba", "mamba_n_groups": 3})"),
              HasSubstr("/mamba_n_groups: is 3, which does not divide the 128 heads"));
  EXPECT_THAT(config_error(R"({"model_type": "recurrent_gemma", "lru_width": 2561})"),
              HasSubstr("/lru_width: is 2561, which the 10 blocks do not divide"));
  EXPECT_THAT(config_error(R"({"model_type": "gemma3n_text", "num_kv_shared_layers": 35})"),
              HasSubstr("/num_kv_shared_layers: is 35, which must be less than the 35 layers"));
  EXPECT_THAT(config_error(R"({"model_type": "bert", "num_attention_heads": 7})"),
              HasSubstr("/head_dim: is required because 7 heads do not divide the hidden size"));
  EXPECT_THAT(config_error(R"({"model_type": "bart", "decoder_attention_heads": 7,
                "encoder_attention_heads": 7})"),
              HasSubstr("/head_dim: is required because 7 heads do not divide the hidden size"));
}

TEST(HfConfigErrorTest, AListOfLayersHasOneEntryForEach) {
  expect_refused(
      R"("qwen3", "num_hidden_layers": 4, "layer_types": ["full_attention"])",
      "/layer_types: has 1 entries, but the model has 4 layers; the list must have one entry");
  expect_refused(R"("qwen3", "num_hidden_layers": 2, "layer_types": ["full_attention",
             "full_attention", "full_attention"])",
                 "/layer_types: has 3 entries, but the model has 2 layers");
  expect_refused(R"("nemotron_h", "num_hidden_layers": 6, "hybrid_override_pattern": "M-M*")",
                 "/hybrid_override_pattern: has 4 entries, but the model has 6 layers");
  expect_refused(R"("minimax", "num_hidden_layers": 6, "attn_type_list": [0, 1])",
                 "/attn_type_list: has 2 entries, but the model has 6 layers");
  expect_refused(R"("qwen3_moe", "num_hidden_layers": 6, "moe_layer_freq": [0, 1])",
                 "/moe_layer_freq: has 2 entries, but the model has 6 layers");
  expect_refused(
      R"("kimi_linear", "linear_attn_config": {"full_attn_layers": [4, 99]})",
      "/linear_attn_config/full_attn_layers: must be an array of whole numbers between 1 and");
  // RecurrentGemma documents one period.
  EXPECT_EQ(config_error(R"({"model_type": "recurrent_gemma", "block_types": ["recurrent",
              "recurrent", "attention"]})"),
            "accepted");
}

TEST(HfConfigErrorTest, StatesWhyATypeIsRefused) {
  expect_refused(R"("deepseek_v41", "text_config": {"model_type": "deepseek_v41_text"})",
                 "read compressed keys that a few other layers compute");
  expect_refused(R"("inkling_mm_model", "text_config": {"model_type": "llama"})",
                 "learned relative positions");
  expect_refused(R"("t5gemma2")", "self-attention and cross-attention of its decoder are one");
  expect_refused(R"("wav2vec2")", "encoders and decoders of sound");
  expect_refused(R"("longformer")", "windows and to chosen positions");
  expect_refused(R"("resnet")", "networks with convolutions are not read from a file");
  expect_refused(R"("vision-encoder-decoder")", "it joins two models of other types");
  expect_refused(R"("patchtst")", "models of time series");
  expect_refused(R"("dots3_note")", "its layers have operators or widths that a model document");
  expect_refused(R"("hrm_text", "architectures": ["LlamaForCausalLM"])",
                 "several times through some of its layers");
  EXPECT_THAT(config_error(R"({"_class_name": "UNet2DConditionModel"})"),
              HasSubstr("of the parts of a pipeline only the transformer is read"));
  // A name that resembles none is not answered with random ones.
  expect_refused(R"("zzqxwv")", "unsupported model type 'zzqxwv'; 'nscope models --config-types'");
  expect_refused(R"("lama")", "the closest are llama");
  expect_refused(R"("nanbeige", "num_loops": 2, "enable_double_loop_split": true)",
                 "/enable_double_loop_split: layers that only a part of the loops passes");
  expect_refused(R"("nanbeige", "emb_neighbor_num": 3)",
                 "/emb_neighbor_num: it looks up embeddings of several tokens");
  expect_refused(R"("ouro", "num_hidden_layers": 9000)", "gives 36,000 passes through layers");
  expect_refused(R"("ouro", "total_ut_steps": 1001)",
                 "/total_ut_steps: must be a whole number between 0 and 1000");
  // Parts of other dimensions, and experts of a kind of their own.
  expect_refused(R"("t5gemma", "encoder": {"hidden_size": 3584}, "decoder": {})",
                 "/encoder/hidden_size: encoders with other dimensions than the decoder");
  expect_refused(R"("arctic", "moe_layer_frequency": 2)", "/moe_layer_frequency: must be 1");
  expect_refused(R"("jetmoe", "num_key_value_heads": null)", "/num_key_value_heads: is required");
}

TEST(HfConfigErrorTest, RefusesDraftsOfSpeculativeDecoding) {
  for (const char* const draft :
       {R"("llama", "draft_vocab_size": 32000)", R"("llama", "speculators_model_type": "eagle3")",
        R"("llama", "architectures": ["LlamaForCausalLMEagle3"])", R"("gemma4_assistant")",
        R"("qwen3", "architectures": ["DFlashDraftModel"])"}) {
    expect_refused(draft, "it is the draft of speculative decoding");
  }
  EXPECT_EQ(config_error(R"({"model_type": "llama", "draft_vocab_size": null})"), "accepted");
}

TEST(HfConfigErrorTest, MessagesStateTheWholeRange) {
  expect_refused(R"("llama", "num_hidden_layers": 1e300)",
                 "/num_hidden_layers: must be a whole number between 1 and 10000");
  expect_refused(R"("llama", "hidden_size": 100000001)",
                 "/hidden_size: must be a whole number between 1 and 100000000");
  expect_refused(R"("llama", "num_key_value_heads": 0)",
                 "/num_key_value_heads: must be a whole number between 1 and 100000000");
  expect_refused(R"("vit", "image_size": 16385)",
                 "/image_size: must be a whole number between 1 and 16384");
  // What is too large is refused, not replaced by the limit.
  expect_refused(R"("dinov2", "mlp_ratio": 1e6)",
                 "/mlp_ratio: gives the feed-forward part 768000000");
  expect_refused(R"("dinov2_with_registers", "num_register_tokens": 99999)",
                 "/num_register_tokens: must be a whole number between 0 and 16384");
  expect_refused(R"("swin", "embed_dim": 99999)",
                 "/embed_dim: must be a whole number between 1 and 8192");
  expect_refused(R"("swin", "window_size": 9999)",
                 "/window_size: must be a whole number between 1 and");
  expect_refused(R"("swin", "mlp_ratio": 101)",
                 "/mlp_ratio: must be a number greater than 0 and at most");
  expect_refused(R"("swin", "depths": [2, 2000])",
                 "/depths: must be an array of 1 to 8 whole numbers");
  expect_refused(R"("convnext", "depths": [2, 2])",
                 "/hidden_sizes: has 4 entries, but 'depths' has 2");
  expect_refused(R"("jamba", "mamba_expand": 1e6)", "/mamba_expand: is too large");
  expect_refused(R"("lfm2", "block_ffn_dim_multiplier": 1e9)",
                 "/block_ffn_dim_multiplier: is too large");
}

TEST(HfConfigErrorTest, RefusesTowersWithoutPossibleImages) {
  const auto refused = [](const std::string& type, const std::string& vision,
                          const std::string& why) {
    EXPECT_THAT(config_error(R"({"model_type": ")" + type +
                             R"(", "text_config": {}, "vision_config": {)" + vision + "}}"),
                HasSubstr("/vision_config/" + why));
  };
  refused("qwen2_vl", R"("patch_size": 99999999)", "patch_size: must be a whole number between 1");
  refused("qwen2_vl", R"("spatial_merge_size": 99999999)", "spatial_merge_size: must be");
  refused("qwen2_vl", R"("spatial_merge_size": 1024)",
          "spatial_merge_size: 1024 x 1024 patches of 1280 elements give a token more than");
  refused("internvl_chat", R"("image_size": 16384, "patch_size": 1)",
          "patch_size: 16384 x 16384 patches in up to 12 tiles give an image");
  refused("llama4", R"("pixel_shuffle_ratio": 1e-9)", "pixel_shuffle_ratio: must be at least");
  refused("mllama", R"("max_num_tiles": 99999)", "max_num_tiles: must be a whole number between 1");
  refused("llava", R"("num_channels": 4)", "num_channels: is 4, but only images of 3 channels");
}

TEST(HfConfigErrorTest, AMisspeltWordOfATableIsAnError) {
  const auto error = [](const std::string& kind, const std::string& members) {
    const auto json = parse_json(R"({"schema": "nscope.model-configs/1", "kind": ")" + kind +
                                     R"(", "source": "s", "date": "2026-11-26",
      "families": {"toy": {"defaults": {}, )" +
                                     members + "}}}",
                                 "toy.json");
    const auto read = ConfigFamilies::read({{"toy.json", *json}});
    return read ? "accepted" : to_string(read.error());
  };
  EXPECT_EQ(error("decoder", R"("biases": "qkv")"), "accepted");
  EXPECT_EQ(
      error("decoder", R"("biases": "qvk")"),
      "toy.json: /families/toy/biases: unknown word 'qvk'; use one of qkv, ffn, experts, all");
  EXPECT_THAT(error("decoder", R"("windows": "lower")"), HasSubstr("/windows: unknown word"));
  EXPECT_THAT(error("decoder", R"("linear_rule": "delta")"), HasSubstr("/linear_rule: unknown"));
  EXPECT_THAT(error("decoder", R"("pattern": ["slide"])"), HasSubstr("unknown mixer 'slide'"));
  EXPECT_THAT(error("encoder-decoder", R"("reader": "t6")"), HasSubstr("/reader: unknown word"));
  EXPECT_THAT(error("vision", R"("reader": "t5")"), HasSubstr("/reader: unknown word 't5'"));
  EXPECT_THAT(error("diffusion", R"("blocks": "cross")"), HasSubstr("/blocks: unknown word"));
  EXPECT_THAT(error("vision-language", R"("text": "toy", "tower": "t", "projection": "merge")"),
              HasSubstr("/projection: unknown word 'merge'"));
  EXPECT_THAT(error("vision-language", R"("text": "toy", "tower": "t")"),
              HasSubstr("/projection: is required by 'tower'"));
  EXPECT_THAT(error("vision-language", R"("text": "lama", "tower": "")"),
              HasSubstr("families/toy/text: unknown model type 'lama'"));
  EXPECT_THAT(error("vision", R"("reader": "pair", "image_type": "clap", "text": {})"),
              HasSubstr("families/toy/image_type: unknown model type 'clap'"));
  EXPECT_THAT(error("decoder", R"("masked": true)"), HasSubstr("/masked: unknown key"));
}

}  // namespace
}  // namespace nscope::catalog
