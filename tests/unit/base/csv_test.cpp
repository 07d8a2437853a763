#include "profiler/base/tables/csv.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace nscope {
namespace {

using Rows = std::vector<std::vector<std::string>>;

Result<Rows> read_all(std::string_view text) {
  CsvReader reader(text, "t.csv");
  Rows rows;
  std::vector<std::string> fields;
  while (true) {
    const auto more = reader.next(fields);
    if (!more) return fail(more.error());
    if (!*more) return rows;
    rows.push_back(fields);
  }
}

TEST(CsvReader, ReadsPlainAndQuotedFields) {
  EXPECT_EQ(read_all("a,b\n1,\"x, \"\"y\"\"\"\n"), (Rows{{"a", "b"}, {"1", "x, \"y\""}}));
}

TEST(CsvReader, KeepsEmptyFields) {
  EXPECT_EQ(read_all(",a,,\n,"), (Rows{{"", "a", "", ""}, {"", ""}}));
}

TEST(CsvReader, AcceptsWindowsLineEndsByteOrderMarkAndBlankLines) {
  EXPECT_EQ(read_all("\xEF\xBB\xBF"
                     "a,\"b\"\r\n\r\nc,d\r\n"),
            (Rows{{"a", "b"}, {"c", "d"}}));
}

TEST(CsvReader, ALineBreakInsideQuotesBelongsToTheField) {
  EXPECT_EQ(read_all("\"a\nb\",c\n"), (Rows{{"a\nb", "c"}}));
}

TEST(CsvReader, NamesTheLineOfAnUnclosedQuote) {
  const auto rows = read_all("a\n\"b\nc");
  ASSERT_FALSE(rows.has_value());
  EXPECT_EQ(to_string(rows.error()), "t.csv: line 2: a quoted field is not closed");
}

TEST(CsvReader, RejectsTextAfterAClosingQuote) {
  const auto rows = read_all("\"a\"b,c\n");
  ASSERT_FALSE(rows.has_value());
  EXPECT_EQ(rows.error().code, ErrorCode::kBadInput);
}

TEST(CsvReader, AnEmptyTextHasNoRows) {
  EXPECT_EQ(read_all(""), Rows{});
  EXPECT_EQ(read_all("\n\r\n"), Rows{});
}

}  // namespace
}  // namespace nscope
