#include "profiler/dependency/semaphore_use.h"

#include <gtest/gtest.h>

namespace nscope {
namespace {

TEST(SemaphoreUse, TellsWaitsFromUpdates) {
  const auto uses = semaphore_uses(
      "S[5] (Tensor)>=4 S[4] (Scalar)++@complete src=fp32@0x2000000[1,1,1,1][512,2,1,1]");
  ASSERT_EQ(uses.size(), 2u);
  EXPECT_EQ(uses[0].id, 5);
  EXPECT_TRUE(uses[0].blocks);
  EXPECT_EQ(uses[1].id, 4);
  EXPECT_FALSE(uses[1].blocks);
}

TEST(SemaphoreUse, ReadsTheRuntimesSemaphores) {
  const auto uses = semaphore_uses("setter=0 $S[2]==8 $S[2]=0@complete $S[3]+=1@complete");
  ASSERT_EQ(uses.size(), 3u);
  EXPECT_TRUE(uses[0].blocks);
  EXPECT_FALSE(uses[1].blocks);
  EXPECT_EQ(uses[2].id, 3);
}

TEST(SemaphoreUse, SkipsWhatItDoesNotKnow) {
  for (const std::string_view text :
       {"", "S[", "S[x]>=1", "S[-1]>=1", "S[99999999999]++", "S[1] (Ten", "S[1]?3", "src="}) {
    EXPECT_TRUE(semaphore_uses(text).empty()) << text;
  }
}

}  // namespace
}  // namespace nscope
