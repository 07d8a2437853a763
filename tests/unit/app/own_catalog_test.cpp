// Folders with models, devices and instance types of the user.
#include "app/documents/own_catalog.h"

#include "tests/support/temporary_folder.h"
#include "tests/support/toy_device.h"

#include <filesystem>
#include <fstream>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace nscope::app {
namespace {

using testing::AllOf;
using testing::EndsWith;
using testing::HasSubstr;

constexpr const char* kModel = R"({
  "schema": "nscope.models/1",
  "models": [{
    "id": "our-1b", "architecture": "decoder", "aliases": ["Our 1B"],
    "layers": 16, "hidden": 2048, "heads": 32, "kv_heads": 8, "head_dim": 64, "ffn": 8192,
    "ffn_gated": true, "vocabulary": 32000, "tied_embeddings": true, "parameters": 1040000000,
    "source": "our training run", "date": "2026-11-01", "confidence": "official"
  }]
})";

constexpr const char* kInstance = R"({
  "schema": "nscope.instances/1",
  "sources": {"doc": {"text": "our rack", "date": "2026-08-21"}},
  "instances": [{
    "id": "lab.4", "family": "lab", "device": "toy",
    "chips": {"value": 4, "unit": "chips", "source": "doc", "confidence": "official"},
    "host_memory": {"value": 64, "unit": "GiB", "source": "doc", "confidence": "official"},
    "topology": {"kind": "torus-2d", "dims": [2, 2]}
  }]
})";

class OwnCatalogTest : public testing::Test {
 protected:
  void write(const std::string& name, std::string content) const {
    std::filesystem::create_directories((folder_.path() / name).parent_path());
    std::ofstream(folder_.path() / name) << content;
  }
  std::string at(const std::string& name) const { return (folder_.path() / name).string(); }

  std::string error_with(const CatalogFolders& folders) const {
    const auto loaded = load_catalog(folders);
    return loaded ? "accepted" : to_string(loaded.error());
  }
  /// The error for one file in the folder of models.
  std::string error_of_model(std::string content) const {
    write("m/mine.json", std::move(content));
    return error_with({.models = {at("m")}});
  }

 private:
  TestFolder folder_;
};

/// kModel with one part replaced.
std::string model_with(const std::string& from, const std::string& to) {
  std::string text = kModel;
  const auto at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return text.replace(at, from.size(), to);
}

TEST_F(OwnCatalogTest, WithoutFoldersIsTheBuiltInCatalogue) {
  const auto loaded = load_catalog({});
  ASSERT_TRUE(loaded) << to_string(loaded.error());
  EXPECT_EQ(loaded->models().size(), catalog::Catalog::load()->models().size());
}

TEST_F(OwnCatalogTest, AddsModelsDevicesAndInstances) {
  write("models/a.json", kModel);
  write("models/readme.txt", "not a document");
  write("models/old/b.json", "{ not read");
  // The instance type sorts before its device.
  write("hardware/a-instances.json", kInstance);
  write("hardware/b-device.json", kToyDevice);
  const auto loaded = load_catalog({.models = {at("models")}, .devices = {at("hardware")}});
  ASSERT_TRUE(loaded) << to_string(loaded.error());
  EXPECT_EQ((*loaded->model("our 1b"))->layers, 16);
  EXPECT_EQ((*loaded->model("llama-2-70b"))->layers, 80) << "the built-in models stay";
  const catalog::Instance& lab = **loaded->instance("lab.4");
  EXPECT_EQ(loaded->device_of(lab).title, "Toy");
  EXPECT_EQ(loaded->logical_cores_of(lab), 8);
}

TEST_F(OwnCatalogTest, ReadsSeveralFolders) {
  write("one/a.json", kModel);
  write("two/a.json", model_with("our-1b", "our-other"));
  EXPECT_THAT(error_with({.models = {at("one"), at("two")}}), HasSubstr("our 1b"))
      << "the alias is in both";
  write("two/a.json", R"({"schema": "nscope.models/1", "models": []})");
  EXPECT_EQ(error_with({.models = {at("one"), at("two")}}), "accepted");
}

