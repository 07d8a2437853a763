#include "profiler/base/files/sqlite.h"

#include <filesystem>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

namespace nscope {
namespace {

constexpr int kApplicationId = 0x1234;

class SqliteTest : public testing::Test {
 protected:
  ~SqliteTest() override { std::filesystem::remove(path_); }

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
