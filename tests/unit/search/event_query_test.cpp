#include "profiler/analysis/search/event_query.h"

#include <string>

#include <gtest/gtest.h>

namespace nscope::analysis {
namespace {

using Field = EventCondition::Field;
using Relation = EventCondition::Relation;

EventCondition only(std::string_view text) {
  const auto query = parse_event_query(text);
  EXPECT_TRUE(query.has_value()) << text;
  if (!query || query->conditions.size() != 1) {
    ADD_FAILURE() << text;
    return {};
  }
  return query->conditions.front();
}

std::string error_of(std::string_view text) {
  const auto query = parse_event_query(text);
  return query ? "" : to_string(query.error());
}

bool matches(const EventCondition& condition, std::string_view text) {
  bool any = false;
  for (const TextTest& test : condition.any) any = any || test.matches(text);
  return any;
}

TEST(EventQuery, PlainTextMatchesAPartOfTheNameInAnyCase) {
  const EventCondition plain = only("MatMul");
  EXPECT_EQ(plain.field, Field::kName);
  EXPECT_TRUE(matches(plain, "PE_MATMUL"));
  EXPECT_FALSE(matches(plain, "MAT MUL"));
  EXPECT_TRUE(matches(only("\"all reduce\""), "the All Reduce"));
  EXPECT_TRUE(matches(only("aten::mm"), "aten::mm_out")) << "a C++ name is not a field";
  EXPECT_TRUE(matches(only("\"a:b\""), "a:b")) << "quotes turn a field into text";
  EXPECT_FALSE(matches(only("=MATMUL"), "MATMUL2"));
  EXPECT_TRUE(matches(only("=MATMUL"), "MATMUL"));
}

TEST(EventQuery, ConditionsAreSeparatedBySpaces) {
  const auto query = parse_event_query("  name:a\tdur>2us  -b ");
  ASSERT_TRUE(query.has_value());
  ASSERT_EQ(query->conditions.size(), 3u);
  EXPECT_FALSE(query->conditions[0].negated);
  EXPECT_EQ(query->conditions[1].field, Field::kDuration);
  EXPECT_TRUE(query->conditions[2].negated);
  EXPECT_TRUE(parse_event_query("")->conditions.empty());
}

TEST(EventQuery, OperatorsMayHaveSpaces) {
  for (const char* text : {"dur > 2us", "dur >2us", "dur> 2us", "duration > 2us", "DUR\t>  2us"}) {
    const EventCondition longer = only(text);
    EXPECT_EQ(longer.field, Field::kDuration) << text;
    EXPECT_EQ(longer.relation, Relation::kGreater) << text;
    EXPECT_EQ(longer.number, 2000.0) << text;
  }
  EXPECT_EQ(only("core = 2").relation, Relation::kEqual);
  EXPECT_EQ(only("arg.bytes <= 4k").relation, Relation::kAtMost);
  const auto texts = parse_event_query("name =copy");
  ASSERT_TRUE(texts.has_value());
  EXPECT_EQ(texts->conditions.size(), 2u) << "text that is exactly 'copy'";
  EXPECT_EQ(parse_event_query("a > b")->conditions.size(), 3u) << "'a' is not a field";
  EXPECT_EQ(error_of("dur > "), "character 7: expected a time such as 10us, 1.5ms or 200");
}

TEST(EventQuery, RegularExpressionsAreBetweenSlashes) {
  EXPECT_TRUE(matches(only("/^a b$/"), "a b"));
  EXPECT_FALSE(matches(only("/^a$/"), "A"));
  EXPECT_TRUE(matches(only("/^a$/i"), "A"));
  EXPECT_TRUE(matches(only("track:/core\\/1/"), "core/1"));
  EXPECT_TRUE(matches(only("/a\\.b/"), "a.b"));
}

/// Whether the regular expression matches the name `text`.
bool found(std::string_view expression, std::string_view text) {
  return matches(only("/" + std::string(expression) + "/"), text);
}

TEST(EventQuery, RegularExpressionsMatchAnywhereInTheText) {
  struct Case {
    const char* expression;
    const char* text;
    bool expected;
  };
  const Case cases[] = {
      {"MATMUL", "PE_MATMUL_2", true},
      {"matmul", "MATMUL", false},
      {"", "", true},
      {"", "x", true},
      {"^a", "ba", false},
      {"^b", "ba", true},
      {"a$", "ba", true},
      {"^$", "", true},
      {"^$", "a", false},
      {"^b", "a\nb", false},
      {"a.c", "xabcx", true},
      {"a.c", "a\nc", true},
      {"a.c", "ac", false},
      {"ab*c", "ac", true},
      {"ab*c", "abbbc", true},
      {"ab+c", "ac", false},
      {"ab?c", "abc", true},
      {"ab?c", "abbc", false},
      {"^a{2}$", "aa", true},
      {"^a{2}$", "aaa", false},
      {"^a{2,}$", "aaaa", true},
      {"^a{2,3}$", "aaaa", false},
      {"^a{0}b$", "b", true},
      {"cat|dog", "hotdog", true},
      {"^(cat|dog)s?$", "dogs", true},
      {"^(?:cat|dog)s?$", "dogma", false},
      {"a|", "b", true},
      {"[a-c]x", "bx", true},
      {"[^a-c]x", "bx", false},
      {"[]]", "]", true},
      {"[a-]", "-", true},
      {"[\\d_]+$", "layer_12", true},
      {"^\\w+$", "a_1", true},
      {"^\\w+$", "a-1", false},
      {"\\s", "a b", true},
      {"\\S\\D", "1a", true},
      {"layer\\.1\\b", "layer.1/attn", true},
      {"layer\\.1\\b", "layer.12/attn", false},
      {"a\\Bb", "ab", true},
      {"\\[0\\]", "x[0]", true},
      {"^.$", "µ", true},
      {"[α-ω]", "λ", true},
      {"(a*)*b", "aaab", true},
      {"(a|a)*$", "aaaa", true},
      {"((a+)?b)+c", "abbabc", true},
  };
  for (const Case& c : cases) {
    EXPECT_EQ(found(c.expression, c.text), c.expected) << c.expression << " in " << c.text;
  }
}

TEST(EventQuery, RegularExpressionsMayIgnoreCase) {
  EXPECT_TRUE(matches(only("/matMUL/i"), "pe_MATmul"));
  EXPECT_TRUE(matches(only("/^[a-c]+$/i"), "aBC"));
  EXPECT_TRUE(matches(only("/^[A-C]+$/i"), "aBC"));
  EXPECT_FALSE(matches(only("/^[^a-c]$/i"), "B"));
  EXPECT_TRUE(matches(only("/^λ$/i"), "Λ"));
}

TEST(EventQuery, RegularExpressionsNeverTakeMoreThanLinearTime) {
  // Expressions for which backtracking engines take exponential time.
  const std::string many(5'000, 'a');
  EXPECT_FALSE(found("^(a+)+$", many + "b"));
  EXPECT_FALSE(found("^(a|aa|a?)*$", many + "b"));
  EXPECT_FALSE(found("(.*)(.*)(.*)(.*)x", many));
}

TEST(EventQuery, InvalidRegularExpressionsAreRejectedWithPositionAndReason) {
  const auto error = [](const std::string& expression) {
    const std::string text = error_of("/" + expression + "/");
    constexpr std::string_view kBegin = "character 1: invalid regular expression: ";
    return text.starts_with(kBegin) ? text.substr(kBegin.size()) : text;
  };
  EXPECT_EQ(error("a(b"), "character 2: missing ')' for '('");
  EXPECT_EQ(error("(a)(b"), "missing ')' for '('") << "the position is ambiguous";
  EXPECT_EQ(error("ab)"), "character 3: unexpected ')' without '('");
  EXPECT_EQ(error("µ[ab"), "character 2: missing ']' for '['");
  EXPECT_EQ(error("[]"), "character 1: missing ']' for '['");
  EXPECT_EQ(error("*a"), "character 1: missing expression before '*'");
  EXPECT_EQ(error("a|+"), "character 3: missing expression before '+'");
  EXPECT_EQ(error("(a)\\1"), "character 4: backreferences are not supported");
  EXPECT_EQ(error("\\q"), "character 1: unknown escape '\\q'");
  EXPECT_EQ(error("x(?=a)"), "character 2: unknown syntax '(?='");
  EXPECT_EQ(error("[z-a]"), "character 2: invalid character range 'z-a'");
  EXPECT_EQ(error("a**"),
            "character 2: repetition operator '**' follows another repetition operator");
  EXPECT_EQ(error("a{5,2}").substr(0, 22), "character 2: '{5,2}': ");
  EXPECT_EQ(error("\xff"), "invalid UTF-8");
}

TEST(EventQuery, HugeRegularExpressionsAreRejected) {
  EXPECT_NE(error_of("/((a{1000}){1000}){1000}/"), "");
  EXPECT_NE(error_of("/(((.{10}){10}){10}|\\pL{900}){2}/"), "");
  EXPECT_NE(error_of("/" + std::string(5'000, '(') + "/"), "");
}

TEST(EventQuery, UnknownWordsAreRejected) {
  const EventCondition engines = only("engine:tensorE|GPSIMD");
  EXPECT_TRUE(matches(engines, "Tensor"));
  EXPECT_TRUE(matches(engines, "GpSimd"));
  EXPECT_FALSE(matches(engines, "Vector"));
  EXPECT_TRUE(matches(only("kind:Collective"), "collective"));
  EXPECT_EQ(error_of("a engine:tense"),
            "character 10: unknown engine 'tense'; use one of: Tensor, Vector, Scalar, GpSimd, "
            "Sync, DMA, "
            "CC");
  EXPECT_NE(error_of("kind:thing").find("instruction, dma, collective"), std::string::npos);
}

TEST(EventQuery, TimesAndNumbersHaveUnits) {
  EXPECT_EQ(only("dur>10us").number, 10'000.0);
  EXPECT_EQ(only("dur>10us").relation, Relation::kGreater);
  EXPECT_EQ(only("wait>=1.5ms").number, 1.5e6);
  EXPECT_EQ(only("wait>=1.5ms").relation, Relation::kAtLeast);
  EXPECT_EQ(only("start<=2s").number, 2e9);
  EXPECT_EQ(only("end<3").number, 3.0);
  EXPECT_EQ(only("dur=4µs").number, 4'000.0);
  EXPECT_EQ(only("core:1").number, 1.0);
  EXPECT_EQ(only("core:1").relation, Relation::kEqual);
  EXPECT_EQ(only("arg.bytes>64KiB").number, 65'536.0);
  EXPECT_EQ(only("arg.n<4k").number, 4'000.0);
}

TEST(EventQuery, PropertiesAreTextsOrNumbers) {
  const EventCondition layer = only("arg.layer:12");
  EXPECT_EQ(layer.key, "layer");
  EXPECT_TRUE(matches(layer, "layer.12"));
  EXPECT_EQ(layer.numbers, (std::vector<double>{12.0}));
  EXPECT_EQ(only("arg.a-b/c:x").key, "a-b/c");
  EXPECT_EQ(only("has:\"a key\"").key, "a key");
}

TEST(EventQuery, ErrorsStatePositionAndReason) {
  EXPECT_EQ(error_of("dur:5"), "character 4: use <, <=, >, >= or = to compare times");
  EXPECT_EQ(error_of("dur>"), "character 5: expected a time such as 10us, 1.5ms or 200");
  EXPECT_EQ(error_of("dur>5 parsecs dur>5min"),
            "character 19: '5min' must be a time such as 10us, 1.5ms or 200");
  EXPECT_EQ(error_of("dur>nan"), "character 5: 'nan' must be a time such as 10us, 1.5ms or 200");
  EXPECT_TRUE(error_of("µ color:red").starts_with("character 3: unknown field 'color'"));
  EXPECT_EQ(error_of("name>3"), "character 5: use ':' or ':=' to compare text");
  EXPECT_EQ(error_of("name:"), "character 6: missing value");
  EXPECT_EQ(error_of("name:a|"), "character 8: missing value");
  EXPECT_EQ(error_of("\"open"), "character 1: missing closing quote");
  EXPECT_EQ(error_of("x /open"), "character 3: missing '/' at the end of the regular expression");
  EXPECT_EQ(error_of("/a/x"), "character 4: only 'i' can follow a regular expression");
  EXPECT_EQ(error_of("/a(/"),
            "character 1: invalid regular expression: character 2: missing ')' for '('");
  EXPECT_EQ(error_of("- a"), "character 1: a condition must follow '-'");
  EXPECT_EQ(error_of("arg.:3"), "character 1: missing key of the property; write arg.KEY");
  EXPECT_NE(error_of(std::string(20'000, 'a')), "");
}

}  // namespace
}  // namespace nscope::analysis
