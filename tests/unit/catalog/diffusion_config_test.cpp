// Diffusion transformers that are read from their config.json and have an entry in the catalogue.
#include "tests/unit/catalog/builtin_catalog.h"
#include "tests/unit/catalog/read_config.h"

#include <algorithm>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace nscope::catalog {
namespace {

using testing::HasSubstr;

const ModelPart& denoiser(const Model& model) {
  return *std::find_if(model.parts.begin(), model.parts.end(),
                       [](const ModelPart& part) { return part.name == "transformer"; });
}

struct Known {
  const char* id;  ///< of the catalogue
  const char* config;
  int height;
  int width;
  int frames;  ///< of the latents
  /// The catalogue leaves out the modulation, which is one matrix for all blocks.
  double macs_tolerance = 0;
  double parameters_tolerance = 0.005;
};

void PrintTo(const Known& known, std::ostream* out) {
  *out << known.id;
}

class KnownDiffusionTest : public testing::TestWithParam<Known> {};

TEST_P(KnownDiffusionTest, AgreesWithTheCatalogue) {
  const Known& known = GetParam();
  const auto read = read_config(known.config);
  ASSERT_TRUE(read) << to_string(read.error());
  const Model& expected = model(known.id);
  const ModelPart& stated = denoiser(expected);
  const ModelPart& found = denoiser(*read);
  EXPECT_EQ(found.layers, stated.layers);
  EXPECT_EQ(found.hidden, stated.hidden);
  EXPECT_EQ(found.heads, stated.heads);
  EXPECT_NEAR(found.parameters / stated.parameters, 1.0, known.parameters_tolerance);
  EXPECT_EQ(read->passes_per_step, expected.passes_per_step);
  // Tokens and operations of a pass, in which tokens are squared.
  const auto macs = [&](const Network& network) {
    return macs_of(network, known.height, known.width, known.frames);
  };
  EXPECT_NEAR(macs(found.network) / macs(stated.network), 1.0, known.macs_tolerance + 1e-12);
  for (const auto& [size, tokens] : found.tokens) {
    if (stated.tokens.contains(size)) EXPECT_EQ(tokens, stated.tokens.at(size)) << size;
  }
  // The operators that decide the time of a block.
  const auto block = [](const ModelPart& part) {
    return *std::find_if(part.network.begin(), part.network.end(),
                         [](const Block& each) { return each.kind == Block::Kind::kTransformer; });
  };
  EXPECT_EQ(block(found).rope, block(stated).rope);
  EXPECT_EQ(block(found).qk_norm, block(stated).qk_norm);
  EXPECT_EQ(block(found).masked, block(stated).masked);
  EXPECT_EQ(block(found).scale, block(stated).scale);
  EXPECT_EQ(block(found).text_rows, block(stated).text_rows);
  EXPECT_EQ(block(found).context_rows, block(stated).context_rows);
}

INSTANTIATE_TEST_SUITE_P(
    DiffusionConfig, KnownDiffusionTest,
    testing::Values(Known{"flux.1-dev",
                          R"({"_class_name": "FluxTransformer2DModel", "guidance_embeds": true,
          "in_channels": 64, "joint_attention_dim": 4096, "num_attention_heads": 24,
          "num_layers": 19, "num_single_layers": 38, "patch_size": 1,
          "pooled_projection_dim": 768})",
                          1024, 1024, 1},
                    Known{"flux.1-lite-8b", R"({"_class_name": "FluxTransformer2DModel",
          "guidance_embeds": true, "num_layers": 8, "out_channels": null})",
                          1024, 1024, 1},
                    Known{"qwen-image", R"({"_class_name": "QwenImageTransformer2DModel",
          "attention_head_dim": 128, "guidance_embeds": false, "in_channels": 64,
          "joint_attention_dim": 3584, "num_attention_heads": 24, "num_layers": 60,
          "out_channels": 16, "patch_size": 2, "pooled_projection_dim": 768})",
                          1024, 1024, 1},
                    // The catalogue states the published, rounded count.
                    Known{"hunyuanvideo", R"({"_class_name": "HunyuanVideoTransformer3DModel",
          "num_layers": 20, "num_single_layers": 40, "patch_size": 2, "patch_size_t": 1})",
                          320, 512, 16, 0, 0.015},
                    Known{"wan2.1-t2v-14b", R"({"_class_name": "WanTransformer3DModel",
          "attention_head_dim": 128, "ffn_dim": 13824, "in_channels": 16, "out_channels": 16,
          "num_attention_heads": 40, "num_layers": 40, "patch_size": [1, 2, 2],
          "added_kv_proj_dim": null, "text_dim": 4096})",
                          480, 832, 3},
                    Known{"wan2.1-t2v-1.3b",
                          R"({"_class_name": "WanTransformer3DModel", "ffn_dim": 8960,
          "num_attention_heads": 12, "num_layers": 30})",
                          480, 832, 3},
                    Known{"pixart-sigma", R"({"_class_name": "PixArtTransformer2DModel",
          "attention_head_dim": 72, "caption_channels": 4096, "cross_attention_dim": 1152,
          "in_channels": 4, "num_attention_heads": 16, "num_layers": 28, "out_channels": 8,
          "patch_size": 2})",
                          1024, 1024, 1, 1e-5}));

