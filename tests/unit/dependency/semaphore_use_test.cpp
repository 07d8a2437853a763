#include "profiler/dependency/semaphore_use.h"

#include <gtest/gtest.h>

namespace nscope {
namespace {

TEST(SemaphoreUse, DistinguishesWaitsAndUpdates) {
  const auto uses = semaphore_uses(
      "S[5] (Tensor)>=4 S[4] (Scalar)++@complete src=fp32@0x2000000[1,1,1,1][512,2,1,1]");
  ASSERT_EQ(uses.size(), 2u);
  EXPECT_EQ(uses[0].id, 5);
  EXPECT_TRUE(uses[0].blocks);
  EXPECT_EQ(uses[1].id, 4);
  EXPECT_FALSE(uses[1].blocks);
}

TEST(SemaphoreUse, ReadsTheSemaphoresOfTheRuntime) {
  const auto uses = semaphore_uses("setter=0 $S[2]==8 $S[2]=0@complete $S[3]+=1@complete");
  ASSERT_EQ(uses.size(), 3u);
  EXPECT_TRUE(uses[0].blocks);
  EXPECT_FALSE(uses[1].blocks);
  EXPECT_EQ(uses[2].id, 3);
}

TEST(SemaphoreUse, DistinguishesIncrementsAndDecrements) {
  const auto raises = [](std::string_view text) {
    const auto uses = semaphore_uses(text);
    return uses.size() == 1 && !uses[0].blocks && uses[0].raises;
  };
  for (const std::string_view text :
       {"$S[1]++@complete", "$S[1]+=1@complete", "$S[1]=3@complete"}) {
    EXPECT_TRUE(raises(text)) << text;
  }
  for (const std::string_view text : {"$S[1]--@complete", "$S[1]=0@complete", "$S[1]>=1"}) {
    EXPECT_FALSE(raises(text)) << text;
  }
}

TEST(SemaphoreUse, ReadsEventFlags) {
  const auto waits = semaphore_uses("$E[4]==1- cycle=1");
  ASSERT_EQ(waits.size(), 1u);
  EXPECT_EQ(waits[0].id, 4);
  EXPECT_TRUE(waits[0].flag);
  EXPECT_TRUE(waits[0].blocks);
  const auto sets = semaphore_uses("$E[1]+@complete cycle=1");
  ASSERT_EQ(sets.size(), 1u);
  EXPECT_TRUE(sets[0].flag);
  EXPECT_TRUE(sets[0].raises);
  EXPECT_FALSE(sets[0].blocks);
  EXPECT_TRUE(semaphore_uses("compute_op=NONE[4]==1").empty()) << "no event flag";
}

TEST(SemaphoreUse, FindsTheSemaphoreOfATransfer) {
  EXPECT_EQ(transfer_semaphore("S[51] (qScalarDynamicHW)>=16 semaphore=35 sem_increment=16"), 35);
  EXPECT_EQ(transfer_semaphore("semaphore=35 sem_increment=16"), 35) << "nothing before it";
  EXPECT_EQ(transfer_semaphore("own_semaphore=1 semaphore=35"), 35);
  EXPECT_EQ(transfer_semaphore("own_semaphore=1"), -1);
  EXPECT_EQ(transfer_semaphore("src=fp32@0x1"), -1);
  EXPECT_EQ(transfer_semaphore(" semaphore=x"), -1);
}

TEST(SemaphoreUse, SkipsUnknownText) {
  for (const std::string_view text :
       {"", "S[", "S[x]>=1", "S[-1]>=1", "S[99999999999]++", "S[1] (Ten", "S[1]?3", "src="}) {
    EXPECT_TRUE(semaphore_uses(text).empty()) << text;
  }
}

}  // namespace
}  // namespace nscope
