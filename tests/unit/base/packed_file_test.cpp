#include "profiler/base/files/packed_file.h"

#include "tests/support/gzip.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/zstd.h"

#include <filesystem>
#include <string>
#include <string_view>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace nscope {
namespace {

using testing::HasSubstr;

ByteSource packed_source(std::string_view bytes) {
  const auto* const first = reinterpret_cast<const std::byte*>(bytes.data());
  return ByteSource::from_bytes("log.gz", {first, first + bytes.size()});
}

std::string lines(int count) {
  std::string text;
  for (int i = 0; i < count; ++i) text += "line " + std::to_string(i * 7919LL % 100'003) + "\n";
  return text;
}

TEST(PackedFile, IsRecognisedByItsContent) {
  EXPECT_EQ(packing_of(packed_source(gzip("a")).head()), Packing::kGzip);
  EXPECT_EQ(packing_of(packed_source(zstd("a")).head()), Packing::kZstd);
  EXPECT_EQ(packing_of(packed_source("{}").head()), Packing::kNone);
  EXPECT_EQ(packing_of(packed_source("").head()), Packing::kNone);
  EXPECT_EQ(packing_of(packed_source("\x28\xb5").head()), Packing::kNone);
}

TEST(PackedFile, UnpacksToMemoryOrToAFileWithoutAName) {
  const TestFolder folder;
  const TestVariable variable("TMPDIR", folder.path().string());
  const std::string text = lines(100'000);
  for (const std::string& packed :
       {gzip(text), zstd(text), gzip(text.substr(0, 1'000'000)) + gzip(text.substr(1'000'000)),
        zstd(text.substr(0, 77)) + zstd("") + zstd(text.substr(77))}) {
    for (const std::size_t in_memory :
         {std::size_t{0}, std::size_t{1} << 20, std::size_t{1} << 30}) {
      const ByteSource file = packed_source(packed);
      TaskControl control;
      const auto unpacked = unpack_file(file, control, {.in_memory = in_memory});
      ASSERT_TRUE(unpacked) << to_string(unpacked.error());
      EXPECT_TRUE(unpacked->content.text() == text);
      EXPECT_EQ(unpacked->content.name(), "log.gz");
      EXPECT_FALSE(unpacked->truncated);
      EXPECT_EQ(unpacked->trailing, 0u);
      EXPECT_EQ(unpacked->content.bytes().data()[text.size()], std::byte{0});  // padding
      EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
    }
    EXPECT_EQ(unpacked_head(packed_source(packed), 1000).text(), text.substr(0, 1000));
  }
}

TEST(PackedFile, TruncatedDataAreReadUpToTheirEnd) {
  const std::string text = lines(100'000);
  for (const std::string& packed : {gzip(text), zstd(text)}) {
    const ByteSource file = packed_source(packed.substr(0, packed.size() / 2));
    TaskControl control;
    const auto unpacked = unpack_file(file, control);
    ASSERT_TRUE(unpacked) << to_string(unpacked.error());
    EXPECT_TRUE(unpacked->truncated);
    EXPECT_GT(unpacked->content.size(), text.size() / 8);
    EXPECT_TRUE(text.starts_with(unpacked->content.text()));
  }
  TaskControl control;
  const ByteSource header = packed_source(gzip(text).substr(0, 10));
  const auto nothing = unpack_file(header, control);
  ASSERT_TRUE(nothing);
  EXPECT_TRUE(nothing->truncated);
  EXPECT_EQ(nothing->content.size(), 0u);
}

TEST(PackedFile, CountsWhatFollowsTheData) {
  for (const std::string& packed : {gzip("text"), zstd("text")}) {
    TaskControl control;
    const ByteSource file = packed_source(packed + "1234567");
    const auto unpacked = unpack_file(file, control);
    ASSERT_TRUE(unpacked) << to_string(unpacked.error());
    EXPECT_EQ(unpacked->content.text(), "text");
    EXPECT_EQ(unpacked->trailing, 7u);
  }
}

TEST(PackedFile, RejectsDamageAndBombs) {
  TaskControl control;
  std::string damaged = zstd(lines(10'000));
  damaged[damaged.size() / 2] = static_cast<char>(~damaged[damaged.size() / 2]);
  damaged[damaged.size() / 2 + 1] = static_cast<char>(~damaged[damaged.size() / 2 + 1]);
  const auto error = unpack_file(packed_source(damaged), control);
  if (!error) EXPECT_THAT(to_string(error.error()), HasSubstr("damaged compressed data"));
  std::string gzip_damage = gzip(lines(10'000));
  gzip_damage[gzip_damage.size() - 5] = static_cast<char>(~gzip_damage[gzip_damage.size() - 5]);
  const auto checksum = unpack_file(packed_source(gzip_damage), control);
  ASSERT_FALSE(checksum);
  EXPECT_THAT(to_string(checksum.error()), HasSubstr("the checksum does not match"));
  const std::string zeros(std::size_t{30} << 20, '0');
  for (const std::string& bomb : {gzip(zeros, 9), zstd(zeros)}) {
    const auto read = unpack_file(packed_source(bomb), control, {.ratio_floor = 10u << 20});
    ASSERT_FALSE(read);
    EXPECT_THAT(to_string(read.error()), HasSubstr("above the limit of 200"));
  }
}

TEST(PackedFile, SaysThatTheTemporaryFolderIsUnusable) {
  const TestVariable variable("TMPDIR", "/proc");
  TaskControl control;
  const auto read = unpack_file(packed_source(gzip(lines(1000))), control, {.in_memory = 0});
  ASSERT_FALSE(read);
  EXPECT_EQ(read.error().code, ErrorCode::kIo);
  EXPECT_THAT(to_string(read.error()), HasSubstr("TMPDIR"));
  control.request_cancel();
  const auto cancelled_read = unpack_file(packed_source(gzip("a")), control);
  ASSERT_FALSE(cancelled_read);
  EXPECT_EQ(cancelled_read.error().code, ErrorCode::kCancelled);
}

}  // namespace
}  // namespace nscope
