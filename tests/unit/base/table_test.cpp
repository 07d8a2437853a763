#include "profiler/base/tables/table.h"

#include "profiler/base/language.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace nscope {
namespace {

Table sample() {
  Table table({{.id = "instance"},
               {.id = "usd", .title = tr("Price"), .unit = "USD/h", .decimals = 2},
               {.id = "chips"}});
  table.add_row({std::string("trn1.32xlarge"), 21.5, std::int64_t{16}});
  table.add_row({std::string("trn2, \"new\""), Missing{tr("not offered")}, std::int64_t{4}});
  return table;
}

TEST(Table, TextAlignsNumbersRight) {
  EXPECT_EQ(sample().to_text(Language()),
            "instance       Price [USD/h]  chips\n"
            "trn1.32xlarge          21.50     16\n"
            "trn2, \"new\"      not offered      4\n");
}

TEST(Table, CsvQuotesAndHasReasonsOfMissingCells) {
  EXPECT_EQ(sample().to_csv(),
            "instance,usd,chips\ntrn1.32xlarge,21.5,16\n\"trn2, \"\"new\"\"\",not offered,4\n");
}

TEST(Table, JsonHasNullForMissing) {
  EXPECT_EQ(sample().to_json().dump(), R"([{"instance":"trn1.32xlarge","usd":21.5,"chips":16},)"
                                       R"({"instance":"trn2, \"new\"","usd":null,"chips":4}])");
}

TEST(Table, NamesCannotAddRowsOrCommands) {
  Table table({{.id = "name"}, {.id = "n"}});
  table.add_row({std::string("a\nb  1"), std::int64_t{1}});
  table.add_row({std::string("\x1b[2J\u202e"), -2.5});
  EXPECT_EQ(table.to_text(Language()),
            "name              n\n"
            "a\\x0ab  1         1\n"
            "\\x1b[2J\\u202e  -2.5\n");
  EXPECT_EQ(table.to_csv(), "name,n\n\"a\nb  1\",1\n\x1b[2J\u202e,-2.5\n") << "data are unchanged";
}

TEST(Table, NamesOfAnyLengthDoNotWidenAllRows) {
  Table table({{.id = "name"}, {.id = "n"}});
  table.add_row({std::string(100'000, 'x'), std::int64_t{1}});
  table.add_row({std::string("a"), std::int64_t{2}});
  const std::string text = table.to_text(Language());
  EXPECT_LT(text.size(), 2000u);
  EXPECT_NE(text.find("Long texts are shortened"), std::string::npos);
  EXPECT_GT(table.to_csv().size(), 100'000u);
}

TEST(Table, CsvHasNoFormulas) {
  Table table({{.id = "name"}, {.id = "n"}});
  table.add_row({std::string("=HYPERLINK(A1)"), -7.0});
  table.add_row({tr("-{} x", "a"), std::int64_t{-1}});
  table.add_row({Missing{tr("-")}, true});
  EXPECT_EQ(table.to_csv(), "name,n\n'=HYPERLINK(A1),-7\n'-a x,-1\n-,yes\n");
}

TEST(Table, HeadingsTranslateUnitsThatAreWords) {
  const Table table({{"a", Text::verbatim("a"), "days", 1}, {"b", Text::verbatim("b"), "USD", 2}});
  const Language japanese = Language::load("ja").value();
  EXPECT_EQ(table.columns()[0].heading(Language()), "a [days]");
  EXPECT_EQ(table.columns()[0].heading(japanese), "a [" + japanese.say(phrase("days")) + "]");
  EXPECT_EQ(table.columns()[1].heading(japanese), "b [USD]");
}

}  // namespace
}  // namespace nscope
