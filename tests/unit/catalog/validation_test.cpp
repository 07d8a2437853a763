// Every kind of error in a data file is reported with file and key.
#include "simcore/catalog/catalog.h"
#include "tests/support/toy_device.h"

#include <array>
#include <functional>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace nscope::catalog {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

constexpr const char* kInstances = R"({
  "schema": "nscope.instances/1",
  "sources": {"doc": {"text": "a page", "date": "2026-08-21"}},
  "instances": [{
    "id": "toy.4", "family": "toy", "device": "trainium",
    "chips": {"value": 4, "unit": "chips", "source": "doc", "confidence": "official"},
    "vcpus": {"value": 8, "unit": "vCPUs", "source": "doc", "confidence": "official"},
    "host_memory": {"value": 64, "unit": "GiB", "source": "doc", "confidence": "official"},
    "network_bandwidth": {"value": 25, "unit": "Gbps", "source": "doc", "confidence": "official"},
    "efa_interfaces": {"value": 0, "unit": "interfaces", "source": "doc", "confidence": "official"},
    "topology": {"kind": "torus-2d", "dims": [2, 2]},
    "tensor_parallel_degrees": {"values": [2, 8], "source": "doc", "confidence": "official"}
  }]
})";

constexpr const char* kModels = R"({
  "schema": "nscope.models/1",
  "sources": {"doc": {"text": "a page", "date": "2026-08-21"}},
  "models": [{
    "id": "toy", "architecture": "decoder", "aliases": ["Toy 1B"],
    "layers": 2, "hidden": 64, "heads": 4, "kv_heads": 2, "head_dim": 16, "ffn": 128,
    "ffn_gated": true, "vocabulary": 1000, "tied_embeddings": false, "parameters": 1000000,
    "moe": {"experts": 8, "top_k": 2, "expert_ffn": 32},
    "source": "doc", "confidence": "official"
  }]
})";

using Edit = std::function<void(Json&)>;

Json edited(const char* text, const Edit& edit) {
  Json json = *parse_json(text, "toy.json");
  edit(json);
  return json;
}

std::string device_error(const Edit& edit) {
  const auto read = device_from_json(edited(kToyDevice, edit), "toy.json");
  return read ? "accepted" : to_string(read.error());
}
std::string instance_error(const Edit& edit) {
  const auto read = instances_from_json(edited(kInstances, edit), "toy.json");
  return read ? "accepted" : to_string(read.error());
}
std::string model_error(const Edit& edit) {
  const auto read = models_from_json(edited(kModels, edit), "toy.json");
  return read ? "accepted" : to_string(read.error());
}

TEST(ValidationTest, AcceptsTheUneditedDocuments) {
  EXPECT_EQ(device_error([](Json&) {}), "accepted");
  EXPECT_EQ(instance_error([](Json&) {}), "accepted");
  EXPECT_EQ(model_error([](Json&) {}), "accepted");
}

TEST(ValidationTest, ConvertsPrintedUnitsToBaseUnits) {
  const auto device = device_from_json(*parse_json(kToyDevice, "toy.json"), "toy.json");
  ASSERT_TRUE(device) << to_string(device.error());
  EXPECT_EQ(device->memory.value, 32.0 * 1024 * 1024 * 1024);
  EXPECT_EQ(device->memory.unit, "B");
  EXPECT_EQ(device->memory.printed, "32 GiB");
  EXPECT_EQ(device->memory_bandwidth.value, 820e9);
  EXPECT_EQ(device->peak.at("bf16").value, 190e12);
  EXPECT_EQ(device->core->sbuf->value, 24.0 * 1024 * 1024);
  EXPECT_EQ(device->memory.source, "a page");
  EXPECT_EQ(device->memory.date, "2026-08-21");
  EXPECT_FALSE(device->core->psum.has_value());
  const auto instances = instances_from_json(*parse_json(kInstances, "toy.json"), "toy.json");
  ASSERT_TRUE(instances) << to_string(instances.error());
  EXPECT_EQ(instances->front().network_bandwidth->value, 25e9);
  EXPECT_EQ(instances->front().network_bandwidth->unit, "bit/s");
  EXPECT_EQ(instances->front().efa_count->value, 0.0) << "a published zero is a fact";
}

