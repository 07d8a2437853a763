#include "profiler/base/files/sqlite.h"

#include <filesystem>
#include <fstream>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

namespace nscope {
namespace {

constexpr int kApplicationId = 0x1234;

class SqliteTest : public testing::Test {
 protected:
  ~SqliteTest() override {
    for (const char* part : {"", "-journal"}) std::filesystem::remove(path_ + part);
  }

  /// Opens a database created with `schema`; returns the message of the error, or "".
  std::string open_made_by(const std::string& schema) {
    std::filesystem::remove(path_);
    {
      SQLite::Database database(path_, SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE);
      database.exec("PRAGMA application_id=" + std::to_string(kApplicationId));
      database.exec(schema);
    }
    const auto opened = open_database_read_only(path_, kApplicationId);
    return opened ? "" : opened.error().message.english();
  }

  const std::string path_ =
      (std::filesystem::temp_directory_path() / ("nscope_sqlite_" + std::to_string(::getpid())))
          .string();
};

TEST_F(SqliteTest, TablesAndIndicesAreOpened) {
  EXPECT_EQ(open_made_by("CREATE TABLE t(a INTEGER PRIMARY KEY, b TEXT UNIQUE);"
                         "CREATE INDEX i ON t(b);"
                         "CREATE TABLE u(a, b, PRIMARY KEY(a, b)) WITHOUT ROWID;"),
            "");
}

/// Copies a database with its journal while a program changes it: what a killed program leaves.
void leave_unfinished(const std::string& path, const std::string& before) {
  const std::string live = path + ".live";
  {
    SQLite::Database database(live, SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE);
    database.exec(before);
    // Pages are written to the file before the transaction ends, because they are not cached.
    database.exec(
        "PRAGMA cache_size=1; BEGIN; CREATE TABLE filler(a);"
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 500) "
        "INSERT INTO filler SELECT zeroblob(1000) FROM n;");
    for (const char* part : {"", "-journal"}) {
      std::filesystem::copy_file(live + part, path + part,
                                 std::filesystem::copy_options::overwrite_existing);
    }
    database.exec("ROLLBACK");
  }
  std::filesystem::remove(live);
}

TEST_F(SqliteTest, AnUnfinishedChangeIsUndone) {
  leave_unfinished(path_, "PRAGMA application_id=4660; CREATE TABLE t(a); INSERT INTO t VALUES(7)");
  EXPECT_FALSE(open_database_read_only(path_, kApplicationId));
  const auto recovered = recover_database(path_);
  ASSERT_TRUE(recovered) << to_string(recovered.error());
  EXPECT_THAT(recovered->english(), testing::HasSubstr("was undone"));
  EXPECT_FALSE(std::filesystem::exists(path_ + "-journal"));
  auto database = open_database_read_only(path_, kApplicationId);
  ASSERT_TRUE(database) << to_string(database.error());
  EXPECT_EQ(database->execAndGet("SELECT a FROM t").getInt(), 7);
  EXPECT_EQ(recover_database(path_)->english(), "") << "nothing to do";
}

TEST_F(SqliteTest, AnUnfinishedNewDatabaseIsEmptyAgain) {
  leave_unfinished(path_, "");
  ASSERT_GT(std::filesystem::file_size(path_), 0u);
  const auto recovered = recover_database(path_);
  ASSERT_TRUE(recovered) << to_string(recovered.error());
  EXPECT_EQ(std::filesystem::file_size(path_), 0u);
}

TEST_F(SqliteTest, AChangeInProgressIsNotUndone) {
  open_made_by("CREATE TABLE t(a)");
  SQLite::Database writer(path_, SQLite::OPEN_READWRITE);
  writer.exec("BEGIN IMMEDIATE; INSERT INTO t VALUES(1)");
  ASSERT_TRUE(std::filesystem::exists(path_ + "-journal"));
  EXPECT_EQ(recover_database(path_)->english(), "");
  writer.exec("COMMIT");
  EXPECT_EQ(writer.execAndGet("SELECT count(*) FROM t").getInt(), 1);
}

/// A rollback may delete a super-journal, which can be any file.
TEST_F(SqliteTest, AJournalThatNamesOtherFilesIsRejected) {
  leave_unfinished(path_, "PRAGMA application_id=4660; CREATE TABLE t(a)");
  const std::string victim = path_ + ".victim";
  std::ofstream(victim) << "kept";
  std::string tail(8, '\0');
  tail += victim;
  tail += {0, 0, 0, static_cast<char>(victim.size())};
  unsigned sum = 0;
  for (const char c : victim) sum += static_cast<unsigned char>(c);
  for (int shift = 24; shift >= 0; shift -= 8) tail += static_cast<char>(sum >> shift & 255u);
  tail += "\xd9\xd5\x05\xf9\x20\xa1\x63\xd7";
  std::ofstream(path_ + "-journal", std::ios::binary | std::ios::app) << tail;
  const auto recovered = recover_database(path_);
  ASSERT_FALSE(recovered);
  EXPECT_EQ(recovered.error().code, ErrorCode::kBadInput);
  EXPECT_TRUE(std::filesystem::exists(victim));
  std::filesystem::remove(victim);
}

TEST_F(SqliteTest, ViewsAndGeneratedColumnsAreRejected) {
  EXPECT_EQ(open_made_by("CREATE VIEW v AS WITH RECURSIVE c(n) AS (SELECT 0 UNION ALL "
                         "SELECT n+1 FROM c) SELECT n FROM c"),
            "not a Neuronscope file: 'v' is of type 'view', not a table");
  EXPECT_EQ(open_made_by("CREATE TABLE t(a, b AS (zeroblob(1000000000)))"),
            "not a Neuronscope file: 't.b' is a generated column");
  EXPECT_THAT(open_made_by("CREATE VIRTUAL TABLE f USING fts5(a)"),
              testing::StartsWith("not a Neuronscope file: 'f"));
  EXPECT_THAT(open_made_by("PRAGMA application_id=7"), testing::HasSubstr("SQLite database"));
}

TEST_F(SqliteTest, ReadingCreatesNoFiles) {
  EXPECT_THAT(open_made_by("CREATE TABLE t(a); PRAGMA journal_mode=WAL"),
              testing::HasSubstr("WAL mode"));
  EXPECT_FALSE(std::filesystem::exists(path_ + "-shm"));
  EXPECT_FALSE(std::filesystem::exists(path_ + "-wal"));
}

TEST_F(SqliteTest, AHugeValueIsRejectedBeforeItIsRead) {
  EXPECT_EQ(open_made_by("CREATE TABLE t(a); INSERT INTO t VALUES(zeroblob(100000000))"), "");
  auto database = *open_database_read_only(path_, kApplicationId);
  const auto read = sqlite_guard(ErrorCode::kBadInput, path_, [&]() -> Result<int> {
    return database.execAndGet("SELECT a FROM t").getBytes();
  });
  ASSERT_FALSE(read);
  EXPECT_THAT(read.error().message.english(), testing::HasSubstr("too big"));
}

}  // namespace
}  // namespace nscope
