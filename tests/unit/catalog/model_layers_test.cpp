#include "simcore/catalog/layer_shard.h"
#include "simcore/catalog/memory_limits.h"
#include "tests/unit/catalog/builtin_catalog.h"

#include <cmath>
#include <utility>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace nscope::catalog {
namespace {

using testing::HasSubstr;

/// A document with one decoder of 8 layers. `members` are further members of the model.
std::string mixed_document(std::string_view members) {
  return fmt::format(
      R"({{"schema": "nscope.models/1", "sources": {{"s": {{"text": "t", "date": "2026-11-26"}}}},
          "models": [{{"id": "m", "architecture": "decoder", "layers": 8, "hidden": 512,
          "vocabulary": 1000, "tied_embeddings": true, "parameters": 1, "source": "s",
          "confidence": "assumed for a test", {}}}]}})",
      members);
}

Result<Model> read_mixed(std::string_view members) {
  const auto json = parse_json(mixed_document(members), "m.json");
  if (!json) return fail(json.error());
  auto models = models_from_json(*json, "m.json");
  if (!models) return fail(models.error());
  return models->front();
}

constexpr std::string_view kHeads = R"("heads": 8, "kv_heads": 2, "head_dim": 64, "ffn": 1024)";

std::string mixed_error(std::string_view members) {
  const auto model = read_mixed(members);
  return model ? "no error" : to_string(model.error());
}

TEST(ModelLayersTest, ReadsAPatternAndRepeatsIt) {
  const auto model =
      read_mixed(fmt::format(R"({}, "layer_pattern": ["sliding", "sliding", "attention"],
      "sliding_window": 256)",
                             kHeads));
  ASSERT_TRUE(model) << to_string(model.error());
  const auto groups = model->layer_groups();
  ASSERT_EQ(groups.size(), 2u);
  EXPECT_EQ(groups[0].mixer, Mixer::kSliding);
  EXPECT_EQ(groups[0].count, 6) << "the third period has two of its three layers";
  EXPECT_EQ(groups[1].count, 2);
}

TEST(ModelLayersTest, LayersWithoutFeedForwardPartFollowFromThePattern) {
  const auto model = read_mixed(fmt::format(R"({}, "layer_pattern":
      ["mamba2", "feed_forward", "attention", "feed_forward"],
      "moe": {{"experts": 4, "top_k": 2, "expert_ffn": 256}},
      "mamba2": {{"heads": 16, "head_dim": 64, "state": 32}})",
                                            kHeads));
  ASSERT_TRUE(model) << to_string(model.error());
  EXPECT_EQ(model->moe_layers(), 4);
  int layers = 0;
  for (const LayerGroup& group : model->layer_groups()) {
    layers += group.count;
    EXPECT_EQ(group.feed_forward == FeedForward::kExperts, group.mixer == Mixer::kFeedForward);
    if (group.mixer != Mixer::kFeedForward) EXPECT_EQ(group.feed_forward, FeedForward::kNone);
  }
  EXPECT_EQ(layers, 8);
}

TEST(ModelLayersTest, AModelNeedsNeitherHeadsNorFeedForwardPart) {
  const auto model = read_mixed(R"("layer_pattern": ["mamba"],
      "mamba": {"inner": 1024, "state": 16, "dt_rank": 32})");
  ASSERT_TRUE(model) << to_string(model.error());
  EXPECT_EQ(model->layer_groups().front().feed_forward, FeedForward::kNone);
  EXPECT_EQ(model->kv_elements_per_token(), 0.0);
  const double mamba =
      512 * 2048 + 4 * 1024 + 1024 * (32 + 2 * 16) + 32 * 1024 + 1024 * 16 + 1024 * 512;
  EXPECT_EQ(model->computed_parameters(), 8 * mamba + 1000 * 512);
}

TEST(ModelLayersTest, RejectsContradictions) {
  const auto with = [](std::string_view members) {
    return mixed_error(fmt::format("{}, {}", kHeads, members));
  };
  EXPECT_THAT(with(R"("layer_pattern": ["linear"])"), HasSubstr("linear: is required"));
  EXPECT_THAT(with(R"("layer_pattern": ["sliding"])"), HasSubstr("sliding_window"));
  EXPECT_THAT(with(R"("layer_pattern": ["attention", "mamba3"])"), HasSubstr("kinds of layers"));
  EXPECT_THAT(with(R"("layer_pattern": [])"), HasSubstr("array of 1 to 8"));
  EXPECT_THAT(with(R"("layer_pattern": 3)"), HasSubstr("array of 1 to 8"));
  EXPECT_THAT(with(R"("mamba2": {"heads": 4, "head_dim": 8, "state": 8})"),
              HasSubstr("not used by 'layer_pattern'"));
  EXPECT_THAT(with(R"("sparse_attention": {"heads": 4, "head_dim": 8, "top_k": 8})"),
              HasSubstr("requires 'mla' or 'compressed'"));
  EXPECT_THAT(with(R"("layer_pattern": ["sliding", "compressed"], "sliding_window": 4)"),
              HasSubstr("compressed: is required"));
  EXPECT_THAT(with(R"("shared_kv": {"layers": 8})"), HasSubstr("must be less than the 8 layers"));
  EXPECT_THAT(with(R"("state_bytes": 3)"), HasSubstr("must be 1, 2 or 4"));
  EXPECT_THAT(with(R"("layer_pattern": ["linear"], "linear": {"rule": "delta", "key_heads": 2,
      "value_heads": 4, "key_dim": 8, "value_dim": 8})"),
              HasSubstr("gated_delta, kda or lightning"));
  EXPECT_THAT(with(R"("layer_pattern": ["linear"], "linear": {"rule": "kda", "key_heads": 3,
      "value_heads": 4, "key_dim": 8, "value_dim": 8})"),
              HasSubstr("not a multiple of the 3 heads of keys"));
  EXPECT_THAT(mixed_error(R"("layer_pattern": ["attention"], "ffn": 1024)"),
              HasSubstr("heads: is required"));
}