TEST(ValidationTest, RejectsUnknownKeys) {
  EXPECT_THAT(device_error([](Json& j) { j["colour"] = "red"; }),
              StartsWith("toy.json: /colour: unknown key; the known keys are "));
  EXPECT_THAT(device_error([](Json& j) { j["memory"]["colour"] = "red"; }),
              StartsWith("toy.json: /memory/colour: unknown key; the known keys are "));
  EXPECT_THAT(device_error([](Json& j) { j["core"]["colour"] = 1; }),
              StartsWith("toy.json: /core/colour: unknown key; the known keys are "));
  EXPECT_THAT(instance_error([](Json& j) { j["instances"][0]["colour"] = 1; }),
              StartsWith("toy.json: /instances/toy.4/colour: unknown key; the known keys are "));
  EXPECT_THAT(
      instance_error([](Json& j) { j["instances"][0]["topology"]["colour"] = 1; }),
      StartsWith("toy.json: /instances/toy.4/topology/colour: unknown key; the known keys are "));
  EXPECT_THAT(model_error([](Json& j) { j["models"][0]["moe"]["colour"] = 1; }),
              StartsWith("toy.json: /models/toy/moe/colour: unknown key; the known keys are "));
}

TEST(ValidationTest, ProfilerViewRequiresItsValuesAndTheCore) {
  const Json clock = {
      {"value", 1.4}, {"unit", "GHz"}, {"source", "doc"}, {"confidence", "official"}};
  Json bandwidth = clock;
  bandwidth["unit"] = "GB/s";
  const auto add_core = [&](Json& j) {
    j["profiler_view"] = {{"engine_clock", clock}, {"hbm_bandwidth", bandwidth}};
    j["core"]["tensor_clock"] = clock;
    j["core"]["pe_rows"] = {
        {"value", 128}, {"unit", "rows"}, {"source", "doc"}, {"confidence", "official"}};
    j["core"]["pe_columns"] = j["core"]["pe_rows"];
    j["core"]["pe_columns"]["unit"] = "columns";
  };
  EXPECT_EQ(device_error(add_core), "accepted");
  EXPECT_EQ(device_error([&](Json& j) {
              add_core(j);
              j["core"].erase("pe_rows");
            }),
            "toy.json: /profiler_view: requires tensor_clock, pe_rows and pe_columns of the core");
  EXPECT_EQ(device_error([&](Json& j) {
              add_core(j);
              j["profiler_view"].erase("hbm_bandwidth");
            }),
            "toy.json: /profiler_view/hbm_bandwidth: missing key");
  EXPECT_THAT(device_error([&](Json& j) {
                add_core(j);
                j["profiler_view"]["engine_clock"]["unit"] = "GB/s";
              }),
              HasSubstr("toy.json: /profiler_view/engine_clock/unit: wrong unit 'GB/s'"));
}

TEST(ValidationTest, RejectsMissingKeys) {
  EXPECT_EQ(device_error([](Json& j) { j.erase("memory"); }), "toy.json: /memory: missing key");
  EXPECT_EQ(device_error([](Json& j) { j.erase("core"); }),
            "toy.json: /core: is required for a Neuron device");
  EXPECT_EQ(device_error([](Json& j) { j.erase("peak"); }), "toy.json: /peak: missing key");
  EXPECT_EQ(device_error([](Json& j) { j["peak"].clear(); }),
            "toy.json: /peak: must have at least one key");
  EXPECT_EQ(device_error([](Json& j) { j["memory"].erase("value"); }),
            "toy.json: /memory/value: missing key");
  EXPECT_EQ(instance_error([](Json& j) { j["instances"][0].erase("id"); }),
            "toy.json: /instances/0/id: missing key");
  EXPECT_EQ(model_error([](Json& j) { j["models"][0].erase("layers"); }),
            "toy.json: /models/toy/layers: missing key");
}

