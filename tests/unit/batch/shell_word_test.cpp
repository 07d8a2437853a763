#include "app/batch/shell_word.h"

#include <gtest/gtest.h>

namespace nscope::batch {
namespace {

TEST(ShellWord, QuotesWhatTheShellWouldChange) {
  EXPECT_EQ(shell_word("a/b-c_1.json"), "a/b-c_1.json");
  EXPECT_EQ(shell_word(""), "''");
  EXPECT_EQ(shell_word("~"), "'~'");
  EXPECT_EQ(shell_word("it's $HOME"), "'it'\\''s $HOME'");
  EXPECT_EQ(shell_word("a\nb"), "'a\nb'");
}

}  // namespace
}  // namespace nscope::batch
