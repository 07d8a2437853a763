#include "profiler/duckdb/duckdb.h"

#include "tests/support/temporary_folder.h"
#include "tests/unit/importers_parquet/needs_duckdb.h"

#include <fstream>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace nscope {
namespace {

using testing::HasSubstr;

TEST(LoadDuckDb, SaysHowToGetAMissingLibrary) {
  const TestVariable library("NSCOPE_DUCKDB", "/nonexistent/libduckdb.so");
  const auto loaded = load_duckdb();
  ASSERT_FALSE(loaded);
  EXPECT_EQ(loaded.error().code, ErrorCode::kNotFound);
  EXPECT_EQ(loaded.error().where.english(), "/nonexistent/libduckdb.so");
  EXPECT_THAT(loaded.error().message.english(), HasSubstr("scripts/setup"));
  EXPECT_THAT(loaded.error().message.english(), HasSubstr("NSCOPE_DUCKDB"));
}

TEST(LoadDuckDb, RefusesAFileThatIsNoLibrary) {
  const TestFolder folder;
  const std::string file = (folder.path() / "libduckdb.so").string();
  std::ofstream(file) << "no library";
  const TestVariable library("NSCOPE_DUCKDB", file);
  const auto loaded = load_duckdb();
  ASSERT_FALSE(loaded);
  EXPECT_EQ(loaded.error().code, ErrorCode::kIo);
  EXPECT_THAT(loaded.error().message.english(), HasSubstr("cannot load"));
  EXPECT_THAT(loaded.error().message.english(), HasSubstr("scripts/setup"));
}

TEST(LoadDuckDb, RefusesALibraryWithoutItsFunctions) {
  const TestVariable library("NSCOPE_DUCKDB", "/lib/x86_64-linux-gnu/libm.so.6");
  if (!std::filesystem::exists(duckdb_candidates().front())) GTEST_SKIP() << "no such library";
  const auto loaded = load_duckdb();
  ASSERT_FALSE(loaded);
  EXPECT_THAT(loaded.error().message.english(),
              HasSubstr("missing function duckdb_library_version"));
}

class DuckDbTest : public testing::Test {
 protected:
  void SetUp() override { NSCOPE_NEEDS_DUCKDB(); }
  Result<DuckDb> open(int threads = 1) const {
    return DuckDb::open({.folder = folder_.path().string(), .threads = threads});
  }

