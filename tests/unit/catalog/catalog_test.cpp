#include "simcore/catalog/catalog.h"

#include "simcore/catalog/fact_reader.h"
#include "tests/unit/catalog/builtin_catalog.h"

#include <set>
#include <utility>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace nscope::catalog {
namespace {

using testing::HasSubstr;

TEST(CatalogTest, LoadsTheBuiltInFiles) {
  const auto loaded = Catalog::load();
  ASSERT_TRUE(loaded) << to_string(loaded.error());
  EXPECT_GE(loaded->devices().size(), 16u);
  EXPECT_GE(loaded->instances().size(), 58u);
  EXPECT_GE(loaded->models().size(), 97u);
}

TEST(CatalogTest, FindsNamesWithoutRegardToCase) {
  EXPECT_EQ((*builtin().device("TRAINIUM2"))->id, "trainium2");
  EXPECT_EQ((*builtin().instance("Inf2.48xLarge"))->id, "inf2.48xlarge");
  EXPECT_EQ((*builtin().model("LLAMA-2-70B"))->id, "llama-2-70b");
  EXPECT_EQ((*builtin().model("meta-llama/Llama-2-70b-hf"))->id, "llama-2-70b");
  // Checkpoints of the hub that were trained further have the dimensions of their base.
  for (const auto& [hub, id] : {std::pair{"meta-llama/Llama-3.1-8B-Instruct", "llama-3.1-8b"},
                                std::pair{"Qwen/Qwen2.5-32B-Instruct", "qwen2.5-32b"},
                                std::pair{"deepseek-ai/DeepSeek-R1-Distill-Qwen-7B", "qwen2.5-7b"},
                                std::pair{"google/gemma-2-9b-it", "gemma-2-9b"}}) {
    const auto found = builtin().model(hub);
    ASSERT_TRUE(found) << hub;
    EXPECT_EQ((*found)->id, id);
  }
}

TEST(CatalogTest, SuggestsTheClosestNames) {
  const auto missing = builtin().instance("trn1.32xlrage");
  ASSERT_FALSE(missing);
  EXPECT_EQ(missing.error().code, ErrorCode::kNotFound);
  EXPECT_THAT(missing.error().message.english(), HasSubstr("trn1.32xlarge"));
  EXPECT_THAT(builtin().model("llama-2-7").error().message.english(), HasSubstr("llama-2-7b"));
  EXPECT_EQ(builtin().model("our-team/llama-2-7").error().message.english(),
            "unknown model 'our-team/llama-2-7'; use its config.json instead (--config, or its "
            "path as 'model'); the closest names are llama-2-7b, llama-2-70b, llama-2-13b");
  EXPECT_FALSE(builtin().device(std::string(1'000'000, 'x')));
  EXPECT_FALSE(builtin().device(""));
}

TEST(CatalogTest, EveryNumberHasUnitSourceAndDate) {
  const auto check = [](const std::string& where, const NamedFact& named) {
    EXPECT_FALSE(named.fact->unit.empty()) << where << ": " << named.name;
    EXPECT_FALSE(named.fact->source.empty()) << where << ": " << named.name;
    EXPECT_TRUE(is_iso_date(named.fact->date)) << where << ": " << named.name;
    EXPECT_FALSE(named.fact->printed.empty()) << where << ": " << named.name;
    // Assumed numbers require a note with the reason.
    if (named.fact->confidence == Confidence::kDerived) {
      EXPECT_FALSE(named.fact->note.empty()) << where << ": " << named.name;
    }
  };
  std::size_t numbers = 0;
  for (const Device& item : builtin().devices()) {
    for (const NamedFact& named : facts_of(item)) check(item.id, named), ++numbers;
  }
  for (const Instance& item : builtin().instances()) {
    for (const NamedFact& named : facts_of(item)) check(item.id, named), ++numbers;
  }
  for (const Model& item : builtin().models()) {
    EXPECT_FALSE(item.source.empty()) << item.id;
    EXPECT_TRUE(is_iso_date(item.date)) << item.id;
    EXPECT_FALSE(item.confidence.empty()) << item.id;
  }
  EXPECT_GT(numbers, 600u);
}

TEST(CatalogTest, EveryInstanceHasADeviceAndPlausibleTotals) {
  for (const Instance& item : builtin().instances()) {
    EXPECT_EQ(builtin().device_of(item).id, item.device);
    EXPECT_GE(builtin().logical_cores_of(item), item.chips) << item.id;
    for (const Fact& degree : item.tensor_parallel_degrees) {
      EXPECT_LE(degree.value, builtin().logical_cores_of(item)) << item.id;
    }
  }
}

TEST(CatalogTest, LogicalCoresFollowTheDefaultSetting) {
  const auto cores = [](const char* id) { return builtin().logical_cores_of(instance(id)); };
  EXPECT_EQ(cores("inf1.24xlarge"), 64);
  EXPECT_EQ(cores("inf2.48xlarge"), 24);
  EXPECT_EQ(cores("trn1.32xlarge"), 32);
  EXPECT_EQ(cores("trn2.48xlarge"), 64) << "LNC=2: two physical cores each";
  EXPECT_EQ(cores("p4d.24xlarge"), 8);
}

TEST(CatalogTest, LoadsFilesOfTheUser) {
  const std::vector<Catalog::File> files{{"mine.json", *parse_json(R"({
    "schema": "nscope.instances/1",
    "instances": [{
      "id": "lab.box", "family": "lab", "device": "trainium",
      "chips": {"value": 2, "unit": "chips", "source": "our rack", "date": "2026-10-01",
                "confidence": "assumed"},
      "host_memory": {"value": 64, "unit": "GiB", "source": "our rack", "date": "2026-10-01",
                      "confidence": "assumed"},
      "topology": {"kind": "ring", "dims": [2]}
    }]})",
                                                                   "mine.json")}};
  const auto loaded = Catalog::load(files);
  ASSERT_TRUE(loaded) << to_string(loaded.error());
  const Instance& mine = **loaded->instance("lab.box");
  EXPECT_EQ(mine.chips, 2);
  EXPECT_EQ(mine.vcpus, 0);
  EXPECT_FALSE(mine.vcpu_count.has_value()) << "unknown is not zero";
  EXPECT_EQ(loaded->logical_cores_of(mine), 4);
}