TEST(ValidationTest, RejectsWrongUnits) {
  EXPECT_THAT(device_error([](Json& j) { j["memory"]["unit"] = "GB/s"; }),
              HasSubstr("toy.json: /memory/unit: wrong unit 'GB/s'; use one of B, KiB"));
  EXPECT_THAT(device_error([](Json& j) { j["memory_bandwidth"]["unit"] = "Gb/s"; }),
              HasSubstr("/memory_bandwidth/unit"));
  EXPECT_EQ(device_error([](Json& j) { j["cores"]["unit"] = "chips"; }),
            "toy.json: /cores/unit: wrong unit 'chips'; use 'cores'");
  EXPECT_THAT(device_error([](Json& j) { j["peak"]["bf16"]["unit"] = "GHz"; }),
              HasSubstr("toy.json: /peak/bf16/unit"));
}

TEST(ValidationTest, RejectsNumbersWithoutSourceOrDate) {
  EXPECT_EQ(device_error([](Json& j) { j["memory"].erase("source"); }),
            "toy.json: /memory/source: missing key");
  EXPECT_THAT(device_error([](Json& j) { j["memory"]["source"] = "docs"; }),
              HasSubstr("toy.json: /memory/source: 'docs' is not in the 'sources' table"));
  EXPECT_THAT(device_error([](Json& j) { j["memory"]["date"] = "yesterday"; }),
              HasSubstr("toy.json: /memory/date"));
  EXPECT_THAT(device_error([](Json& j) { j["memory"]["date"] = "2026-02-30"; }),
              HasSubstr("toy.json: /memory/date"));
  EXPECT_EQ(device_error([](Json& j) { j["sources"]["doc"].erase("date"); }),
            "toy.json: /sources/doc/date: missing key");
  EXPECT_THAT(device_error([](Json& j) { j["sources"]["doc"]["date"] = "2026-8-1"; }),
              HasSubstr("toy.json: /sources/doc/date"));
  EXPECT_EQ(device_error([](Json& j) {
              j["sources"]["old"] = {{"text", "a page"}, {"date", "2026-08-21"}};
            }),
            "toy.json: /sources/old: is not cited by any number");
  EXPECT_THAT(device_error([](Json& j) { j["memory"]["confidence"] = "certain"; }),
              HasSubstr("toy.json: /memory/confidence: must be one of official, driver"));
  EXPECT_EQ(device_error([](Json& j) { j["memory"]["confidence"] = "derived"; }),
            "toy.json: /memory/note: is required: a derived number needs its calculation");
  EXPECT_THAT(instance_error([](Json& j) {
                j["instances"][0]["tensor_parallel_degrees"]["confidence"] = "certain";
              }),
              HasSubstr("/instances/toy.4/tensor_parallel_degrees/confidence"));
  EXPECT_EQ(model_error([](Json& j) { j["models"][0].erase("confidence"); }),
            "toy.json: /models/toy/confidence: missing key");
}

