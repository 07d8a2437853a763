#include "simcore/catalog/vision_tower.h"

#include "tests/unit/catalog/builtin_catalog.h"

#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace nscope::catalog {
namespace {

using testing::HasSubstr;

/// The tower of a catalogue model.
const VisionTower& tower_of(std::string_view id) {
  return *model(id).vision;
}

TEST(VisionTowerTest, ResizedImagesHaveAConstantNumberOfTokens) {
  const VisionTower& clip = tower_of("llava-v1.5-7b");
  for (const int side : {0, 100, 336, 2000}) {
    const VisionInput input = vision_input(clip, side, side);
    EXPECT_EQ(input.tiles, 1);
    EXPECT_EQ(input.positions, 24 * 24 + 1) << "patches of 14 pixels and a class token";
    EXPECT_EQ(input.tokens, 576);
  }
  EXPECT_EQ(vision_input(tower_of("gemma-3-27b-it"), 0, 0).tokens, 256) << "4 x 4 patches each";
}

TEST(VisionTowerTest, TilesFollowTheShapeOfTheImage) {
  const VisionTower& tower = tower_of("internvl3-8b");  // at most 12 tiles of 448 pixels
  EXPECT_EQ(vision_input(tower, 448, 448).tiles, 1);
  EXPECT_EQ(vision_input(tower, 448, 896).tiles, 2 + 1) << "two tiles and the overview";
  EXPECT_EQ(vision_input(tower, 896, 1344).tiles, 6 + 1);
  EXPECT_EQ(vision_input(tower, 896, 1344).tokens, 7 * 256);
  EXPECT_LE(vision_input(tower, 10000, 10000).tiles, 13);
  EXPECT_EQ(vision_input(tower, 10, 10000).tiles, 12 + 1) << "the widest grid";
}

TEST(VisionTowerTest, ImagesThatKeepTheirSizeHaveTokensByArea) {
  const VisionTower& tower = tower_of("qwen2.5-vl-7b");  // a token has 28 x 28 pixels
  EXPECT_EQ(vision_input(tower, 280, 560).tokens, 10 * 20);
  EXPECT_EQ(vision_input(tower, 280, 560).positions, 4 * 200);
  EXPECT_EQ(vision_input(tower, 1, 1).tokens, 1);
  EXPECT_EQ(vision_input(tower, 0, 0).tokens, vision_input(tower, 1024, 1024).tokens);
  const VisionInput large = vision_input(tower, 16384, 16384);
  EXPECT_LE(large.tokens, 16384);
  EXPECT_GT(large.tokens, 16000);
  EXPECT_LE(vision_input(tower, 16384, 28).tokens, 16384);
}

TEST(VisionTowerTest, PartsHaveTheOperationsOfTheTower) {
  // An independent count: 2 x tokens x matrices and the products of attention.
  const VisionTower& tower = tower_of("llava-v1.5-7b");
  const VisionInput input = vision_input(tower, 0, 0);
  double macs = 0;
  for (const VisionPart& part : vision_parts(tower, input)) {
    macs += part.sequences * macs_of(part.network, 1, 1);
  }
  const double rows = 577;
  const double layer = 4.0 * 1024 * 1024 + 2.0 * 1024 * 4096;
  const double expected = rows * 588 * 1024 + 24 * (rows * layer + 2 * rows * rows * 1024) +
                          576 * (1024.0 * 4096 + 4096.0 * 4096);
  EXPECT_NEAR(macs / expected, 1.0, 1e-9);
}

TEST(VisionTowerTest, WindowsLimitAttention) {
  VisionTower tower = tower_of("qwen2.5-vl-7b");
  const VisionInput input = vision_input(tower, 1120, 1120);
  EXPECT_EQ(input.positions, 6400);
  EXPECT_EQ(input.windows, 100) << "of 64 positions";
  const auto macs = [](const VisionTower& of, const VisionInput& image) {
    double sum = 0;
    for (const VisionPart& part : vision_parts(of, image)) {
      sum += part.sequences * macs_of(part.network, 1, 1);
    }
    return sum;
  };
  const double windowed = macs(tower, input);
  tower.window = 0;
  const double full = macs(tower, vision_input(tower, 1120, 1120));
  // 28 of 32 layers have 64 instead of 6,400 keys for each position.
  EXPECT_NEAR(full - windowed, 28 * 2.0 * 6400 * (6400 - 64) * 1280, full * 1e-9);
}

TEST(VisionTowerTest, MatricesOfTheCatalogueAddUpToItsParameters) {
  int towers = 0;
  for (const Model& each : builtin().models()) {
    if (!each.vision) continue;
    ++towers;
    // Mllama has positions for every aspect ratio, and Llama 4 a further matrix.
    const double tolerance = each.vision->is_crossed ? 0.15 : 0.03;
    EXPECT_NEAR(matrix_parameters(*each.vision) / each.vision->parameters, 1.0, tolerance)
        << each.id;
    EXPECT_EQ(each.vision->output, each.hidden) << each.id;
  }
  EXPECT_GE(towers, 16);
}

TEST(VisionTowerTest, RejectsTowersThatContradictThemselves) {
  const auto tower_error = [](const std::string& vision) {
    const auto read = models_from_json(
        *parse_json(R"({"schema": "nscope.models/1", "models": [{"id": "toy", "architecture":
          "decoder", "layers": 2, "hidden": 64, "heads": 4, "ffn": 128, "vocabulary": 1000,
          "tied_embeddings": false, "parameters": 1000000, "source": "x", "date": "2026-10-01",
          "confidence": "assumed", "vision": )" +
                        vision + "}]}",
                    "toy.json"),
        "toy.json");
    return read ? "accepted" : to_string(read.error());
  };
  const std::string start = R"({"layers": 2, "hidden": 32, "ffn": 64, )";
  EXPECT_EQ(tower_error(start + R"("heads": 4, "image_size": 224, "parameters": 1e6})"),
            "accepted");
  EXPECT_THAT(tower_error(start + R"("heads": 5, "image_size": 224, "parameters": 1e6})"),
              HasSubstr("/models/toy/vision/heads: 5 heads do not divide the width of 32"));
  EXPECT_THAT(tower_error(start + R"("heads": 4, "parameters": 1e6})"),
              HasSubstr("/vision/image_size: is required; a tower that does not resize"));
  EXPECT_THAT(tower_error(start + R"("heads": 4, "image_size": 8, "parameters": 1e6})"),
              HasSubstr("/vision/patch: exceeds the image size of 8"));
  EXPECT_THAT(tower_error(start + R"("heads": 4, "image_size": 224, "parameters": 0})"),
              HasSubstr("/vision/parameters: must be greater than 0"));
  EXPECT_THAT(tower_error(start + R"("heads": 4, "image_size": 224, "parameters": 1e6,
                "full_layers": 3})"),
              HasSubstr("/vision/full_layers: is 3, which exceeds the 2 layers"));
  EXPECT_THAT(tower_error(start + R"("heads": 4, "image_size": 224, "parameters": 1e6,
                "image_sise": 2})"),
              HasSubstr("/vision/image_sise: unknown key; did you mean 'image_size'?"));
}

}  // namespace
}  // namespace nscope::catalog
