#include "profiler/base/large_number.h"

#include <gtest/gtest.h>

namespace nscope {
namespace {

TEST(LargeNumberTest, HasWordsInsteadOfExponents) {
  EXPECT_EQ(large_number(671026000000).english(), "671 billion");
  EXPECT_EQ(large_number(1.03e12).english(), "1.03 trillion");
  EXPECT_EQ(large_number(3.548e8).english(), "354.8 million");
  EXPECT_EQ(large_number(4.832e15).english(), "4.832 quadrillion");
  EXPECT_EQ(large_number(-2.5e6).english(), "-2.5 million");
  EXPECT_EQ(large_number(999960000).english(), "1 billion") << "the digits round up";
}

TEST(LargeNumberTest, SmallCountsAreWhole) {
  EXPECT_EQ(large_number(0).english(), "0");
  EXPECT_EQ(large_number(16384).english(), "16,384");
  EXPECT_EQ(large_number(999940).english(), "999,940");
  EXPECT_EQ(large_number(2.5).english(), "2.5");
  EXPECT_EQ(large_number(12345.6).english(), "12,346");
}

}  // namespace
}  // namespace nscope
