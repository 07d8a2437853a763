#include "profiler/trace/build/trace_builder.h"
#include "profiler/trace/build/trace_writer.h"
#include "profiler/trace/vocabulary.h"
#include "tests/unit/sql/run_sql.h"
#include "tests/unit/trace/sample_trace.h"

#include <algorithm>
#include <random>

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace nscope {
namespace {

/// Overlapping slices on flat and nested tracks, in picoseconds.
std::shared_ptr<const Trace> make_busy_trace() {
  std::mt19937 random(5);
  TraceBuilder builder;
  TraceWriter out(builder);
  out.time_base({.ticks_per_ns = 1000, .window_end = TraceTime(1'000'000)});
  for (int t = 0; t < 4; ++t) {
    const auto track = out.track({.name = fmt::format("t{}", t),
                                  .engine = t % 2 ? Engine::kVector : Engine::kNone,
                                  .slice_kind = SliceKind::kOperator,
                                  .layout = t < 2 ? TrackLayout::kFlat : TrackLayout::kNested,
                                  .core = t / 2});
    for (int i = 0; i < 700; ++i) {
      out.slice(track, out.intern(fmt::format("name {}", random() % 5)),
                TraceTime(static_cast<std::int64_t>(random() % 990'000)),
                TraceTime(static_cast<std::int64_t>(random() % 3'500)));
    }
  }
  out.finish();
  return builder.finish();
}

class AggregateTablesTest : public testing::Test {
 protected:
  std::string run(std::string_view sql) { return run_sql(session_, sql); }

  std::shared_ptr<const Trace> trace_ = make_busy_trace();
  SqlSession session_ = *SqlSession::open(trace_, std::vector<Metric>());
};

TEST_F(AggregateTablesTest, SliceSummaryEqualsGroupBy) {
  const std::string summary =
      run("SELECT track_id, kind, core, engine, name, count, total_ns, min_ns, max_ns, mean_ns"
          " FROM slice_summary ORDER BY track_id, name");
  EXPECT_EQ(summary, run("SELECT track_id, kind, core, engine, name, count(*) AS count,"
                         " sum(duration_ns) AS total_ns, min(duration_ns) AS min_ns,"
                         " max(duration_ns) AS max_ns, avg(duration_ns) AS mean_ns"
                         " FROM slice GROUP BY track_id, name ORDER BY track_id, name"));
  EXPECT_EQ(run("SELECT sum(count) AS n FROM slice_summary"), R"([{"n":2800}])");
}

TEST_F(AggregateTablesTest, BusyIsTheUnionOfTheSlices) {
  TaskControl control;
  const auto table =
      session_.query("SELECT track_id, start_ns, end_ns, busy_ns FROM busy(37, 100, 900)", control);
  ASSERT_TRUE(table);
  ASSERT_EQ(table->row_count(), 4u * 22u);
  for (std::size_t r = 0; r < table->row_count(); ++r) {
    const auto at = [&](std::size_t c) { return std::get<std::int64_t>(table->at(r, c)); };
    const Track& track = trace_->tracks()[static_cast<std::size_t>(at(0))];
    // A loop over every picosecond of the bucket.
    std::vector<bool> covered(static_cast<std::size_t>((at(2) - at(1)) * 1000), false);
    for (std::size_t row = 0; row < track.slices.size(); ++row) {
      const std::int64_t first = std::max(track.slices.start[row], at(1) * 1000);
      const std::int64_t last = std::min(track.slices.end(row).value(), at(2) * 1000);
      for (std::int64_t t = first; t < last; ++t) {
        covered[static_cast<std::size_t>(t - at(1) * 1000)] = true;
      }
    }
    ASSERT_EQ(at(3), std::count(covered.begin(), covered.end(), true) / 1000) << "row " << r;
  }
  EXPECT_EQ(std::get<std::int64_t>(table->at(21, 2)), 900);  // the last bucket ends with the range
}

TEST_F(AggregateTablesTest, BusyTakesItsParametersInAnyForm) {
  EXPECT_EQ(run("SELECT count(*) AS n FROM busy"), R"([{"n":4000}])");
  EXPECT_EQ(run("SELECT count(*) AS n FROM busy(500)"), R"([{"n":8}])");
  EXPECT_EQ(run("SELECT count(*) AS n FROM busy WHERE bucket_ns = 500 AND track_id IN (1, 2)"),
            R"([{"n":4}])");
  EXPECT_EQ(run("SELECT count(*) AS n FROM busy(500, 600, 600)"), R"([{"n":0}])");
  EXPECT_EQ(run("SELECT bucket_ns, from_ns, to_ns, start_ns FROM busy(400, -100, 100) LIMIT 1"),
            R"([{"bucket_ns":400,"from_ns":-100,"to_ns":100,"start_ns":-100}])");
  // One call for each track, with a width from the row of the track.
  EXPECT_EQ(run("SELECT count(*) AS n FROM track t JOIN busy b ON b.track_id = t.id"
                " AND b.bucket_ns = 100 * (t.id + 1)"),
            R"([{"n":22}])");
}

TEST_F(AggregateTablesTest, BusyRejectsInvalidParameters) {
  EXPECT_EQ(run("SELECT * FROM busy(0.5)"),
            "error: busy(): the parameters must be whole nanoseconds");
  EXPECT_EQ(run("SELECT * FROM busy(NULL)"),
            "error: busy(): the parameters must be whole nanoseconds");
  EXPECT_EQ(run("SELECT * FROM busy('wide')"),
            "error: busy(): the parameters must be whole nanoseconds");
  EXPECT_EQ(run("SELECT * FROM busy(-1)"), "error: busy(): a bucket must be at least 1 ns wide");
  EXPECT_EQ(run("SELECT * FROM busy(1, 0, 1000000000000)"),
            "error: busy(): 1000000000000 buckets of 1 ns exceed the limit of 10000000; use wider "
            "buckets");
  EXPECT_EQ(run("SELECT * FROM busy(1, -9223372036854775808, 9223372036854775807)"),
            "error: busy(): the range is outside the time axis");
}

TEST(SqlEventTables, CollectivesAndCompilationsShowTheirProperties) {
  TraceBuilder builder;
  TraceWriter out(builder);
  const auto rings = out.track({.name = "rings", .slice_kind = SliceKind::kCollective, .core = 1});
  const auto cache = out.track({.name = "cache", .slice_kind = SliceKind::kCompile});
  const auto sum = out.slice(rings, out.intern("allreduce"), TraceTime(5), TraceTime(10));
  out.arg(sum, out.intern(key::kAlgorithm), "ring");
  out.arg(sum, out.intern(key::kBytes), std::int64_t{4096});
  out.arg(sum, out.intern("bus_bandwidth"), 1.5e9);
  const auto miss = out.slice(cache, out.intern("MODULE_1+2"), TraceTime(0), TraceTime(9));
  out.arg(miss, out.intern(key::kCacheState), "miss");
  out.arg(miss, out.intern(key::kGraphHash), "1");
  out.finish();
  auto session = *SqlSession::open(builder.finish(), std::vector<Metric>());
  EXPECT_EQ(run_sql(session, "SELECT * FROM collective"),
            R"([{"slice_id":0,"track_id":0,"core":1,"operation":"all-reduce","start_ns":5,)"
            R"("duration_ns":10,"algorithm":"ring","bytes":4096,"ranks":null,)"
            R"("algorithm_bandwidth":null,"bus_bandwidth":1500000000.0}])");
  EXPECT_EQ(run_sql(session,
                    "SELECT slice_id, name, cache_state, graph_hash, error"
                    " FROM compile_cache_event WHERE name = 'MODULE_1+2'"),
            R"([{"slice_id":1,"name":"MODULE_1+2","cache_state":"miss","graph_hash":"1",)"
            R"("error":null}])");
  EXPECT_EQ(run_sql(session, "SELECT count(*) AS n FROM collective WHERE slice_id = 1"),
            R"([{"n":0}])");
}

TEST(SqlEventTables, CoresAndProcessesAddUp) {
  auto session = *SqlSession::open(make_sample_trace(), std::vector<Metric>());
  EXPECT_EQ(run_sql(session, "SELECT * FROM core"),
            run_sql(session,
                    "SELECT core, min(CASE kind WHEN 'core' THEN id END) AS track_id,"
                    " count(*) AS tracks, sum(slices) AS slices, sum(samples) AS samples"
                    " FROM track WHERE core IS NOT NULL GROUP BY core"));
  EXPECT_EQ(run_sql(session,
                    "SELECT sum(tracks) AS t, sum(slices) AS s, sum(samples) AS c"
                    " FROM process"),
            run_sql(session,
                    "SELECT count(*) AS t, sum(slices) AS s, sum(samples) AS c"
                    " FROM track"));
  EXPECT_EQ(run_sql(session, "SELECT count(*) AS n FROM process"),
            run_sql(session, "SELECT count(*) AS n FROM track WHERE parent_id IS NULL"));
}

}  // namespace
}  // namespace nscope