TEST(ModelLayersTest, MtpModuleIsOneLayerAndAProjection) {
  const auto model = read_mixed(fmt::format(R"({}, "ffn_gated": true, "mtp_layers": 2)", kHeads));
  ASSERT_TRUE(model) << to_string(model.error());
  const double layer = 512 * 64 * (8 + 2 + 2 + 8) + 3 * 512 * 1024;
  EXPECT_EQ(model->mtp_parameters(), 2 * (layer + 2 * 512 * 512));
}

TEST(ModelLayersTest, FullAttentionLayersCanHaveOtherHeads) {
  const auto model = read_mixed(fmt::format(R"({}, "layer_pattern": ["sliding", "attention"],
      "sliding_window": 128, "full_attention": {{"kv_heads": 1, "head_dim": 128,
      "shared_key_value": true}})",
                                            kHeads));
  ASSERT_TRUE(model) << to_string(model.error());
  const double sliding = 512 * 64 * (8 + 2 + 2 + 8);
  const double full = 512 * 128 * (8 + 1 + 8);
  EXPECT_EQ(model->attention_parameters(), 4 * sliding + 4 * full);
  EXPECT_EQ(model->kv_elements_per_token(), 4 * 2 * 2 * 64 + 4 * 2 * 1 * 128);
  const SequenceMemory memory = sequence_memory(*model);
  EXPECT_EQ(memory.bytes(100, 2), 2.0 * 100 * (4 * 256 + 4 * 256));
  EXPECT_EQ(memory.bytes(1000, 2), 2.0 * (128 * 4 * 256 + 1000 * 4 * 256));
}

TEST(ModelLayersTest, SharedKeysNeitherCacheNorProject) {
  const auto model =
      read_mixed(fmt::format(R"({}, "shared_kv": {{"layers": 3, "ffn": 2048}})", kHeads));
  ASSERT_TRUE(model) << to_string(model.error());
  EXPECT_EQ(model->kv_elements_per_token(), 5 * 2 * 2 * 64);
  EXPECT_EQ(model->feed_forward_parameters(), 5 * 2 * 512 * 1024 + 3 * 2 * 512 * 2048);
  EXPECT_EQ(model->attention_parameters(), 512 * 64 * (8 * 16 + 5 * 4));
}

struct Published {
  const char* id;
  double kv_bytes;     ///< per token, bf16
  double state_bytes;  ///< per sequence: fp32 states and bf16 inputs of convolutions
};

/// The figures of published models: layers x elements x bytes, written out for each model.
TEST(ModelLayersTest, CachesAndStatesOfPublishedModels) {
  constexpr double kMiB = 1024.0 * 1024.0;
  const Published models[] = {
      {"deepseek-v3", 61 * 576 * 2, 0},
      {"deepseek-v3.2", 61 * (576 + 128) * 2, 0},
      {"glm-5", 78 * (576 + 128) * 2, 0},
      {"kimi-linear-48b-a3b", 7 * 576 * 2, 20 * (32 * 128 * 128 * 4 + 3 * 3 * 32 * 128 * 2)},
      {"qwen3-next-80b-a3b", 12 * 2 * 2 * 256 * 2,
       36 * (32 * 128 * 128 * 4 + 3 * (2 * 16 * 128 + 32 * 128) * 2)},
      {"qwen3.5-27b", 16 * 2 * 4 * 256 * 2,
       48 * (48 * 128 * 128 * 4 + 3 * (2 * 16 * 128 + 48 * 128) * 2)},
      {"granite-4.0-h-small", 4 * 2 * 8 * 128 * 2,
       36 * (128 * 64 * 128 * 4 + 3 * (8192 + 2 * 128) * 2)},
      {"falcon-h1-0.5b-instruct", 36 * 2 * 2 * 64 * 2,
       36 * (24 * 64 * 128 * 4 + 3 * (1536 + 256) * 2)},
      {"nemotron-3-nano-30b-a3b", 6 * 2 * 2 * 128 * 2,
       23 * (64 * 64 * 128 * 4 + 3 * (4096 + 2 * 8 * 128) * 2)},
      {"recurrentgemma-2b-it", 8 * 2 * 256 * 2, 18 * (2560 * 4 + 3 * 2560 * 2)},
      {"mamba-2.8b", 0, 64 * (5120 * 16 * 4 + 3 * 5120 * 2)},
      {"jamba-v0.1", 4 * 2 * 8 * 128 * 2, 28 * (8192 * 16 * 4 + 3 * 8192 * 2)},
      {"lfm2-1.2b", 6 * 2 * 8 * 64 * 2, 10 * 2 * 2048 * 2},
      {"mimo-v2-flash", (9 * 4 + 39 * 8) * (192 + 128) * 2, 0},
  };
  for (const Published& published : models) {
    const Model& item = model(published.id);
    EXPECT_EQ(2 * item.kv_elements_per_token(), published.kv_bytes) << published.id;
    EXPECT_EQ(sequence_memory(item).constant_bytes(2), published.state_bytes) << published.id;
  }
  EXPECT_NEAR(sequence_memory(model("qwen3-next-80b-a3b")).constant_bytes(2) / kMiB, 73.7, 0.1);
}

