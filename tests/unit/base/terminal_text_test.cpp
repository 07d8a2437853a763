#include "profiler/base/text/terminal_text.h"

#include <gtest/gtest.h>

namespace nscope {
namespace {

TEST(TerminalText, KeepsWhatOnlyShows) {
  for (const char* text :
       {"", "plain", "gr\u00f6\u00dfe", "\u65e5\u672c", "\U0001F600", "a\u00a0b"}) {
    EXPECT_EQ(terminal_text(text), text);
  }
}

TEST(TerminalText, EscapesControlCharacters) {
  EXPECT_EQ(terminal_text("\x1b]0;title\a"), "\\x1b]0;title\\x07");
  EXPECT_EQ(terminal_text("a\r\x7f"), "a\\x0d\\x7f");
  EXPECT_EQ(terminal_text(std::string_view("\0", 1)), "\\x00");
  EXPECT_EQ(terminal_text("\u009b2J"), "\\u009b2J") << "CSI of one character";
}

TEST(TerminalText, EscapesMarksOfDirectionAndLines) {
  EXPECT_EQ(terminal_text("user\u202etxt.exe"), "user\\u202etxt.exe");
  EXPECT_EQ(terminal_text("\u2066a\u2069\u200f\u061c"), "\\u2066a\\u2069\\u200f\\u061c");
  EXPECT_EQ(terminal_text("a\u2028b"), "a\\u2028b");
}

TEST(TerminalText, EscapesOtherBytes) {
  EXPECT_EQ(terminal_text("caf\xe9"), "caf\\xe9");
  EXPECT_EQ(terminal_text("\xe2\x80"), "\\xe2\\x80");
}

TEST(TerminalText, KeepsWhatIsAskedFor) {
  EXPECT_EQ(terminal_text("a\n\tb\r"), "a\\x0a\\x09b\\x0d");
  EXPECT_EQ(terminal_text("a\n\tb\r", "\n\t"), "a\n\tb\\x0d");
}

}  // namespace
}  // namespace nscope
