#include "simcore/catalog/catalog_tables.h"

#include "tests/unit/catalog/builtin_catalog.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace nscope::catalog {
namespace {

using testing::HasSubstr;

std::size_t column(const Table& table, std::string_view id) {
  for (std::size_t c = 0; c < table.columns().size(); ++c) {
    if (table.columns()[c].id == id) return c;
  }
  ADD_FAILURE() << "no column " << id;
  return 0;
}

std::size_t row(const Table& table, std::string_view name) {
  for (std::size_t r = 0; r < table.row_count(); ++r) {
    if (to_string(table.at(r, 0), Language()) == name) return r;
  }
  ADD_FAILURE() << "no row " << name;
  return 0;
}

std::string cell(const Table& table, std::string_view name, std::string_view id) {
  return to_string(table.at(row(table, name), column(table, id)), Language());
}

TEST(CatalogTablesTest, ListsHaveOneRowPerItem) {
  EXPECT_EQ(device_table(builtin()).row_count(), builtin().devices().size());
  EXPECT_EQ(instance_table(builtin()).row_count(), builtin().instances().size());
  EXPECT_EQ(model_table(builtin()).row_count(), builtin().models().size());
}

TEST(CatalogTablesTest, TheListSaysWhatIsNotDescribed) {
  const Table list = model_table(builtin());
  EXPECT_GE(list.row_count(), 150u);
  EXPECT_EQ(cell(list, "flux.1-dev", "not_described"), "text_encoder, vae_decoder");
  EXPECT_EQ(cell(list, "evo2-7b", "not_described"), "convolution mixers");
  EXPECT_EQ(cell(list, "llama-2-70b", "not_described"), "");
  for (const Model& each : builtin().models()) EXPECT_NE(cell(list, each.id, "source"), "");
}

TEST(CatalogTablesTest, ShowsTheVisionTowerOfAModel) {
  const Table llava = model_table(model("llava-v1.5-7b"));
  EXPECT_THAT(cell(llava, "vision/tokens", "value"), HasSubstr("576"));
  EXPECT_THAT(cell(llava, "vision/parameters", "note"), HasSubstr("not part of the parameters"));
  EXPECT_THAT(cell(model_table(model("qwen2.5-vl-7b")), "vision/tokens", "note"),
              HasSubstr("1024 x 1024"));
}

TEST(CatalogTablesTest, UnknownIsNeverZero) {
  const Table devices = device_table(builtin());
  EXPECT_EQ(cell(devices, "t4", "bf16"), "not published");
  EXPECT_EQ(cell(devices, "trainium2", "power"), "not published");
  EXPECT_EQ(cell(devices, "trainium2", "memory"), "96");
  const Table instances = instance_table(builtin());
  EXPECT_EQ(cell(instances, "trn3-gen1-ultraserver", "efa"), "not published");
  EXPECT_EQ(cell(instances, "inf2.48xlarge", "efa"), "0");
  EXPECT_EQ(cell(instances, "inf2.48xlarge", "tensor_parallel"), "2, 4, 8, 12, 24");
  EXPECT_EQ(cell(instances, "trn1.32xlarge", "topology"), "torus-2d 4 x 4");
  EXPECT_EQ(cell(instances, "trn2.48xlarge", "logical_cores"), "64");
  EXPECT_EQ(cell(model_table(builtin()), "pixart-alpha", "parameters"), "unknown");
  EXPECT_TRUE(devices.to_json()[row(devices, "t4")]["bf16"].is_null());
}

TEST(CatalogTablesTest, DetailsHaveTheirProvenance) {
  const Table table = device_table(device("trainium2"));
  EXPECT_EQ(table.row_count(), facts_of(device("trainium2")).size());
  EXPECT_EQ(cell(table, "core/peak/bf16", "printed"), "79 TFLOPS");
  EXPECT_EQ(cell(table, "core/peak/bf16", "unit"), "FLOP/s");
  EXPECT_EQ(cell(table, "core/peak/bf16", "confidence"), "official");
  EXPECT_THAT(cell(table, "core/peak/bf16", "source"), HasSubstr("trainium2_arch.rst"));
  EXPECT_EQ(cell(table, "core/peak/bf16", "date"), "2026-08-21");
  const Table machine = instance_table(builtin(), instance("trn1.32xlarge"));
  EXPECT_EQ(cell(machine, "chips", "printed"), "16 chips");
  EXPECT_EQ(cell(machine, "topology", "printed"), "torus-2d 4 x 4");
  EXPECT_EQ(cell(machine, "device/memory", "printed"), "32 GiB");
}

TEST(CatalogTablesTest, ModelDetailsListWhatIsStated) {
  const Table llama = model_table(model("llama-2-70b"));
  EXPECT_EQ(cell(llama, "layers", "value"), "80");
  EXPECT_EQ(cell(llama, "kv_elements_per_token", "value"), "163840");
  EXPECT_THAT(cell(model_table(model("deepseek-v3")), "mla/kv_rank", "value"), HasSubstr("512"));
  EXPECT_EQ(cell(model_table(model("sdxl")), "unet/macs/1024x1024", "unit"), "MAC");
}

TEST(CatalogTablesTest, ModelDetailsSayWhatIsUnknown) {
  const Table gpt = model_table(model("gpt3-175b"));
  EXPECT_EQ(cell(gpt, "max_positions", "printed"), "unknown");
  EXPECT_TRUE(gpt.to_json()[row(gpt, "max_positions")]["value"].is_null());
  const Table mamba = model_table(model("mamba-2.8b"));
  EXPECT_EQ(cell(mamba, "max_positions", "printed"), "no limit");
  EXPECT_TRUE(mamba.to_json()[row(mamba, "max_positions")]["value"].is_null());
  EXPECT_EQ(cell(model_table(model("granite-4.0-h-tiny")), "active_parameters", "printed"),
            "unknown");
  const Table instances = instance_table(builtin(), instance("trn3-gen1-ultraserver"));
  EXPECT_EQ(cell(instances, "efa_interfaces", "printed"), "not published");
  EXPECT_EQ(cell(instances, "hosts", "value"), "4");
}

TEST(CatalogTablesTest, NumbersOfModelsAreWhole) {
  const Table resnet = model_table(model("resnet50"));
  EXPECT_EQ(cell(resnet, "macs/224x224", "value"), "4110000000");
  EXPECT_EQ(cell(resnet, "macs/224x224", "printed"), "4,110,000,000 MAC");
}

TEST(CatalogTablesTest, TextIsDeterministic) {
  EXPECT_EQ(instance_table(builtin()).to_text(Language()),
            instance_table(builtin()).to_text(Language()));
  EXPECT_THAT(device_table(builtin()).to_text(Language()), HasSubstr("AWS Trainium3"));
  // 186 GB in GiB, without the digits of the conversion.
  EXPECT_THAT(device_table(builtin()).to_text(Language()),
              testing::AllOf(HasSubstr(" 173 "), testing::Not(HasSubstr("173.2"))));
}

}  // namespace
}  // namespace nscope::catalog
