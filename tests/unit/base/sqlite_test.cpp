#include "profiler/base/files/sqlite.h"

#include <filesystem>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

namespace nscope {
namespace {

constexpr int kOurs = 0x1234;

class SqliteTest : public testing::Test {
 protected:
  ~SqliteTest() override { std::filesystem::remove(path_); }

  /// Opens a database made by `schema`; the error's text, or "".
  std::string open_made_by(const std::string& schema) {
    std::filesystem::remove(path_);
    {
      SQLite::Database database(path_, SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE);
      database.exec("PRAGMA application_id=" + std::to_string(kOurs));
      database.exec(schema);
    }
    const auto opened = open_database_read_only(path_, kOurs);
    return opened ? "" : opened.error().message;
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

TEST_F(SqliteTest, WhatComputesIsRefused) {
  EXPECT_EQ(open_made_by("CREATE VIEW v AS WITH RECURSIVE c(n) AS (SELECT 0 UNION ALL "
                         "SELECT n+1 FROM c) SELECT n FROM c"),
            "is not a file of ours: 'v' is a view, not a table");
  EXPECT_EQ(open_made_by("CREATE TABLE t(a, b AS (zeroblob(1000000000)))"),
            "is not a file of ours: column 'b' of 't' is computed");
  EXPECT_THAT(open_made_by("CREATE VIRTUAL TABLE f USING fts5(a)"),
              testing::StartsWith("is not a file of ours: 'f"));
  EXPECT_EQ(open_made_by("PRAGMA application_id=7"), "is an SQLite database, but not one of ours");
}

TEST_F(SqliteTest, ReadingMakesNoFilesBesideIt) {
  EXPECT_THAT(open_made_by("CREATE TABLE t(a); PRAGMA journal_mode=WAL"),
              testing::HasSubstr("WAL mode"));
  EXPECT_FALSE(std::filesystem::exists(path_ + "-shm"));
  EXPECT_FALSE(std::filesystem::exists(path_ + "-wal"));
}

TEST_F(SqliteTest, AHugeValueIsRefusedBeforeItIsRead) {
  EXPECT_EQ(open_made_by("CREATE TABLE t(a); INSERT INTO t VALUES(zeroblob(100000000))"), "");
  auto database = *open_database_read_only(path_, kOurs);
  const auto read = sqlite_guard(ErrorCode::kBadInput, path_, [&]() -> Result<int> {
    return database.execAndGet("SELECT a FROM t").getBytes();
  });
  ASSERT_FALSE(read);
  EXPECT_THAT(read.error().message, testing::HasSubstr("too big"));
}

}  // namespace
}  // namespace nscope