TEST(ModelLayersTest, CoresHaveAtLeastTheirShareOfTheElements) {
  for (const char* const id :
       {"deepseek-v3", "glm-5", "qwen3.5-35b-a3b", "kimi-linear-48b-a3b", "granite-4.0-h-small",
        "nemotron-3-nano-30b-a3b", "recurrentgemma-2b-it", "mamba-2.8b", "lfm2-1.2b"}) {
    const Model& item = model(id);
    for (const LayerGroup& layer : item.layer_groups()) {
      const double whole = mixer_elements(item, layer);
      double before = whole;
      for (const int cores : {2, 4, 8, 16, 32, 64}) {
        const double part = mixer_elements(item, layer, {.tensor_parallel = cores});
        EXPECT_GE(part * cores, whole * (1 - 1e-12)) << id << " on " << cores;
        EXPECT_LE(part, before) << id << " on " << cores;
        before = part;
      }
    }
    const double state = sequence_memory(item).state;
    EXPECT_GE(4 * sequence_memory(item, {.tensor_parallel = 4}).state, state) << id;
  }
  const Model& latent = model("deepseek-v3");
  EXPECT_EQ(sequence_memory(latent, {.tensor_parallel = 64}).growing, 61.0 * 576)
      << "every core has the whole latent cache";
}

TEST(SequenceLimitTest, OnlyStatesAndWindowsHaveNone) {
  for (const char* const id : {"mamba-2.8b", "codestral-mamba-7b", "recurrentgemma-9b"}) {
    EXPECT_TRUE(has_unlimited_sequences(model(id))) << id;
  }
  // Full attention in some layers, states with stated positions, and positions that are not stated.
  for (const char* const id :
       {"jamba-v0.1", "falcon-h1-7b-instruct", "bamba-9b", "mpt-7b", "gpt3-175b"}) {
    EXPECT_FALSE(has_unlimited_sequences(model(id))) << id;
  }
  EXPECT_EQ(published_positions(model("mamba-2.8b")), kUnlimitedPositions);
  EXPECT_EQ(published_positions(model("gpt3-175b")), 0);
  Model stated = model("mamba-2.8b");
  stated.max_positions = 2048;
  EXPECT_EQ(published_positions(stated), 2048);
}

TEST(SequenceLimitTest, ModelsOfOneShapeKeepTheirOwn) {
  // Published config.json files: models whose other dimensions are equal.
  EXPECT_EQ(model("Kimi_K2").max_positions, 131'072);
  EXPECT_EQ(model("Kimi-K2.5").max_positions, 262'144);
  EXPECT_EQ(model("microsoft/Phi-3-mini-4k-instruct").max_positions, 4'096);
  EXPECT_EQ(model("microsoft/Phi-3.5-mini-instruct").max_positions, 131'072);
  EXPECT_EQ(model("allenai/OLMo-2-1124-7B").max_positions, 4'096);
  EXPECT_EQ(model("OLMo-3-7B-Think").max_positions, 65'536);
  EXPECT_EQ(model("gemma-3-1b-it").max_positions, 32'768);
  EXPECT_EQ(model("gemma-3-12b").max_positions, 131'072);
  EXPECT_EQ(model("openai/whisper-large-v3").max_positions, 448);
}

TEST(SequenceLimitTest, WindowsOfTheConfigAreThoseOfTheCatalogue) {
  // Keys and values of a long sequence: windows cap all layers, three of four, or none.
  const auto cached = [](const char* id) {
    const SequenceMemory memory = sequence_memory(model(id));
    return std::pair(memory.growing > 0, memory.window);
  };
  EXPECT_EQ(cached("phi-3-mini-4k-instruct"), std::pair(false, 2047.0));
  EXPECT_EQ(cached("starcoder2-3b"), std::pair(false, 4096.0));
  EXPECT_EQ(cached("c4ai-command-r7b-12-2024"), std::pair(true, 4096.0));
  EXPECT_EQ(cached("trinity-mini"), std::pair(true, 2048.0));
  EXPECT_EQ(cached("phi-3.5-mini-instruct"), std::pair(true, 0.0));
}

}  // namespace
}  // namespace nscope::catalog
