// Members of configurations that describe layers one by one: blocks that were found by a search,
// heads and experts of each layer, and groups of linear attention.
#include "simcore/catalog/layer_shard.h"
#include "tests/unit/catalog/published_config.h"
#include "tests/unit/catalog/read_config.h"

#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace nscope::catalog {
namespace {

using testing::AllOf;
using testing::HasSubstr;

std::string note_of(const Model& model) {
  return model.note.english();
}

/// A file with blocks that have attention or not, and feed-forward parts of these multiples.
Json searched(const std::vector<std::pair<bool, double>>& blocks) {
  Json config{{"model_type", "nemotron-nas"}, {"architectures", {"DeciLMForCausalLM"}},
              {"hidden_size", 8192},          {"intermediate_size", nullptr},
              {"num_attention_heads", 64},    {"num_key_value_heads", nullptr},
              {"vocab_size", 128256},         {"tie_word_embeddings", false}};
  for (const auto& [attends, multiple] : blocks) {
    const Json group = attends ? Json(8) : Json();
    const Json attention{{"n_heads_in_group", group}, {"no_op", !attends}};
    Json ffn{{"no_op", multiple == 0}, {"ffn_mult", nullptr}};
    if (multiple > 0) ffn["ffn_mult"] = multiple;
    config["block_configs"].push_back(Json{{"attention", attention}, {"ffn", ffn}});
  }
  config["num_hidden_layers"] = blocks.size();
  return config;
}

TEST(HfConfigLayersTest, ReadsTheBlocksOfNemotronSuper) {
  std::vector<std::pair<bool, double>> blocks;
  const auto add = [&](int times, bool attends, double multiple) {
    for (int i = 0; i < times; ++i) blocks.emplace_back(attends, multiple);
  };
  add(1, true, 2.625);
  add(5, true, 5.25);
  add(2, false, 2.625);
  add(3, true, 5.25);
  add(1, false, 3.28125);
  add(30, true, 5.25);
  for (const double multiple :
       {1.3125, 2.625, 2.625, 1.3125, 5.25, 1.3125, 2.625, 1.3125, 1.3125, 1.3125}) {
    add(1, false, multiple);
  }
  add(1, true, 5.25);
  for (const double multiple : {1.3125, 1.0, 1.0, 1.3125, 1.0, 1.0, 1.0, 1.3125, 1.3125, 0.5, 0.5,
                                1.0, 1.0, 0.5, 0.5, 1.0, 0.5, 0.5}) {
    add(1, false, multiple);
  }
  add(9, true, 5.25);
  const auto read = model_from_hf_config(searched(blocks), "config.json");
  ASSERT_TRUE(read) << to_string(read.error());
  EXPECT_NEAR(read->parameters / 49.867e9, 1.0, 0.0005);
  EXPECT_DOUBLE_EQ(read->kv_elements_per_token(), grouped(49, 8, 128));
  EXPECT_EQ(read->layers, 49 + 80);
  EXPECT_EQ(read->kv_heads, 8);
  EXPECT_THAT(note_of(*read),
              HasSubstr("the 80 blocks are counted as 49 layers of attention and 80 "
                        "layers of feed-forward, which have from 2,816 to 28,672"));
}

TEST(HfConfigLayersTest, AllBlocksAloneAreThoseOfLlama) {
  // 5.25 x 8192 x 2 / 3 is the width of Llama 3 70B.
  Json config = searched({{true, 5.25}, {true, 5.25}, {true, 0}});
  config["block_configs"][1]["ffn"] = {{"intermediate_size", 28672}};
  config["block_configs"][2]["attention"] = {{"num_key_value_heads", 8}};
  const auto read = model_from_hf_config(config, "config.json");
  ASSERT_TRUE(read) << to_string(read.error());
  const auto groups = read->layer_groups();
  ASSERT_EQ(groups.size(), 2u);
  EXPECT_EQ(groups[0].count, 3);
  EXPECT_EQ(groups[1].count, 2);
  EXPECT_EQ(read->ffn, 28672);
  EXPECT_DOUBLE_EQ(mixer_elements(*read, groups[0]), 8192.0 * 128 * (64 + 8) * 2);
}

TEST(HfConfigLayersTest, RejectsImpossibleBlocks) {
  const auto error = [](const std::string& place, const Json& value) {
    Json config = searched({{true, 5.25}, {false, 1.0}});
    config[Json::json_pointer(place)] = value;
    const auto read = model_from_hf_config(config, "config.json");
    return read ? "accepted" : to_string(read.error());
  };
  EXPECT_EQ(error("/block_configs", Json::array()),
            "config.json: /block_configs: must be an array of 1 to 10000 blocks");
  EXPECT_THAT(error("/block_configs", 1e300), HasSubstr("/block_configs: must be an array"));
  EXPECT_THAT(error("/num_hidden_layers", 3),
              HasSubstr("/block_configs: has 2 entries, but the model has 3 layers"));
  EXPECT_EQ(error("/block_configs/1", "x"),
            "config.json: /block_configs/1/attention: must be an object");
  EXPECT_EQ(error("/block_configs/0/ffn", nullptr),
            "config.json: /block_configs/0/ffn: must be an object");
  EXPECT_THAT(error("/block_configs/0/attention/no_op", 1),
              HasSubstr("/block_configs/0/attention/no_op: must be true or false"));
  EXPECT_THAT(error("/block_configs/0/attention/n_heads_in_group", 0),
              HasSubstr("/block_configs/0/attention/n_heads_in_group: must be a whole number"));
  EXPECT_THAT(error("/block_configs/0/attention/n_heads_in_group", 7),
              HasSubstr("n_heads_in_group: is 7, which does not divide the 64 heads"));
  EXPECT_THAT(error("/block_configs/0/attention/n_heads_in_group", nullptr),
              HasSubstr("n_heads_in_group: is required (also accepted: num_key_value_heads)"));
  EXPECT_THAT(error("/block_configs/0/attention/num_key_value_heads", 48),
              HasSubstr("/num_key_value_heads: is 48, which does not divide the 64 heads"));
  EXPECT_THAT(error("/block_configs/1/ffn/ffn_mult", -1),
              HasSubstr("/block_configs/1/ffn/ffn_mult: must be a number greater than 0"));
  EXPECT_THAT(error("/block_configs/1/ffn/ffn_mult", 1e300),
              HasSubstr("/block_configs/1/ffn/ffn_mult: must be a number greater than 0"));
  EXPECT_THAT(error("/block_configs/1/ffn/ffn_mult", 1e-9),
              HasSubstr("/ffn_mult: gives the feed-forward part 0 columns"));
  EXPECT_THAT(error("/block_configs/1/ffn/ffn_mult", nullptr),
              HasSubstr("/ffn_mult: is required (also accepted: intermediate_size)"));
  EXPECT_THAT(error("/block_configs/0/attention/replace_with_linear", true),
              HasSubstr("/block_configs/0/attention/replace_with_linear: a matrix instead"));
  EXPECT_THAT(error("/block_configs/0/attention", Json{{"no_op", true}}),
              HasSubstr("/block_configs: must have attention and feed-forward parts"));
  EXPECT_THAT(
      error("/block_configs/1/attention", Json{{"n_heads_in_group", 4}}),
      HasSubstr("/block_configs/1/attention: has 16 key-value heads, but earlier blocks have "
                "8"));
}

TEST(HfConfigLayersTest, ReadsTheHeadsOfEachLayer) {
  const auto laguna = [](const std::string& heads) {
    return R"({"model_type": "laguna", "num_hidden_layers": 4, "layer_types": ["full_attention",
      "sliding_attention", "sliding_attention", "full_attention"],
      "num_attention_heads_per_layer": )" +
           heads + "}";
  };
  const auto read = read_config(laguna("[48, 64, 64, 48]"));
  ASSERT_TRUE(read) << to_string(read.error());
  EXPECT_EQ(read->attention_of(Mixer::kAttention).heads, 48);
  EXPECT_EQ(read->attention_of(Mixer::kSliding).heads, 64);
  EXPECT_EQ(read->attention_of(Mixer::kAttention).head_dim, 128);
  const auto equal = read_config(laguna("[64, 64, 64, 64]"));
  ASSERT_TRUE(equal) << to_string(equal.error());
  EXPECT_FALSE(equal->full_attention);
  EXPECT_EQ(equal->heads, 64);
  EXPECT_THAT(config_error(laguna("[48, 64, 64, 32]")),
              HasSubstr("/num_attention_heads_per_layer: must be equal for all layers with windows "
                        "and for all others; layer 3 has 32 instead of 48"));
  EXPECT_THAT(config_error(laguna("[48, 64]")), HasSubstr("has 2 entries, but the model has 4"));
  EXPECT_THAT(config_error(laguna("[48, 0, 64, 48]")), HasSubstr("whole numbers of at least 1"));
  EXPECT_THAT(config_error(laguna("[48, 20, 20, 48]")),
              HasSubstr("/num_key_value_heads: is 8, which does not divide the 20 heads"));
  EXPECT_THAT(config_error(laguna("\"64\"")),
              HasSubstr("/num_attention_heads_per_layer: must be an array"));
}

