#include "app/remote/staged_session.h"

#include "tests/support/temporary_folder.h"

#include <chrono>
#include <filesystem>
#include <fstream>

#include <gmock/gmock.h>

namespace nscope::remote {
namespace {

namespace fs = std::filesystem;

class Stage : public testing::Test {
 protected:
  std::string write(const std::string& name, const std::string& text) {
    std::ofstream(folder_.path() / name) << text;
    return (folder_.path() / name).string();
  }
  StagedSession staged(const std::string& path) {
    const auto result = stage(path, control_);
    EXPECT_TRUE(result) << (result ? "" : to_string(result.error()));
    return result ? *result : StagedSession{};
  }

  TestFolder folder_;
  TestVariable cache_{"XDG_CACHE_HOME", (folder_.path() / "cache").string()};
  TaskControl control_;
};

constexpr const char* kTrace =
    R"([{"ph": "X", "name": "a", "ts": 1, "dur": 2, "pid": 1, "tid": 1}])";

TEST_F(Stage, ImportsACaptureOnce) {
  const std::string capture = write("trace.json", kTrace);
  const StagedSession first = staged(capture);
  EXPECT_EQ(first.bytes, fs::file_size(first.path));
  const auto time = fs::last_write_time(first.path);
  const auto id = fs::hard_link_count(first.path);
  const StagedSession second = staged(capture);
  EXPECT_EQ(second.path, first.path);
  EXPECT_EQ(fs::hard_link_count(second.path), id);
  EXPECT_GE(fs::last_write_time(first.path), time);
  const StagedSession session = staged(first.path);
  EXPECT_EQ(session.path, fs::canonical(first.path).string());
}

TEST_F(Stage, ImportsAChangedCaptureAgain) {
  const std::string capture = write("trace.json", kTrace);
  const StagedSession first = staged(capture);
  write("trace.json", std::string(kTrace) + "\n");
  EXPECT_NE(staged(capture).path, first.path);
}

TEST_F(Stage, RemovesWhatNobodyHasUsedForAMonth) {
  const StagedSession old = staged(write("trace.json", kTrace));
  fs::last_write_time(old.path, fs::file_time_type::clock::now() - std::chrono::hours(24 * 31));
  staged(write("other.json", std::string(kTrace) + " "));
  EXPECT_FALSE(fs::exists(old.path));
}

TEST_F(Stage, ReportsWhatCannotBeImported) {
  EXPECT_FALSE(stage(folder_.path() / "absent", control_));
  EXPECT_FALSE(stage(write("noise", "\x01\x02 nothing"), control_));
}

TEST(StagedSession, ReadsOnlyWhatItWrites) {
  const StagedSession session{"/tmp/a.nscope", 12, "0123456789abcdef"};
  const auto read = staged_from_json(to_json(session), "answer");
  ASSERT_TRUE(read);
  EXPECT_EQ(read->bytes, 12u);
  for (const char* text :
       {R"({"schema": "nscope.staged/2", "path": "/a", "bytes": 1, "stamp": "0123456789abcdef"})",
        R"({"schema": "nscope.staged/1", "path": "a", "bytes": 1, "stamp": "0123456789abcdef"})",
        R"({"schema": "nscope.staged/1", "path": "/a", "bytes": -1, "stamp": "0123456789abcdef"})",
        R"({"schema": "nscope.staged/1", "path": "/a", "bytes": 1, "stamp": "../../../../../x"})",
        R"({"schema": "nscope.staged/1", "path": "/a", "bytes": 1})"}) {
    EXPECT_FALSE(staged_from_json(*parse_json(text, "answer"), "answer")) << text;
  }
}

}  // namespace
}  // namespace nscope::remote
