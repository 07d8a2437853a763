#include "importers/shared/wire_reader.h"

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

namespace nscope::importers::perfetto {
namespace {

std::string encoded(std::uint64_t value) {
  std::string bytes;
  for (; value >= 0x80; value >>= 7) bytes.push_back(static_cast<char>(value | 0x80));
  bytes.push_back(static_cast<char>(value));
  return bytes;
}

/// The value at the start and its length, decoded byte by byte.
std::optional<std::pair<std::uint64_t, std::size_t>> decoded(std::string_view bytes) {
  std::uint64_t value = 0;
  for (std::size_t i = 0; i < bytes.size() && i < 10; ++i) {
    const auto byte = static_cast<std::uint8_t>(bytes[i]);
    value |= std::uint64_t{byte & 0x7fu} << (7 * i);
    if (byte < 0x80) return std::pair(value, i + 1);
  }
  return std::nullopt;
}

/// The same from the reader. Checks that both of its functions agree.
std::optional<std::pair<std::uint64_t, std::size_t>> read(std::string_view bytes) {
  constexpr std::uint64_t kUntouched = 77;
  const char* at = bytes.data();
  std::uint64_t value = kUntouched;
  const bool found = WireReader::varint(at, bytes.data() + bytes.size(), value);
  std::string_view text = bytes;
  std::uint64_t taken = kUntouched;
  EXPECT_EQ(WireReader::take_varint(text, taken), found);
  EXPECT_EQ(taken, value);
  const auto length = static_cast<std::size_t>(at - bytes.data());
  EXPECT_EQ(bytes.size() - text.size(), length);
  if (found) return std::pair(value, length);
  EXPECT_EQ(length, 0u) << "the position must not change";
  EXPECT_EQ(value, kUntouched);
  return std::nullopt;
}

TEST(WireReader, ReadsNumbersOfEveryLengthWithAndWithoutBytesBehind) {
  std::vector<std::uint64_t> values{0, std::numeric_limits<std::uint64_t>::max()};
  for (unsigned k = 1; k <= 9; ++k) {
    values.push_back((std::uint64_t{1} << (7 * k)) - 1);
    values.push_back(std::uint64_t{1} << (7 * k));
    values.push_back((std::uint64_t{1} << (7 * k)) + 0x55);
  }
  const std::string_view behind = "\xff\xff\xff\xff\xff\xff\xff\xff";
  for (const std::uint64_t value : values) {
    const std::string bytes = encoded(value);
    for (std::size_t more = 0; more <= behind.size(); ++more) {
      const std::string all = bytes + std::string(behind.substr(0, more));
      EXPECT_EQ(read(all), std::pair(value, bytes.size())) << value << " and " << more;
    }
    // The same number as a field of a message.
    const std::string field = encoded(tag_of(1, kVarint)) + bytes;
    WireReader in(field);
    WireField read_field;
    ASSERT_TRUE(in.next(read_field));
    EXPECT_EQ(read_field.number, value);
    EXPECT_FALSE(in.next(read_field));
    EXPECT_TRUE(in.ok());
  }
}

TEST(WireReader, ReadsNumbersThatAreLongerThanNeeded) {
  for (std::size_t zeros = 1; zeros <= 9; ++zeros) {
    std::string bytes = "\x85" + std::string(zeros - 1, '\x80') + std::string(1, '\0');
    for (const std::string_view behind : {"", "\xff", "\xff\xff\xff\xff\xff\xff\xff\xff"}) {
      EXPECT_EQ(read(bytes + std::string(behind)), std::pair(std::uint64_t{5}, zeros + 1));
    }
  }
  // Only one bit of the tenth byte is significant.
  const std::string most = std::string(9, '\xff') + "\x7f";
  EXPECT_EQ(read(most), std::pair(std::numeric_limits<std::uint64_t>::max(), std::size_t{10}));
}

TEST(WireReader, RefusesNumbersThatDoNotEnd) {
  for (std::size_t length = 0; length <= 20; ++length) {
    for (const char byte : {'\x80', '\xff'}) {
      EXPECT_EQ(read(std::string(length, byte)), std::nullopt) << length;
    }
  }
  EXPECT_EQ(read(std::string(10, '\x80') + std::string(9, '\1')), std::nullopt)
      << "an eleventh byte";
}

TEST(WireReader, ReadsAsByteAfterByteWhateverTheBytesAre) {
  // Every pattern of bytes with and without the continuation bit among the first eleven.
  for (unsigned pattern = 0; pattern < (1u << 11); ++pattern) {
    std::string bytes;
    for (unsigned i = 0; i < 11; ++i) {
      const unsigned open = (pattern >> i & 1u) << 7;
      bytes.push_back(static_cast<char>(open | ((i * 37 + pattern) & 0x7fu)));
    }
    for (std::size_t length = 0; length <= bytes.size(); ++length) {
      const std::string_view part = std::string_view(bytes).substr(0, length);
      ASSERT_EQ(read(part), decoded(part)) << pattern << " cut at " << length;
    }
  }
}

}  // namespace
}  // namespace nscope::importers::perfetto