TEST(HfConfigLayersTest, CountsDenseLayersBetweenOthersAsTheFirst) {
  const auto qwen = [](const std::string& members) {
    return read_config(R"({"model_type": "qwen3_moe", "num_hidden_layers": 4, )" + members + "}");
  };
  const auto first = qwen(R"("mlp_only_layers": [0, 1])");
  ASSERT_TRUE(first) << to_string(first.error());
  EXPECT_THAT(note_of(*first), testing::Not(HasSubstr("without experts")));
  for (const char* const members :
       {R"("mlp_only_layers": [1, 3])", R"("moe_layer_freq": [1, 0, 0, 1])",
        R"("mlp_layer_types": ["dense", "sparse", "dense", "sparse"])",
        R"("moe_layers_enum": "0, 2")"}) {
    const auto between = qwen(members);
    ASSERT_TRUE(between) << to_string(between.error());
    EXPECT_EQ(between->parameters, first->parameters) << members;
    EXPECT_EQ(between->moe_layers(), 2) << members;
    EXPECT_THAT(note_of(*between),
                HasSubstr("the 2 layers without experts are counted as the first ones"));
  }
  // Layer 1 of the layers 1 and 3, which have experts.
  EXPECT_EQ(qwen(R"("decoder_sparse_step": 2, "mlp_only_layers": [1])")->moe_layers(), 1);
  EXPECT_EQ(qwen(R"("decoder_sparse_step": 2, "mlp_only_layers": [])")->moe_layers(), 2);
  EXPECT_THAT(to_string(qwen(R"("mlp_only_layers": [9])").error()),
              HasSubstr("/mlp_only_layers: layer 9 exceeds the 4 layers"));
  EXPECT_THAT(to_string(qwen(R"("mlp_only_layers": [0.5])").error()),
              HasSubstr("/mlp_only_layers: must be an array"));
  EXPECT_THAT(to_string(qwen(R"("moe_layers_enum": "0,x")").error()),
              HasSubstr("/moe_layers_enum: must list the numbers of layers, separated by commas"));
  EXPECT_THAT(to_string(qwen(R"("moe_layers_enum": "3,4")").error()),
              HasSubstr("/moe_layers_enum: layer 4 exceeds the 4 layers"));
  EXPECT_THAT(to_string(qwen(R"("moe_layers_enum": "-1")").error()),
              HasSubstr("/moe_layers_enum: layer -1 exceeds the 4 layers"));
}

