#include "importers/shared/short_text.h"

#include "importers/shared/local_strings.h"
#include "importers/shared/printable.h"
#include "importers/shared/repeating_keys.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace nscope::importers {
namespace {

TEST(ShortText, IsEqualOnlyIfEveryByteIs) {
  for (std::size_t size = 0; size < 40; ++size) {
    const std::string text(size, 'x');
    EXPECT_TRUE(equal_short(text, std::string(text)));
    EXPECT_FALSE(equal_short(text, text + "x"));
    for (std::size_t i = 0; i < size; ++i) {
      std::string other = text;
      other[i] = i % 2 == 0 ? '\0' : 'y';
      EXPECT_FALSE(equal_short(text, other)) << size << " bytes, byte " << i;
    }
  }
}

// Nothing is lost: other bytes than UTF-8 are replaced and counted where a text enters the trace.
TEST(Printable, ShowsControlCharactersAndKeepsAllElse) {
  EXPECT_EQ(printable("a\tb\x1b[0m\x7f"), "a\u2409b\u241b[0m\u2421");
  EXPECT_EQ(printable(std::string_view("\0\x1f", 2)), "\u2400\u241f");
  EXPECT_EQ(printable("caf\u00e9 \xff\xc3 \u2026"), "caf\u00e9 \xff\xc3 \u2026");
  EXPECT_EQ(printable_lines("a\tb\r\nc\x01"), "a\tb\r\nc\u2401");
}

TEST(Printable, ACutLeavesNoPartOfACharacter) {
  const std::string text = "a\u00e9\u65e5\U0001F600z";  // of 1, 2, 3, 4 and 1 bytes
  const std::string starts[] = {"", "a", "a", "a\u00e9", "a\u00e9", "a\u00e9", "a\u00e9\u65e5"};
  for (std::size_t most = 0; most < std::size(starts); ++most) {
    EXPECT_EQ(printable_start(text, most), starts[most]) << most;
  }
  EXPECT_EQ(printable_start(text, 9), "a\u00e9\u65e5");
  EXPECT_EQ(printable_start(text, 10), text.substr(0, 10));
  EXPECT_EQ(printable_start(text, 99), text);
  EXPECT_EQ(printable_start("\xff\xff\xff\xff\xff", 3), "\xff\xff\xff");
  EXPECT_EQ(printable_start("ab\xe2\x80", 4), "ab\xe2\x80");
}

TEST(RepeatingKeys, FindsKeysInTheirOrderAndInAnyOther) {
  RepeatingKeys<int> keys;
  const std::vector<std::string> names{"",
                                       "p0",
                                       "p1",
                                       "p50",
                                       "host",
                                       "neuron_device",
                                       "a name of more than sixteen bytes",
                                       "a name of more than sixteen bytez"};
  for (int round = 0; round < 3; ++round) {
    for (const std::string& name : names) ++keys[name];
  }
  for (auto name = names.rbegin(); name != names.rend(); ++name) ++keys[*name];
  EXPECT_EQ(keys.size(), names.size());
  for (const auto& [name, count] : keys) EXPECT_EQ(count, 4) << name;
  EXPECT_EQ(keys.find("p"), nullptr);
}

TEST(LocalStrings, NumbersTextsInTheOrderOfTheirFirstOccurrence) {
  LocalStrings strings;
  std::vector<std::string> texts;
  for (int i = 0; i < 3000; ++i)
    texts.push_back(std::string(static_cast<std::size_t>(i % 30), 'k') + std::to_string(i));
  for (int round = 0; round < 2; ++round) {
    for (std::size_t i = 0; i < texts.size(); ++i) ASSERT_EQ(strings.intern(texts[i]), i);
    ASSERT_EQ(strings.size(), texts.size());
  }
  EXPECT_EQ(strings.view(100), texts[100]);
}

}  // namespace
}  // namespace nscope::importers