TEST(DiffusionConfigTest, ReadsTheSecondAttentionOfSomeBlocks) {
  // Stable Diffusion 3.5 Medium: 24 blocks of width 1536, 13 of them with a second attention.
  const std::string sd = R"({"_class_name": "SD3Transformer2DModel", "attention_head_dim": 64,
    "num_attention_heads": 24, "num_layers": 24, "pooled_projection_dim": 2048)";
  const auto one = read_config(sd + "}");
  const auto two =
      read_config(sd + R"(, "dual_attention_layers": [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]})");
  ASSERT_TRUE(one);
  ASSERT_TRUE(two) << to_string(two.error());
  // Four matrices of attention and three of modulation.
  EXPECT_DOUBLE_EQ(two->parameters - one->parameters, 13 * 7 * 1536.0 * 1536);
  const double rows = 64 * 64;
  EXPECT_DOUBLE_EQ(
      macs_of(denoiser(*two).network, 1024, 1024) - macs_of(denoiser(*one).network, 1024, 1024),
      13 * (4 * rows * 1536 * 1536 + 2 * rows * rows * 1536 + 3.0 * 1536 * 1536));
  EXPECT_THAT(config_error(sd + R"(, "dual_attention_layers": [24]})"),
              HasSubstr("/dual_attention_layers: layer 24 exceeds the 24 layers"));
  EXPECT_FALSE(denoiser(*one).network[3].qk_norm) << "Stable Diffusion 3 has none";
  const auto normed = read_config(sd + R"(, "qk_norm": "rms_norm"})");
  EXPECT_TRUE(denoiser(*normed).network[3].qk_norm);
}

TEST(DiffusionConfigTest, TheTextOfTheLastBlockHasNoOutput) {
  const auto read = read_config(R"({"_class_name": "SD3Transformer2DModel",
    "attention_head_dim": 64, "num_attention_heads": 24, "num_layers": 24,
    "pooled_projection_dim": 2048})");
  ASSERT_TRUE(read);
  const Network& network = denoiser(*read).network;
  Network last;
  Network full;
  for (const Block& block : network) {
    if (!block.own_text_weights) continue;
    (block.text_ends ? last : full).push_back(block);
  }
  ASSERT_EQ(last.size(), 1u);
  ASSERT_EQ(full.size(), 1u);
  EXPECT_EQ(full[0].times, 23);
  EXPECT_EQ(last[0].times, 1);
  full[0].times = 1;
  // One matrix of attention and eight of the feed-forward part for each of 333 rows of text.
  constexpr double kMissing = 9 * 1536.0 * 1536;
  EXPECT_DOUBLE_EQ(parameters_of(full) - parameters_of(last), kMissing);
  EXPECT_DOUBLE_EQ(macs_of(full, 1024, 1024) - macs_of(last, 1024, 1024), 333 * kMissing);
}

TEST(DiffusionConfigTest, TheOutputCanHaveOtherChannelsThanTheInput) {
  // FLUX.1-Fill has the image and its mask as further channels of the input.
  const auto usual = read_config(R"({"_class_name": "FluxTransformer2DModel"})");
  const auto fill = read_config(
      R"({"_class_name": "FluxTransformer2DModel", "in_channels": 384, "out_channels": 64})");
  ASSERT_TRUE(usual);
  ASSERT_TRUE(fill) << to_string(fill.error());
  EXPECT_DOUBLE_EQ(fill->parameters - usual->parameters, (384 - 64) * 3072.0);
  EXPECT_EQ(denoiser(*fill).network.back().out, 64);
}