TEST(HfConfigLayersTest, AnIncompleteGroupHasAttention) {
  const auto ling = [](const std::string& members) {
    return read_config(R"({"model_type": "bailing_hybrid", "num_hidden_layers": 5,
      "hidden_size": 256, "intermediate_size": 512, "num_attention_heads": 4, "head_dim": 64,
      "kv_lora_rank": 64, "qk_nope_head_dim": 64, "qk_rope_head_dim": 16, "v_head_dim": 64,
      "vocab_size": 1000, "layer_group_size": )" +
                       members + "}");
  };
  const auto lightning = ling("2");
  ASSERT_TRUE(lightning) << to_string(lightning.error());
  // The fifth layer is the only one of its group.
  EXPECT_DOUBLE_EQ(lightning->kv_elements_per_token(), 3 * (64 + 16));
  EXPECT_EQ(lightning->linear->rule, LinearRule::kLightning);
  const auto kda = ling(R"(2, "short_conv_kernel_size": 4)");
  ASSERT_TRUE(kda) << to_string(kda.error());
  EXPECT_EQ(kda->linear->rule, LinearRule::kKda);
  EXPECT_EQ(kda->linear->decay_bottleneck(), 64);
  const auto full = ling(R"(2, "short_conv_kernel_size": 4, "no_kda_lora": true)");
  ASSERT_TRUE(full) << to_string(full.error());
  EXPECT_EQ(full->linear->decay_bottleneck(), 0);
  EXPECT_EQ(full->linear->gate_bottleneck(), 0);
  // Two layers have two matrices of 256 x 256 instead of four with a width of 64 between them.
  EXPECT_DOUBLE_EQ(full->parameters - kda->parameters, 2 * 2 * (256.0 * 256 - 64 * (256 + 256)));
  EXPECT_THAT(to_string(ling("0").error()), HasSubstr("/layer_group_size: must be a whole number"));
  EXPECT_THAT(to_string(ling("\"5\"").error()), HasSubstr("/layer_group_size: must be"));
  EXPECT_THAT(to_string(ling(R"(2, "short_conv_kernel_size": 4, "no_kda_lora": 1)").error()),
              HasSubstr("/no_kda_lora: must be true or false"));
  EXPECT_TRUE(ling("99")) << "all layers are an incomplete group";
}

TEST(HfConfigLayersTest, ReadsTheGateOfLatentAttention) {
  const std::string text = R"({"model_type": "kimi_linear", "num_hidden_layers": 2,
    "num_experts": 1, "linear_attn_config": {"full_attn_layers": [1, 2]})";
  const auto plain = read_config(text + "}");
  const auto gated = read_config(text + R"(, "mla_use_output_gate": true})");
  ASSERT_TRUE(plain && gated);
  EXPECT_DOUBLE_EQ(gated->parameters - plain->parameters, 2 * 4096.0 * 32 * 128);
  EXPECT_DOUBLE_EQ(gated->active_matrix_parameters() - plain->active_matrix_parameters(),
                   2 * 4096.0 * 32 * 128);
  const auto blocks = read_config(text + R"(, "attn_res_block_size": 12})");
  ASSERT_TRUE(blocks) << to_string(blocks.error());
  EXPECT_THAT(note_of(*blocks),
              HasSubstr("the outputs of earlier blocks of layers is not counted"));
  EXPECT_THAT(config_error(text + R"(, "mla_use_output_gate": 2})"),
              HasSubstr("/mla_use_output_gate: must be true or false"));
  EXPECT_THAT(config_error(R"({"model_type": "kimi_linear", "linear_attn_config": {"num_heads": 2,
                "head_dim": 8, "use_full_rank_gate": "x"}})"),
              HasSubstr("/linear_attn_config/use_full_rank_gate: must be true or false"));
}

