#include "profiler/export/exporters.h"

#include "profiler/sql/sql_session.h"
#include "profiler/trace/session/session_file.h"
#include "profiler/trace/vocabulary.h"
#include "tests/support/damaged_session.h"
#include "tests/unit/trace/sample_trace.h"

#include <filesystem>
#include <fstream>
#include <limits>
#include <set>
#include <sstream>

#include <SQLiteCpp/SQLiteCpp.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

namespace nscope {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
using testing::Not;

/// Each test has its own folder.
class ExportersTest : public testing::Test {
 protected:
  ExportersTest()
      : folder_(fs::temp_directory_path() /
                ("nscope_export_" + std::to_string(::getpid()) + "_" +
                 testing::UnitTest::GetInstance()->current_test_info()->name())) {
    fs::create_directories(folder_);
  }
  ~ExportersTest() override { fs::remove_all(folder_); }

  std::string path(const char* name) const { return (folder_ / name).string(); }

  Result<std::vector<Text>> write(const char* format, const std::shared_ptr<const Trace>& trace,
                                  const char* name, const ExportOptions& options = {}) {
    const auto exporter = find_exporter(format);
    if (!exporter) return fail(exporter.error());
    return (*exporter)->write(trace, path(name), options, control_);
  }

  std::string read(const char* name) const {
    std::ifstream in(path(name), std::ios::binary);
    std::ostringstream text;
    text << in.rdbuf();
    return text.str();
  }

