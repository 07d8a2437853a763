#include "profiler/base/files/temporary_entry.h"

#include "tests/support/temporary_folder.h"

#include <atomic>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <system_error>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

namespace nscope {
namespace {

namespace fs = std::filesystem;

std::size_t entries_of(const std::string& folder) {
  return static_cast<std::size_t>(
      std::distance(fs::directory_iterator(folder), fs::directory_iterator()));
}

TEST(TemporaryEntry, IsRemovedUnlessItIsKept) {
  const TestFolder folder;
  const std::string target = folder.path().string() + "/results.db";
  {
    const TemporaryEntry entry(target, TemporaryEntry::Kind::kFile);
  }
  EXPECT_EQ(entries_of(folder.path().string()), 0U);
  {
    TemporaryEntry entry(target, TemporaryEntry::Kind::kFolder);
    std::ofstream(entry.path() + "/part") << "part";
    fs::rename(entry.path(), target);
    entry.keep();
  }
  EXPECT_TRUE(fs::exists(target + "/part"));
  EXPECT_EQ(entries_of(folder.path().string()), 1U);
}

TEST(TemporaryEntry, RemovesOnlyWhatDeadProcessesLeft) {
  const TestFolder folder;
  const std::string target = folder.path().string() + "/results.db";
  const TemporaryEntry other(target, TemporaryEntry::Kind::kFile);
  std::ofstream(folder.path().string() + "/.nscope-123456789-0.tmp") << "dead";
  std::ofstream(folder.path().string() + "/.nscope-123456789-1.tmp-journal") << "dead";
  std::ofstream(folder.path().string() + "/.nscope-notes.tmp") << "of a user";
  EXPECT_EQ(remove_leftovers(folder.path().string()), 2);
  EXPECT_TRUE(fs::exists(other.path()));
  EXPECT_EQ(entries_of(folder.path().string()), 2U);
}

// The tasks of an array job write into one folder at the same time. None may take an entry that
// another one has just created for a leftover.
TEST(TemporaryEntry, IsNotRemovedByOthersThatStartAtTheSameTime) {
  const TestFolder folder;
  std::atomic<int> lost = 0;
  std::vector<std::jthread> writers;
  for (int writer = 0; writer < 8; ++writer) {
    writers.emplace_back([&, writer] {
      for (int i = 0; i < 500; ++i) {
        const std::string target =
            folder.path().string() + "/" + std::to_string(writer) + "-" + std::to_string(i);
        TemporaryEntry entry(target, TemporaryEntry::Kind::kFile);
        std::error_code error;
        fs::rename(entry.path(), target, error);
        if (error) ++lost;
        entry.keep();
        fs::remove(target, error);
      }
    });
  }
  writers.clear();
  EXPECT_EQ(lost, 0);
  EXPECT_EQ(entries_of(folder.path().string()), 0U);
}

}  // namespace
}  // namespace nscope