TEST(HfConfigLayersTest, AClassWithoutAHeadIsThatOfTheWholeModel) {
  const auto parameters = [](const std::string& type, const std::string& name) {
    return read_config(R"({"model_type": ")" + type + R"(", "architectures": [")" + name +
                       R"("], "text_config": {"tie_word_embeddings": false}})")
        ->parameters;
  };
  EXPECT_DOUBLE_EQ(parameters("qwen3_vl", "Qwen3VLForConditionalGeneration") -
                       parameters("qwen3_vl", "Qwen3VLModel"),
                   151936.0 * 4096);
  EXPECT_DOUBLE_EQ(parameters("internvl_chat", "InternVLChatModel"),
                   parameters("internvl_chat", "InternVLForConditionalGeneration"));
}

TEST(HfConfigLayersTest, ClassesOfAnEncoderAloneHaveNoDecoder) {
  const auto t5 = [](const std::string& name) {
    return *read_config(R"({"model_type": "t5", "architectures": [")" + name + R"("],
      "d_model": 512, "d_ff": 2048, "d_kv": 64, "num_layers": 6, "num_decoder_layers": 4,
      "num_heads": 4, "vocab_size": 1000, "feed_forward_proj": "gated-gelu",
      "tie_word_embeddings": false})");
  };
  const Model encoder = t5("T5EncoderModel");
  EXPECT_EQ(encoder.architecture, Architecture::kEncoder);
  EXPECT_EQ(encoder.layers, 6);
  EXPECT_EQ(encoder.encoder_layers, 0);
  // Attention of 4 heads of 64, a gated feed-forward part, two norms, one embedding.
  EXPECT_DOUBLE_EQ(encoder.parameters,
                   6.0 * (4 * 512 * 256 + 3 * 512 * 2048 + 2 * 512) + 1000 * 512 + 512);
  EXPECT_EQ(t5("T5ForConditionalGeneration").architecture, Architecture::kEncoderDecoder);
  const auto gemma =
      read_config(R"({"model_type": "t5gemma", "architectures": ["T5GemmaEncoderModel"]})");
  ASSERT_TRUE(gemma) << to_string(gemma.error());
  EXPECT_EQ(gemma->architecture, Architecture::kEncoder);
  EXPECT_EQ(gemma->layers, 26);
}

TEST(HfConfigLayersTest, SaysWhichPartsOfADecoderAreNotCounted) {
  const auto note = [](const std::string& members) {
    return note_of(*read_config(R"({"vocab_size": 9, )" + members + "}"));
  };
  EXPECT_THAT(note(R"("model_type": "qwen", "visual": {"layers": 48})"),
              HasSubstr("visual is not counted"));
  EXPECT_THAT(note(R"("model_type": "llama", "vision_config": null, "audio_config": "")"),
              testing::Not(HasSubstr("is not counted")));
  // The first LLaVA files have the members of the decoder beside the name of the tower.
  const auto llava = read_config(R"({"model_type": "llava_qwen2", "hidden_size": 896,
    "num_hidden_layers": 24, "num_attention_heads": 14, "num_key_value_heads": 2, "mm_vision_tower": "tower"})");
  ASSERT_TRUE(llava) << to_string(llava.error());
  EXPECT_EQ(llava->layers, 24);
  EXPECT_THAT(note_of(*llava), HasSubstr("mm_vision_tower is not counted"));
  const auto vila = read_config(R"({"model_type": "llava_llama", "hidden_size": 1, "llm_cfg":
    {"model_type": "qwen2", "num_hidden_layers": 12, "architectures": ["Qwen2ForCausalLM"]},
    "vision_tower_cfg": {"model_type": "toy"}})");
  ASSERT_TRUE(vila) << to_string(vila.error());
  EXPECT_EQ(vila->layers, 12);
  EXPECT_THAT(note_of(*vila), HasSubstr("vision_tower_cfg is not counted"));
  // Most classes of unknown types write text, whatever their name.
  const auto ultra = [](const std::string& name) {
    return read_config(R"({"model_type": "toy_vl", "architectures": [")" + name +
                       R"("], "text_config": {"model_type": "llama"}})")
        ->parameters;
  };
  EXPECT_DOUBLE_EQ(ultra("ToyModel"), ultra("ToyForConditionalGeneration"));
}

TEST(HfConfigLayersTest, SaysThatSmallKeysAndValuesAreNotAssumed) {
  const auto note = [](const std::string& members) {
    return note_of(*read_config(R"({"model_type": "llama", "quantization_config": {"quant_method":
      "compressed-tensors", "config_groups": {}, )" +
                                members + "}}"));
  };
  EXPECT_THAT(note(R"("kv_cache_scheme": {"num_bits": 8, "type": "float"})"),
              HasSubstr("only if the workload states them ('kv_dtype')"));
  EXPECT_THAT(note(R"("kv_cache_scheme": null)"), testing::Not(HasSubstr("kv_dtype")));
}

