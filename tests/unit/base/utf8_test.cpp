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

TEST(Utf8, FindsTheFirstInvalidByteAtEveryPosition) {
  for (std::size_t at = 0; at < 40; ++at) {
    std::string text(40, 'a');
    EXPECT_EQ(valid_utf8_prefix(text), 40u);
    text[at] = '\x80';
    EXPECT_EQ(valid_utf8_prefix(text), at);
  }
  EXPECT_EQ(valid_utf8_prefix("gr\u00f6\u00dfe\xC3"), 7u);
}

TEST(Utf8, ReplacesEachInvalidByte) {
  EXPECT_EQ(valid_utf8(""), "");
  EXPECT_EQ(valid_utf8("a\u65e5\x1b"), "a\u65e5\x1b") << "control characters are data";
  EXPECT_EQ(valid_utf8("\x80"), "\uFFFD");
  EXPECT_EQ(valid_utf8("caf\xe9 au lait"), "caf\uFFFD au lait") << "Latin-1";
  EXPECT_EQ(valid_utf8("\xed\xa0\x80"), "\uFFFD\uFFFD\uFFFD") << "a surrogate";
  EXPECT_EQ(valid_utf8("\xff\xfe"
                       "a"),
            "\uFFFD\uFFFDa")
      << "UTF-16";
  EXPECT_EQ(valid_utf8("\u65e5\xe6\x97"), "\u65e5\uFFFD\uFFFD") << "cut";
}

TEST(Utf8, ReplacesWhatCannotBeDisplayed) {
  EXPECT_EQ(displayable_utf8("a\u00e4\t\u65e5\n"), "a\u00e4\t\u65e5\n");
  EXPECT_EQ(displayable_utf8("\x01\xff\xc3z"), "\uFFFD\uFFFD\uFFFDz");
  EXPECT_EQ(displayable_utf8("\uFFFE \uFFFF"), "\uFFFD \uFFFD");
}

}  // namespace
}  // namespace nscope
