#include "profiler/base/result.h"

#include "profiler/base/json.h"
#include "profiler/base/language.h"
#include "profiler/base/tables/csv.h"

#include <string>
#include <vector>

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

std::string in(const char* language, const Error& error) {
  const auto loaded = Language::load(language);
  return loaded ? to_string(error, *loaded) : to_string(loaded.error());
}

TEST(Error, PlacesAreInTheLanguageOfTheReader) {
  const Error json = parse_json("{\n  \"a\": }", "x.json").error();
  const Error cut{json.code, tr("cancelled"), json.where};
  EXPECT_EQ(to_string(cut), "x.json: line 2, column 8: cancelled");
  EXPECT_EQ(in("de", cut), "x.json: Zeile 2, Spalte 8: abgebrochen");

  CsvReader csv("a\n\"b", "line 3.csv");
  std::vector<std::string> fields;
  ASSERT_TRUE(csv.next(fields));
  const Error open = csv.next(fields).error();
  EXPECT_EQ(in("en", open), "line 3.csv: line 2: a quoted field is not closed");
  EXPECT_EQ(in("ja", {open.code, tr("cancelled"), open.where}), "line 3.csv: 行 2: キャンセル済み");
  EXPECT_EQ(in("zh_CN", {open.code, tr("cancelled"), open.where}), "line 3.csv：第 2 行：已取消");
}

TEST(Error, PlaceInsideAnotherKeepsItsWords) {
  const Place line = tr("{}: line {}", "a{}.csv", 3);
  EXPECT_EQ(line.inside("bill").english(), "bill: a{}.csv: line 3");
  EXPECT_EQ(Place().inside("bill").english(), "bill");
  EXPECT_EQ(in("de", {ErrorCode::kIo, tr("cancelled"), line.inside("bill")}),
            "bill: a{}.csv: Zeile 3: abgebrochen");
}

}  // namespace
}  // namespace nscope
