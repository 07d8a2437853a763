#include "importers/nscope_parquet/nscope_parquet.h"
#include "profiler/duckdb/duckdb.h"
#include "profiler/export/parquet.h"
#include "profiler/trace/build/trace_builder.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/trace_text.h"
#include "tests/unit/importers_parquet/needs_duckdb.h"
#include "tests/unit/trace/sample_trace.h"

#include <filesystem>
#include <fstream>
#include <memory>
#include <string>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace nscope {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

class ExportParquet : public testing::Test {
 protected:
  void SetUp() override { NSCOPE_NEEDS_DUCKDB(); }

  std::string target() const { return (folder_.path() / "run").string(); }
  Result<std::shared_ptr<const Trace>> read_back() {
    TraceBuilder builder;
    if (auto ok = importers::read_nscope_parquet(target(), builder, control_); !ok) {
      return fail(ok.error());
    }
    return builder.finish();
  }
  /// Runs an SQL statement in the folder of the export.
  void change(const std::string& sql) {
    const auto db = DuckDb::open({.folder = fs::canonical(target()).string(), .threads = 1});
    ASSERT_TRUE(db);
    const auto done = db->run(sql, control_);
    ASSERT_TRUE(done) << to_string(done.error());
  }

  TestFolder folder_;
  TaskControl control_;
};

/// A trace with call stacks, slices that end after their parents, texts with special characters,
/// and more rows than fit into one chunk.
std::shared_ptr<const Trace> make_nested_trace() {
  TraceBuilder builder;
  TraceWriter out(builder);
  const TrackId host = out.track({.name = "Host thread \"1\"",
                                  .kind = TrackKind::kHost,
                                  .slice_kind = SliceKind::kHost,
                                  .layout = TrackLayout::kNested});
  const StringId name = out.intern("größer, 'quoted'\nand on two lines");
  for (int i = 0; i < 5000; ++i) {
    const TraceTime start(i * 100);
    const SliceId outer = out.slice(host, name, start, TraceTime(90));
    const SliceId inner =
        out.slice(host, out.intern("inner"), start + TraceTime(10), TraceTime(20));
    out.slice(host, out.intern("late"), start + TraceTime(80), TraceTime(15));
    out.arg(inner, out.intern("index"), std::int64_t{i});
    out.arg(inner, out.intern("half"), i / 2.0);
    out.arg(inner, out.intern("empty"), "");
    out.flow(outer, inner, out.intern("calls"));
  }
  const SliceId many = out.slice(host, out.intern("many"), TraceTime(1'000'000), TraceTime(1));
  for (int i = 0; i < 5000; ++i) out.arg(many, out.intern("key"), std::int64_t{i});
  out.property("note", std::string("two\nlines"));
  out.property("ratio", 0.1);
  out.finish();
  return builder.finish();
}

TEST_F(ExportParquet, GivesTheSameTraceBack) {
  for (const auto& trace : {make_sample_trace(), make_nested_trace()}) {
    const auto written = export_parquet(*trace, target(), control_);
    ASSERT_TRUE(written) << to_string(written.error());
    EXPECT_TRUE(importers::sniff_nscope_parquet(target()));
    const auto read = read_back();
    ASSERT_TRUE(read) << to_string(read.error());
    EXPECT_EQ(trace_text(**read), trace_text(*trace));
  }
}

TEST_F(ExportParquet, AnEmptyTraceToo) {
  TraceBuilder builder;
  const auto trace = builder.finish();
  const auto written = export_parquet(*trace, target() + "/", control_);
  ASSERT_TRUE(written) << to_string(written.error());
  const auto read = read_back();
  ASSERT_TRUE(read) << to_string(read.error());
  EXPECT_EQ(trace_text(**read), trace_text(*trace));
}

TEST_F(ExportParquet, HasTheColumnsOfSql) {
  ASSERT_TRUE(export_parquet(*make_sample_trace(), target(), control_));
  const auto db = DuckDb::open({.folder = fs::canonical(target()).string(), .threads = 1});
  ASSERT_TRUE(db);
  auto rows = db->query(
      fmt::format("SELECT string_agg(name || ' ' || start_ns || ' ' || duration_ns || ' ' || "
                  "wait_ns || ' ' || coalesce(engine, '-'), '; ' ORDER BY id) FROM '{}'",
                  target() + "/slice.parquet"),
      control_);
  ASSERT_TRUE(rows) << to_string(rows.error());
  ASSERT_TRUE(rows->next_chunk().value());
  EXPECT_EQ(std::get<std::string_view>(rows->value(0, 0)),
            "LDWEIGHTS 10 1 0 Tensor; COPY 20 4 0 Vector; hardware_dynamic -1 0 0 DMA");
}

