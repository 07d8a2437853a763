#include "profiler/base/files/byte_source.h"

#include "profiler/base/files/atomic_file.h"
#include "profiler/base/files/collected_bytes.h"
#include "profiler/base/files/piped_input.h"
#include "profiler/base/resources.h"

#include <filesystem>
#include <fstream>

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

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

/// What open_input_file() reads from a pipe into which `text` was written.
Result<InputFile> read_pipe(std::string_view text, const PipeLimits& limits = {}) {
  int ends[2] = {-1, -1};
  EXPECT_EQ(::pipe(ends), 0);
  EXPECT_EQ(::write(ends[1], text.data(), text.size()), static_cast<ssize_t>(text.size()));
  ::close(ends[1]);
  TaskControl control;
  auto input = open_input_file("/dev/fd/" + std::to_string(ends[0]), control, limits);
  ::close(ends[0]);
  return input;
}

TEST(PipedInput, IsReadToItsEnd) {
  const auto input = read_pipe("one\ntwo\n");
  ASSERT_TRUE(input) << to_string(input.error());
  EXPECT_EQ(input->content.text(), "one\ntwo\n");
  EXPECT_EQ(input->content.name().substr(0, 5), "pipe ");
  EXPECT_TRUE(input->piped);
}

TEST(PipedInput, MustHaveAContentWithinTheLimit) {
  const auto empty = read_pipe("");
  ASSERT_FALSE(empty);
  EXPECT_EQ(empty.error().code, ErrorCode::kBadInput);
  EXPECT_NE(empty.error().message.english().find("wrote nothing"), std::string::npos);
  EXPECT_TRUE(read_pipe("12345678", {.most_bytes = 8}));
  const auto large = read_pipe("123456789", {.most_bytes = 8});
  ASSERT_FALSE(large);
  EXPECT_EQ(large.error().code, ErrorCode::kBadInput);
  EXPECT_NE(large.error().message.english().find("the pipe contains more than"), std::string::npos);
}

TEST_F(ByteSourceTest, ANamedPipeNeedsAWriter) {
  ASSERT_EQ(::mkfifo(path("pipe").c_str(), 0600), 0);
  TaskControl control;
  const PipeLimits limits{.wait_for_writer = std::chrono::milliseconds(1)};
  const auto nobody = open_input_file(path("pipe"), control, limits);
  ASSERT_FALSE(nobody);
  EXPECT_NE(nobody.error().message.english().find("no program writes"), std::string::npos);
  const int writer = ::open(path("pipe").c_str(), O_RDWR);
  ASSERT_EQ(::write(writer, "x", 1), 1);
  control.request_cancel();
  EXPECT_EQ(open_input_file(path("pipe"), control).error().code, ErrorCode::kCancelled)
      << "the writer does not end, but the user can";
  ::close(writer);
}

TEST_F(ByteSourceTest, AFileIsNotCopied) {
  ASSERT_TRUE(write_file(path("a"), "text"));
  TaskControl control;
  const auto input = open_input_file(path("a"), control);
  ASSERT_TRUE(input);
  EXPECT_FALSE(input->piped);
  EXPECT_EQ(input->content.name(), path("a"));
  EXPECT_EQ(open_input_file(path("b"), control).error().code, ErrorCode::kNotFound);
}

TEST(CollectedBytes, MoveToATemporaryFileWithoutANameAboveTheLimit) {
  for (const std::size_t in_memory : {std::size_t{0}, std::size_t{5}, std::size_t{100}}) {
    CollectedBytes bytes(in_memory);
    for (const std::string_view text : {"abc", "", "defgh", "i"}) {
      ASSERT_TRUE(bytes.append(std::as_bytes(std::span(text))));
    }
    EXPECT_EQ(bytes.size(), 9u);
    const auto source = bytes.take("pieces");
    ASSERT_TRUE(source) << to_string(source.error());
    EXPECT_EQ(source->text(), "abcdefghi") << in_memory;
  }
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
