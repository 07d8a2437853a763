#include "profiler/base/text_json.h"

#include <limits>
#include <string>

#include <gtest/gtest.h>

namespace nscope {
namespace {

/// The text after a round trip through JSON; empty if there are no parts.
Text stored(const Text& text) {
  return parse_text_parts(text_parts(text)).value_or(Text());
}

TEST(TextJson, KeepsTemplatesAndArguments) {
  for (const Text& text : {tr("no arguments, {{braces}}"), tr("{} at byte {}", "a.ntff", 345),
                           tr("{} of {}, {} in {}", as::count(1'234'567), as::percent(0.361),
                              as::bytes(4096), as::duration_ns(42'118)),
                           tr("{} and {}", as::fixed(1.5, 3), as::exact("12,460.80")),
                           tr("outer: {}", tr("inner {}", Text::verbatim("as it is"))),
                           tr("{}", std::numeric_limits<double>::infinity())}) {
    EXPECT_EQ(stored(text).english(), text.english());
    EXPECT_EQ(stored(text).english_template(), text.english_template());
  }
}

TEST(TextJson, KeepsBothFormsOfAPlural) {
  for (const int count : {1, 2}) {
    const Text text = tr_plural(count, "{} packet", "{} packets", count);
    EXPECT_EQ(stored(text).english(), text.english());
    EXPECT_EQ(stored(text).english_template(), "{} packets");
  }
}

TEST(TextJson, TextsThatAreNotTranslatedHaveNoParts) {
  EXPECT_EQ(text_parts(Text()), "");
  EXPECT_EQ(text_parts(Text::verbatim("Permission denied")), "");
  Text deep = tr("end");
  for (int i = 0; i < 1000; ++i) deep = tr("{}, more", deep);
  EXPECT_EQ(text_parts(deep), "");
}

TEST(TextJson, InvalidPartsAreRejected) {
  for (const char* parts : {
           "",
           "no JSON",
           "[]",
           "7",
           "{}",
           R"({"text":7})",
           R"({"text":"{}"})",
           R"({"text":"{} {}","args":[1]})",
           R"({"text":"plain","args":["a"]})",
           R"({"text":"{:>99999999}","args":["a"]})",
           R"({"text":"{0}","args":["a"]})",
           R"({"text":"{","args":[]})",
           R"({"text":"}","args":[]})",
           R"({"text":"{}","args":[null]})",
           R"({"text":"{}","args":[1.5]})",
           R"({"text":"{}","args":[[1]]})",
           R"({"text":"{}","args":[18446744073709551615]})",
           R"({"text":"{}","args":[{"value":1,"form":"roman"}]})",
           R"({"text":"{}","args":[{"value":"1","form":"count"}]})",
           R"({"text":"{}","args":[{"value":1e300,"form":"count"}]})",
           R"({"text":"{}","args":[{"value":1e300,"form":"value","unit":"count"}]})",
           R"({"text":"{}","args":[{"value":1,"form":"fixed","digits":2000000000}]})",
           R"({"text":"{}","args":[{"value":1,"form":"fixed","digits":-1}]})",
           R"({"text":"{} b","one":"b","count":1,"args":["a"]})",
           R"({"text":"{} b","one":"{}","args":["a"]})",
           R"({"text":"{} b","one":"{}","count":1.5,"args":["a"]})",
       }) {
    EXPECT_FALSE(parse_text_parts(parts)) << parts;
  }
  std::string deep = R"({"verbatim":"x"})";
  for (int i = 0; i < 200; ++i) deep = R"({"text":"{}","args":[)" + deep + "]}";
  EXPECT_FALSE(parse_text_parts(deep));
  std::string many = "1";
  std::string places = "{}";
  for (int i = 0; i < 100; ++i) {
    many += ",1";
    places += "{}";
  }
  EXPECT_FALSE(parse_text_parts(R"({"text":")" + places + R"(","args":[)" + many + "]}"));
}

}  // namespace
}  // namespace nscope
