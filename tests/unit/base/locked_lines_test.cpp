#include "profiler/base/files/locked_lines.h"

#include "tests/support/temporary_folder.h"

#include <csignal>
#include <fstream>
#include <thread>

#include <gtest/gtest.h>
#include <sys/resource.h>

namespace nscope {
namespace {

using Lock = LockedLines::Lock;

class LockedLinesTest : public testing::Test {
 protected:
  std::string content() const { return std::string(ByteSource::open(path_)->text()); }

  TestFolder folder_;
  std::string path_ = folder_.path() / "lines";
};

TEST_F(LockedLinesTest, AppendsToTheContent) {
  std::ofstream(path_) << "one\n";
  auto lines = LockedLines::open(path_, Lock::kTry);
  ASSERT_TRUE(lines);
  EXPECT_EQ(lines->content()->text(), "one\n");
  ASSERT_TRUE(lines->append("two"));
  ASSERT_TRUE(lines->append(""));
  EXPECT_EQ(lines->content()->text(), "one\ntwo\n\n");
}

TEST_F(LockedLinesTest, StartsANewLineAfterAnIncompleteOne) {
  std::ofstream(path_) << "one\ntw";
  auto lines = LockedLines::open(path_, Lock::kTry);
  ASSERT_TRUE(lines);
  ASSERT_TRUE(lines->append("three"));
  ASSERT_TRUE(lines->append("four"));
  EXPECT_EQ(content(), "one\ntw\nthree\nfour\n");
}

TEST_F(LockedLinesTest, CanBeOpenedOnceAtATime) {
  auto first = LockedLines::open(path_, Lock::kTry);
  ASSERT_TRUE(first);
  EXPECT_EQ(LockedLines::open(path_, Lock::kTry).error().code, ErrorCode::kInfeasible);
  std::thread second([&] {
    auto lines = LockedLines::open(path_, Lock::kWait);
    ASSERT_TRUE(lines);
    EXPECT_TRUE(lines->append("second"));
  });
  EXPECT_TRUE(first->append("first"));
  {
    const LockedLines gone = std::move(*first);
  }
  second.join();
  EXPECT_EQ(content(), "first\nsecond\n");
}

/// Limits files of this process to `bytes`, like a full disk.
class FileSizeLimit {
 public:
  explicit FileSizeLimit(rlim_t bytes) : handler_(std::signal(SIGXFSZ, SIG_IGN)) {
    ::getrlimit(RLIMIT_FSIZE, &before_);
    const rlimit now{bytes, before_.rlim_max};
    ::setrlimit(RLIMIT_FSIZE, &now);
  }
  ~FileSizeLimit() {
    ::setrlimit(RLIMIT_FSIZE, &before_);
    std::signal(SIGXFSZ, handler_);
  }
  FileSizeLimit(const FileSizeLimit&) = delete;
  FileSizeLimit& operator=(const FileSizeLimit&) = delete;

 private:
  rlimit before_{};
  void (*handler_)(int);
};

TEST_F(LockedLinesTest, RemovesALineThatDoesNotFit) {
  auto lines = LockedLines::open(path_, Lock::kTry);
  ASSERT_TRUE(lines);
  ASSERT_TRUE(lines->append("one"));
  {
    const FileSizeLimit limit(7);
    const auto refused = lines->append("a longer line");
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, ErrorCode::kIo);
  }
  EXPECT_EQ(content(), "one\n");
  ASSERT_TRUE(lines->append("two"));
  EXPECT_EQ(content(), "one\ntwo\n");
}

TEST_F(LockedLinesTest, ReportsAFileThatCannotBeOpened) {
  const auto refused = LockedLines::open(path_ + "/missing/lines", Lock::kTry);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, ErrorCode::kIo);
}

}  // namespace
}  // namespace nscope
