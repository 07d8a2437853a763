#include "profiler/sql/ready_queries.h"

#include "tests/unit/sql/run_sql.h"
#include "tests/unit/trace/sample_trace.h"

#include <set>

#include <gtest/gtest.h>

namespace nscope {
namespace {

TEST(ReadyQueries, AllWorkOnTheSampleRunAndOnAnEmptyRun) {
  const auto queries = ready_queries();
  ASSERT_TRUE(queries) << to_string(queries.error());
  EXPECT_GE(queries->size(), 20u);
  auto sample = *SqlSession::open(make_sample_trace(), std::vector<Metric>());
  TraceBuilder nothing;
  auto empty = *SqlSession::open(nothing.finish(), std::vector<Metric>());
  std::set<std::string> titles;
  for (const ReadyQuery& query : *queries) {
    const auto parameters = fill_parameters(query, {});
    ASSERT_TRUE(parameters) << query.id;
    for (SqlSession* session : {&sample, &empty}) {
      const std::string result = run_sql(*session, query.sql, *parameters);
      EXPECT_FALSE(result.starts_with("error")) << query.id << ": " << result;
    }
    EXPECT_TRUE(titles.insert(query.title.english()).second) << query.id;
    EXPECT_NE(query.sql.find("ORDER BY"), std::string::npos) << query.id << " has no fixed order";
  }
}

std::string run_ready(std::string_view id, std::shared_ptr<const Trace> trace) {
  auto session = *SqlSession::open(std::move(trace), std::vector<Metric>());
  const auto query = *find_ready_query(id);
  return run_sql(session, query.sql, *fill_parameters(query, {}));
}

/// 0.4 of each nanosecond is busy; rounding down each slice must not give 0.
TEST(ReadyQueries, UtilisationDoesNotAddUpRoundedParts) {
  TraceBuilder builder;
  TraceWriter out(builder);
  out.time_base({.ticks_per_ns = 1000, .window_end = TraceTime(1'000'000)});
  const TrackId track = out.track({.name = "e", .slice_kind = SliceKind::kOperator});
  for (std::int64_t ns = 0; ns < 1000; ++ns) {
    out.slice(track, out.intern("a"), TraceTime(1000 * ns), TraceTime(400));
  }
  out.finish();
  EXPECT_EQ(run_ready("engine-utilisation", builder.finish()),
            R"([{"core":null,"engine":null,"name":"e","busy_ns":400,"share":0.4}])");
}

/// The queries agree with the summary: waiting at a semaphore is no work, and the full clock is not
/// throttled.
TEST(ReadyQueries, WaitsAreIdleTime) {
  TraceBuilder builder;
  TraceWriter out(builder);
  out.time_base({.window_end = TraceTime(100)});
  const TrackId track = out.track({.name = "e", .slice_kind = SliceKind::kInstruction});
  out.slice(track, out.intern("COPY"), TraceTime(0), TraceTime(20));
  out.slice(track, out.intern(opcode::kEventSemaphore), TraceTime(20), TraceTime(60));
  out.slice(track, out.intern("COPY"), TraceTime(70), TraceTime(20));
  out.slice(track, out.intern("ADD"), TraceTime(80), TraceTime(15));
  const TrackId clock = out.track({.name = "c", .kind = TrackKind::kThrottle});
  out.slice(clock, out.intern("full clock"), TraceTime(0), TraceTime(90));
  out.slice(clock, out.intern("clock limited to 4/8"), TraceTime(90), TraceTime(10));
  out.finish();
  const auto trace = builder.finish();
  EXPECT_EQ(run_ready("engine-utilisation", trace),
            R"([{"core":null,"engine":null,"name":"e","busy_ns":45,"share":0.45}])");
  EXPECT_EQ(run_ready("idle-gaps", trace),
            R"([{"core":null,"track":"e","idle_from":20,"idle_ns":50,"after_name":"COPY",)"
            R"("before_name":"COPY"}])");
  EXPECT_EQ(run_ready("throttling", trace),
            R"([{"core":null,"track":"c","reason":"clock limited to 4/8","n":1,"total_ns":10,)"
            R"("max_ns":10}])");
}

TEST(ReadyQueries, AnInstructionThatReadsAndWritesIsCountedOnce) {
  TraceBuilder builder;
  TraceWriter out(builder);
  const TrackId track = out.track({.name = "e", .slice_kind = SliceKind::kInstruction});
  const SliceId copy = out.slice(track, out.intern("COPY"), TraceTime(0), TraceTime(5));
  out.arg(copy, out.intern(key::kHbmReadBytes), std::int64_t{64});
  out.arg(copy, out.intern(key::kHbmWriteBytes), std::int64_t{32});
  out.finish();
  EXPECT_EQ(run_ready("hbm-traffic", builder.finish()),
            R"([{"engine":null,"name":"COPY","instructions":1,"read_bytes":64,"write_bytes":32}])");
}

TEST(ReadyQueries, HeadersAreParsed) {
  const auto good = parse_ready_query("x",
                                      "-- title: A title: with colon\n-- shows: rows\n"
                                      "-- parameter: limit = 20 (rows)\n"
                                      "-- parameter: kind = '20' (kind)\n"
                                      "-- parameter: share = 0.5 (share)\nSELECT 1\n");
  ASSERT_TRUE(good) << to_string(good.error());
  EXPECT_EQ(good->title.english(), "A title: with colon");
  EXPECT_EQ(good->sql, "SELECT 1");
  ASSERT_EQ(good->parameters.size(), 3u);
  EXPECT_EQ(std::get<std::int64_t>(good->parameters[0].fallback), 20);
  EXPECT_EQ(std::get<std::string>(good->parameters[1].fallback), "20");
  EXPECT_EQ(std::get<double>(good->parameters[2].fallback), 0.5);
  EXPECT_EQ(good->parameters[2].text.english(), "share");
}

TEST(ReadyQueries, InvalidFilesAreRejected) {
  for (const char* text :
       {"", "SELECT 1", "-- title: a\nSELECT 1", "-- title: a\n-- shows: b\n",
        "-- author: x\nSELECT 1", "-- title: a\n-- shows: b\n-- parameter: n\nS"}) {
    const auto query = parse_ready_query("x", text);
    ASSERT_FALSE(query) << text;
    EXPECT_EQ(query.error().code, ErrorCode::kInternal);
  }
}

TEST(ReadyQueries, ParametersAreThoseOfTheQuery) {
  ReadyQuery query;
  query.parameters = {{"limit", std::int64_t{20}}, {"kind", std::string("dma")}};
  const auto filled = fill_parameters(query, {{"kind", std::string("host")}});
  ASSERT_TRUE(filled);
  EXPECT_EQ(std::get<std::int64_t>((*filled)[0].second), 20);
  EXPECT_EQ(std::get<std::string>((*filled)[1].second), "host");
  const auto unknown = fill_parameters(query, {{"lim", std::int64_t{1}}});
  ASSERT_FALSE(unknown);
  EXPECT_EQ(unknown.error().message.english(),
            "unknown parameter 'lim' of query ''; use limit, kind");
}

TEST(ReadyQueries, ValuesAreNumbersIfTheyLookLikeNumbers) {
  EXPECT_EQ(std::get<std::int64_t>(parse_sql_value("-7")), -7);
  EXPECT_EQ(std::get<double>(parse_sql_value("1e3")), 1000.0);
  EXPECT_EQ(std::get<std::string>(parse_sql_value("7 ns")), "7 ns");
  EXPECT_EQ(std::get<std::string>(parse_sql_value("")), "");
}

TEST(ReadyQueries, WrittenOutDoesNotChangeStringsAndLongerNames) {
  ReadyQuery query;
  query.parameters = {{"n", std::int64_t{7}}, {"who", std::string("it's")}};
  query.sql = "SELECT ':n', :n, :nn FROM t WHERE a = :who";
  EXPECT_EQ(written_out(query), "SELECT ':n', 7, :nn FROM t WHERE a = 'it''s'");
}

}  // namespace
}  // namespace nscope
