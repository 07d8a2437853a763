#include "profiler/trace/device_id.h"

#include "profiler/trace/vocabulary.h"

#include <string>

#include <gtest/gtest.h>

namespace nscope {
namespace {

TEST(DeviceId, OfInstanceTypesAndFamilies) {
  EXPECT_EQ(device_of_instance("trn2.48xlarge"), "trainium2");
  EXPECT_EQ(device_of_instance("trn2u.48xlarge"), "trainium2");
  EXPECT_EQ(device_of_instance("trn1n"), "trainium");
  EXPECT_EQ(device_of_instance("inf2"), "inferentia2");
  EXPECT_EQ(device_of_instance("p4d.24xlarge"), "a100-40gb");
  EXPECT_FALSE(device_of_instance("trn9.48xlarge"));
  EXPECT_FALSE(device_of_instance("trn"));
  EXPECT_FALSE(device_of_instance(""));
}

std::string read_as(std::string_view key, std::string text) {
  PropertyValue value(std::move(text));
  use_catalogue_device_id(key, value);
  return std::get<std::string>(value);
}

TEST(DeviceId, OfOlderVersionsIsReplacedByTheCatalogueId) {
  EXPECT_EQ(read_as(property::kDevice, "trn2"), "trainium2");
  EXPECT_EQ(read_as(property::kDevice, "trn1"), "trainium");
  EXPECT_EQ(read_as(property::kDevice, "inf2"), "inferentia2");
  EXPECT_EQ(read_as(property::kDevice, "trainium2"), "trainium2");
  EXPECT_EQ(read_as(property::kDevice, "my chip"), "my chip");
  EXPECT_EQ(read_as(property::kDevice, ""), "");
  EXPECT_EQ(read_as(property::kInstanceType, "trn2"), "trn2");
  PropertyValue number(std::int64_t{2});
  use_catalogue_device_id(property::kDevice, number);
  EXPECT_EQ(number, PropertyValue(std::int64_t{2}));
}

}  // namespace
}  // namespace nscope