TEST(HfConfigLayersTest, ReadsTheRanksOfRwkv) {
  const auto rwkv = [](const std::string& members) {
    return read_config(R"({"model_type": "rwkv7", "num_hidden_layers": 2, "hidden_size": 256,
      "num_heads": 4, "intermediate_size": 1024, "a_low_rank_dim": 16, "v_low_rank_dim": 8,
      "gate_low_rank_dim": 32, )" +
                       members + "}");
  };
  const auto read = rwkv(R"("decay_low_rank_dim": 16)");
  ASSERT_TRUE(read) << to_string(read.error());
  EXPECT_EQ(read->linear->decay_bottleneck(), 32);
  EXPECT_EQ(read->linear->gate_bottleneck(), 40);
  EXPECT_EQ(read->linear->convolution, 0);
  EXPECT_DOUBLE_EQ(read->kv_elements_per_token(), 0);
  EXPECT_THAT(note_of(*read), HasSubstr("counted as linear attention of the rule kda"));
  EXPECT_THAT(to_string(rwkv(R"("decay_low_rank_dim": 0)").error()),
              HasSubstr("/decay_low_rank_dim: must be a whole number between 1 and 100000"));
  EXPECT_THAT(to_string(rwkv(R"("decay_low_rank_dim": "16")").error()),
              HasSubstr("/decay_low_rank_dim: must be a whole number"));
  EXPECT_THAT(to_string(rwkv(R"("decay_low_rank_dim": null)").error()),
              HasSubstr("/decay_low_rank_dim: is required"));
}

TEST(HfConfigLayersTest, ReadsBothNamesOfThePredictingLayers) {
  for (const char* const member : {"num_nextn_predict_layers", "mtp_num_hidden_layers"}) {
    const auto read =
        read_config(R"({"model_type": "qwen3_5_text", ")" + std::string(member) + R"(": 1})");
    ASSERT_TRUE(read) << to_string(read.error());
    EXPECT_EQ(read->mtp_layers, 1);
    EXPECT_THAT(
        config_error(R"({"model_type": "qwen3_5_text", ")" + std::string(member) + R"(": -1})"),
        HasSubstr(std::string(member) + ": must be a whole number between 0"));
  }
}

TEST(HfConfigLayersTest, SaysWhatOfAnUnknownTypeIsNotCounted) {
  const auto read = read_config(R"({"model_type": "toy_vl", "text_config": {"model_type": "llama"},
    "vision_config": {"model_type": "toy_vision"}, "audio_config": {}, "quantization_config": {
    "quant_method": "fp8"}})");
  ASSERT_TRUE(read) << to_string(read.error());
  EXPECT_EQ(read->layers, 32);
  EXPECT_THAT(note_of(*read), HasSubstr("vision_config is not counted"));
  EXPECT_THAT(note_of(*read), HasSubstr("audio_config is not counted"));
  EXPECT_THAT(note_of(*read), testing::Not(HasSubstr("quantization_config is")));
  EXPECT_THAT(note_of(*read),
              HasSubstr("the model type 'toy_vl' is not known, and only its decoder is read"));
  // The only decoder under another name, and one in an object.
  EXPECT_EQ(
      read_config(R"({"model_type": "toy_vl", "lm_config": {"model_type": "qwen3"}, "audio_config":
    {"model_type": "whisper"}})")
          ->hidden,
      4096);
  const auto inner = read_config(R"({"model_type": "toy_omni", "thinker_config": {"text_config":
    {"model_type": "llama"}, "vision_config": {}}, "talker_config": {"model_type": "toy"}})");
  ASSERT_TRUE(inner) << to_string(inner.error());
  EXPECT_EQ(inner->layers, 32);
  EXPECT_THAT(note_of(*inner), HasSubstr("vision_config is not counted"));
  EXPECT_THAT(note_of(*inner), HasSubstr("talker_config is not counted"));
  for (const char* const text :
       {R"("audio_config": {"model_type": "whisper"})",
        R"("a_config": {"model_type": "llama"}, "b_config": {"model_type": "llama"})",
        R"("text_config": {"model_type": "toy_text"})", R"("text_config": {})",
        R"("text_config": {"model_type": "bert"})", R"("text_config": "llama")",
        R"("text_config": {"model_type": "mllama_text_model"})"}) {
    EXPECT_THAT(config_error(R"({"model_type": "toy_vl", )" + std::string(text) + "}"),
                HasSubstr("/model_type: unsupported model type 'toy_vl'"))
        << text;
  }
}

