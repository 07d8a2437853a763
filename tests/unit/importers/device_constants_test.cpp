#include "importers/ntff/device_constants.h"

#include "simcore/catalog/catalog.h"

#include <set>
#include <string>

#include <gtest/gtest.h>

namespace nscope::importers {
namespace {

TEST(DeviceConstants, OfEachFamilyThatCapturesAreKnownOf) {
  for (const std::string_view type : {"trn1.2xlarge", "trn1n.32xlarge", "inf2.48xlarge"}) {
    const auto constants = device_constants(type);
    ASSERT_TRUE(constants) << type;
    EXPECT_EQ(constants->generation, "v2");
    EXPECT_EQ(constants->device, type.starts_with("trn") ? "trainium" : "inferentia2");
    EXPECT_EQ(constants->pe_clock_hz, 2.8e9);
    EXPECT_EQ(constants->engine_clock_hz, 1.4e9);
    EXPECT_EQ(constants->hbm_bytes_per_second, 410e9);
  }
  for (const std::string_view type : {"trn2.3xlarge", "trn2.48xlarge", "trn2u.48xlarge"}) {
    const auto constants = device_constants(type);
    ASSERT_TRUE(constants) << type;
    EXPECT_EQ(constants->generation, "v3");
    EXPECT_EQ(constants->device, "trainium2");
    EXPECT_EQ(constants->pe_clock_hz, 2.4e9);
    EXPECT_EQ(constants->engine_clock_hz, 1.2e9);
    EXPECT_EQ(constants->pe_rows, 128);
    EXPECT_EQ(constants->pe_columns, 128);
    EXPECT_EQ(constants->hbm_bytes_per_second, 358e9);
  }
  for (const std::string_view type : {"inf1.xlarge", "trn3.48xlarge", "p5.48xlarge", "trn9", ""}) {
    EXPECT_FALSE(device_constants(type)) << type;
  }
}

// The importers read the data files themselves. Their constants must be those of the catalogue,
// which every simulated run uses.
TEST(DeviceConstants, AreTheFactsOfTheCatalogue) {
  const auto catalog = catalog::Catalog::load();
  ASSERT_TRUE(catalog) << to_string(catalog.error());
  std::set<std::string> checked;
  for (const catalog::Instance& instance : catalog->instances()) {
    const catalog::Device& device = catalog->device_of(instance);
    const auto constants = device_constants(instance.family);
    ASSERT_EQ(constants.has_value(), device.profiler_view.has_value()) << instance.id;
    if (!constants) continue;
    EXPECT_EQ(constants->device, device.id);
    EXPECT_EQ(constants->generation, device.generation);
    EXPECT_EQ(constants->pe_clock_hz, device.core->tensor_clock->value);
    EXPECT_EQ(constants->pe_rows, device.core->pe_rows->value);
    EXPECT_EQ(constants->pe_columns, device.core->pe_columns->value);
    EXPECT_EQ(constants->engine_clock_hz, device.profiler_view->engine_clock.value);
    EXPECT_EQ(constants->hbm_bytes_per_second, device.profiler_view->hbm_bandwidth.value);
    checked.insert(device.id);
  }
  EXPECT_EQ(checked, (std::set<std::string>{"inferentia2", "trainium", "trainium2"}));
}

}  // namespace
}  // namespace nscope::importers
