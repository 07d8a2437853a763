#include "profiler/sql/sql_session.h"

#include "tests/unit/trace/sample_trace.h"

#include <thread>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace nscope {
namespace {

class SqlTest : public testing::Test {
 protected:
  SqlTest() : session_(*SqlSession::open(trace_, {trace_->metrics()[0]})) {}

  std::string run(std::string_view sql) {
    const auto table = session_.query(sql, control_);
    return table ? table->to_json().dump() : "error: " + table.error().message.english();
  }

  std::shared_ptr<const Trace> trace_ = make_sample_trace();
  SqlSession session_;
  TaskControl control_;
};

TEST_F(SqlTest, SliceHasTheDocumentedColumns) {
  EXPECT_EQ(run("SELECT * FROM slice WHERE name = 'LDWEIGHTS'"),
            R"([{"id":0,"track_id":1,"kind":"instruction","core":0,"engine":"Tensor",)"
            R"("name":"LDWEIGHTS","start_ns":10,"duration_ns":1,"wait_ns":0,"depth":0,)"
            R"("parent_id":null}])");
}

TEST_F(SqlTest, OtherTablesHaveTheDocumentedColumns) {
  EXPECT_EQ(run("SELECT * FROM track WHERE kind = 'dma_queue'"),
            R"([{"id":4,"parent_id":3,"name":"Q3-E64","kind":"dma_queue","core":0,)"
            R"("engine":"DMA"}])");
  EXPECT_EQ(
      run("SELECT * FROM counter"),
      R"([{"track_id":6,"time_ns":10,"value":0.5},{"track_id":6,"time_ns":30,"value":0.25}])");
  EXPECT_EQ(run("SELECT * FROM flow"),
            R"([{"id":0,"from_slice_id":0,"to_slice_id":1,"kind":"semaphore"},)"
            R"({"id":1,"from_slice_id":2,"to_slice_id":0,"kind":"dma_trigger"}])");
  EXPECT_EQ(run("SELECT * FROM arg WHERE slice_id = 2"),
            R"([{"slice_id":2,"key":"transfer_size","value":4096},)"
            R"({"slice_id":2,"key":"rate","value":1.5}])");
  EXPECT_EQ(run("SELECT * FROM metric"),
            R"([{"name":"total_time","value":5e-08,"unit":"s","provenance":"measured"}])");
  EXPECT_EQ(run("SELECT code, severity, count FROM diagnostic"),
            R"([{"code":"unknown_opcode","severity":"warning","count":2}])");
  EXPECT_EQ(run("SELECT value FROM property WHERE key = 'instance_type'"),
            R"([{"value":"trn2.3xlarge"}])");
}

TEST_F(SqlTest, IndexedLookupsAgreeWithScans) {
  EXPECT_EQ(run("SELECT count(*) AS n FROM slice WHERE track_id = 1"), R"([{"n":1}])");
  EXPECT_EQ(run("SELECT id FROM flow WHERE to_slice_id = 0"), R"([{"id":1}])");
  EXPECT_EQ(run("SELECT id FROM flow WHERE from_slice_id = 0"), R"([{"id":0}])");
  EXPECT_EQ(run("SELECT id FROM slice WHERE id = 99"), "[]");
  EXPECT_EQ(run("SELECT id FROM slice WHERE id = -1"), "[]");
  EXPECT_EQ(run("SELECT id FROM slice WHERE id = 'x'"), "[]");
  EXPECT_EQ(run("SELECT id FROM slice WHERE id = 0.5"), "[]");
  EXPECT_EQ(run("SELECT id FROM slice WHERE id = NULL"), "[]");
  EXPECT_EQ(run("SELECT value FROM arg WHERE slice_id = 4294967295"), "[]");
}

TEST_F(SqlTest, JoinsAndAggregatesWork) {
  EXPECT_EQ(run("SELECT s.name, a.value FROM slice s JOIN arg a ON a.slice_id = s.id "
                "WHERE a.key = 'pc'"),
            R"([{"name":"LDWEIGHTS","value":17}])");
  EXPECT_EQ(run("SELECT engine, sum(duration_ns) AS ns FROM slice GROUP BY engine ORDER BY engine"),
            R"([{"engine":"DMA","ns":0},{"engine":"Tensor","ns":1},{"engine":"Vector","ns":4}])");
}

TEST_F(SqlTest, WritingIsImpossible) {
  for (const char* sql :
       {"DELETE FROM slice", "CREATE TABLE x(a)", "PRAGMA user_version = 1", "ATTACH '/tmp/x' AS x",
        "DROP TABLE slice", "INSERT INTO slice(id) VALUES(1)", "SELECT load_extension('x')"}) {
    const auto table = session_.query(sql, control_);
    ASSERT_FALSE(table) << sql;
    EXPECT_EQ(table.error().code, ErrorCode::kInvalidArgument) << sql;
  }
}

TEST_F(SqlTest, InvalidQueriesHaveTheMessageOfSqlite) {
  EXPECT_EQ(run("SELECT nope FROM slice"), "error: no such column: nope");
  EXPECT_EQ(run("SELECT s.duration FROM slice s"),
            "error: no such column: s.duration; did you mean 'duration_ns'?");
  EXPECT_EQ(run("SELECT * FROM args"), "error: no such table: args; did you mean 'arg'?");
  EXPECT_EQ(run("SELECT * FROM qqq").find("error: no such table: qqq; the tables are "), 0U);
  EXPECT_EQ(run(""), "error: the query is empty");
  EXPECT_EQ(run("SELECT 1; SELECT 2"), "error: only one statement is allowed");
  EXPECT_EQ(run("SELECT 1; /* and */ SELECT 2"), "error: only one statement is allowed");
  EXPECT_EQ(run("SELECT 1; and so on"), "error: only one statement is allowed");
  EXPECT_EQ(run(std::string_view("SELECT 1\0;", 10)), "error: only one statement is allowed");
}

TEST_F(SqlTest, CommentsAfterAStatementAreIgnored) {
  const std::string one = run("SELECT 1 AS one");
  EXPECT_EQ(run("SELECT 1 AS one;; -- done"), one);
  EXPECT_EQ(run("SELECT 1 AS one; /* a */ \n-- b\n"), one);
}

constexpr const char* kEndless =
    "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n";

TEST_F(SqlTest, AnEndlessQueryStopsAtItsLimit) {
  const auto table = session_.query(kEndless, control_, {.time = std::chrono::milliseconds(50)});
  ASSERT_FALSE(table);
  EXPECT_EQ(table.error().code, ErrorCode::kInvalidArgument);
}

TEST_F(SqlTest, AnEndlessQueryCanBeCancelled) {
  std::thread other([&] { control_.request_cancel(); });
  const auto table = session_.query(kEndless, control_);
  other.join();
  ASSERT_FALSE(table);
  EXPECT_EQ(table.error().code, ErrorCode::kCancelled);
}

TEST_F(SqlTest, ParametersAreBoundByName) {
  const auto with = [&](std::string_view sql, const SqlParameters& parameters) {
    const auto table = session_.query(sql, control_, {}, parameters);
    return table ? table->to_json().dump() : "error: " + table.error().message.english();
  };
  EXPECT_EQ(with("SELECT id FROM slice WHERE name = :n", {{"n", std::string("COPY")}}),
            R"([{"id":1}])");
  EXPECT_EQ(with("SELECT :i + 1 AS i, :r AS r", {{"i", std::int64_t{4}}, {"r", 0.5}}),
            R"([{"i":5,"r":0.5}])");
  EXPECT_EQ(with("SELECT :a", {}), "error: missing value of parameter :a");
  EXPECT_EQ(with("SELECT 1", {{"a", 1.0}}), "error: unknown parameter :a");
  EXPECT_EQ(with("SELECT ?1", {}), "error: parameters must have the form :name");
}

TEST_F(SqlTest, TheRowLimitIsReported) {
  SqlOutcome outcome;
  const auto two = session_.query("SELECT id FROM slice", control_, {.rows = 2}, {}, &outcome);
  ASSERT_TRUE(two);
  EXPECT_EQ(two->row_count(), 2u);
  EXPECT_TRUE(outcome.more);
  const auto all = session_.query("SELECT id FROM slice", control_, {.rows = 3}, {}, &outcome);
  ASSERT_TRUE(all);
  EXPECT_EQ(all->row_count(), 3u);
  EXPECT_FALSE(outcome.more);
}

TEST_F(SqlTest, ReaderCanEndTheStatement) {
  SqlReader reader;
  reader.begin = [](std::span<const std::string> columns) { EXPECT_EQ(columns.size(), 1u); };
  reader.row = [](std::span<const SqlValue>) -> Result<> {
    return fail(ErrorCode::kIo, tr("full"));
  };
  const auto outcome = session_.run("SELECT id FROM slice", {}, {}, reader, control_);
  ASSERT_FALSE(outcome);
  EXPECT_EQ(outcome.error().code, ErrorCode::kIo);
}

TEST_F(SqlTest, MetricsAreComputedOnlyWhenRead) {
  int made = 0;
  auto session = *SqlSession::open_lazily(trace_, [&] {
    ++made;
    return std::vector<Metric>{trace_->metrics()[0]};
  });
  ASSERT_TRUE(session.query("SELECT * FROM slice", control_));
  EXPECT_EQ(made, 0);
  ASSERT_TRUE(session.query("SELECT * FROM metric", control_));
  ASSERT_TRUE(session.query("SELECT * FROM metric", control_));
  EXPECT_EQ(made, 1);
}

TEST_F(SqlTest, DoubleQuotesAreIdentifiers) {
  EXPECT_EQ(run("SELECT \"COPY\""), "error: no such column: COPY");
}

TEST_F(SqlTest, HugeValuesAreRejected) {
  EXPECT_EQ(run("SELECT length(zeroblob(1000000000))"), "error: string or blob too big");
  EXPECT_EQ(run("SELECT length(hex(zeroblob(60000000)))"), "error: string or blob too big");
  EXPECT_EQ(run(std::string(2 << 20, ' ') + "SELECT 1"), "error: the query is longer than 1 MiB");
}

/// 200,000 slices of two names on one track, so that loops of the tables check the deadline.
TEST(SqlCancel, LoopsOfTablesStop) {
  TraceBuilder builder;
  TraceWriter out(builder);
  const auto track = out.track({.name = "t", .slice_kind = SliceKind::kOperator});
  const StringId names[] = {out.intern("a"), out.intern("b")};
  for (int i = 0; i < 200'000; ++i) {
    out.slice(track, names[i % 2], TraceTime(i), TraceTime(1));
  }
  out.finish();
  auto session = *SqlSession::open(builder.finish(), std::vector<Metric>());
  // The search for a name is first, because the index by name exists afterwards.
  for (const char* sql :
       {"SELECT count(*) FROM slice WHERE name = 'c'",
        "SELECT name, count(*) FROM slice GROUP BY name", "SELECT count(*) FROM slice_summary",
        "SELECT count(*) FROM busy(1)", "SELECT count(*) FROM slice"}) {
    TaskControl control;
    control.request_cancel();
    const auto table = session.query(sql, control);
    ASSERT_FALSE(table) << sql;
    EXPECT_EQ(table.error().code, ErrorCode::kCancelled) << sql;
    TaskControl again;  // the session is still usable
    EXPECT_TRUE(session.query(sql, again)) << sql;
  }
}

}  // namespace
}  // namespace nscope
