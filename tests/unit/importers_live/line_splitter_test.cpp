#include "importers/live/line_splitter.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace nscope::importers {
namespace {

struct Split {
  std::vector<std::string> lines;
  std::vector<std::int64_t> numbers;
  std::int64_t left_out = 0;
};

/// Splits the text, which arrives in pieces of that size.
Split split(std::string_view text, std::size_t piece, std::size_t longest) {
  Split result;
  LineSplitter splitter(longest);
  const auto use = [&](std::string_view line) {
    result.lines.emplace_back(line);
    result.numbers.push_back(splitter.number());
  };
  for (; !text.empty(); text.remove_prefix(std::min(piece, text.size()))) {
    splitter.add(text.substr(0, piece), use);
  }
  splitter.finish(use);
  result.left_out = splitter.skipped_lines();
  return result;
}

TEST(LineSplitter, PiecesDoNotMatter) {
  for (std::size_t piece = 1; piece < 20; ++piece) {
    const Split result = split("one\ntwo\r\n\nlong line\nlast", piece, 8);
    EXPECT_EQ(result.lines, (std::vector<std::string>{"one", "two\r", "", "last"})) << piece;
    EXPECT_EQ(result.numbers, (std::vector<std::int64_t>{1, 2, 3, 5})) << piece;
    EXPECT_EQ(result.left_out, 1) << piece;
  }
}

TEST(LineSplitter, ALineOfTheLimitIsTaken) {
  for (const std::size_t piece : {1u, 3u, 100u}) {
    EXPECT_EQ(split("12345678\n", piece, 8).lines.size(), 1u);
    EXPECT_EQ(split("12345678", piece, 8).lines.size(), 1u);
    EXPECT_EQ(split("123456789\n", piece, 8).left_out, 1);
    EXPECT_EQ(split("123456789", piece, 8).left_out, 1);
  }
}

TEST(LineSplitter, NothingIsNoLine) {
  EXPECT_TRUE(split("", 1, 8).lines.empty());
  EXPECT_EQ(split("\n", 1, 8).lines.size(), 1u);
}

}  // namespace
}  // namespace nscope::importers