TEST(DiffusionConfigTest, RefinersSeeTheImageOrTheTextAlone) {
  const auto read = read_config(R"({"_class_name": "ZImageTransformer2DModel"})");
  ASSERT_TRUE(read) << to_string(read.error());
  Network blocks;
  for (const Block& block : denoiser(*read).network) {
    if (block.kind == Block::Kind::kTransformer) blocks.push_back(block);
  }
  ASSERT_EQ(blocks.size(), 3u);
  EXPECT_EQ(blocks[0].times, 2);
  EXPECT_EQ(blocks[0].text_rows, 0);
  EXPECT_EQ(blocks[1].rows, 512);
  EXPECT_EQ(blocks[2].times, 30);
  EXPECT_EQ(blocks[2].text_rows, 512);
  // Both pass through the same four matrices of attention and three of 10240 columns.
  const Network both{blocks[2]};
  constexpr double kMatrices = 4 * 3840.0 * 3840 + 3 * 3840.0 * 10240;
  EXPECT_NEAR(parameters_of(both) / (30 * kMatrices), 1.0, 1e-3);
  const double rows = 64 * 64 + 512;
  EXPECT_NEAR(macs_of(both, 1024, 1024) / (30 * rows * (kMatrices + 2 * rows * 3840)), 1.0, 1e-3);
}

TEST(DiffusionConfigTest, BlocksWithOneModulationShareItsMatrix) {
  const auto read = read_config(R"({"_class_name": "Flux2Transformer2DModel"})");
  const auto longer =
      read_config(R"({"_class_name": "Flux2Transformer2DModel", "num_single_layers": 49})");
  ASSERT_TRUE(read && longer);
  // A single block has four matrices of attention and three of three times its width.
  EXPECT_NEAR((longer->parameters - read->parameters) / ((4 + 3 * 3) * 6144.0 * 6144), 1.0, 1e-3);
}

TEST(DiffusionConfigTest, RefusesWhatItCannotDescribe) {
  EXPECT_THAT(
      config_error(R"({"_class_name": "WanTransformer3DModel", "added_kv_proj_dim": 5120})"),
      HasSubstr("/added_kv_proj_dim: attention to an image that is given"));
  EXPECT_THAT(
      config_error(R"({"_class_name": "LTXVideoTransformer3DModel", "cross_attention_dim": 4096})"),
      HasSubstr("/cross_attention_dim: is 4096, which must be the width of the blocks, 2048"));
  EXPECT_THAT(
      config_error(R"({"_class_name": "WanTransformer3DModel", "patch_size": [1, 2, 200]})"),
      HasSubstr("/patch_size: must end with a whole number between 1 and 64"));
  EXPECT_THAT(config_error(R"({"_class_name": "FluxTransformer2DModel", "patch_size": 65})"),
              HasSubstr("/patch_size: must be a whole number between 1 and 64"));
  EXPECT_THAT(
      config_error(R"({"_class_name": "FluxTransformer2DModel", "num_single_layers": 99999})"),
      HasSubstr("/num_single_layers: must be a whole number between 0 and 10000"));
  EXPECT_THAT(
      config_error(R"({"_class_name": "HunyuanVideoTransformer3DModel", "mlp_ratio": 1e8})"),
      HasSubstr("/mlp_ratio: is too large"));
  const auto image = [](const std::string& members) {
    return config_error(R"({"_class_name": "ZImageTransformer2DModel", )" + members + "}");
  };
  EXPECT_EQ(image(R"("n_refiner_layers": 0)"), "accepted");
  EXPECT_THAT(image(R"("n_heads": 7)"),
              HasSubstr("/dim: is 3840, which the 7 heads do not divide"));
  EXPECT_THAT(image(R"("n_heads": 0)"), HasSubstr("/n_heads: must be a whole number"));
  EXPECT_THAT(image(R"("dim": 1e300)"), HasSubstr("/dim: must be a whole number"));
  EXPECT_THAT(image(R"("cap_feat_dim": null)"),
              HasSubstr("/joint_attention_dim: is required (also accepted: "));
  EXPECT_THAT(image(R"("all_patch_size": [])"),
              HasSubstr("/all_patch_size: must end with a whole number between 1 and 64"));
  EXPECT_THAT(image(R"("qk_norm": "rms_norm")"), HasSubstr("/qk_norm: must be true or false"));
  EXPECT_THAT(image(R"("n_refiner_layers": 99999)"), HasSubstr("/n_refiner_layers: must be"));
}

}  // namespace
}  // namespace nscope::catalog
