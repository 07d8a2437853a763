#include "tests/support/corpus.h"
#include "tests/unit/catalog/builtin_catalog.h"

#include <cmath>

#include <fmt/format.h>
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
    // The dimensions of models with other layers do not describe all parameters.
    if (!text || computed == 0.0 || !item.unmodelled.empty()) continue;
    ++checked;
    const double error = std::abs(computed / item.parameters - 1.0);
    const std::string confidence = item.confidence.english();
    const bool matches = confidence.find("add up") != std::string::npos;
    EXPECT_EQ(matches, error < kTolerance)
        << item.id << ": computed " << computed << ", published " << item.parameters
        << ", but the confidence is: " << confidence;
    if (!matches) {
      EXPECT_FALSE(item.note.empty()) << item.id << " requires a note";
    }
  }
  EXPECT_GE(checked, 65u);
}

class SurveyedModels : public CorpusTest {};

TEST_F(SurveyedModels, HaveTheirDimensionsInTheCatalogue) {
  std::size_t compared = 0;
  std::size_t found = 0;
  for (const char* const file : {"calibration/models.json", "calibration/models2.json"}) {
    const Json survey = *parse_json(corpus_text(file), file);
    for (const auto& [name, entry] : survey.items()) {
      if (!entry.is_object()) continue;  // remarks about the file
      const std::string base = entry.value("alias_of", name);
      const auto item = builtin().model(name);
      if (!item) continue;
      ++found;
      const auto same = builtin().model(base);
      ASSERT_TRUE(same) << name << " is an alias of " << base;
      // Names of vision-language models with a tower of their own, and of models with a longest
      // sequence of their own, have the same decoder.
      const bool own = (*item)->vision || (*item)->max_positions != (*same)->max_positions;
      if (!own) EXPECT_EQ((*item)->id, (*same)->id) << name;
      EXPECT_NEAR((*item)->computed_parameters(), (*same)->computed_parameters(),
                  0.005 * (*same)->computed_parameters())
          << name;
      EXPECT_EQ((*item)->kv_elements_per_token(), (*same)->kv_elements_per_token()) << name;
      if (!entry.contains("params_by_arithmetic") || !(*item)->unmodelled.empty() ||
          (*item)->architecture != Architecture::kDecoder) {
        continue;
      }
      ++compared;
      // The arithmetic of uncertain entries leaves out the layers that the survey does not
      // describe.
      const bool partial = entry.contains("uncertain") && !(*item)->layer_pattern.empty();
      const double stated = entry[partial ? "params" : "params_by_arithmetic"].get<double>();
      // The survey leaves out the output gates of the Trinity models.
      const Model& gated = **item;
      const double gates = name.starts_with("Trinity")
                               ? 1.0 * gated.layers * gated.hidden * gated.heads * gated.head_dim
                               : 0.0;
      // Their published counts are rounded: 30.7 billion of gemma-4-31b to 31.
      EXPECT_NEAR((gated.computed_parameters() - gates) / stated, 1.0, partial ? 0.01 : 0.005)
          << name;
    }
  }
  EXPECT_GE(found, 150u);
  EXPECT_GE(compared, 60u);
}

/// "512x768" -> 512, 768.
std::pair<int, int> image_size(const std::string& text) {
  return {std::stoi(text), std::stoi(text.substr(text.find('x') + 1))};
}

/// Blocks follow from the architectures, and counts are published, so they must agree. The test
/// states if a published
// count includes more or is inferred.
TEST(ModelTest, NetworksAddUpToThePublishedCounts) {
  std::size_t checked = 0;
  for (const Model& item : builtin().models()) {
    if (item.network.empty()) continue;
    ++checked;
    // Learned positions, 50,176 x 256, are parameters but not weights of a block.
    const double positions = item.id == "vision-perceiver-learned" ? 50'176.0 * 256 : 0.0;
    EXPECT_NEAR((parameters_of(item.network) + positions) / item.parameters, 1.0, 0.015) << item.id;
    for (const auto& [size, macs] : item.macs) {
      const auto [height, width] = image_size(size);
      // The published values of the U-Net and the learned Perceiver are inferred; their operators
      // have 36.9 and 236 GMAC.
      const double tolerance = item.id == "unet"                       ? 0.13
                               : item.id == "vision-perceiver-learned" ? 0.17
                                                                       : 0.02;
      EXPECT_NEAR(macs_of(item.network, height, width) / macs, 1.0, tolerance)
          << item.id << " " << size;
    }
  }
  EXPECT_GE(checked, 12u);
}

