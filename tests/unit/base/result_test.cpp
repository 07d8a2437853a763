#include "profiler/base/result.h"

#include <gtest/gtest.h>

namespace nscope {
namespace {

TEST(Error, TextBeginsWithThePosition) {
  EXPECT_EQ(to_string(Error{ErrorCode::kIo, tr("cannot read"), "a.ntff"}), "a.ntff: cannot read");
  EXPECT_EQ(to_string(Error{ErrorCode::kIo, tr("no space"), ""}), "no space");
}

TEST(Error, ControlCharactersDoNotReachTheTerminal) {
  const Error error{ErrorCode::kBadInput, Text::verbatim("starts with '\x1b[2J'\nsee the help"),
                    "a\nb\x7f"};
  EXPECT_EQ(to_string(error), "a\\x0ab\\x7f: starts with '\\x1b[2J'\nsee the help");
  const Error umlaut{ErrorCode::kIo, tr("gone"), "M\u00fcller.ntff"};
  EXPECT_EQ(to_string(umlaut), "M\u00fcller.ntff: gone");
}

}  // namespace
}  // namespace nscope
