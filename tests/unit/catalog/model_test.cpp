#include "tests/unit/catalog/builtin_catalog.h"
#include "tests/unit/catalog/corpus.h"

#include <cmath>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace nscope::catalog {
namespace {

using testing::HasSubstr;

TEST(ModelTest, DimensionsAddUpToTheParameterCount) {
  constexpr double kTolerance = 0.02;
  std::size_t checked = 0;
  for (const Model& item : builtin().models()) {
    const double computed = item.computed_parameters();
    const bool text = item.architecture == Architecture::kDecoder ||
                      item.architecture == Architecture::kEncoder ||
                      item.architecture == Architecture::kEncoderDecoder;
    if (!text || computed == 0.0) continue;
    ++checked;
    const double error = std::abs(computed / item.parameters - 1.0);
    const bool claims = item.confidence.find("add up") != std::string::npos;
    EXPECT_EQ(claims, error < kTolerance)
        << item.id << ": computed " << computed << ", published " << item.parameters
        << ", but the confidence says: " << item.confidence;
    if (!claims) {
      EXPECT_FALSE(item.note.empty()) << item.id << " needs a note";
    }
  }
  EXPECT_GE(checked, 65u);
}

TEST(ModelTest, ActiveParametersMatchWhatIsPublished) {
  // Some publishers count the input embedding too; ours are the matrices that a
  // token is multiplied with.
  std::size_t checked = 0;
  for (const Model& item : builtin().models()) {
    if (item.active_parameters == 0.0) continue;
    ++checked;
    const double least = item.active_matrix_parameters();
    const double most = least + static_cast<double>(item.vocabulary) * item.hidden;
    EXPECT_GT(item.active_parameters, 0.995 * least) << item.id;
    EXPECT_LT(item.active_parameters, 1.01 * most) << item.id;
  }
  EXPECT_EQ(checked, 10u);
  // DeepSeek's own figure: 36.6e9 with the output head, without the embedding.
  EXPECT_NEAR(model("deepseek-v3").active_matrix_parameters(), 36.6e9, 0.1e9);
}

TEST(ModelTest, Llama70bByHand) {
  const Model& llama = model("llama-2-70b");
  EXPECT_EQ(llama.attention_parameters(), 80.0 * 8192 * 128 * (64 + 8 + 8 + 64));
  EXPECT_EQ(llama.feed_forward_parameters(), 80.0 * 3 * 8192 * 28672);
  EXPECT_EQ(llama.embedding_parameters(), 2.0 * 32000 * 8192);
  EXPECT_EQ(llama.kv_elements_per_token(), 80.0 * 2 * 8 * 128);
  EXPECT_EQ(llama.moe_layers(), 0);
}

TEST(ModelTest, ExpertsSharedLayersAndLatentAttention) {
  const Model& maverick = model("llama-4-maverick-17b-128e");
  EXPECT_EQ(maverick.moe_layers(), 24) << "every second layer has experts";
  EXPECT_EQ(model("deepseek-v3").moe_layers(), 58) << "three leading layers are dense";
  // One compressed vector and one rotary key per layer: 576 elements, not 32,768.
  EXPECT_EQ(model("deepseek-v3").kv_elements_per_token(), 61.0 * 576);
  const Model& albert = model("albert-base-v2");
  EXPECT_EQ(albert.attention_parameters(), 12.0 * 4 * 768 * 768) << "the work of all layers";
  EXPECT_LT(albert.computed_parameters(), 12e6) << "but one set of weights";
  EXPECT_EQ(model("bert-base-uncased").kv_elements_per_token(), 0.0);
}

TEST(ModelTest, ModelsOfPartsKeepTheirParts) {
  const Model& diffusion = model("Stable Diffusion 2.1");
  ASSERT_EQ(diffusion.parts.size(), 3u);
  EXPECT_EQ(diffusion.parts[1].name, "unet");
  EXPECT_EQ(diffusion.parts[1].macs.at("768x768"), 948e9);
  EXPECT_EQ(diffusion.diffusion_steps, 50);
  EXPECT_DOUBLE_EQ(model("resnet50").macs.at("224x224"), 4.11e9);
  EXPECT_EQ(model("google/vit-base-patch16-224").tokens.at("224x224"), 197.0);
  EXPECT_EQ(model("dlrm_dcnv2").parameters, 0.0) << "not published";
}

TEST(ModelTest, EveryModelOfTheCorpusIsInTheCatalogue) {
  const std::string text = read_corpus_file("calibration/models.json");
  if (text.empty()) GTEST_SKIP() << "needs NSCOPE_CORPUS";
  const auto json = parse_json(text, "models.json");
  ASSERT_TRUE(json) << to_string(json.error());
  std::size_t models = 0;
  for (const auto& [name, entry] : json->items()) {
    if (name.starts_with("_")) continue;
    ++models;
    const auto found = builtin().model(name);
    ASSERT_TRUE(found) << name;
    const auto same = [&](const char* key, int value) {
      if (!entry.contains(key)) return;
      EXPECT_EQ(entry[key].get<int>(), value) << name << " " << key;
    };
    if (entry.contains("params")) {
      EXPECT_EQ(entry["params"].get<double>(), (*found)->parameters) << name;
    }
    if ((*found)->parts.empty()) same("layers", (*found)->layers);
    if ((*found)->parts.empty()) same("hidden", (*found)->hidden);
    same("kv_heads", (*found)->kv_heads);
    same("head_dim", (*found)->head_dim);
    same("vocab", (*found)->vocabulary);
    if (entry.contains("moe")) {
      EXPECT_EQ(entry["moe"]["experts"].get<int>(), (*found)->moe->experts) << name;
    }
  }
  EXPECT_EQ(models, 99u);
  for (const auto& [alias, target] : (*json)["_aliases"].items()) {
    const auto found = builtin().model(alias);
    ASSERT_TRUE(found) << alias;
    EXPECT_EQ(*found, *builtin().model(target.get<std::string>())) << alias;
  }
}

}  // namespace
}  // namespace nscope::catalog