TEST(ModelTest, ClipTowersAddUpToTheirCounts) {
  for (const char* const id : {"clip-vit-base-patch32", "clip-vit-large-patch14"}) {
    const Model& clip = model(id);
    ASSERT_EQ(clip.parts.size(), 2u);
    EXPECT_NEAR(macs_of(clip.parts[0].network, 224, 224) / clip.parts[0].macs.at("224x224"), 1.0,
                0.01);
    const ModelPart& text = clip.parts[1];
    EXPECT_EQ(text.samples, 100);
    const double embeddings = static_cast<double>(text.vocabulary) * text.hidden;
    EXPECT_NEAR((parameters_of(clip.parts[0].network) + parameters_of(text.network) + embeddings) /
                    clip.parameters,
                1.0, 0.01)
        << id;
  }
}

TEST(ModelTest, DenoisersAddUpToTheirParameterCount) {
  std::size_t checked = 0;
  for (const Model& item : builtin().models()) {
    for (const ModelPart& part : item.parts) {
      if (part.network.empty() || !part.name.ends_with("unet")) continue;
      ++checked;
      EXPECT_NEAR(parameters_of(part.network) / part.parameters, 1.0, 0.01)
          << item.id << " " << part.name;
    }
  }
  EXPECT_EQ(checked, 6u);
}

TEST(ModelTest, ANetworkByHand) {
  const auto text = R"({"schema": "nscope.models/1",
    "sources": {"s": {"text": "made up", "date": "2026-11-21"}},
    "networks": {"tiny": [
      {"convolution": [3, 8], "kernel": 3, "scale": 2},
      {"convolution": [8, 8], "kernel": 3, "groups": 8, "scale": 2, "times": 2},
      {"pool": 8, "kernel": 2, "scale": 4},
      {"transformer": 8, "heads": 2, "ffn": 16, "rows": 10, "context": [5, 6]},
      {"linear": [8, 4], "rows": 1}]},
    "models": [{"id": "tiny", "architecture": "vision-cnn", "network": "tiny", "source": "s",
                "confidence": "made up"}]})";
  const auto json = parse_json(text, "t.json");
  ASSERT_TRUE(json);
  const auto models = models_from_json(*json, "t.json");
  ASSERT_TRUE(models) << to_string(models.error());
  const Network& network = (*models)[0].network;
  const double attention = 4 * 8 * 8 + 2 * 8 * 8 + 2 * 6 * 8;
  EXPECT_EQ(parameters_of(network), 3 * 8 * 9 + 2 * 8 * 9 + attention + 2 * 8 * 16 + 8 * 4);
  const double pixels = 8 * 8;  // of 16 x 16 at half the size
  const double products = 2.0 * 10 * (10 + 5) * 8;
  const double projections = 10 * (4 * 8 * 8 + 2 * 8 * 8 + 2 * 8 * 16) + 5 * 2 * 6 * 8;
  EXPECT_EQ(macs_of(network, 16, 16),
            pixels * (3 * 8 * 9 + 2 * 8 * 9) + products + projections + 8 * 4);
}