TEST_F(OwnCatalogTest, ReadsConfigurationsOfHuggingFaceAsModels) {
  constexpr const char* kConfig = R"({"model_type": "qwen3", "num_hidden_layers": 4,
    "quantization_config": {"quant_method": "awq", "bits": 4}})";
  // In a folder of documents, a configuration has the name of its file.
  write("models/a.json", kModel);
  write("models/our-chat.json", kConfig);
  // In the folder of a checkpoint, the other files are not documents.
  write("our-tune/config.json", kConfig);
  write("our-tune/tokenizer.json", R"({"version": "1.0"})");
  write("our-tune/generation_config.json", "{}");
  const auto loaded = load_catalog({.models = {at("models"), at("our-tune/")}});
  ASSERT_TRUE(loaded) << to_string(loaded.error());
  EXPECT_EQ((*loaded->model("our-1b"))->layers, 16);
  for (const char* const name : {"our-chat", "our-tune"}) {
    ASSERT_TRUE(loaded->model(name)) << name;
    EXPECT_EQ((*loaded->model(name))->layers, 4);
    EXPECT_THAT((*loaded->model(name))->note.english(), HasSubstr("int4 weights (awq)"));
  }
  // A name of the catalogue, a configuration that cannot be read, and another file.
  write("llama-2-70b/config.json", kConfig);
  EXPECT_THAT(error_with({.models = {at("llama-2-70b")}}),
              AllOf(HasSubstr("llama-2-70b/config.json"), HasSubstr("use another id")));
  EXPECT_THAT(error_of_model(R"({"model_type": "qwen3", "num_hidden_layers": 0})"),
              HasSubstr("m/mine.json: /num_hidden_layers: must be a whole number"));
  EXPECT_THAT(error_of_model(R"({"tokenizer_class": "T"})"),
              HasSubstr("must be nscope.models/1, because the folder is that of --models"));
}

TEST_F(OwnCatalogTest, RefusesNamesOfTheCatalogue) {
  EXPECT_THAT(error_of_model(model_with("our-1b", "Llama-2-70B")),
              AllOf(HasSubstr("m/mine.json"), HasSubstr("llama-2-70b"), HasSubstr("use another")));
  EXPECT_THAT(error_of_model(model_with("Our 1B", "meta-llama/Llama-2-70b-hf")), HasSubstr("mine"));
  write("d/a.json", kToyDevice);
  write("d/b.json", kToyDevice);
  EXPECT_THAT(error_with({.devices = {at("d")}}),
              AllOf(HasSubstr("d/b.json: duplicate device 'toy'"), HasSubstr("another id")));
  std::string taken = kInstance;
  taken.replace(taken.find("lab.4"), 5, "trn1.2xlarge");
  write("d/b.json", taken);
  EXPECT_THAT(error_with({.devices = {at("d")}}), HasSubstr("duplicate instance type 'trn1.2xl"));
}

TEST_F(OwnCatalogTest, NamesTheFileAndTheKeyOfAnError) {
  EXPECT_THAT(error_of_model(model_with("\"layers\": 16", "\"layer\": 16")),
              HasSubstr("m/mine.json: /models/our-1b/layers: missing key"));
  EXPECT_THAT(error_of_model(model_with("\"aliases\"", "\"alias\"")),
              HasSubstr("/models/our-1b/alias: unknown key; did you mean 'aliases'?"));
  EXPECT_THAT(error_of_model(model_with("16,", "16.5,")),
              HasSubstr("/models/our-1b/layers: must be a whole number"));
  EXPECT_THAT(error_of_model("{\n \"schema\": nscope"), HasSubstr("mine.json: line 2, column"));
  EXPECT_THAT(error_of_model("[]"), EndsWith("must be nscope.models/1, because the folder is that "
                                             "of --models"));
  EXPECT_THAT(error_of_model(kToyDevice), HasSubstr("mine.json: /schema: must be nscope.models/1"));
  write("d/m.json", kModel);
  EXPECT_THAT(error_with({.devices = {at("d")}}),
              HasSubstr("/schema: must be nscope.device/1 or nscope.instances/1"));
  write("e/lab.json", kInstance);
  EXPECT_THAT(error_with({.devices = {at("e")}}),
              HasSubstr("lab.json: /instances/lab.4/device: unknown device 'toy'"));
}

TEST_F(OwnCatalogTest, RefusesUnusableFolders) {
  EXPECT_THAT(error_with({.models = {at("absent")}}), HasSubstr("absent: cannot read the folder"));
  write("file.json", kModel);
  EXPECT_THAT(error_with({.models = {at("file.json")}}), HasSubstr("cannot read the folder"));
  write("empty/readme.md", "");
  EXPECT_THAT(error_with({.models = {at("empty")}}), HasSubstr("empty: has no files *.json"));
}

}  // namespace
}  // namespace nscope::app