TEST(HfConfigLayersTest, RejectsImpossibleExpertsOfImages) {
  const auto error = [](const std::string& members) {
    return config_error(R"({"model_type": "ernie4_5_moe_vl", )" + members + "}");
  };
  EXPECT_EQ(error(R"("moe_num_experts": [64, 64])"), "accepted");
  EXPECT_EQ(error(R"("moe_num_experts": [64, 0])"), "accepted");
  EXPECT_THAT(error(R"("moe_num_experts": [64])"),
              HasSubstr("/moe_num_experts: must be an array with a number for words"));
  EXPECT_THAT(error(R"("moe_num_experts": [0, 64])"), HasSubstr("/moe_num_experts: must be"));
  EXPECT_THAT(error(R"("moe_num_experts": "64")"), HasSubstr("/moe_num_experts: must be"));
  EXPECT_THAT(error(R"("moe_intermediate_size": [1536, -1])"),
              HasSubstr("/moe_intermediate_size: must be an array"));
  EXPECT_THAT(error(R"("moe_intermediate_size": [1536, 512, 256])"),
              HasSubstr("/moe_intermediate_size: must be an array with a number for words"));
}

TEST(HfConfigLayersTest, RejectsImpossibleExpertsOfEncoders) {
  const auto error = [](const std::string& members) {
    return config_error(R"({"model_type": "nomic_bert", "num_experts": 8, )" + members + "}");
  };
  EXPECT_EQ(error(R"("moe_top_k": 2)"), "accepted");
  EXPECT_THAT(error(R"("moe_every_n_layers": 2)"), HasSubstr("/moe_top_k: is required"));
  EXPECT_THAT(error(R"("moe_top_k": 9)"), HasSubstr("is 9, which exceeds the 8 experts"));
  EXPECT_THAT(error(R"("moe_top_k": 2, "moe_every_n_layers": 0)"),
              HasSubstr("/moe_every_n_layers: must be a whole number"));
  EXPECT_THAT(error(R"("moe_top_k": 2, "activation_function": 7)"),
              HasSubstr("/activation_function: must be a string"));
  EXPECT_THAT(error(R"("moe_top_k": 2, "position_embedding_type": [])"), testing::Eq("accepted"));
  EXPECT_THAT(config_error(R"({"model_type": "bert", "position_embedding_type": []})"),
              HasSubstr("/position_embedding_type: must be a string"));
  EXPECT_THAT(config_error(R"({"model_type": "xlm-roberta", "lora_rank": 4,
                "lora_adaptations": "separation"})"),
              HasSubstr("/lora_adaptations: must be an array of at most 1000 names"));
  EXPECT_THAT(config_error(R"({"model_type": "eurobert", "num_key_value_heads": 5})"),
              HasSubstr("/num_key_value_heads: is 5, which does not divide the 12 heads"));
}

TEST(HfConfigLayersTest, ReadsWeightsOfFourBitFloats) {
  const auto weights = [](const std::string& quantization) {
    const auto json = parse_json(
        R"({"model_type": "llama", "quantization_config": )" + quantization + "}", "config.json");
    return read_hf_config(*json, "config.json")->weights;
  };
  const auto tensors = [&](const std::string& format) {
    return weights(R"({"quant_method": "compressed-tensors", "format": ")" + format +
                   R"(", "config_groups": {"group_0": {"weights": {"num_bits": 4,
                   "type": "float"}}}})");
  };
  EXPECT_EQ(tensors("mxfp4-pack-quantized").dtype, "mxfp4");
  EXPECT_EQ(tensors("nvfp4-pack-quantized").dtype, "nvfp4");
  EXPECT_EQ(tensors("unknown").dtype, kOtherWeights);
  const StoredWeights mlx = weights(R"({"group_size": 64, "bits": 4, "mode": "affine"})");
  EXPECT_EQ(mlx.dtype, "int4");
  EXPECT_EQ(mlx.method, "mlx");
  EXPECT_EQ(weights(R"({"group_size": 32, "bits": 4, "mode": "mxfp4"})").dtype, "mxfp4");
  EXPECT_EQ(weights(R"({"quant_method": "modelopt_fp4", "quant_algo": "NVFP4"})").dtype, "nvfp4");
  EXPECT_EQ(weights(R"({"quant_method": "fp_quant", "forward_dtype": "mxfp4"})").dtype, "mxfp4");
}