TEST(CatalogTest, RejectsUnknownDevicesAndDuplicates) {
  const auto with = [](const std::string& content) {
    return Catalog::load(
        std::vector<Catalog::File>{{"mine.json", *parse_json(content, "mine.json")}});
  };
  const auto dangling = with(R"({
    "schema": "nscope.instances/1",
    "instances": [{
      "id": "lab.box", "family": "lab", "device": "trainium9",
      "chips": {"value": 1, "unit": "chips", "source": "x", "date": "2026-10-01",
                "confidence": "assumed"},
      "host_memory": {"value": 64, "unit": "GiB", "source": "x", "date": "2026-10-01",
                      "confidence": "assumed"},
      "topology": {"kind": "single-chip"}
    }]})");
  ASSERT_FALSE(dangling);
  EXPECT_EQ(dangling.error().where.english(), "mine.json: /instances/lab.box/device");
  EXPECT_THAT(dangling.error().message.english(), HasSubstr("trainium9"));

  const auto twice = with(R"({
    "schema": "nscope.models/1",
    "models": [{
      "id": "other", "architecture": "recommender", "aliases": ["Llama-2-70B"],
      "source": "x", "date": "2026-10-01", "confidence": "assumed"
    }]})");
  ASSERT_FALSE(twice);
  EXPECT_EQ(twice.error().where.english(), "mine.json");
  EXPECT_THAT(twice.error().message.english(), HasSubstr("llama-2-70b"));

  EXPECT_THAT(with("[1, 2]").error().message.english(), HasSubstr("must be an object"));
  EXPECT_THAT(with(R"({"schema": "something/1"})").error().where.english(), "mine.json: /schema");
}

}  // namespace
}  // namespace nscope::catalog
