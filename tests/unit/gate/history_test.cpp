#include "profiler/analysis/gate/history.h"

#include "profiler/base/files/byte_source.h"
#include "tests/unit/gate/gate_runs.h"

#include <filesystem>
#include <fstream>
#include <thread>

#include <SQLiteCpp/SQLiteCpp.h>
#include <gtest/gtest.h>

namespace nscope::gate {
namespace {

class History : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = testing::TempDir() + "/history_" +
              testing::UnitTest::GetInstance()->current_test_info()->name();
    std::filesystem::remove_all(folder_);
    std::filesystem::create_directory(folder_);
    path_ = folder_ + "/h.db";
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  Result<Baseline> read(std::size_t most = 100) {
    TaskControl control;
    return history::read(path_, most, control);
  }
  Result<> add(const Runs& runs, bool replace = false) {
    return history::update(path_, runs,
                           {.reason = "why", .time = "t", .verdict = "v", .replace = replace});
  }
  void run_sql(const char* sql) { SQLite::Database(path_, SQLite::OPEN_READWRITE).exec(sql); }
  std::size_t files() const {
    return static_cast<std::size_t>(std::distance(std::filesystem::directory_iterator(folder_),
                                                  std::filesystem::directory_iterator()));
  }

  std::string folder_;
  std::string path_;
};

TEST_F(History, RecordsEveryChangeAlsoOfSupersededRuns) {
  ASSERT_TRUE(add(runs_of({1.5, 2.5})));
  ASSERT_TRUE(add(runs_of({3.5}), true));
  ASSERT_TRUE(add(runs_of({4.5})));
  TaskControl control;
  const auto all = history::read_record(path_, 100, control);
  ASSERT_TRUE(all) << to_string(all.error());
  ASSERT_EQ(all->updates.size(), 3u);
  EXPECT_TRUE(all->updates[0].superseded);
  EXPECT_EQ(all->updates[0].runs.size(), 2u);
  EXPECT_FALSE(all->updates[1].superseded);
  EXPECT_TRUE(all->updates[1].update.replace);
  EXPECT_EQ(all->updates[2].update.reason, "why");
  EXPECT_EQ(all->updates[2].runs[0].summary.find("time")->value, 4.5);
  EXPECT_EQ(all->baseline.older, 0u);
  const auto latest = history::read_record(path_, 3, control);
  ASSERT_TRUE(latest);
  EXPECT_EQ(latest->updates[0].runs.size(), 1u);
  EXPECT_EQ(latest->baseline.older, 1u);
}

TEST_F(History, KeepsRunsInTheirOrder) {
  auto runs = runs_of({1.5, 2.5});
  runs[0].revision = "abc123";
  ASSERT_TRUE(add(runs));
  ASSERT_TRUE(add(runs_of({3.5}, Provenance::kSimulated)));
  const auto baseline = read();
  ASSERT_TRUE(baseline) << to_string(baseline.error());
  ASSERT_EQ(baseline->runs.size(), 3u);
  EXPECT_EQ(baseline->runs[0].revision, "abc123");
  EXPECT_EQ(baseline->runs[1].revision, "");
  EXPECT_EQ(baseline->runs[1].summary.find("time")->value, 2.5);
  EXPECT_EQ(baseline->runs[2].summary.find("time")->provenance, Provenance::kSimulated);
  EXPECT_EQ(baseline->runs[2].summary.find("time")->unit, "s");
  EXPECT_EQ(files(), 1u);
}

TEST_F(History, ReadsTheLatestRunsAndCountsTheOthers) {
  ASSERT_TRUE(add(runs_of({1, 2, 3, 4})));
  const auto baseline = read(2);
  ASSERT_EQ(baseline->runs.size(), 2u);
  EXPECT_EQ(baseline->runs[0].summary.find("time")->value, 3);
  EXPECT_EQ(baseline->older, 2u);
}

TEST_F(History, ReplacingKeepsTheOldRunsForTheRecord) {
  ASSERT_TRUE(add(runs_of({1, 2})));
  ASSERT_TRUE(add(runs_of({7}), true));
  EXPECT_EQ(read()->runs.size(), 1u);
  SQLite::Database database(path_);
  EXPECT_EQ(database.execAndGet("SELECT count(*) FROM run").getInt(), 3);
  EXPECT_EQ(database.execAndGet("SELECT mode||reason FROM baseline_update WHERE id=2").getString(),
            "replacewhy");
}

TEST_F(History, QuarantineIsChangedAndReleased) {
  ASSERT_TRUE(add(runs_of({1})));
  ASSERT_TRUE(history::put_into_quarantine(path_, {"time", "noisy", "2026-11-01"}));
  ASSERT_TRUE(history::put_into_quarantine(path_, {"time", "noisier", "2026-11-02"}));
  ASSERT_EQ(read()->quarantine.size(), 1u);
  EXPECT_EQ(read()->quarantine[0].reason, "noisier");
  const auto unknown = history::release_from_quarantine(path_, "mfu");
  ASSERT_FALSE(unknown);
  EXPECT_EQ(unknown.error().message.english(), "'mfu' is not in quarantine; in quarantine: 'time'");
  ASSERT_TRUE(history::release_from_quarantine(path_, "time"));
  EXPECT_TRUE(read()->quarantine.empty());
}

TEST_F(History, SimultaneousWritersLoseNothing) {
  constexpr int kWriters = 4;
  constexpr int kEach = 5;
  std::vector<std::thread> writers;
  for (int i = 0; i < kWriters; ++i) {
    writers.emplace_back([this] {
      for (int k = 0; k < kEach; ++k) EXPECT_TRUE(add(runs_of({1.0})));
    });
  }
  for (std::thread& writer : writers) writer.join();
  EXPECT_EQ(read()->runs.size(), std::size_t{kWriters * kEach});
}

TEST_F(History, IsRecognisedByItsHeader) {
  ASSERT_TRUE(add(runs_of({1})));
  EXPECT_TRUE(history::sniff(ByteSource::open(path_)->text()));
  EXPECT_FALSE(history::sniff("SQLite format 3"));
  EXPECT_FALSE(history::sniff(""));
}

TEST_F(History, RejectsOtherFilesAndDoesNotChangeThem) {
  std::ofstream(path_) << "hello";
  EXPECT_FALSE(read());
  const auto added = add(runs_of({1}));
  ASSERT_FALSE(added);
  EXPECT_EQ(added.error().code, ErrorCode::kBadInput);
  EXPECT_EQ(ByteSource::open(path_)->text(), "hello");

  std::filesystem::remove(path_);
  SQLite::Database(path_, SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE).exec("CREATE TABLE t(a)");
  EXPECT_NE(read().error().message.english().find("SQLite database"), std::string::npos);
  EXPECT_FALSE(add(runs_of({1})));
  EXPECT_FALSE(history::put_into_quarantine(path_, {"a", "b", "c"}));
  std::filesystem::remove(path_);
  EXPECT_EQ(read().error().code, ErrorCode::kNotFound);
}

TEST_F(History, RejectsOtherVersionsAndDamagedFiles) {
  ASSERT_TRUE(add(runs_of({1})));
  run_sql("PRAGMA user_version=9");
  EXPECT_EQ(read().error().code, ErrorCode::kUnsupportedVersion);
  EXPECT_EQ(add(runs_of({1})).error().code, ErrorCode::kUnsupportedVersion);
  run_sql("PRAGMA user_version=1; UPDATE metric SET provenance='guess'");
  EXPECT_TRUE(read().error().message.english().starts_with("metric 'time' of run 1: "));
  run_sql("UPDATE metric SET provenance='measured', value=9e999");
  EXPECT_EQ(read().error().code, ErrorCode::kBadInput);
  run_sql("DROP TABLE metric");
  EXPECT_EQ(read().error().code, ErrorCode::kBadInput);
}

TEST_F(History, LeavesNoFilesIfItCannotBeCreated) {
  const auto made = history::update(folder_ + "/none/h.db", runs_of({1}),
                                    {.reason = "r", .time = "t", .verdict = "v"});
  ASSERT_FALSE(made);
  EXPECT_EQ(made.error().code, ErrorCode::kIo);
  EXPECT_EQ(files(), 0u);
}

}  // namespace
}  // namespace nscope::gate