  fs::path folder_;
  TaskControl control_;
};

/// A trace with names, values and strings that formats must escape.
std::shared_ptr<const Trace> make_nasty_trace() {
  TraceBuilder builder;
  TraceWriter out(builder);
  out.time_base({.window_end = TraceTime(100)});
  out.property(std::string(property::kSourceFile), std::string("<script>alert('x')</script>.json"));
  out.property("text", std::string("a,\"b\"\nc"));
  const auto track = out.track({.name = "<b>&\"track\"</b>", .slice_kind = SliceKind::kOperator});
  const auto slice = out.slice(track, out.intern("</td><img src=x onerror=alert(1)>"), TraceTime(0),
                               TraceTime(50));
  out.slice(track, out.intern("{{{name}}}"), TraceTime(60), TraceTime(1));
  out.slice(track, out.intern(""), TraceTime(70), TraceTime(1));
  out.arg(slice, out.intern("ratio"), 0.1);
  out.arg(slice, out.intern("least"), std::int64_t{std::numeric_limits<std::int64_t>::min()});
  out.diagnose("strange", Severity::kWarning, tr("<i>example</i>"));
  out.finish();
  return builder.finish();
}

TEST_F(ExportersTest, IdsAndExtensionsAreUnique) {
  std::set<std::string_view> ids;
  std::set<std::string_view> extensions;
  for (const Exporter& exporter : exporters()) {
    EXPECT_TRUE(ids.insert(exporter.id).second) << exporter.id;
    if (!exporter.is_folder) {
      EXPECT_TRUE(exporter.extension.starts_with('.')) << exporter.id;
      EXPECT_TRUE(extensions.insert(exporter.extension).second) << exporter.id;
    }
  }
  const auto unknown = find_exporter("xyz");
  ASSERT_FALSE(unknown);
  EXPECT_THAT(unknown.error().message.english(), HasSubstr("csv"));
}

TEST_F(ExportersTest, CsvQuotesAndKeepsNumbersExact) {
  ASSERT_TRUE(write("csv", make_nasty_trace(), "p.csv", {.table = "property"}));
  EXPECT_EQ(read("p.csv"),
            "key,value\nsource_file,<script>alert('x')</script>.json\n"
            "text,\"a,\"\"b\"\"\nc\"\n");
  ASSERT_TRUE(write("csv", make_nasty_trace(), "a.csv", {.table = "arg"}));
  EXPECT_EQ(read("a.csv"), "slice_id,key,value\n0,ratio,0.1\n0,least,-9223372036854775808\n");
  ASSERT_TRUE(write("csv", make_nasty_trace(), "s.csv"));
  EXPECT_THAT(read("s.csv"), HasSubstr("\n2,0,operator,,,\"\",70,1,0,0,\n"));
  const auto nope = write("csv", make_nasty_trace(), "n.csv", {.table = "busy"});
  ASSERT_FALSE(nope);
  EXPECT_EQ(nope.error().code, ErrorCode::kInvalidArgument);
}

TEST_F(ExportersTest, SqliteHasTheRowsOfSql) {
  const auto trace = make_sample_trace();
  ASSERT_TRUE(write("sqlite", trace, "run.sqlite"));
  auto session = *SqlSession::open(trace, std::vector<Metric>());
  SQLite::Database file(path("run.sqlite"));
  for (const char* table :
       {"track", "slice", "counter", "flow", "arg", "core", "process", "collective",
        "compile_cache_event", "slice_summary", "diagnostic", "property"}) {
    std::vector<std::string> columns;
    std::vector<std::vector<std::string>> stored;
    SQLite::Statement rows(file, std::string("SELECT * FROM ") + table);
    while (rows.executeStep()) {
      stored.emplace_back();
      for (int i = 0; i < rows.getColumnCount(); ++i) {
        stored.back().push_back(rows.getColumn(i).getString());
      }
    }
    for (int i = 0; i < rows.getColumnCount(); ++i) columns.emplace_back(rows.getColumnName(i));
    std::string list;
    for (const std::string& column : columns) list += (list.empty() ? "" : ", ") + column;
    const auto served = session.query("SELECT " + list + " FROM " + table, control_);
    ASSERT_TRUE(served) << table;
    ASSERT_EQ(served->row_count(), stored.size()) << table;
    for (std::size_t r = 0; r < stored.size(); ++r) {
      for (std::size_t c = 0; c < columns.size(); ++c) {
        const Cell& cell = served->at(r, c);
        const auto* real = std::get_if<double>(&cell);
        const bool missing = std::holds_alternative<Missing>(cell);
        if (real != nullptr) {
          EXPECT_EQ(std::stod(stored[r][c]), *real) << table << "." << columns[c];
        } else {
          EXPECT_EQ(stored[r][c], missing ? "" : to_string(cell, Language()))
              << table << "." << columns[c];
        }
      }
    }
  }
  EXPECT_EQ(file.execAndGet("SELECT value FROM metadata WHERE key = 'schema'").getString(),
            "nscope.sqlite/1");
  EXPECT_EQ(file.execAndGet("SELECT value FROM metadata WHERE key = 'ticks_per_ns'").getInt(),
            1000);
  EXPECT_GT(file.execAndGet("SELECT count(*) FROM metric").getInt(), 0);
  EXPECT_EQ(file.execAndGet("PRAGMA integrity_check").getString(), "ok");
  // The file can be read without this program.
  EXPECT_EQ(
      file.execAndGet("SELECT count(*) FROM sqlite_master WHERE sql LIKE '%VIRTUAL%'").getInt(), 0);
}

TEST_F(ExportersTest, HtmlEscapesAndLoadsNothing) {
  ASSERT_TRUE(write("html", make_nasty_trace(), "run.html"));
  const std::string page = read("run.html");
  for (const char* bad :
       {"<script", "<img", "<b>&", "<i>example", "src=\"", "href=", "url(", "@import"}) {
    EXPECT_THAT(page, Not(HasSubstr(bad)));
  }
  EXPECT_THAT(page, HasSubstr("default-src 'none'"));
  EXPECT_THAT(page, HasSubstr("&lt;script&gt;alert("));
  EXPECT_THAT(page, HasSubstr("&lt;/td&gt;&lt;img"));
  EXPECT_THAT(page, HasSubstr("{{{name}}}"));  // a name is not a template
  EXPECT_THAT(page, HasSubstr("&lt;i&gt;example&lt;/i&gt;"));
  EXPECT_THAT(page, HasSubstr("busy for 52.0"));  // 50 + 1 + 1 of 100
}

TEST_F(ExportersTest, LeavesNoFilesAfterAFailure) {
  const auto trace = make_sample_trace();
  control_.request_cancel();
  for (const Exporter& exporter : exporters()) {
    const auto done = exporter.write(trace, path("out"), {}, control_);
    if (done) {  // a small run may be written before the first check
      fs::remove_all(path("out"));
      continue;
    }
    if (done.error().code == ErrorCode::kNotFound) continue;  // DuckDB's library is missing
    EXPECT_EQ(done.error().code, ErrorCode::kCancelled) << exporter.id;
    EXPECT_TRUE(fs::is_empty(folder_)) << exporter.id;
  }
  TaskControl fresh;
  for (const Exporter& exporter : exporters()) {
    const auto done = exporter.write(trace, path("no/such/folder/out"), {}, fresh);
    ASSERT_FALSE(done) << exporter.id;
    EXPECT_TRUE(fs::is_empty(folder_)) << exporter.id;
  }
}

TEST_F(ExportersTest, InvalidStringIdsAreEmpty) {
  TraceBuilder builder;
  TraceWriter out(builder);
  const auto track = out.track({.name = "t"});
  const auto a = out.slice(track, StringId(), TraceTime(0), TraceTime(5));
  const auto b = out.slice(track, out.intern("b"), TraceTime(6), TraceTime(5));
  out.arg(a, StringId(), StringId());
  out.flow(a, b, StringId());
  out.finish();
  const auto trace = builder.finish();
  for (const char* format : {"perfetto", "chrome", "csv", "sqlite", "html", "html-timeline"}) {
    const auto written = write(format, trace, format);
    EXPECT_TRUE(written) << format << ": " << to_string(written.error());
  }
}

TEST_F(ExportersTest, WritesNothingFromADamagedSession) {
  write_damaged_session(path("run.nscope"));
  for (const Exporter& exporter : exporters()) {
    const auto trace = session_file::load(path("run.nscope"), control_);
    ASSERT_TRUE(trace) << to_string(trace.error());
    if (exporter.id == "html") continue;  // reads no samples
    const auto written = exporter.write(*trace, path("out"),
                                        {.table = exporter.id == "csv" ? "counter" : ""}, control_);
    ASSERT_FALSE(written) << exporter.id;
    EXPECT_FALSE(fs::exists(path("out"))) << exporter.id;
  }
}

TEST_F(ExportersTest, ParquetDoesNotReplaceAFolderWithOtherFiles) {
  fs::create_directory(path("run"));
  std::ofstream(path("run/trace.parquet")) << "an earlier export";
  std::ofstream(path("run/thesis.txt")) << "years of work";
  const auto written = write("parquet", make_sample_trace(), "run");
  ASSERT_FALSE(written);
  EXPECT_EQ(written.error().code, ErrorCode::kInvalidArgument);
  EXPECT_EQ(read("run/thesis.txt"), "years of work");
}

}  // namespace
}  // namespace nscope
