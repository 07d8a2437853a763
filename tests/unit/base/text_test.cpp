#include "profiler/base/text.h"

#include "profiler/base/language.h"
#include "profiler/base/large_number.h"
#include "profiler/base/resources.h"
#include "profiler/base/text_json.h"

#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace nscope {
namespace {

using testing::HasSubstr;

constexpr Phrase kTitle = phrase("Idle time");

TEST(Text, IsATemplateWithArguments) {
  EXPECT_EQ(tr("cannot open '{}': byte {}", "a.json", 1234).english(),
            "cannot open 'a.json': byte 1234");
  EXPECT_EQ(tr("{} and {}", std::string("x"), 'y').english(), "x and y");
  EXPECT_EQ(tr("{{literal}} {}", 0.5).english(), "{literal} 0.5");
  EXPECT_EQ(Text(kTitle).english(), "Idle time");
  EXPECT_EQ(tr("no argument"), tr("no argument"));
  EXPECT_FALSE(tr("one") == tr("two"));
}

TEST(Text, NumbersAreFormattedByTheirKind) {
  EXPECT_EQ(tr("{}", as::count(8'388'608)).english(), "8,388,608");
  EXPECT_EQ(tr("{}", as::percent(0.3611)).english(), "36.1\u202f%");
  EXPECT_EQ(tr("{}", as::fixed(1234.5, 2)).english(), "1,234.50");
  EXPECT_EQ(tr("{}", as::bytes(4096)).english(), "4.00\u202fKiB");
  EXPECT_EQ(tr("{}", as::exact("12,460.80")).english(), "12,460.80");
}

TEST(Text, TextsNest) {
  const Text inner = tr("{} of {}", 1, 2);
  EXPECT_EQ(tr("part: {}", inner).english(), "part: 1 of 2");
  EXPECT_EQ(joined({tr("a"), inner, Text(kTitle)}).english(), "a, 1 of 2, Idle time");
  EXPECT_TRUE(joined({}).empty());
  EXPECT_EQ(joined_by_semicolons({tr("a"), tr("b"), tr("c")}).english(), "a; b; c");
  // A list as long as that of a damaged file is printed and deleted without deep recursion.
  const std::vector<Text> many(200'000, tr("a"));
  EXPECT_EQ(joined(many).english().size(), 3 * many.size() - 2);
}

TEST(Text, ACountChoosesTheForm) {
  const auto rows = [](int n) { return tr_plural(n, "{} row", "{} rows", as::count(n)).english(); };
  EXPECT_EQ(rows(0), "0 rows");
  EXPECT_EQ(rows(1), "1 row");
  EXPECT_EQ(rows(2000), "2,000 rows");
}

TEST(Text, VerbatimIsPrintedAsItIs) {
  EXPECT_EQ(Text::verbatim("100 {} %").english(), "100 {} %");
  EXPECT_TRUE(Text::verbatim("").empty());
  EXPECT_TRUE(Text().empty());
  EXPECT_EQ(Text().english(), "");
}

TEST(Text, CopiesOutliveTheOriginal) {
  Text copy;
  {
    const Text original = tr("'{}' is gone", std::string(100, 'x'));
    copy = original;
  }
  EXPECT_EQ(copy.english(), "'" + std::string(100, 'x') + "' is gone");
  Text verbatim;
  {
    const Text original = Text::verbatim("short");
    verbatim = original;
  }
  EXPECT_EQ(verbatim.english(), "short");
}

TEST(Language, EnglishNeedsNoTranslations) {
  const Language english;
  EXPECT_EQ(english.code(), "en");
  EXPECT_EQ(english.number("1,234.5"), "1,234.5");
  EXPECT_EQ(english.say(kTitle), "Idle time");
}

TEST(Text, NamesCanBeChangedWithoutTheTemplate) {
  const auto change = [](std::string_view name) { return "<" + std::string(name) + ">"; };
  const Text line = tr("{}: line {}", "a.csv", 3);
  EXPECT_EQ(tr("{} (product {})", line, "b").with_names(change).english(),
            "<a.csv>: line 3 (product <b>)");
  EXPECT_EQ(tr_plural(1, "{} row of {}", "{} rows of {}", 1, "c").with_names(change).english(),
            "1 row of <c>");
  EXPECT_EQ(Text::verbatim("d").with_names(change).english(), "<d>");
  EXPECT_EQ(tr("cancelled").with_names(change).english(), "cancelled");
}

TEST(Language, IsFoundByTheTagsOfEnvironmentsAndBrowsers) {
  for (const auto& [tag, code] :
       std::vector<std::pair<const char*, const char*>>{{"de", "de"},
                                                        {"de_AT.UTF-8", "de"},
                                                        {"de-CH", "de"},
                                                        {"ja_JP.UTF-8", "ja"},
                                                        {"zh_CN.UTF-8", "zh_CN"},
                                                        {"zh-Hans-SG", "zh_CN"},
                                                        {"zh", "zh_CN"},
                                                        {"C", "en"},
                                                        {"C.UTF-8", "en"},
                                                        {"POSIX", "en"},
                                                        {"en_US.UTF-8", "en"},
                                                        {"", "en"}}) {
    const auto language = Language::load(tag);
    ASSERT_TRUE(language) << tag << ": " << to_string(language.error());
    EXPECT_EQ(language->code(), code) << tag;
  }
}

TEST(Language, UnknownOnesAreAnErrorThatListsTheKnown) {
  const auto language = Language::load("tlh");
  ASSERT_FALSE(language);
  EXPECT_EQ(language.error().code, ErrorCode::kInvalidArgument);
  EXPECT_THAT(language.error().message.english(), HasSubstr("en, de, ja, zh_CN"));
  // Traditional Chinese is another script.
  EXPECT_FALSE(Language::load("zh_TW"));
}

TEST(Language, GermanSeparatesNumbersInItsWay) {
  const auto german = Language::load("de");
  ASSERT_TRUE(german);
  EXPECT_EQ(german->number("1,234,567.5 µs"), "1.234.567,5 µs");
  EXPECT_EQ(german->number("see below."), "see below.") << "only between digits";
  EXPECT_EQ(german->say(tr("{}", as::fixed(1234.5, 1))), "1.234,5");
  EXPECT_EQ(german->say(tr("{}", "trn1.32xlarge 1.5")), "trn1.32xlarge 1.5") << "names stay";
}

TEST(Language, JapaneseHasSpacesOnlyAroundNamesAndNumbers) {
  const auto japanese = Language::load("ja");
  ASSERT_TRUE(japanese);
  const auto above = [&](Text what, Text value) {
    return japanese->say(Text::make("the {} is above {}", {std::move(what), std::move(value)}));
  };
  const Text word = Text::verbatim("移行先の価格");
  EXPECT_EQ(above(word, Text::verbatim("2 USD")), "移行先の価格が 2 USD を上回っています");
  EXPECT_EQ(above(Text::verbatim("p99"), word), "p99 が移行先の価格を上回っています");
  EXPECT_EQ(
      japanese->say(Text::make("the {} is above {}", {std::string("全 角"), std::string("値")})),
      "全 角 が 値 を上回っています")
      << "names stay";
}

TEST(Language, ChineseAndJapaneseCountInTenThousands) {
  const auto said = [](const char* code, double value) {
    return Language::load(code)->say(large_number(value));
  };
  EXPECT_EQ(said("ja", 63e9), "630 億");
  EXPECT_EQ(Language::load("ja")->hundred_million(), "億");
  EXPECT_EQ(Language::load("zh_CN")->hundred_million(), "亿");
  EXPECT_EQ(Language::load("de")->hundred_million(), "");
  EXPECT_EQ(Language().hundred_million(), "");
  EXPECT_EQ(said("zh_CN", 63e9), "630 亿");
  EXPECT_EQ(said("ja", 354.8e6), "3.548 億");
  EXPECT_EQ(said("zh_CN", 2.5e6), "250 万");
  EXPECT_EQ(said("ja", 99.996e6), "1 億") << "the digits round up";
  EXPECT_EQ(said("ja", 1.03e12), "1.03 兆");
  EXPECT_EQ(said("zh_CN", 4.832e15), "4,832 万亿");
  EXPECT_EQ(said("de", 63e9), "63 Milliarden");
  EXPECT_EQ(said("de", -1.5e6), "-1,5 Millionen");
  EXPECT_EQ(said("de", 1e9), "1 Milliarde");
  EXPECT_EQ(said("de", 999.96e6), "1 Milliarde") << "the digits round up";
  EXPECT_EQ(said("de", 1.1e9), "1,1 Milliarden");
  EXPECT_EQ(said("de", 1e6), "1 Million");
  EXPECT_EQ(said("de", 1e12), "1 Billion");
  EXPECT_EQ(said("ja", 1e9), "10 億");
  // A word without spaces around follows without a space.
  EXPECT_EQ(Language::load("ja")->say(Text::make("{} tokens", {large_number(63e9)})),
            "630 億トークン");
  // A text of a file is the same.
  const auto read = parse_text_parts(text_parts(large_number(63e9)));
  ASSERT_TRUE(read);
  EXPECT_EQ(Language::load("ja")->say(*read), "630 億");
}

TEST(Language, TextsThatItLacksStayEnglish) {
  const auto japanese = Language::load("ja");
  ASSERT_TRUE(japanese);
  EXPECT_EQ(japanese->say(Text::make("not a text of any program {}", {std::string("x")})),
            "not a text of any program x");
}

}  // namespace
}  // namespace nscope
