#include "profiler/base/tables/csv.h"

#include <algorithm>
#include <cstring>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace nscope {
namespace {

using Rows = std::vector<std::vector<std::string>>;

struct Outcome {
  Rows rows;
  std::vector<std::string> places;
  std::string error;
  friend bool operator==(const Outcome&, const Outcome&) = default;
};

/// The result of reading a text in memory.
Outcome whole(const std::string& text) {
  Outcome outcome;
  CsvReader reader(text, "x.csv");
  std::vector<std::string> fields;
  auto more = reader.next(fields);
  for (; more && *more; more = reader.next(fields)) {
    outcome.rows.push_back(fields);
    outcome.places.push_back(reader.where().english());
  }
  if (!more) outcome.error = to_string(more.error());
  return outcome;
}

/// The result of reading the same text in pieces.
Outcome streamed(const std::string& text) {
  auto at = std::make_shared<std::size_t>(0);
  CsvReader reader(
      [&text, at](std::span<std::byte> into) -> Result<std::size_t> {
        const std::size_t count = std::min(into.size(), text.size() - *at);
        std::memcpy(into.data(), text.data() + *at, count);
        *at += count;
        return count;
      },
      "x.csv");
  Outcome outcome;
  std::vector<std::string_view> fields;
  auto more = reader.next(fields);
  for (; more && *more; more = reader.next(fields)) {
    outcome.rows.emplace_back(fields.begin(), fields.end());
    outcome.places.push_back(reader.where().english());
  }
  if (!more) outcome.error = to_string(more.error());
  return outcome;
}

TEST(CsvReader, ReadsTheSameInPieces) {
  for (const std::string text :
       {"", "\n", "a", "a,b\n1,2\n", "a,b\r\n1,2\r\n",
        "\xEF\xBB\xBF"
        "a,b",
        "a,\n,b\n", "a,", "\"x\"\"y\",2\n", "\"two\nlines\",1\r\nnext,2", "\r\n\r\na\n\n\nb",
        "\"\"", "\"a\"\r\n", "\"open", "\"a\"b", "a\rb,c\n", "\"a\"\r"}) {
    EXPECT_EQ(streamed(text), whole(text)) << testing::PrintToString(text);
  }
}

TEST(CsvReader, ReadsTheSameInManyPieces) {
  std::mt19937 random(7);
  const std::string_view parts[] = {"a", ",", "\n", "\r\n", "\"", "\"\"", "\"x,y\"", "long text"};
  std::string text;
  while (text.size() < 4'000'000) {
    text += random() % 50 == 0 ? "\n\"quoted \"\"text\"\" with\nbreaks\",z" : "";
    text += parts[random() % 3 + (random() % 100 == 0 ? 3 : 0)];
  }
  // Quotes in the middle of a field are text for both readers; the results must be equal.
  EXPECT_EQ(streamed(text), whole(text));
}

TEST(CsvReader, ReadsQuotedRowsAcrossPieces) {
  std::string text = "a,b,c\r\n";
  for (int i = 0; i < 60'000; ++i) text += fmt::format("{},\"x, \"\"{}\"\"\n\",\r\n", i, i * 7);
  text += "last,,";
  const Outcome outcome = streamed(text);
  EXPECT_EQ(outcome, whole(text));
  ASSERT_EQ(outcome.rows.size(), 60'002u);
  EXPECT_EQ(outcome.rows[30'001], (std::vector<std::string>{"30000", "x, \"210000\"\n", ""}));
  EXPECT_EQ(outcome.places[30'001], "x.csv: line 60002");
  EXPECT_EQ(outcome.rows.back(), (std::vector<std::string>{"last", "", ""}));
}

TEST(CsvReader, RejectsARowWithoutEndInPieces) {
  const std::string text = "a,b\n1,\"" + std::string(CsvReader::kMaxRow + 10, 'x') + "\"\n";
  const Outcome outcome = streamed(text);
  EXPECT_EQ(outcome.rows.size(), 1u);
  EXPECT_NE(outcome.error.find("x.csv: line 2"), std::string::npos) << outcome.error;
  EXPECT_NE(outcome.error.find("16 MiB"), std::string::npos) << outcome.error;
}

TEST(CsvReader, ReturnsTheErrorOfItsSource) {
  CsvReader reader(
      [](std::span<std::byte>) -> Result<std::size_t> {
        return fail(ErrorCode::kBadInput, tr("damaged"), "x.gz: byte 7");
      },
      "x.csv");
  std::vector<std::string_view> fields;
  const auto row = reader.next(fields);
  ASSERT_FALSE(row);
  EXPECT_EQ(to_string(row.error()), "x.gz: byte 7: damaged");
}

}  // namespace
}  // namespace nscope
