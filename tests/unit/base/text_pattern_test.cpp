#include "profiler/base/text/text_pattern.h"

#include <string>

#include <gtest/gtest.h>

namespace nscope {
namespace {

bool found(std::string_view expression, std::string_view text,
           TextPattern::Case letters = TextPattern::Case::kMatters) {
  const auto pattern = TextPattern::compile(expression, letters);
  EXPECT_TRUE(pattern.has_value()) << expression;
  return pattern && pattern->found_in(text);
}

std::string error_of(std::string_view expression) {
  const auto pattern = TextPattern::compile(expression);
  return pattern ? "" : to_string(pattern.error());
}

TEST(TextPattern, FindsWhatItMeansAnywhereInTheText) {
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
      {"a.c", "xabcx", true},
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

TEST(TextPattern, CaseCanBeIgnored) {
  const auto ignored = TextPattern::Case::kIgnored;
  EXPECT_TRUE(found("matMUL", "pe_MATmul", ignored));
  EXPECT_TRUE(found("^[a-c]+$", "aBC", ignored));
  EXPECT_TRUE(found("^[A-C]+$", "aBC", ignored));
  EXPECT_FALSE(found("^[^a-c]$", "B", ignored));
}

TEST(TextPattern, NeverTakesMoreThanLinearTime) {
  // Expressions that keep backtracking engines busy for longer than anybody lives.
  const std::string many(5'000, 'a');
  EXPECT_FALSE(found("^(a+)+$", many + "b"));
  EXPECT_FALSE(found("^(a|aa|a?)*$", many + "b"));
  EXPECT_FALSE(found("(.*)(.*)(.*)(.*)x", many));
}

TEST(TextPattern, RefusesWithPositionAndReason) {
  EXPECT_EQ(error_of("a(b"), "character 2: '(' without ')'");
  EXPECT_EQ(error_of("ab)"), "character 3: ')' without '('");
  EXPECT_EQ(error_of("x[ab"), "character 2: '[' without ']'");
  EXPECT_EQ(error_of("[]"), "character 1: '[' without ']'");
  EXPECT_EQ(error_of("*a"), "character 1: nothing to repeat");
  EXPECT_EQ(error_of("a|+"), "character 3: nothing to repeat");
  EXPECT_EQ(error_of("a\\"), "character 2: a character must follow the backslash");
  EXPECT_EQ(error_of("(a)\\1"), "character 4: references to groups are not known");
  EXPECT_EQ(error_of("\\q"), "character 1: this escape is not known");
  EXPECT_EQ(error_of("(?=a)"), "character 1: '(?' other than '(?:' is not known");
  EXPECT_EQ(error_of("[z-a]"), "character 2: the range is the wrong way round");
  EXPECT_EQ(error_of("[\\W]"), "character 2: \\D, \\W and \\S cannot stand in brackets");
  EXPECT_EQ(error_of("a{2"), "character 2: expected {m}, {m,} or {m,n}");
  EXPECT_EQ(error_of("a{5,2}"),
            "character 2: repetitions go from 0 to 1000, the smaller one first");
}

TEST(TextPattern, RefusesWhatWouldGrowWithoutBound) {
  EXPECT_EQ(error_of("((a{1000}){1000}){1000}"), "character 1: the expression is too large");
  EXPECT_EQ(error_of("((((){1000}){1000}){1000}){1000}"),
            "character 1: the expression is too large");
  EXPECT_NE(error_of(std::string(5'000, '(')), "");
  EXPECT_NE(error_of("a" + std::string(5'000, '*')), "");
  EXPECT_NE(error_of(std::string(20'000, 'a')), "");
}

}  // namespace
}  // namespace nscope