  TestFolder folder_;
  TaskControl control_;
};

TEST_F(DuckDbTest, GivesValuesByType) {
  const auto db = open();
  ASSERT_TRUE(db) << to_string(db.error());
  EXPECT_THAT(db->version(), HasSubstr("v1."));
  auto rows = db->query(
      "SELECT true, 7::TINYINT, -3::BIGINT, 18446744073709551615::UBIGINT, 0.1::FLOAT, NULL, "
      "'short', 'a text of more than twelve bytes', 9::UINTEGER",
      control_);
  ASSERT_TRUE(rows) << to_string(rows.error());
  ASSERT_TRUE(rows->next_chunk().value());
  ASSERT_EQ(rows->size(), 1u);
  ASSERT_EQ(rows->column_count(), 9u);
  EXPECT_EQ(rows->value(0, 0), DuckValue(true));
  EXPECT_EQ(rows->value(1, 0), DuckValue(std::int64_t{7}));
  EXPECT_EQ(rows->value(2, 0), DuckValue(std::int64_t{-3}));
  EXPECT_EQ(rows->value(3, 0), DuckValue(18446744073709551616.0));
  EXPECT_EQ(rows->value(4, 0), DuckValue(0.1));
  EXPECT_EQ(rows->value(5, 0), DuckValue());
  EXPECT_EQ(rows->value(6, 0), DuckValue(std::string_view("short")));
  EXPECT_EQ(rows->value(7, 0), DuckValue(std::string_view("a text of more than twelve bytes")));
  EXPECT_EQ(rows->value(8, 0), DuckValue(std::int64_t{9}));
  EXPECT_FALSE(rows->next_chunk().value());
}

TEST_F(DuckDbTest, StreamsMoreThanOneChunkInOrder) {
  const auto db = open(2);
  ASSERT_TRUE(db);
  auto rows = db->query("SELECT i FROM range(10000) t(i)", control_);
  ASSERT_TRUE(rows);
  std::int64_t expected = 0;
  auto more = rows->next_chunk();
  for (; more && *more; more = rows->next_chunk()) {
    for (std::size_t row = 0; row < rows->size(); ++row) {
      ASSERT_EQ(rows->value(0, row), DuckValue(expected++));
    }
  }
  ASSERT_TRUE(more);
  EXPECT_EQ(expected, 10000);
}

TEST_F(DuckDbTest, SaysWhatIsWrongWithAStatement) {
  const auto db = open();
  ASSERT_TRUE(db);
  const auto rows = db->query("SELECT * FROM nothing", control_);
  ASSERT_FALSE(rows);
  EXPECT_EQ(rows.error().code, ErrorCode::kBadInput);
  EXPECT_THAT(rows.error().message.english(), HasSubstr("nothing"));
  EXPECT_EQ(rows.error().message.english().find('\n'), std::string::npos);
}

TEST_F(DuckDbTest, TouchesNoFileOutsideItsFolder) {
  const auto db = open();
  ASSERT_TRUE(db);
  EXPECT_FALSE(db->query("SELECT * FROM read_text('/etc/hostname')", control_));
  EXPECT_FALSE(db->run("COPY (SELECT 1) TO '/tmp/nscope_outside.csv'", control_));
  EXPECT_FALSE(db->run("SET enable_external_access = true", control_));
  EXPECT_FALSE(db->run("INSTALL httpfs", control_));
  EXPECT_TRUE(
      db->run("COPY (SELECT 1) TO '" + (folder_.path() / "a.csv").string() + "'", control_));
}

TEST_F(DuckDbTest, StopsWhenCancelled) {
  const auto db = open();
  ASSERT_TRUE(db);
  control_.request_cancel();
  const auto rows = db->query("SELECT 1", control_);
  ASSERT_FALSE(rows);
  EXPECT_EQ(rows.error().code, ErrorCode::kCancelled);
}

TEST_F(DuckDbTest, RefusesWhatNeedsTooMuchMemory) {
  const auto db =
      DuckDb::open({.folder = folder_.path().string(), .memory_bytes = 8 << 20, .threads = 1});
  ASSERT_TRUE(db);
  const auto done =
      db->run("CREATE TABLE t AS SELECT i, hash(i) FROM range(100000000) x(i)", control_);
  ASSERT_FALSE(done);
  EXPECT_THAT(done.error().message.english(), HasSubstr("Memory"));
}

TEST_F(DuckDbTest, PullsRowsFromASource) {
  auto db = open();
  ASSERT_TRUE(db);
  const DuckColumn columns[] = {
      {"i", DuckType::kInteger}, {"r", DuckType::kReal}, {"t", DuckType::kText}};
  std::int64_t next = 0;
  const DuckSource source = [&](DuckChunkWriter& chunk) {
    std::size_t count = 0;
    for (; count < chunk.capacity() && next < 5000; ++count, ++next) {
      chunk.put(0, count, next);
      if (next % 2 == 0) chunk.put(1, count, 0.5);
      chunk.put(2, count, std::string_view(next % 2 == 0 ? "even" : "an odd and longer text"));
    }
    return count;
  };
  ASSERT_TRUE(db->add_source("rows", columns, source));
  ASSERT_TRUE(db->run("CREATE TABLE copy AS SELECT * FROM rows()", control_));
  auto rows =
      db->query("SELECT count(*), sum(i)::BIGINT, sum(r), count(r), max(t) FROM copy", control_);
  ASSERT_TRUE(rows) << to_string(rows.error());
  ASSERT_TRUE(rows->next_chunk().value());
  EXPECT_EQ(rows->value(0, 0), DuckValue(std::int64_t{5000}));
  EXPECT_EQ(rows->value(1, 0), DuckValue(std::int64_t{5000 * 4999 / 2}));
  EXPECT_EQ(rows->value(2, 0), DuckValue(1250.0));
  EXPECT_EQ(rows->value(3, 0), DuckValue(std::int64_t{2500}));
  EXPECT_EQ(rows->value(4, 0), DuckValue(std::string_view("even")));
}

TEST(SqlText, QuotesNamesAndLiterals) {
  EXPECT_EQ(sql_literal("it's"), "'it''s'");
  EXPECT_EQ(sql_identifier("a\"b"), "\"a\"\"b\"");
}

}  // namespace
}  // namespace nscope
