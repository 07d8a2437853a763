#include "profiler/base/files/inflate.h"

#include "profiler/base/files/atomic_file.h"
#include "tests/support/gzip.h"

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace nscope {
namespace {

using testing::HasSubstr;

ByteSource source_of(std::string_view bytes) {
  const auto* const first = reinterpret_cast<const std::byte*>(bytes.data());
  return ByteSource::from_bytes("t.gz", {first, first + bytes.size()});
}

/// Text that hardly compresses and is always the same.
std::string noise(std::size_t size) {
  std::string text(size, '\0');
  std::uint64_t x = 88172645463325252u;
  for (char& c : text) {
    x ^= x << 13;
    x ^= x >> 7;
    x ^= x << 17;
    c = static_cast<char>(x >> 32);
  }
  return text;
}

Result<std::string> read_all(InflateStream& stream, std::size_t step) {
  std::string text;
  std::vector<std::byte> buffer(step);
  while (true) {
    const auto n = stream.read(buffer);
    if (!n) return fail(n.error());
    if (*n == 0) return text;
    text.append(reinterpret_cast<const char*>(buffer.data()), *n);
  }
}

TEST(InflateTest, ReadsInPiecesOfAnySize) {
  const std::string text = noise(300'000) + std::string(50'000, 'a');
  const std::string packed = gzip(text);
  const ByteSource file = source_of(packed);
  EXPECT_TRUE(is_gzip(file.head()));
  for (const std::size_t step : {1ul, 7ul, 4096ul, 1ul << 20}) {
    auto stream = InflateStream::open(file);
    ASSERT_TRUE(stream) << to_string(stream.error());
    const auto got = read_all(*stream, step);
    ASSERT_TRUE(got) << to_string(got.error());
    EXPECT_EQ(*got, text) << "step " << step;
    EXPECT_EQ(stream->consumed(), packed.size());
    EXPECT_EQ(stream->produced(), text.size());
    EXPECT_EQ(stream->trailing(), 0u);
  }
}

TEST(InflateTest, ReadsAFileLargerThanOnePiece) {
  const std::string text = noise(3'000'000);
  const auto path = std::filesystem::temp_directory_path() /
                    ("nscope_inflate_" + std::to_string(::getpid()) + ".gz");
  ASSERT_TRUE(write_file(path.string(), gzip(text, 1)));
  {
    const auto file = ByteSource::open(path.string());
    ASSERT_TRUE(file);
    auto stream = InflateStream::open(*file);
    ASSERT_TRUE(stream);
    const auto got = read_all(*stream, 100'000);
    ASSERT_TRUE(got) << to_string(got.error());
    EXPECT_TRUE(*got == text);
  }
  std::filesystem::remove(path);
}

TEST(InflateTest, JoinsMembersAndCountsWhatFollowsThem) {
  const ByteSource file = source_of(gzip("one ") + gzip("") + gzip("two") + "garbage");
  auto stream = InflateStream::open(file);
  ASSERT_TRUE(stream);
  const auto got = read_all(*stream, 64);
  ASSERT_TRUE(got) << to_string(got.error());
  EXPECT_EQ(*got, "one two");
  EXPECT_EQ(stream->trailing(), 7u);
}

TEST(InflateTest, RejectsTruncatedAndDamagedData) {
  const std::string packed = gzip(noise(10'000));
  for (const std::size_t keep : {3ul, 9ul, 5'000ul, packed.size() - 1}) {
    const ByteSource file = source_of(packed.substr(0, keep));
    auto stream = InflateStream::open(file);
    ASSERT_TRUE(stream);
    const auto got = read_all(*stream, 512);
    ASSERT_FALSE(got) << keep;
    EXPECT_EQ(got.error().code, ErrorCode::kBadInput);
    EXPECT_THAT(got.error().message.english(), HasSubstr("unexpected end of file"));
    EXPECT_EQ(got.error().where.english(), "t.gz: byte " + std::to_string(keep));
  }
  std::string damaged = packed;
  damaged[packed.size() - 6] = static_cast<char>(~damaged[packed.size() - 6]);  // its CRC
  const ByteSource file = source_of(damaged);
  auto stream = InflateStream::open(file);
  const auto got = read_all(*stream, 512);
  ASSERT_FALSE(got);
  EXPECT_THAT(to_string(got.error()), HasSubstr("damaged compressed data"));
  EXPECT_FALSE(InflateStream::open(source_of("{\"traceEvents\": []}")));
}

TEST(InflateTest, RejectsADecompressionBombEarly) {
  const std::string packed = gzip(std::string(std::size_t{100} << 20, '0'), 9);
  ASSERT_LT(packed.size(), 200'000u);
  const ByteSource file = source_of(packed);
  auto stream = InflateStream::open(file);
  ASSERT_TRUE(stream);
  const auto got = read_all(*stream, 1 << 16);
  ASSERT_FALSE(got);
  EXPECT_THAT(got.error().message.english(), HasSubstr("limit of 200"));
  EXPECT_LT(stream->produced(), std::size_t{66} << 20);
}

TEST(InflateTest, PositionsAreRelativeToTheStartOfTheFile) {
  const std::string packed = gzip("abc").substr(0, 12);
  auto stream = InflateStream::open(std::as_bytes(std::span(packed)), "m.neff", 1024);
  ASSERT_TRUE(stream);
  const auto got = read_all(*stream, 16);
  ASSERT_FALSE(got);
  EXPECT_EQ(got.error().where.english(), "m.neff: byte 1036");
}

}  // namespace
}  // namespace nscope
