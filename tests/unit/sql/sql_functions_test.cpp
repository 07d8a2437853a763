#include "profiler/base/json.h"
#include "tests/unit/sql/run_sql.h"
#include "tests/unit/trace/sample_trace.h"

#include <algorithm>
#include <cmath>
#include <random>

#include <SQLiteCpp/SQLiteCpp.h>
#include <fmt/format.h>
#include <gtest/gtest.h>

namespace nscope {
namespace {

class SqlFunctionsTest : public testing::Test {
 protected:
  std::string run(std::string_view sql) { return run_sql(session_, sql); }
  double number(const std::string& sql) {
    TaskControl control;
    const auto table = session_.query(sql, control);
    EXPECT_TRUE(table) << sql;
    return table ? std::get<double>(table->at(0, 0)) : std::nan("");
  }

  SqlSession session_ = *SqlSession::open(make_sample_trace(), std::vector<Metric>());
};

// The rows 1, 2, 3, 4, NULL and 10 of column x.
constexpr std::string_view kRows =
    "WITH v(x) AS (VALUES (4), (1), (NULL), (3), (10), (2)) SELECT {} FROM v";

TEST_F(SqlFunctionsTest, PercentilesInterpolateBetweenRanks) {
  const auto of = [&](std::string_view what) { return number(fmt::format(kRows, what)); };
  EXPECT_DOUBLE_EQ(of("median(x)"), 3.0);
  EXPECT_DOUBLE_EQ(of("percentile(x, 0)"), 1.0);
  EXPECT_DOUBLE_EQ(of("percentile(x, 100)"), 10.0);
  EXPECT_DOUBLE_EQ(of("percentile(x, 25)"), 2.0);
  EXPECT_DOUBLE_EQ(of("percentile(x, 90)"), 7.6);  // rank 3.6: 4 + 0.6 * 6
  EXPECT_DOUBLE_EQ(number("WITH v(x) AS (VALUES (1), (2)) SELECT median(x) FROM v"), 1.5);
}

TEST_F(SqlFunctionsTest, DeviationsAreOfASampleOrOfAPopulation) {
  // Mean 4, squared deviations 9 + 4 + 1 + 0 + 36 = 50.
  const auto of = [&](std::string_view what) { return number(fmt::format(kRows, what)); };
  EXPECT_DOUBLE_EQ(of("variance(x)"), 12.5);
  EXPECT_DOUBLE_EQ(of("variance_pop(x)"), 10.0);
  EXPECT_DOUBLE_EQ(of("stddev(x)"), std::sqrt(12.5));
  EXPECT_DOUBLE_EQ(of("stddev_samp(x)"), std::sqrt(12.5));
  EXPECT_DOUBLE_EQ(of("stddev_pop(x)"), std::sqrt(10.0));
}

TEST_F(SqlFunctionsTest, DeviationSurvivesLargeOffsets) {
  // Unix time stamps, for which a sum of squares would lose all digits.
  EXPECT_NEAR(number("WITH v(x) AS (VALUES (1763740000000000000.0), (1763740000000001000.0),"
                     " (1763740000000002000.0)) SELECT stddev(x) FROM v"),
              1000.0, 200.0);
}

TEST_F(SqlFunctionsTest, NoValuesGiveNull) {
  EXPECT_EQ(run("SELECT median(1) AS m, stddev(1) AS s FROM slice WHERE 0"),
            R"([{"m":null,"s":null}])");
  EXPECT_EQ(run("SELECT median(NULL) AS m, stddev_pop(NULL) AS s FROM slice"),
            R"([{"m":null,"s":null}])");
  EXPECT_EQ(run("SELECT stddev(x) AS s, stddev_pop(x) AS p FROM (SELECT 5 AS x)"),
            R"([{"s":null,"p":0.0}])");
}

TEST_F(SqlFunctionsTest, GroupsAreSeparate) {
  EXPECT_EQ(run("WITH v(g, x) AS (VALUES (1, 1), (2, 7), (1, 3), (2, 9), (2, 8))"
                " SELECT g, median(x) AS m FROM v GROUP BY g ORDER BY g"),
            R"([{"g":1,"m":2.0},{"g":2,"m":8.0}])");
}

TEST_F(SqlFunctionsTest, AgreesWithSortingOnManyValues) {
  std::mt19937 random(7);
  std::vector<double> values;
  std::string list;
  for (int i = 0; i < 997; ++i) {
    values.push_back(static_cast<double>(random() % 5000));
    list += fmt::format("{}({})", i > 0 ? "," : "", values.back());
  }
  std::sort(values.begin(), values.end());
  for (const double percent : {1.0, 33.3, 50.0, 95.0, 99.9}) {
    const double rank = percent / 100.0 * 996.0;
    const auto below = static_cast<std::size_t>(rank);
    const double share = rank - std::floor(rank);
    const double wanted = values[below] + share * (values[below + 1] - values[below]);
    EXPECT_NEAR(number(fmt::format("WITH v(x) AS (VALUES {}) SELECT percentile(x, {}) FROM v", list,
                                   percent)),
                wanted, 1e-9);
  }
}

TEST_F(SqlFunctionsTest, InvalidArgumentsAreRejected) {
  EXPECT_EQ(run("SELECT median(name) FROM slice"),
            "error: median, percentile and stddev require numbers");
  EXPECT_EQ(run("SELECT percentile(id, 101) FROM slice"),
            "error: percentile(x, p): p must be between 0 and 100");
  EXPECT_EQ(run("SELECT percentile(id, NULL) FROM slice"),
            "error: percentile(x, p): p must be between 0 and 100");
  EXPECT_EQ(run("SELECT percentile(id, id) FROM slice"),
            "error: percentile(x, p): p must be constant within a group");
  EXPECT_EQ(run("SELECT median('12') AS m"), R"([{"m":12.0}])");
}

/// The results of SQLite's own functions.
TEST_F(SqlFunctionsTest, TextFunctionsEqualThoseOfSqlite) {
  SQLite::Database plain(":memory:", SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE);
  const std::string texts[] = {
      "''",       "'a'",     "'aa'",      "'aab'",   "'b\u00e4a'",   "'\u65e5\u672c'",
      "'\u672c'", "x'6161'", "x'00'",     "x'e6'",   "NULL",         "12.5",
      "2",        "'.5'",    "'aaaaaab'", "'aaaab'", "'\U0001F600a'"};
  for (const std::string& x : texts) {
    for (const std::string& y : texts) {
      for (const std::string& call :
           {fmt::format("instr({}, {})", x, y), fmt::format("replace({}, {}, 'a-')", x, y),
            fmt::format("replace({}, {}, '')", x, y), fmt::format("replace('aa', {}, {})", x, y)}) {
        const std::string text = fmt::format("SELECT typeof({0}) || hex({0}) AS r", call);
        SQLite::Statement expected(plain, text);
        ASSERT_TRUE(expected.executeStep());
        const Json row{{"r", expected.getColumn(0).getString()}};
        EXPECT_EQ(run(text), Json::array({row}).dump()) << call;
      }
    }
  }
}

TEST_F(SqlFunctionsTest, SearchesInLongTextsTakeLinearTime) {
  const char* const kLong = "replace(hex(zeroblob(4000000)), '0', 'a')";
  const char* const kWanted = "replace(hex(zeroblob(2000000)), '0', 'a') || 'b'";
  EXPECT_EQ(run(fmt::format("SELECT instr({}, {}) AS n", kLong, kWanted)), R"([{"n":0}])");
  EXPECT_EQ(run(fmt::format("SELECT length(replace({}, {}, '')) AS n", kLong, kWanted)),
            R"([{"n":8000000}])");
  EXPECT_TRUE(run(fmt::format("SELECT {} LIKE '%' || {}", kLong, kWanted)).starts_with("error: "));
}

}  // namespace
}  // namespace nscope
