#include "profiler/base/files/byte_source.h"

#include "profiler/base/files/atomic_file.h"
#include "profiler/base/resources.h"

#include <filesystem>
#include <fstream>

#include <gtest/gtest.h>
#include <sys/stat.h>

namespace nscope {
namespace {

namespace fs = std::filesystem;

class ByteSourceTest : public testing::Test {
 protected:
  void SetUp() override {
    folder_ =
        fs::temp_directory_path() / ("nscope_base_" + std::to_string(::getpid()) + "_" +
                                     testing::UnitTest::GetInstance()->current_test_info()->name());
    fs::create_directories(folder_);
  }
  void TearDown() override { fs::remove_all(folder_); }
  std::string path(const std::string& name) const { return (folder_ / name).string(); }

  fs::path folder_;
};

TEST_F(ByteSourceTest, APipeIsRejectedWithoutWaiting) {
  ASSERT_EQ(::mkfifo(path("pipe").c_str(), 0600), 0);
  const auto source = ByteSource::open(path("pipe"));
  ASSERT_FALSE(source);
  EXPECT_EQ(to_string(source.error()),
            path("pipe") + ": a pipe cannot be read; save its content in a file first");
}

TEST_F(ByteSourceTest, ReleasedBytesCanStillBeRead) {
  const std::string content(100'000, 'x');
  ASSERT_TRUE(write_file(path("big"), content));
  const auto source = ByteSource::open(path("big"));
  ASSERT_TRUE(source) << to_string(source.error());
  EXPECT_EQ(source->text(), content);
  source->release(50'000);
  source->release(1'000'000, 50'000);
  EXPECT_EQ(source->text(), content);
  const auto buffer = ByteSource::from_bytes("b", {std::byte{7}});
  buffer.release(1);
  EXPECT_EQ(buffer.bytes()[0], std::byte{7});
}

TEST_F(ByteSourceTest, MapsAFileWithReadablePadding) {
  // Exactly one page, so that the padding is after the last page of the file.
  const std::string content(4096, 'x');
  ASSERT_TRUE(write_file(path("page"), content));
  const auto source = ByteSource::open(path("page"));
  ASSERT_TRUE(source) << to_string(source.error());
  EXPECT_EQ(source->text(), content);
  for (std::size_t i = 0; i < ByteSource::kPadding; ++i) {
    EXPECT_EQ(source->bytes().data()[4096 + i], std::byte{0});
  }
}

TEST_F(ByteSourceTest, AnEmptyFileIsEmpty) {
  ASSERT_TRUE(write_file(path("empty"), ""));
  const auto source = ByteSource::open(path("empty"));
  ASSERT_TRUE(source);
  EXPECT_EQ(source->size(), 0u);
  EXPECT_TRUE(source->head().empty());
}

TEST_F(ByteSourceTest, MissingFileAndFolderAreErrors) {
  EXPECT_EQ(ByteSource::open(path("none")).error().code, ErrorCode::kNotFound);
  EXPECT_EQ(ByteSource::open(folder_.string()).error().code, ErrorCode::kIo);
}

TEST_F(ByteSourceTest, MovedFromSourceReleasesOnce) {
  ASSERT_TRUE(write_file(path("a"), "abc"));
  auto first = ByteSource::open(path("a"));
  ASSERT_TRUE(first);
  const ByteSource second = std::move(*first);
  EXPECT_EQ(second.text(), "abc");
}

TEST_F(ByteSourceTest, AtomicFileKeepsTheOldContentWithoutCommit) {
  ASSERT_TRUE(write_file(path("a"), "old"));
  {
    const AtomicFile file(path("a"));
    std::ofstream(file.temporary_path()) << "half";
  }
  EXPECT_EQ(ByteSource::open(path("a"))->text(), "old");
  EXPECT_EQ(std::distance(fs::directory_iterator(folder_), fs::directory_iterator()), 1);
}

TEST_F(ByteSourceTest, AtomicFileRemovesWhatKilledProcessesLeft) {
  const fs::path left = folder_ / ".nscope-1-0.tmp";
  std::ofstream(left) << "half";
  std::ofstream(folder_ / ".nscope-1-0.tmp-journal") << "half";
  fs::create_directory(folder_ / ".nscope-77-3.tmp");
  std::ofstream(folder_ / ".nscope-77-3.tmp" / "events.parquet") << "half";
  for (const char* other :
       {".nscope-1.tmp", ".nscope-a-0.tmp", "x.nscope-1-0.tmp", ".nscope--1-0.tmp"}) {
    std::ofstream(folder_ / other) << "of the user";
  }
  ASSERT_TRUE(write_file(path("a"), "new"));
  EXPECT_FALSE(fs::exists(left));
  EXPECT_FALSE(fs::exists(folder_ / ".nscope-1-0.tmp-journal"));
  EXPECT_FALSE(fs::exists(folder_ / ".nscope-77-3.tmp"));
  EXPECT_EQ(std::distance(fs::directory_iterator(folder_), fs::directory_iterator()), 5);
}

TEST_F(ByteSourceTest, AtomicFileKeepsThoseOfLiveProcesses) {
  AtomicFile first(path("a"));
  AtomicFile second(path("a"));
  ASSERT_TRUE(first.write("first"));
  ASSERT_TRUE(second.write("second"));
  ASSERT_TRUE(write_file(path("b"), "other"));
  ASSERT_TRUE(second.commit());
  ASSERT_TRUE(first.commit());
  EXPECT_EQ(ByteSource::open(path("a"))->text(), "first");
  EXPECT_EQ(std::distance(fs::directory_iterator(folder_), fs::directory_iterator()), 2);
}

TEST_F(ByteSourceTest, AtomicFileDoesNotReplaceAPipe) {
  ASSERT_EQ(::mkfifo(path("pipe").c_str(), 0600), 0);
  EXPECT_EQ(write_file(path("pipe"), "x").error().code, ErrorCode::kIo);
  EXPECT_TRUE(fs::is_fifo(path("pipe")));
}

TEST_F(ByteSourceTest, WriteIntoAMissingFolderFails) {
  const auto result = write_file(path("no/such/folder"), "x");
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().code, ErrorCode::kIo);
}

TEST(Resources, UnknownResourceIsAnError) {
  EXPECT_EQ(find_resource("devices/none.json").error().code, ErrorCode::kNotFound);
}

}  // namespace
}  // namespace nscope
