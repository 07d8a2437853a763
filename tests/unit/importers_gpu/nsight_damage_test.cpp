// Damaged and hostile exports of Nsight Systems.
#include "importers/shared/importer.h"
#include "tests/support/gpu_run.h"
#include "tests/support/nsight_writer.h"
#include "tests/unit/importers_gpu/read_gpu.h"

#include <random>

#include <gmock/gmock.h>

namespace nscope::importers {
namespace {

using testing::HasSubstr;

std::string nsight_with(const std::string& statements) {
  return SqliteWriter().sql(nsight_tables(NsightTables::k2024)).sql(statements).bytes();
}

constexpr std::string_view kOneKernel =
    "INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL (start, end, deviceId, contextId, streamId, "
    "demangledName) VALUES (1, 2, 0, 1, 7, 1);"
    "INSERT INTO StringIds VALUES (1, 'gemm');";

TEST(NsightDamage, MissingTextsAndWrongTypesAreCounted) {
  const auto trace = must(read_nsight(nsight_with(std::string(kOneKernel) + R"(
    INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL (start, end, deviceId, streamId, demangledName) VALUES
      (10, 5, 0, 7, 99), (NULL, 30, 0, 7, 1), (9223372036854775807, 1, 0, 7, 1),
      (40, NULL, 0, 7, 1), ('later', 50, 0, 7, 1), (60, 61, 0, 7, NULL), (70, 71, 0, 7, 'by text');
    INSERT INTO CUPTI_ACTIVITY_KIND_MEMCPY (start, end, deviceId, streamId, bytes, copyKind,
      srcKind, dstKind) VALUES (80, 81, 0, 7, 'many', 77, 7, 55);)")));
  ASSERT_TRUE(trace);
  EXPECT_EQ(slices_of(*trace, "stream 7"),
            "gemm @1+1/0 cat='kernel' device=0 context=1 stream=7\n"
            "string 99 @10+0/0 cat='kernel' device=0 stream=7\n"
            "gemm @40+0/0 cat='kernel' device=0 stream=7\n"
            "kernel @60+1/0 cat='kernel' device=0 stream=7\n"
            "by text @70+1/0 cat='kernel' device=0 stream=7\n");
  EXPECT_THAT(slices_of(*trace, "stream 7 copies"),
              HasSubstr("Memcpy kind 77 (Unknown -> Unknown) @80+1"));
  EXPECT_EQ(count_of(*trace, "missing_string"), 1);
  EXPECT_EQ(count_of(*trace, "negative_duration"), 1);
  EXPECT_EQ(count_of(*trace, "event_without_time"), 2);
  EXPECT_EQ(count_of(*trace, "time_out_of_range"), 1);
  EXPECT_EQ(count_of(*trace, "event_without_end"), 1);
  EXPECT_EQ(count_of(*trace, "kernel_without_name"), 1);
}

TEST(NsightDamage, CodeOfTheFileIsNotRun) {
  // A view that never ends in place of a table, a generated column and an expression in an index.
  SqliteWriter file;
  file.sql(nsight_tables(NsightTables::k2024)).sql(std::string(kOneKernel));
  file.sql(R"(
    DROP TABLE CUPTI_ACTIVITY_KIND_MEMCPY;
    CREATE VIEW CUPTI_ACTIVITY_KIND_MEMCPY AS WITH RECURSIVE n(start) AS
      (SELECT 1 UNION ALL SELECT start + 1 FROM n) SELECT start FROM n;
    DROP TABLE CUPTI_ACTIVITY_KIND_MEMSET;
    CREATE TABLE CUPTI_ACTIVITY_KIND_MEMSET (end INT, start INT AS (end - 1));
    INSERT INTO CUPTI_ACTIVITY_KIND_MEMSET VALUES (5);
    CREATE INDEX cover ON CUPTI_ACTIVITY_KIND_KERNEL (start, end, deviceId);
    CREATE VIRTUAL TABLE OSRT_API USING fts5(start);)");
  const auto trace = must(read_nsight(file.bytes()));
  ASSERT_TRUE(trace);
  EXPECT_EQ(trace->slice_count(), 1u);
  EXPECT_EQ(count_of(*trace, "event_without_time"), 1);  // of the fill without a start
}

TEST(NsightDamage, TruncatedFilesNameTheMissingBytes) {
  const std::string whole = nsight_sqlite(gpu_run());
  ASSERT_TRUE(read_nsight(whole));
  for (std::size_t size = 16; size < whole.size(); size += 509) {
    const std::string part = whole.substr(0, size);
    const auto trace = read_nsight(part);
    ASSERT_FALSE(trace) << size;
    EXPECT_EQ(trace.error().code, ErrorCode::kBadInput) << size;
    EXPECT_TRUE(trace.error().where.english().starts_with("run.sqlite")) << size;
    EXPECT_THAT(trace.error().message.english(), HasSubstr("unexpected end of file")) << size;
    if (size > 8192) {
      EXPECT_TRUE(sniff_nsight_sqlite(text_file(part))) << size;
    }
  }
}

TEST(NsightDamage, WriteAheadModeHasARemedy) {
  std::string bytes = nsight_with(std::string(kOneKernel));
  bytes[18] = bytes[19] = 2;
  const auto trace = read_nsight(bytes);
  ASSERT_FALSE(trace);
  EXPECT_THAT(trace.error().message.english(), HasSubstr("PRAGMA journal_mode=DELETE"));
}

TEST(NsightDamage, RandomDamageGivesATraceOrAnError) {
  const std::string whole = nsight_sqlite(gpu_run());
  std::mt19937 random(7);
  int opened = 0;
  for (int round = 0; round < 400; ++round) {
    std::string bytes = whole;
    const int changes = 1 + static_cast<int>(random() % 20);
    for (int i = 0; i < changes; ++i) bytes[random() % bytes.size()] = static_cast<char>(random());
    (void)sniff_nsight_sqlite(text_file(bytes));
    const auto trace = read_nsight(bytes);
    if (trace) {
      ++opened;
    } else {
      EXPECT_EQ(trace.error().code, ErrorCode::kBadInput);
      EXPECT_FALSE(trace.error().message.empty());
    }
  }
  EXPECT_GT(opened, 50);
}

TEST(NsightDamage, ADamagedTableIsReadUpToTheDamage) {
  std::string statements(kOneKernel);
  statements +=
      "INSERT INTO NVTX_EVENTS (start, end, eventType, text) VALUES (1, 2, 59, 'n');"
      "WITH RECURSIVE n(i) AS (SELECT 10 UNION ALL SELECT i + 10 FROM n WHERE i < 20000) "
      "INSERT INTO CUPTI_ACTIVITY_KIND_RUNTIME (start, end, globalTid, nameId) "
      "SELECT i, i + 5, 1, 1 FROM n;";
  std::string bytes = nsight_with(statements);
  // The pages of the calls are the last pages of the file.
  bytes.replace(bytes.size() - 3 * 4096, 4096, std::string(4096, '\xff'));
  const auto trace = must(read_nsight(bytes));
  ASSERT_TRUE(trace);
  EXPECT_GT(trace->slice_count(), 500u);
  EXPECT_LT(trace->slice_count(), 2000u);
  EXPECT_EQ(count_of(*trace, "table_cut_off"), 1);
  EXPECT_EQ(slices_of(*trace, "stream 7"),
            "gemm @1+1/0 cat='kernel' device=0 context=1 stream=7\n");
}

TEST(NsightDamage, ATreeThatContainsAPageManyTimesEnds) {
  // Each inner page of the table of calls has the same child many times, so that the tree has far
  // more rows than the file has bytes.
  std::string statements(kOneKernel);
  statements +=
      "WITH RECURSIVE n(i) AS (SELECT 10 UNION ALL SELECT i + 10 FROM n WHERE i < 200000) "
      "INSERT INTO CUPTI_ACTIVITY_KIND_RUNTIME (start, end, globalTid, nameId) "
      "SELECT i, i + 5, 1, 1 FROM n;";
  std::string bytes = nsight_with(statements);
  constexpr std::size_t kPage = 4096;
  const auto number = [&](std::size_t at, int size) {
    std::size_t value = 0;
    for (int i = 0; i < size; ++i) value = value << 8 | static_cast<unsigned char>(bytes[at + i]);
    return value;
  };
  int changed = 0;
  for (std::size_t page = kPage; page < bytes.size(); page += kPage) {
    constexpr char kInnerPageOfTable = 5;
    if (bytes[page] != kInnerPageOfTable) continue;
    const std::size_t cells = number(page + 3, 2);
    ASSERT_GT(cells, 10u);
    // All children become the page itself; only its last child is a page with rows.
    for (std::size_t cell = 0; cell < cells; ++cell) {
      const std::size_t at = page + number(page + 12 + 2 * cell, 2);
      const std::size_t self = page / kPage + 1;
      for (int i = 0; i < 4; ++i) bytes[at + i] = static_cast<char>(self >> (24 - 8 * i));
    }
    ++changed;
  }
  ASSERT_EQ(changed, 1);
  const auto trace = must(read_nsight(bytes));
  ASSERT_TRUE(trace);
  EXPECT_EQ(count_of(*trace, "table_cut_off"), 1);
  EXPECT_LT(trace->slice_count(), bytes.size());
}

TEST(NsightDamage, OtherDatabasesAreNotRecognised) {
  EXPECT_FALSE(sniff_nsight_sqlite(text_file(
      SqliteWriter().sql("CREATE TABLE StringIds (id INT); CREATE TABLE prices (x INT)").bytes())));
  EXPECT_FALSE(sniff_nsight_sqlite(text_file("SQLite format 3")));
  EXPECT_FALSE(sniff_nsight_sqlite(text_file("")));
  const auto trace = read_nsight("{}");
  ASSERT_FALSE(trace);
  EXPECT_EQ(trace.error().where.english(), "run.sqlite");
}

TEST(NsightDamage, CancellationEndsTheImport) {
  const std::string bytes = nsight_sqlite(gpu_run());
  const ByteSource file = text_file(bytes, "run.sqlite");
  TraceBuilder builder;
  TaskControl control;
  control.request_cancel();
  const auto read = read_nsight_sqlite({file, nullptr}, builder, control);
  // Small tables have fewer rows than one step, so that the end may be reached first.
  if (!read) EXPECT_EQ(read.error().code, ErrorCode::kCancelled);
}

}  // namespace
}  // namespace nscope::importers
