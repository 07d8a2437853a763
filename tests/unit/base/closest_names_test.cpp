#include "profiler/base/text/closest_names.h"

#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace nscope {
namespace {

using testing::ElementsAre;

TEST(ClosestNames, ContainedNamesComeBeforeSimilarOnes) {
  const std::vector<std::string> names{"inf1.xlarge", "trn2.48xlarge", "trn1.32xlarge",
                                       "trn1.2xlarge"};
  EXPECT_THAT(closest_names("TRN1", names, 2), ElementsAre("trn1.2xlarge", "trn1.32xlarge"));
  EXPECT_THAT(closest_names("inf2.xlarge", names, 1), ElementsAre("inf1.xlarge"));
}

TEST(ClosestNames, ReturnsAtMostAllNames) {
  const std::vector<std::string> names{"summary", "simulate"};
  EXPECT_THAT(closest_names("sumary", names, 5), ElementsAre("summary", "simulate"));
  EXPECT_TRUE(closest_names("x", {}, 3).empty());
  EXPECT_EQ(closest_names(std::string(1'000'000, 'x'), names, 2).size(), 2u);
}

}  // namespace
}  // namespace nscope
