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

TEST(CsvText, IsNeverAFormulaAndReadsBack) {
  const auto written = [](std::string_view text) {
    std::string out;
    append_csv_text(text, out);
    return out;
  };
  EXPECT_EQ(written("=1+1"), "'=1+1");
  EXPECT_EQ(written("-2+3+cmd|' /C calc'!A0"), "'-2+3+cmd|' /C calc'!A0");
  EXPECT_EQ(written("@SUM(A1,A2)"), "\"'@SUM(A1,A2)\"");
  EXPECT_EQ(written("\t=1"), "'\t=1");
  EXPECT_EQ(written("\r=1"), "\"'\r=1\"");
  EXPECT_EQ(written("'=1"), "''=1");
  for (const char* number : {"-1", "+1.5", "-2e-7", "-", "'quoted'", "matmul", ""}) {
    EXPECT_EQ(written(number), number) << "unchanged";
  }
  for (const char* text :
       {"=1", "'=1", "''=1", "-a", "--", "+x\"y", "@", "'-1", "'", "a=b", "-1"}) {
    const std::string line = written(text) + "\n";
    if (line == "\n") continue;
    CsvReader in(line, "t.csv");
    std::vector<std::string> fields;
    ASSERT_TRUE(in.next(fields).value_or(false)) << text;
    EXPECT_EQ(csv_text(fields.at(0)), text);
  }
}

TEST(Csv, OtherBytesThanUtf8AreErrorsWithTheirLine) {
  for (const char* row : {"caf\xe9,1", "1,\"\xff\"", "\xed\xa0\x80"}) {
    const std::string text = std::string("a,b\n") + row + "\n";
    CsvReader in(text, "t.csv");
    std::vector<std::string> fields;
    EXPECT_TRUE(in.next(fields).value_or(false));
    const auto next = in.next(fields);
    ASSERT_FALSE(next) << row;
    EXPECT_EQ(next.error().where.english(), "t.csv: line 2");
  }
}

}  // namespace
}  // namespace nscope