TEST(ValidationTest, RejectsImpossibleValues) {
  EXPECT_EQ(device_error([](Json& j) { j["memory"]["value"] = 0; }),
            "toy.json: /memory/value: must be greater than 0");
  EXPECT_EQ(device_error([](Json& j) { j["memory"]["value"] = -1; }),
            "toy.json: /memory/value: must be greater than 0");
  EXPECT_EQ(device_error([](Json& j) { j["memory"]["value"] = "32"; }),
            "toy.json: /memory/value: must be a number");
  EXPECT_EQ(device_error([](Json& j) { j["cores"]["value"] = 1.5; }),
            "toy.json: /cores/value: must be a whole number of at most 1000000000");
  EXPECT_EQ(device_error([](Json& j) { j["logical_cores"]["value"] = 3; }),
            "toy.json: /logical_cores: must divide the number of cores");
  EXPECT_EQ(device_error([](Json& j) { j["kind"] = "tpu"; }),
            "toy.json: /kind: must be neuron or gpu");
  EXPECT_EQ(instance_error([](Json& j) { j["instances"][0]["efa_interfaces"]["value"] = -1; }),
            "toy.json: /instances/toy.4/efa_interfaces/value: must not be negative");
  EXPECT_EQ(instance_error([](Json& j) { j["instances"][0]["chips"]["value"] = 1e300; }),
            "toy.json: /instances/toy.4/chips/value: must be a whole number of at most 1000000000");
  EXPECT_THAT(model_error([](Json& j) { j["models"][0]["hidden"] = 0; }),
              HasSubstr("toy.json: /models/toy/hidden: must be a whole number between 1 and"));
  EXPECT_THAT(model_error([](Json& j) { j["models"][0]["hidden"] = 4'000'000'000; }),
              HasSubstr("toy.json: /models/toy/hidden"));
  EXPECT_EQ(model_error([](Json& j) { j["models"][0]["parameters"] = -7; }),
            "toy.json: /models/toy/parameters: must be greater than 0");
}

TEST(ValidationTest, RejectsContradictions) {
  EXPECT_EQ(
      instance_error([](Json& j) { j["instances"][0]["topology"]["dims"] = {4, 4}; }),
      "toy.json: /instances/toy.4/topology/dims: the product is 16, but the instance has 4 chips");
  EXPECT_EQ(instance_error([](Json& j) { j["instances"][0]["topology"]["dims"] = {4}; }),
            "toy.json: /instances/toy.4/topology/dims: 'torus-2d' must have 2 dimensions");
  EXPECT_THAT(instance_error([](Json& j) { j["instances"][0]["topology"]["kind"] = "star"; }),
              HasSubstr("/instances/toy.4/topology/kind: must be one of single-chip, chain"));
  EXPECT_THAT(
      instance_error([](Json& j) { j["instances"][0]["topology"] = {{"kind", "single-chip"}}; }),
      HasSubstr("is single-chip, but the instance has 4 chips"));
  EXPECT_THAT(instance_error(
                  [](Json& j) { j["instances"][0]["tensor_parallel_degrees"]["values"] = {8, 2}; }),
              HasSubstr("must be in ascending order"));
  EXPECT_EQ(model_error([](Json& j) { j["models"][0]["kv_heads"] = 3; }),
            "toy.json: /models/toy/kv_heads: is 3, which does not divide the 4 heads");
  EXPECT_EQ(model_error([](Json& j) { j["models"][0]["moe"]["top_k"] = 9; }),
            "toy.json: /models/toy/moe/top_k: is 9, which exceeds the 8 experts");
  EXPECT_THAT(model_error([](Json& j) { j["models"][0]["architecture"] = "oracle"; }),
              HasSubstr("toy.json: /models/toy/architecture: unknown architecture 'oracle'"));
}

TEST(ValidationTest, AliasesOfInstancesAreUnique) {
  const Json alias =
      edited(kInstances, [](Json& j) { j["instances"][0]["aliases"] = {"trn2.3xlarge"}; });
  const std::array<Catalog::File, 1> files{Catalog::File{"mine.json", alias}};
  const auto loaded = Catalog::load(files);
  ASSERT_FALSE(loaded);
  EXPECT_THAT(to_string(loaded.error()), HasSubstr("duplicate instance type 'trn2.3xlarge'"));
  EXPECT_THAT(instance_error([](Json& j) { j["instances"][0]["aliases"] = {""}; }),
              HasSubstr("must be an array of strings"));
  EXPECT_THAT(instance_error([](Json& j) { j["instances"][0]["aliases"] = "toy"; }),
              HasSubstr("must be an array of strings"));
}

TEST(ValidationTest, HandlesValuesOfTheWrongType) {
  // Replaces every value of every document in turn. No reader may crash, and errors must contain
  // the file name.
  const std::vector<Json> strange{Json(),
                                  Json(-1),
                                  Json(1e300),
                                  Json("x"),
                                  Json(true),
                                  Json::array({1, "x"}),
                                  Json::object({{"x", 1}})};
  std::size_t refused = 0;
  const auto attack = [&](const char* text, const auto& read) {
    const Json flat = parse_json(text, "toy.json")->flatten();
    for (const auto& [pointer, value] : flat.items()) {
      for (const Json& odd : strange) {
        for (Json::json_pointer where(pointer); !where.empty(); where.pop_back()) {
          Json json = *parse_json(text, "toy.json");
          json[where] = odd;
          const auto result = read(json, "toy.json");
          if (result) continue;
          EXPECT_EQ(result.error().code, ErrorCode::kBadInput);
          EXPECT_THAT(result.error().where.english(), HasSubstr("toy.json"));
          ++refused;
        }
      }
    }
  };
  attack(kToyDevice, device_from_json);
  attack(kInstances, instances_from_json);
  attack(kModels, models_from_json);
  EXPECT_GT(refused, 1000u);
}

}  // namespace
}  // namespace nscope::catalog