TEST(HfConfigLayersTest, ReadsTheWeightsOfEachQuantisationTool) {
  const auto weights = [](const std::string& members) {
    const auto read = read_hf_config(
        *parse_json(R"({"model_type": "llama", )" + members + "}", "config.json"), "config.json");
    if (!read) return to_string(read.error());
    const bool other = read->weights.dtype == kOtherWeights;
    return other ? "other: " + read->weights.method : read->weights.dtype;
  };
  const auto by = [&](const std::string& method, const std::string& members) {
    return weights(R"("quantization_config": {"quant_method": ")" + method + R"(", )" + members +
                   "}");
  };
  const auto torchao = [&](const std::string& type) {
    return by("torchao", R"("quant_type": {"default": {"_type": ")" + type + R"(", "_data": {}}})");
  };
  EXPECT_EQ(torchao("Int8WeightOnlyConfig"), "int8");
  EXPECT_EQ(torchao("Int8DynamicActivationInt4WeightConfig"), "int4");
  EXPECT_EQ(torchao("Float8DynamicActivationFloat8WeightConfig"), "fp8");
  EXPECT_EQ(torchao("NVFP4InferenceConfig"), "nvfp4");
  EXPECT_EQ(torchao("UIntXWeightOnlyConfig"), "other: torchao");
  EXPECT_EQ(by("torchao", R"("quant_type": "int8_dynamic_activation_int4_weight")"), "int4");
  EXPECT_EQ(by("torchao", R"("quant_type": 7)"), "other: torchao");
  EXPECT_EQ(by("quark", R"("global_quant_config": {"weight": {"dtype": "fp8_e4m3"}})"), "fp8");
  EXPECT_EQ(by("quark", R"("global_quant_config": {"weight": {"dtype": "fp4"}})"), "mxfp4");
  EXPECT_EQ(by("quark", R"("global_quant_config": {"weight": {"dtype": "fp4"}},
               "layer_quant_config": {"*v_proj": {"weight": {"dtype": "int8"}}})"),
            "other: quark: int8, mxfp4");
  EXPECT_EQ(by("quark", R"("global_quant_config": [])"), "other: quark");
  EXPECT_EQ(by("hqq", R"("quant_config": {"weight_quant_params": {"nbits": 4}})"), "int4");
  EXPECT_EQ(by("hqq", R"("quant_config": {"weight_quant_params": {"nbits": 3}})"), "other: hqq");
  EXPECT_EQ(by("eetq", R"("weights": "int8")"), "int8");
  EXPECT_EQ(by("quanto", R"("weights": "float8")"), "fp8");
  EXPECT_EQ(by("quanto", R"("weights": "int2")"), "other: quanto");
  EXPECT_EQ(by("modelopt", R"("quant_algo": "W4A16_AWQ")"), "int4");
  EXPECT_EQ(by("modelopt", R"("quant_algo": "FP8_PB_WO")"), "fp8");
  EXPECT_EQ(by("modelopt", R"("quantization": {"quant_algo": "NVFP4"})"), "nvfp4");
  EXPECT_EQ(by("modelopt_mixed", R"("quant_algo": "MIXED_PRECISION", "quantized_layers":
               {"a": {"quant_algo": "FP8"}, "b": {"quant_algo": "NVFP4"}})"),
            "other: modelopt_mixed: fp8, nvfp4");
  // No method: bitsandbytes, MLX under its second name, and an object without members.
  EXPECT_EQ(weights(R"("quantization_config": {"load_in_4bit": true})"), "int4");
  EXPECT_EQ(weights(R"("quantization": {"group_size": 64, "bits": 8})"), "int8");
  EXPECT_EQ(weights(R"("quantization_config": {})"), "");
  // Experts of fewer bits than the other layers, stated beside or inside of the object.
  EXPECT_EQ(by("fp8", R"("expert_dtype": "fp4")"), "other: fp8: fp8, mxfp4");
  EXPECT_EQ(weights(R"("expert_dtype": "fp4", "quantization_config": {"quant_method": "fp8"})"),
            "other: fp8: fp8, mxfp4");
  EXPECT_EQ(weights(R"("expert_dtype": "fp8", "quantization_config": {"quant_method": "fp8"})"),
            "fp8");
}

TEST(HfConfigLayersTest, FindsTheFamilyByTheClassIfTheTypeIsAbsentOrUnknown) {
  const auto layers = [](const std::string& members) {
    const auto read = read_config("{" + members + "}");
    return read ? read->layers : 0;
  };
  EXPECT_EQ(layers(R"("architectures": ["Qwen3MoeForCausalLM"])"), 24);
  EXPECT_EQ(layers(R"("architectures": ["GPTNeoXForCausalLM"])"), 44);
  EXPECT_EQ(layers(R"("architectures": ["XLMRobertaForMaskedLM"])"), 12);
  EXPECT_EQ(layers(R"("architectures": ["GPT2LMHeadModel"])"), 12);
  EXPECT_EQ(layers(R"("architectures": ["Model"])"), 0);
  EXPECT_EQ(layers(R"("architectures": ["ToyForCausalLM"])"), 0);
  const auto read =
      read_config(R"({"model_type": "my_tune", "architectures": ["Qwen2ForCausalLM"]})");
  ASSERT_TRUE(read) << to_string(read.error());
  EXPECT_EQ(read->layers, 32);
  EXPECT_THAT(note_of(*read), HasSubstr("'my_tune' is not known, and the file is read as that of "
                                        "the class Qwen2ForCausalLM"));
}

