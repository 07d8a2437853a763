#include "profiler/analysis/comparison/sequence_alignment.h"

#include <algorithm>
#include <random>
#include <string_view>

#include <gtest/gtest.h>

namespace nscope::analysis {
namespace {

constexpr std::size_t kLetters = 128;

std::vector<std::uint32_t> keys_of(std::string_view text) {
  return {text.begin(), text.end()};
}

SequenceAlignment align(const std::vector<std::uint32_t>& base,
                        const std::vector<std::uint32_t>& now, std::size_t keys = kLetters) {
  TaskControl control;
  auto result = align_sequences(base, now, keys, most_edits(base.size() + now.size()), control);
  EXPECT_TRUE(result.has_value());
  return result ? *result : SequenceAlignment{};
}

void expect_sound(const SequenceAlignment& alignment, const std::vector<std::uint32_t>& base,
                  const std::vector<std::uint32_t>& now) {
  for (std::size_t i = 0; i < alignment.matches.size(); ++i) {
    const SequenceMatch& match = alignment.matches[i];
    ASSERT_LT(match.base, base.size());
    ASSERT_LT(match.now, now.size());
    EXPECT_EQ(base[match.base], now[match.now]);
    if (i == 0) continue;
    EXPECT_GT(match.base, alignment.matches[i - 1].base);
    EXPECT_GT(match.now, alignment.matches[i - 1].now);
  }
}

/// Length of the longest common subsequence, by dynamic programming.
std::size_t longest_common(const std::vector<std::uint32_t>& a,
                           const std::vector<std::uint32_t>& b) {
  std::vector<std::size_t> row(b.size() + 1, 0);
  for (const std::uint32_t key : a) {
    std::size_t diagonal = 0;
    for (std::size_t j = 0; j < b.size(); ++j) {
      const std::size_t above = row[j + 1];
      row[j + 1] = key == b[j] ? diagonal + 1 : std::max(above, row[j]);
      diagonal = above;
    }
  }
  return row.back();
}

TEST(SequenceAlignment, EqualSequencesMatchEntirely) {
  const auto keys = keys_of("abcabcabd");
  const auto alignment = align(keys, keys);
  ASSERT_EQ(alignment.matches.size(), keys.size());
  for (std::uint32_t i = 0; i < keys.size(); ++i) {
    EXPECT_EQ(alignment.matches[i], (SequenceMatch{i, i}));
  }
}

TEST(SequenceAlignment, EmptySidesMatchNothing) {
  EXPECT_TRUE(align({}, {}).matches.empty());
  EXPECT_TRUE(align(keys_of("abc"), {}).matches.empty());
  EXPECT_TRUE(align({}, keys_of("abc")).matches.empty());
  EXPECT_TRUE(align(keys_of("aa"), keys_of("bb")).matches.empty());
}

TEST(SequenceAlignment, FindsInsertionsAndRemovals) {
  // The example of Myers' paper has a longest common subsequence of four.
  EXPECT_EQ(align(keys_of("abcabba"), keys_of("cbabac")).matches.size(), 4u);
  const auto inserted = align(keys_of("abababab"), keys_of("abaxbabyab"));
  EXPECT_EQ(inserted.matches.size(), 8u);
  const auto removed = align(keys_of("mmmmcmmmm"), keys_of("mmmmmmm"));
  EXPECT_EQ(removed.matches.size(), 7u);
}

TEST(SequenceAlignment, LoopsWithAnExtraStepMatchTheOtherSteps) {
  std::vector<std::uint32_t> base;
  std::vector<std::uint32_t> now;
  for (int i = 0; i < 400; ++i) {
    for (const char c : std::string_view("abcd")) base.push_back(static_cast<std::uint32_t>(c));
    for (const char c : std::string_view("abecd")) now.push_back(static_cast<std::uint32_t>(c));
  }
  const auto alignment = align(base, now);
  EXPECT_EQ(alignment.matches.size(), base.size());
  EXPECT_EQ(alignment.shortcuts, 0u);
  expect_sound(alignment, base, now);
}

TEST(SequenceAlignment, IsTheLongestIfKeysRepeat) {
  std::mt19937 random(7);
  for (int round = 0; round < 300; ++round) {
    std::vector<std::uint32_t> base(random() % 40);
    std::vector<std::uint32_t> now(random() % 40);
    // Each key occurs twice at the start, so that no key is an anchor.
    for (auto* keys : {&base, &now}) {
      for (auto& key : *keys) key = static_cast<std::uint32_t>(random() % 4);
      for (std::uint32_t key = 0; key < 4; ++key) keys->insert(keys->begin(), {key, key});
    }
    const auto alignment = align(base, now);
    expect_sound(alignment, base, now);
    EXPECT_EQ(alignment.matches.size(), longest_common(base, now)) << "round " << round;
  }
}

TEST(SequenceAlignment, UniqueKeysAreAnchors) {
  const auto base = keys_of("xmmmmXmmmmY");
  const auto now = keys_of("XmmmmmmmmYx");
  const auto alignment = align(base, now);
  expect_sound(alignment, base, now);
  // X and Y keep their order, but x does not.
  EXPECT_EQ(alignment.matches.front(), (SequenceMatch{5, 0}));
  EXPECT_EQ(alignment.matches.back(), (SequenceMatch{10, 9}));
  EXPECT_EQ(alignment.matches.size(), 6u);
}

TEST(SequenceAlignment, LongSequencesWithNothingInCommonEnd) {
  const std::vector<std::uint32_t> base(1'000'000, 1);
  const std::vector<std::uint32_t> now(1'000'000, 2);
  EXPECT_TRUE(align(base, now).matches.empty());
}

TEST(SequenceAlignment, VeryDifferentSequencesStayInOrderAndAreMarked) {
  std::mt19937 random(11);
  std::vector<std::uint32_t> base(100'000);
  std::vector<std::uint32_t> now(100'000);
  for (auto& key : base) key = static_cast<std::uint32_t>(random() % 50);
  for (auto& key : now) key = static_cast<std::uint32_t>(random() % 50);
  const auto alignment = align(base, now);
  expect_sound(alignment, base, now);
  EXPECT_GT(alignment.shortcuts, 0u);
  EXPECT_GT(alignment.matches.size(), 10'000u);
}

TEST(SequenceAlignment, StopsWhenCancelled) {
  TaskControl control;
  control.request_cancel();
  const auto keys = keys_of("abc");
  const auto result = align_sequences(keys, keys_of("cba"), kLetters, 512, control);
  ASSERT_FALSE(result.has_value());
  EXPECT_EQ(result.error().code, ErrorCode::kCancelled);
}

}  // namespace
}  // namespace nscope::analysis
