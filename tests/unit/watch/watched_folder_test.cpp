#include "app/watch/watched_folder.h"

#include "tests/support/temporary_folder.h"

#include <filesystem>
#include <fstream>
#include <optional>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

namespace nscope::watch {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using namespace std::chrono_literals;

constexpr const char* kTrace =
    R"({"traceEvents": [{"name": "a", "ph": "X", "ts": 1, "dur": 2, "pid": 1, "tid": 1}]})";

class WatchedFolderTest : public testing::Test {
 protected:
  void write(const std::string& name, const std::string& text) {
    const fs::path path = folder_.path() / name;
    fs::create_directories(path.parent_path());
    std::ofstream(path, std::ios::binary) << text;
  }
  void start() {
    auto opened = WatchedFolder::open(folder_.path().string());
    ASSERT_TRUE(opened) << to_string(opened.error());
    watched_.emplace(std::move(*opened));
    look(0ms);
  }
  /// Scans `after` the last scan; returns the names of the captures that became complete.
  std::vector<std::string> look(std::chrono::milliseconds after) {
    now_ += after;
    auto scan = watched_->scan(now_, control_);
    EXPECT_TRUE(scan);
    scan_ = *scan;
    std::vector<std::string> names;
    for (const std::string& path : scan_.complete) {
      names.push_back(fs::path(path).filename().string());
    }
    return names;
  }
  /// Scans until everything is quiet.
  std::vector<std::string> settle() {
    look(10ms);
    return look(WatchedFolder::kQuiet);
  }
  Found found(const std::string& name) const {
    for (const Found& each : scan_.found) {
      if (each.name == name) return each;
    }
    ADD_FAILURE() << name << " is not listed";
    return {};
  }

  TestFolder folder_;
  TaskControl control_;
  std::optional<WatchedFolder> watched_;
  WatchedFolder::Clock::time_point now_{};
  Scan scan_;
};

TEST_F(WatchedFolderTest, ACaptureIsCompleteWhenItIsQuietAndOnlyOnce) {
  start();
  write("run.json", std::string(kTrace).substr(0, 20));
  EXPECT_THAT(look(1'000ms), IsEmpty());
  EXPECT_EQ(found("run.json").state, State::kGrowing);
  write("run.json", kTrace);
  EXPECT_THAT(look(1'500ms), IsEmpty()) << "it grew";
  EXPECT_THAT(look(1'000ms), IsEmpty()) << "too early";
  EXPECT_THAT(look(1'000ms), ElementsAre("run.json"));
  EXPECT_EQ(found("run.json").state, State::kComplete);
  for (int i = 0; i < 3; ++i) EXPECT_THAT(look(3'000ms), IsEmpty()) << "only once";
}

TEST_F(WatchedFolderTest, WhatWasThereBeforeIsListedButNotReportedUnlessItStillGrows) {
  write("old.json", kTrace);
  write("growing.json", "{");
  start();
  write("growing.json", kTrace);
  EXPECT_THAT(settle(), ElementsAre("growing.json"));
  EXPECT_EQ(found("old.json").state, State::kPresent);
}

TEST_F(WatchedFolderTest, AFolderIsOneCapture) {
  start();
  write("i-1_pid_2/a/run.json", kTrace);
  EXPECT_THAT(look(1'500ms), IsEmpty());
  write("i-1_pid_2/a/second.json", kTrace);
  EXPECT_THAT(look(1'500ms), IsEmpty()) << "a file was added";
  EXPECT_THAT(look(2'000ms), ElementsAre("i-1_pid_2"));
  EXPECT_EQ(found("i-1_pid_2").bytes, 2 * std::string_view(kTrace).size());
}

TEST_F(WatchedFolderTest, SaysWhatItSkippedAndWhy) {
  start();
  write("notes.txt", "hello");
  write("empty", "");
  write("photos/one.txt", "hello");
  write(".hidden.json", kTrace);
  write("copy.json.part", kTrace);
  fs::create_symlink(folder_.path() / "notes.txt", folder_.path() / "link");
  ASSERT_EQ(::mkfifo((folder_.path() / "pipe").c_str(), 0600), 0);
  EXPECT_THAT(settle(), IsEmpty());
  EXPECT_EQ(found("notes.txt").state, State::kSkipped);
  EXPECT_THAT(found("notes.txt").reason.english(), HasSubstr("not a capture"));
  EXPECT_EQ(found("photos").state, State::kSkipped);
  EXPECT_FALSE(found("photos").reason.empty());
  EXPECT_EQ(found("empty").state, State::kGrowing) << "nothing was written yet";
  EXPECT_EQ(scan_.found.size(), 5u) << "hidden and unfinished files are ignored";
  // The unfinished copy gets its name.
  fs::rename(folder_.path() / "copy.json.part", folder_.path() / "copy.json");
  EXPECT_THAT(settle(), ElementsAre("copy.json"));
}

TEST_F(WatchedFolderTest, ASkippedFileThatBecomesACaptureIsReported) {
  start();
  write("run.json", "not yet");
  EXPECT_THAT(settle(), IsEmpty());
  EXPECT_EQ(found("run.json").state, State::kSkipped);
  write("run.json", kTrace);
  EXPECT_THAT(settle(), ElementsAre("run.json"));
}

TEST_F(WatchedFolderTest, AChangedCaptureIsMarkedAndNotReportedAgain) {
  start();
  write("run.json", kTrace);
  EXPECT_THAT(settle(), ElementsAre("run.json"));
  write("run.json", std::string(kTrace) + "\n");
  EXPECT_THAT(settle(), IsEmpty());
  EXPECT_EQ(found("run.json").state, State::kChanged);
}

TEST_F(WatchedFolderTest, SurvivesAFolderThatVanishes) {
  start();
  write("run.json", kTrace);
  EXPECT_THAT(settle(), ElementsAre("run.json"));
  const fs::path away = folder_.path().string() + ".away";
  fs::rename(folder_.path(), away);
  EXPECT_THAT(look(1'000ms), IsEmpty());
  EXPECT_TRUE(scan_.folder_missing);
  EXPECT_EQ(found("run.json").state, State::kGone);
  fs::rename(away, folder_.path());
  write("second.json", kTrace);
  EXPECT_THAT(settle(), ElementsAre("second.json")) << "the first is not opened again";
  EXPECT_FALSE(scan_.folder_missing);
  EXPECT_NE(found("run.json").state, State::kGone);
}

TEST_F(WatchedFolderTest, LimitsTheNumberOfEntries) {
  for (std::size_t i = 0; i < WatchedFolder::kMostEntries + 5; ++i) {
    write("f" + std::to_string(i), "x");
  }
  start();
  EXPECT_EQ(scan_.left_out, 5u);
  EXPECT_EQ(scan_.found.size(), WatchedFolder::kMostEntries);
}

TEST_F(WatchedFolderTest, RefusesOtherMachinesFilesAndMissingFolders) {
  const auto remote = WatchedFolder::open("ssh://host/captures");
  ASSERT_FALSE(remote);
  EXPECT_THAT(remote.error().message.english(), HasSubstr("sshfs"));
  write("file", "x");
  EXPECT_FALSE(WatchedFolder::open((folder_.path() / "file").string()));
  EXPECT_EQ(WatchedFolder::open((folder_.path() / "absent").string()).error().code,
            ErrorCode::kNotFound);
}

}  // namespace
}  // namespace nscope::watch