TEST(HfConfigLayersTest, StoresTheLayersOfALoopOnce) {
  // Ouro: 6 layers with four norms, passed 4 times, and an untied vocabulary of 1,000.
  constexpr double kAttention = 4.0 * 256 * 256;
  constexpr double kFeedForward = 3.0 * 256 * 704;
  constexpr double kVocabulary = 1000.0 * 256;
  const std::string members = R"("hidden_size": 256, "intermediate_size": 704, "head_dim": 64,
    "num_attention_heads": 4, "num_key_value_heads": 4, "vocab_size": 1000, )";
  const auto looped = read_config(R"({"model_type": "ouro", "num_hidden_layers": 6, )" + members +
                                  R"("total_ut_steps": 4, "early_exit_threshold": 0.9})");
  ASSERT_TRUE(looped) << to_string(looped.error());
  EXPECT_DOUBLE_EQ(looped->parameters,
                   6 * (kAttention + kFeedForward + 4 * 256) + 2 * kVocabulary + 256);
  EXPECT_EQ(looped->layers, 24);
  EXPECT_EQ(looped->loops, 4);
  EXPECT_DOUBLE_EQ(looped->active_matrix_parameters(),
                   4 * 6 * (kAttention + kFeedForward) + kVocabulary);
  EXPECT_DOUBLE_EQ(looped->kv_elements_per_token(), 4 * 6 * 2 * 4 * 64);
  EXPECT_THAT(note_of(*looped), AllOf(HasSubstr("passes 4 times through the layers"),
                                      HasSubstr("leave the loop early are counted")));
  // The class has four passes; one pass is the usual decoder.
  const auto by_class =
      read_config(R"({"model_type": "ouro", "num_hidden_layers": 6, )" + members + R"("a": 0})");
  ASSERT_TRUE(by_class) << to_string(by_class.error());
  EXPECT_EQ(by_class->loops, 4);
  const auto once = read_config(R"({"model_type": "nanbeige", "num_hidden_layers": 6, )" + members +
                                R"("num_loops": 1})");
  ASSERT_TRUE(once) << to_string(once.error());
  EXPECT_EQ(once->layers, 6);
  const auto twice = read_config(R"({"model_type": "nanbeige", "num_hidden_layers": 6, )" +
                                 members + R"("num_loops": 1, "loop_loss_weights": [0.5]})");
  ASSERT_TRUE(twice) << to_string(twice.error());
  EXPECT_EQ(twice->layers, 12);
  EXPECT_DOUBLE_EQ(twice->parameters, once->parameters);
}

TEST(HfConfigLayersTest, CountsBothProjectionsOfANarrowEmbedding) {
  const auto read = read_config(R"({"model_type": "opt", "hidden_size": 1024,
    "word_embed_proj_dim": 512, "ffn_dim": 4096, "num_attention_heads": 16,
    "num_hidden_layers": 24, "vocab_size": 50272, "max_position_embeddings": 2048})");
  ASSERT_TRUE(read) << to_string(read.error());
  EXPECT_NEAR(read->parameters, 331.196e6, 0.01e6) << "as published for OPT-350m";
}

TEST(HfConfigLayersTest, ExtendsThePositionsByYarn) {
  const auto positions = [](const std::string& rope) {
    const auto read =
        read_config(R"({"model_type": "qwen3", "max_position_embeddings": 40960, )" + rope + "}");
    return read ? read->max_positions : 0;
  };
  EXPECT_EQ(positions(R"("rope_scaling": {"rope_type": "yarn", "factor": 4.0,
              "original_max_position_embeddings": 32768})"),
            131072);
  EXPECT_EQ(positions(R"("rope_parameters": {"rope_type": "yarn", "factor": 1.0,
              "original_max_position_embeddings": 32768})"),
            40960);
  EXPECT_EQ(positions(R"("rope_scaling": {"type": "linear", "factor": 8.0})"), 40960);
  EXPECT_EQ(positions(R"("rope_scaling": null, "rope_parameters": {"full_attention": {}})"), 40960);
  EXPECT_THAT(config_error(R"({"model_type": "qwen3", "rope_scaling": {"type": "yarn",
                "factor": -1}})"),
              HasSubstr("/rope_scaling/factor: must be a number greater than 0"));
}

TEST(HfConfigLayersTest, ReadsTheLayersWithAnIndex) {
  const auto error = [](const std::string& types) {
    return config_error(R"({"model_type": "glm_moe_dsa", "num_hidden_layers": 4,
      "indexer_types": )" +
                        types + "}");
  };
  const auto read = read_config(R"({"model_type": "glm_moe_dsa", "num_hidden_layers": 4,
    "indexer_types": ["full", "shared", "shared", "full", "full"]})");
  ASSERT_TRUE(read) << to_string(read.error());
  EXPECT_DOUBLE_EQ(read->sparse_attention->share, 0.5) << "the fifth layer predicts";
  EXPECT_DOUBLE_EQ(read->kv_elements_per_token(), 4 * (512 + 64) + 2 * 128);
  EXPECT_THAT(error("[]"), HasSubstr("/indexer_types: has 0 entries, but the model has 4 layers"));
  EXPECT_THAT(error(R"("full")"), HasSubstr("/indexer_types: must be an array"));
  EXPECT_THAT(error(R"(["shared", "shared", "shared", "shared"])"),
              HasSubstr("/indexer_types: must have a layer of type 'full'"));
}

}  // namespace
}  // namespace nscope::catalog
