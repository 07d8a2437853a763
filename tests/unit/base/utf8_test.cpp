#include "profiler/base/text/utf8.h"

#include <gtest/gtest.h>

namespace nscope {
namespace {

TEST(Utf8, AcceptsValidText) {
  for (const char* text : {"", "plain", "größer", "€", "\U0001F600", "\xF4\x8F\xBF\xBF"}) {
    EXPECT_TRUE(is_utf8(text)) << text;
  }
}

TEST(Utf8, RejectsOtherBytes) {
  for (const char* text : {"\xFF", "a\x80", "\xC0\x80", "\xC3", "\xE0\x80\x80", "\xED\xA0\x80",
                           "\xF0\x80\x80\x80", "\xF4\x90\x80\x80", "ok \xE2\x82"}) {
    EXPECT_FALSE(is_utf8(text));
  }
}

TEST(Utf8, ReplacesWhatCannotBeDisplayed) {
  EXPECT_EQ(displayable_utf8("a\u00e4\t\u65e5\n"), "a\u00e4\t\u65e5\n");
  EXPECT_EQ(displayable_utf8("\x01\xff\xc3z"), "\uFFFD\uFFFD\uFFFDz");
  EXPECT_EQ(displayable_utf8("\uFFFE \uFFFF"), "\uFFFD \uFFFD");
}

}  // namespace
}  // namespace nscope