TEST_F(ExportParquet, IsTheSameBytesEachTime) {
  const auto bytes_of = [](const fs::path& file) {
    std::ifstream in(file, std::ios::binary);
    return std::string(std::istreambuf_iterator<char>(in), {});
  };
  const auto trace = make_nested_trace();
  ASSERT_TRUE(export_parquet(*trace, target(), control_));
  ASSERT_TRUE(export_parquet(*trace, target() + "2", control_));
  for (const auto& entry : fs::directory_iterator(target())) {
    EXPECT_EQ(bytes_of(entry.path()), bytes_of(fs::path(target() + "2") / entry.path().filename()))
        << entry.path();
  }
}

TEST_F(ExportParquet, LeavesForeignFilesAlone) {
  fs::create_directory(target());
  std::ofstream(target() + "/thesis.txt") << "years of work";
  const auto written = export_parquet(*make_sample_trace(), target(), control_);
  ASSERT_FALSE(written);
  EXPECT_EQ(written.error().code, ErrorCode::kInvalidArgument);
  EXPECT_TRUE(fs::exists(target() + "/thesis.txt"));
}

TEST_F(ExportParquet, LeavesNothingBehindWhenCancelled) {
  control_.request_cancel();
  const auto written = export_parquet(*make_sample_trace(), target(), control_);
  ASSERT_FALSE(written);
  EXPECT_EQ(written.error().code, ErrorCode::kCancelled);
  EXPECT_TRUE(fs::is_empty(folder_.path()));
}

TEST_F(ExportParquet, SaysWhereAFolderCannotBeWritten) {
  const auto written =
      export_parquet(*make_sample_trace(), (folder_.path() / "no/such/run").string(), control_);
  ASSERT_FALSE(written);
  EXPECT_EQ(written.error().code, ErrorCode::kIo);
  EXPECT_THAT(written.error().where.english(), HasSubstr("no/such/run"));
}

TEST_F(ExportParquet, RefusesAChangedExport) {
  struct Case {
    std::string_view table;
    std::string_view query;
    std::string_view reason;
  };
  const Case cases[] = {
      {"slice", "SELECT * REPLACE (id + 1 AS id)", "slice', row 1: the id must be 0"},
      {"slice", "SELECT * REPLACE (77 AS track_id)", "unknown track"},
      {"slice", "SELECT * REPLACE (-1 AS duration_ticks)", "within the limits"},
      {"track", "SELECT * REPLACE ('chair' AS kind)", "unknown kind"},
      {"flow", "SELECT * REPLACE (-1 AS to_slice_id)", "unknown slice"},
      {"arg", "SELECT * REPLACE (1000 AS slice_id)", "unknown slice"},
      {"trace", "SELECT * REPLACE (2 AS format)", "version 2"},
      {"trace", "SELECT * EXCLUDE (ticks_per_ns)", "time base"},
      {"metric", "SELECT * REPLACE ('a guess' AS provenance)", "provenance"},
  };
  for (const Case& c : cases) {
    ASSERT_TRUE(export_parquet(*make_sample_trace(), target(), control_));
    const std::string file =
        fmt::format("{}/{}.parquet", fs::canonical(target()).string(), c.table);
    change(fmt::format("COPY (SELECT * FROM ({} FROM '{}')) TO '{}' (FORMAT PARQUET)", c.query,
                       file, file));
    const auto read = read_back();
    ASSERT_FALSE(read) << c.query;
    EXPECT_THAT(to_string(read.error()), HasSubstr(c.reason)) << c.query;
  }
}

TEST_F(ExportParquet, RefusesDamagedFiles) {
  ASSERT_TRUE(export_parquet(*make_nested_trace(), target(), control_));
  const fs::path file = fs::path(target()) / "slice.parquet";
  const auto size = fs::file_size(file);
  fs::resize_file(file, size / 2);
  auto read = read_back();
  ASSERT_FALSE(read);
  EXPECT_EQ(read.error().code, ErrorCode::kBadInput);
  EXPECT_THAT(read.error().where.english(), HasSubstr("slice.parquet"));
  fs::remove(file);
  read = read_back();
  ASSERT_FALSE(read);
  EXPECT_THAT(read.error().message.english(), HasSubstr("slice.parquet is missing"));
}

}  // namespace
}  // namespace nscope