TEST(ModelTest, RejectsInvalidNetworks) {
  const auto message = [](std::string_view networks, std::string_view name = "n") {
    const auto json = parse_json(fmt::format(R"({{"schema": "nscope.models/1",
          "sources": {{"s": {{"text": "made up", "date": "2026-11-21"}}}}, "networks": {},
          "models": [{{"id": "m", "architecture": "vision-cnn", "network": "{}", "source": "s",
                      "confidence": "made up"}}]}})",
                                             networks, name),
                                 "t.json");
    const auto models = models_from_json(*json, "t.json");
    return models ? std::string() : to_string(models.error());
  };
  EXPECT_EQ(message(R"({"n": [{"pool": 8}]})"), "");
  EXPECT_THAT(message(R"({"n": [{"pool": 8}]})", "other"), HasSubstr("unknown network 'other'"));
  EXPECT_THAT(message(R"({"n": [{"pool": 8}], "spare": [{"pool": 8}]})"),
              HasSubstr("networks/spare"));
  EXPECT_THAT(message(R"({"n": []})"), HasSubstr("1 to 10000 blocks"));
  EXPECT_THAT(message(R"({"n": [{"convolution": [3]}]})"), HasSubstr("two whole numbers"));
  EXPECT_THAT(message(R"({"n": [{"convolution": [3, 4], "groups": 2}]})"), HasSubstr("groups"));
  EXPECT_THAT(message(R"({"n": [{"convolution": [3, 4], "kernel": -1}]})"), HasSubstr("kernel"));
  EXPECT_THAT(message(R"({"n": [{"pool": 8, "colour": 1}]})"), HasSubstr("colour"));
  EXPECT_THAT(message(R"({"n": [{}]})"), HasSubstr("must have one of convolution"));
  EXPECT_THAT(message(R"({"n": [{"pool": 99999999999}]})"), HasSubstr("whole number"));
  EXPECT_EQ(message(R"({"n": [{"embedding": [1999999999, 128], "lookups": 3}]})"), "");
  EXPECT_THAT(message(R"({"n": [{"embedding": [128, 1999999999]}]})"),
              HasSubstr("between 1 and 16777216"));
  EXPECT_THAT(message(R"({"n": [{"embedding": [9, 9], "rows": 2}]})"), HasSubstr("rows"));
  EXPECT_THAT(message(R"({"n": [{"lstm": [9, 9]}]})"), HasSubstr("steps of the sequence"));
  EXPECT_THAT(message(R"({"n": [{"interaction": 9, "rows": 1}]})"), HasSubstr("between 2 and"));
}

TEST(ModelTest, ActiveParametersMatchWhatIsPublished) {
  // Some publishers also count the input embedding; ours are the matrices that a token is
  // multiplied with.
  std::size_t checked = 0;
  for (const Model& item : builtin().models()) {
    if (item.active_parameters == 0.0 || !item.unmodelled.empty()) continue;
    ++checked;
    const double least = item.active_matrix_parameters();
    const double most = least + static_cast<double>(item.vocabulary) * item.hidden;
    EXPECT_GT(item.active_parameters, 0.995 * least) << item.id;
    EXPECT_LT(item.active_parameters, 1.01 * most) << item.id;
  }
  EXPECT_GE(checked, 20u);
  // The value of DeepSeek: 36.6e9 with the output head and without the embedding.
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

TEST(ModelTest, ModelsWithPartsKeepThem) {
  const Model& diffusion = model("Stable Diffusion 2.1");
  ASSERT_EQ(diffusion.parts.size(), 3u);
  EXPECT_EQ(diffusion.parts[1].name, "unet");
  EXPECT_EQ(diffusion.parts[1].macs.at("768x768"), 948e9);
  EXPECT_EQ(diffusion.diffusion_steps, 50);
  EXPECT_DOUBLE_EQ(model("resnet50").macs.at("224x224"), 4.11e9);
  EXPECT_EQ(model("google/vit-base-patch16-224").tokens.at("224x224"), 197.0);
  EXPECT_EQ(model("pixart-alpha").parameters, 0.0) << "not published";
}

using ModelCorpus = CorpusTest;

TEST_F(ModelCorpus, EveryModelIsInTheCatalogue) {
  const auto json = parse_json(corpus_text("calibration/models.json"), "models.json");
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

TEST(ModelTest, TextEncodersOfDiffusionModelsHaveASource) {
  const auto encoder = [](std::string_view id) -> const ModelPart& { return model(id).parts[0]; };
  const auto parameters_of_model = [](std::string_view id) {
    const Model& found = model(id);
    return found.parameters + (found.vision ? found.vision->parameters : 0.0);
  };
  // Three encoders are models of the catalogue.
  for (const auto& [id, same] :
       {std::pair{"flux.2-klein-9b", "qwen3-8b"}, std::pair{"qwen-image", "qwen2.5-vl-7b"},
        std::pair{"qwen-image-edit", "qwen2.5-vl-7b"}}) {
    EXPECT_NEAR(encoder(id).parameters / parameters_of_model(same), 1.0, 0.0005) << id;
    EXPECT_NE(encoder(id).source.find(same), std::string::npos) << id;
  }
  const double umt5 = 24 * (4.0 * 4096 * 4096 + 3.0 * 4096 * 10240) + 256384.0 * 4096;
  for (const char* const id : {"wan2.1-t2v-14b", "wan2.2-t2v-a14b"}) {
    EXPECT_NEAR(encoder(id).parameters / umt5, 1.0, 0.0005) << id;
    EXPECT_FALSE(encoder(id).note.empty());
  }
}

}  // namespace
}  // namespace nscope::catalog
