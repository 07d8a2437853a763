#include "app/documents/today.h"

#include <cstdlib>

#include <gtest/gtest.h>

namespace nscope::app {
namespace {

class TodayTest : public testing::Test {
 protected:
  void TearDown() override { unsetenv("SOURCE_DATE_EPOCH"); }
};

TEST_F(TodayTest, IsTheDayThatTheEnvironmentNames) {
  setenv("SOURCE_DATE_EPOCH", "1795391999", 1);  // a second before midnight, UTC
  EXPECT_EQ(today(), cost::parse_day("2026-11-22").value());
  EXPECT_EQ(time_stamp(), "2026-11-22T23:59:59");
}

TEST_F(TodayTest, WhatIsNoTimeNamesNoDay) {
  const cost::Day before = today();
  for (const char* text : {"", "soon", "-1", "1795391999x", "253402300800"}) {
    setenv("SOURCE_DATE_EPOCH", text, 1);
    EXPECT_GE(today(), before) << text;
    EXPECT_LE(today() - before, std::chrono::days(1)) << text;
  }
}

}  // namespace
}  // namespace nscope::app
