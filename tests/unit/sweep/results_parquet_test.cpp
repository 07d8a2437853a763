#include "app/sweep/results_parquet.h"

#include "profiler/duckdb/duckdb.h"
#include "tests/support/temporary_folder.h"
#include "tests/unit/importers_parquet/needs_duckdb.h"
#include "tests/unit/sweep/example_sweep.h"

#include <fstream>

#include <fmt/format.h>
#include <gmock/gmock.h>

namespace nscope::sweep {
namespace {

using testing::HasSubstr;

/// Two evaluated points and a rejected one, with columns of every type.
Results every_type() {
  Results results{.identity = "{}",
                  .title = "It's mixed",
                  .points = 3,
                  .columns = {{.name = "batch", .pointer = "/batch"},
                              {.name = "mixed", .pointer = "/mixed"},
                              {.name = "tokens", .pointer = "/tokens"},
                              {.name = "cost",
                               .kind = Column::Kind::kFigure,
                               .unit = "USD",
                               .provenance = "simulated"},
                              {.name = "label", .kind = Column::Kind::kText}}};
  results.rows = {
      {.id = 0,
       .values = {std::int64_t{1}, std::int64_t{4}, std::int64_t{9007199254740993}, 0.1, "a"}},
      {.id = 1, .values = {std::int64_t{2}, 2.5, std::int64_t{7}, 1e300, "=1+2"}},
      {.id = 2,
       .outcome = Outcome::kRejected,
       .reason = "needs 12 GiB",
       .values = {std::int64_t{3}, std::int64_t{-1}, 0.5, {}, {}}}};
  return results;
}

class ResultsParquet : public testing::Test {
 protected:
  void SetUp() override { NSCOPE_NEEDS_DUCKDB(); }
  std::string path(const char* name) const { return (folder_.path() / name).string(); }

  /// The rows of a query as text, values separated by '|', rows by a line break.
  std::string query(const std::string& sql) {
    auto db = DuckDb::open({.folder = folder_.path().string(), .threads = 1});
    auto rows = db->query(sql, control_);
    if (!rows) return to_string(rows.error());
    std::string text;
    while (*rows->next_chunk()) {
      for (std::size_t row = 0; row < rows->size(); ++row) {
        for (std::size_t i = 0; i < rows->column_count(); ++i) {
          text += i == 0 ? "" : "|";
          const DuckValue value = rows->value(i, row);
          if (const auto* const name = std::get_if<std::string_view>(&value)) text += *name;
          if (const auto* const whole = std::get_if<std::int64_t>(&value)) {
            text += fmt::format("{}", *whole);
          }
          if (const auto* const real = std::get_if<double>(&value)) text += fmt::format("{}", *real);
          if (std::holds_alternative<std::monostate>(value)) text += "NULL";
        }
        text += "\n";
      }
    }
    return text;
  }

  TestFolder folder_;
  TaskControl control_;
};

TEST_F(ResultsParquet, EqualsTheDatabase) {
  ASSERT_TRUE(save(every_type(), path("r.db"), control_));
  const auto loaded = load_results(path("r.db"));
  ASSERT_TRUE(loaded);
  const auto saved = save_parquet(*loaded, path("r.parquet"), control_);
  ASSERT_TRUE(saved) << to_string(saved.error());
  EXPECT_EQ(query("SELECT * FROM '" + path("r.parquet") + "'"),
            "0|done||1|4|9007199254740993|0.1|a\n"
            "1|done||2|2.5|7|1e+300|=1+2\n"
            "2|rejected|needs 12 GiB|3|-1|0.5|NULL|NULL\n");
  EXPECT_EQ(query("SELECT column_name, column_type FROM (DESCRIBE SELECT * FROM '" +
                  path("r.parquet") + "')"),
            "id|BIGINT\noutcome|VARCHAR\nreason|VARCHAR\nbatch|BIGINT\nmixed|DOUBLE\n"
            "tokens|VARCHAR\ncost|DOUBLE\nlabel|VARCHAR\n");
}

TEST_F(ResultsParquet, StatesUnitsAndProvenance) {
  ASSERT_TRUE(save_parquet(every_type(), path("r.parquet"), control_));
  const std::string facts =
      query("SELECT decode(key), decode(value) FROM parquet_kv_metadata('" + path("r.parquet") +
            "') WHERE decode(key) LIKE 'nscope.%' ORDER BY 1");
  EXPECT_THAT(facts, HasSubstr("nscope.title|It's mixed"));
  EXPECT_THAT(facts, HasSubstr(R"("name":"cost","kind":"figure","unit":"USD")"));
  EXPECT_THAT(facts, HasSubstr(R"("provenance":"simulated")"));
}

TEST_F(ResultsParquet, ReplacesAFileCompletelyOrNotAtAll) {
  std::ofstream(path("r.parquet")) << "earlier";
  TaskControl stopped;
  stopped.request_cancel();
  EXPECT_EQ(save_parquet(every_type(), path("r.parquet"), stopped).error().code,
            ErrorCode::kCancelled);
  EXPECT_EQ(std::filesystem::file_size(path("r.parquet")), 7u);
  ASSERT_TRUE(save_parquet(every_type(), path("r.parquet"), control_));
  EXPECT_EQ(query("SELECT count(*) FROM '" + path("r.parquet") + "'"), "3\n");
  const auto missing = save_parquet(every_type(), path("absent/r.parquet"), control_);
  ASSERT_FALSE(missing);
  EXPECT_EQ(missing.error().code, ErrorCode::kIo);
  std::size_t files = 0;
  for ([[maybe_unused]] const auto& each : std::filesystem::directory_iterator(folder_.path())) {
    ++files;
  }
  EXPECT_EQ(files, 1u);
}

TEST_F(ResultsParquet, WritesResultsWithoutPoints) {
  ASSERT_TRUE(save_parquet(Results{.identity = "{}"}, path("none.parquet"), control_));
  EXPECT_EQ(query("SELECT count(*) FROM '" + path("none.parquet") + "'"), "0\n");
}

}  // namespace
}  // namespace nscope::sweep
