#include "profiler/analysis/gate/run_folder.h"

#include "profiler/analysis/metrics/summary_document.h"
#include "profiler/base/files/byte_source.h"
#include "tests/support/temporary_folder.h"
#include "tests/unit/gate/gate_runs.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <thread>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace nscope::gate {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;

class RunFolder : public testing::Test {
 protected:
  Result<> add(const Runs& runs, const std::vector<std::string>& superseded = {}) {
    return run_folder::update(
        folder_, runs, superseded,
        {.reason = "why", .time = "t", .verdict = "v", .replace = !superseded.empty()});
  }
  static std::vector<std::string> names_in(const fs::path& folder) {
    std::vector<std::string> names;
    for (const auto& entry : fs::directory_iterator(folder)) {
      names.push_back(entry.path().filename());
    }
    std::sort(names.begin(), names.end());
    return names;
  }
  std::vector<nlohmann::json> journal() const {
    std::ifstream in(folder_ + "/.nscope-gate/updates.jsonl");
    std::vector<nlohmann::json> lines;
    for (std::string line; std::getline(in, line);) lines.push_back(nlohmann::json::parse(line));
    return lines;
  }

  TestFolder temporary_;
  std::string folder_ = temporary_.path() / "runs";
};

TEST_F(RunFolder, KeepsEachRunAsASummaryDocument) {
  Runs runs = runs_of({1.5, 2.5});
  runs[0].name = "captures/big.ntff";
  runs[0].revision = "abc123";
  ASSERT_TRUE(add(runs));
  EXPECT_THAT(names_in(folder_), ElementsAre(".nscope-gate", "added-000001-0001-big.json",
                                             "added-000001-0002-run.json"));
  const std::string path = folder_ + "/added-000001-0001-big.json";
  const auto file = ByteSource::open(path);
  ASSERT_TRUE(file);
  ASSERT_TRUE(analysis::is_summary_document(file->text()));
  const auto summary = analysis::summary_from_text(file->text(), path);
  ASSERT_TRUE(summary) << to_string(summary.error());
  EXPECT_EQ(summary->find("time")->value, 1.5);
  EXPECT_EQ(summary->find("time")->unit, "s");
  EXPECT_THAT(std::string(file->text()), HasSubstr("\"revision\": \"abc123\""));
  ASSERT_EQ(journal().size(), 1u);
  EXPECT_EQ(journal()[0]["mode"], "append");
  EXPECT_EQ(journal()[0]["reason"], "why");
  EXPECT_EQ(journal()[0]["added"].size(), 2u);
}

TEST_F(RunFolder, ReplacedRunsStayForTheRecord) {
  ASSERT_TRUE(add(runs_of({1.0})));
  std::ofstream(folder_ + "/first.json") << "{}";
  ASSERT_TRUE(
      add(runs_of({2.0}), {folder_ + "/first.json", folder_ + "/added-000001-0001-run.json"}));
  EXPECT_THAT(names_in(folder_), ElementsAre(".nscope-gate", "added-000002-0001-run.json"));
  EXPECT_THAT(names_in(folder_ + "/.nscope-gate/superseded/000002"),
              ElementsAre("added-000001-0001-run.json", "first.json"));
  ASSERT_EQ(journal().size(), 2u);
  EXPECT_EQ(journal()[1]["mode"], "replace");
  EXPECT_THAT(journal()[1]["superseded"], ElementsAre("first.json", "added-000001-0001-run.json"));
}

TEST_F(RunFolder, NothingChangesIfAFileCannotBeMoved) {
  ASSERT_TRUE(add(runs_of({1.0})));
  const auto refused =
      add(runs_of({2.0}), {folder_ + "/added-000001-0001-run.json", folder_ + "/deleted.json"});
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, ErrorCode::kIo);
  EXPECT_THAT(names_in(folder_), ElementsAre(".nscope-gate", "added-000001-0001-run.json"));
  EXPECT_EQ(journal().size(), 1u);
  // The failed update does not affect the next one.
  ASSERT_TRUE(add(runs_of({3.0})));
  EXPECT_THAT(names_in(folder_), ElementsAre(".nscope-gate", "added-000001-0001-run.json",
                                             "added-000002-0001-run.json"));
}

TEST_F(RunFolder, FilesOfAnInterruptedUpdateAreKept) {
  ASSERT_TRUE(add(runs_of({1.0})));
  // The interrupted update moved its files, but wrote no line to the journal.
  fs::create_directories(folder_ + "/.nscope-gate/superseded/000003");
  std::ofstream(folder_ + "/added-000002-0001-run.json") << "orphan";
  std::ofstream(folder_ + "/.nscope-gate/superseded/000003/added-000001-0001-run.json") << "old";
  ASSERT_TRUE(add(runs_of({2.0}), {folder_ + "/added-000001-0001-run.json"}));
  EXPECT_THAT(names_in(folder_), ElementsAre(".nscope-gate", "added-000002-0001-run.json",
                                             "added-000004-0001-run.json"));
  EXPECT_EQ(ByteSource::open(folder_ + "/added-000002-0001-run.json")->text(), "orphan");
  EXPECT_THAT(names_in(folder_ + "/.nscope-gate/superseded/000004"),
              ElementsAre("added-000001-0001-run.json"));
  EXPECT_EQ(journal().back()["update"], 4);
}

TEST_F(RunFolder, AnIncompleteLineInTheJournalDoesNotAffectOthers) {
  ASSERT_TRUE(add(runs_of({1.0})));
  std::ofstream(folder_ + "/.nscope-gate/updates.jsonl", std::ios::app) << R"({"update": 2, "ti)";
  ASSERT_TRUE(add(runs_of({2.0})));
  std::ifstream in(folder_ + "/.nscope-gate/updates.jsonl");
  std::vector<std::string> lines;
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  ASSERT_EQ(lines.size(), 3u);
  EXPECT_EQ(nlohmann::json::parse(lines[2])["reason"], "why");
}

TEST_F(RunFolder, SimultaneousUpdatesWaitForEachOther) {
  std::vector<std::thread> jobs;
  for (int i = 0; i < 8; ++i) {
    jobs.emplace_back([&, i] { EXPECT_TRUE(add(runs_of({1.0 + i}))); });
  }
  for (std::thread& job : jobs) job.join();
  EXPECT_EQ(journal().size(), 8u);
  EXPECT_EQ(names_in(folder_).size(), 9u);  // 8 runs and the records
}

TEST_F(RunFolder, NamesAFolderThatCannotBeCreated) {
  folder_ = temporary_.path() / "missing" / "runs";
  const auto refused = add(runs_of({1.0}));
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, ErrorCode::kIo);
  EXPECT_THAT(to_string(refused.error()), HasSubstr("missing/runs"));
}

}  // namespace
}  // namespace nscope::gate
