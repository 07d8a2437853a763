// Conditions and orders that the tables apply instead of SQLite must have the same result as
// those of SQLite on an ordinary table with the same rows.
#include "profiler/sql/sql_session.h"
#include "profiler/trace/build/trace_builder.h"
#include "profiler/trace/build/trace_writer.h"

#include <algorithm>
#include <random>

#include <SQLiteCpp/SQLiteCpp.h>
#include <fmt/format.h>
#include <gtest/gtest.h>

namespace nscope {
namespace {

/// Tracks of several kinds, cores and engines in a different order; times in picoseconds, some
/// of them negative and many of them equal.
std::shared_ptr<const Trace> make_random_trace(unsigned seed) {
  std::mt19937 random(seed);
  TraceBuilder builder;
  TraceWriter out(builder);
  out.time_base({.ticks_per_ns = 1000, .window_end = TraceTime(400'000)});
  const std::vector<StringId> names = {out.intern("matmul"), out.intern("COPY"), out.intern("b"),
                                       out.intern(""),       out.intern("10"),   out.intern("2")};
  const Engine engines[] = {Engine::kVector, Engine::kNone, Engine::kTensor};
  const SliceKind kinds[] = {SliceKind::kInstruction, SliceKind::kDma, SliceKind::kCollective};
  std::vector<SliceId> slices;
  for (int t = 0; t < 14; ++t) {
    const auto track = out.track({.name = fmt::format("track {}", t),
                                  .kind = TrackKind::kEngine,
                                  .engine = engines[random() % 3],
                                  .slice_kind = kinds[random() % 3],
                                  .layout = t % 2 ? TrackLayout::kNested : TrackLayout::kFlat,
                                  .core = static_cast<std::int32_t>(random() % 4) - 1});
    if (t % 5 == 4) continue;  // without slices
    for (int i = 0; i < 60; ++i) {
      const auto start = static_cast<std::int64_t>(random() % 60'000) - 5'000;
      slices.push_back(out.slice(track, names[random() % names.size()], TraceTime(start),
                                 TraceTime(static_cast<std::int64_t>(random() % 7'000)),
                                 TraceTime(static_cast<std::int64_t>(random() % 2'000))));
      if (random() % 3 == 0) out.arg(slices.back(), out.intern("bytes"), std::int64_t{i});
      if (random() % 4 == 0) out.arg(slices.back(), out.intern("label"), "x");
    }
    const auto counter = out.track({.name = "counter", .kind = TrackKind::kCounter});
    for (int i = 0; i < 40; ++i) {
      out.counter(counter, TraceTime(static_cast<std::int64_t>(random() % 50'000)), i * 0.5);
    }
  }
  for (int i = 0; i < 200; ++i) {
    out.flow(slices[random() % slices.size()], slices[random() % slices.size()], out.intern("f"));
  }
  out.finish();
  return builder.finish();
}

std::string text_of(const SqlValue& value) {
  if (const auto* whole = std::get_if<std::int64_t>(&value)) return fmt::format("{}", *whole);
  if (const auto* real = std::get_if<double>(&value)) return fmt::format("{}", *real);
  if (const auto* text = std::get_if<std::string_view>(&value)) return fmt::format("'{}'", *text);
  return "NULL";
}

std::string text_of(const SQLite::Column& value) {
  if (value.isInteger()) return fmt::format("{}", value.getInt64());
  if (value.isFloat()) return fmt::format("{}", value.getDouble());
  return value.isNull() ? "NULL" : fmt::format("'{}'", value.getString());
}

class PushdownTest : public testing::TestWithParam<unsigned> {
 protected:
  PushdownTest()
      : session_(*SqlSession::open(make_random_trace(GetParam()), {})),
        copy_(":memory:", SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE) {
    copy("slice",
         "id INTEGER, track_id INTEGER, kind TEXT, core INTEGER, engine TEXT, name TEXT,"
         " start_ns INTEGER, duration_ns INTEGER, wait_ns INTEGER, depth INTEGER,"
         " parent_id INTEGER");
    copy("counter", "track_id INTEGER, time_ns INTEGER, value REAL");
    copy("flow", "id INTEGER, from_slice_id INTEGER, to_slice_id INTEGER, kind TEXT");
    copy("arg", "slice_id INTEGER, key TEXT, value");
    copy("track", "id INTEGER, parent_id INTEGER, name TEXT, kind TEXT, core INTEGER, engine TEXT");
  }

  /// An ordinary SQLite table, filled by a plain scan.
  void copy(const std::string& table, const std::string& columns) {
    copy_.exec("CREATE TABLE " + table + "(" + columns + ")");
    for (const auto& row : rows("SELECT * FROM " + table)) {
      copy_.exec("INSERT INTO " + table + " VALUES(" + fmt::format("{}", fmt::join(row, ",")) +
                 ")");
    }
  }

  using Rows = std::vector<std::vector<std::string>>;

  Rows rows(const std::string& sql) {
    Rows result;
    TaskControl control;
    SqlReader reader;
    reader.begin = [](std::span<const std::string>) {};
    reader.row = [&](std::span<const SqlValue> row) -> Result<> {
      result.emplace_back();
      for (const SqlValue& value : row) result.back().push_back(text_of(value));
      return {};
    };
    const auto outcome = session_.run(sql, {}, {}, reader, control);
    EXPECT_TRUE(outcome) << sql << ": " << (outcome ? "" : outcome.error().message.english());
    return result;
  }

  Rows expected(const std::string& sql) {
    Rows result;
    SQLite::Statement statement(copy_, sql);
    while (statement.executeStep()) {
      result.emplace_back();
      for (int i = 0; i < statement.getColumnCount(); ++i) {
        result.back().push_back(text_of(statement.getColumn(i)));
      }
    }
    return result;
  }

  /// The rows must be equal, and in the same order if the statement determines it.
  void check(const std::string& sql, bool ordered) {
    Rows actual = rows(sql);
    Rows wanted = expected(sql);
    if (!ordered) {
      std::sort(actual.begin(), actual.end());
      std::sort(wanted.begin(), wanted.end());
    }
    // The first difference is sufficient.
    const auto [a, w] = std::mismatch(actual.begin(), actual.end(), wanted.begin(), wanted.end());
    EXPECT_TRUE(a == actual.end() && w == wanted.end())
        << sql << "\nrow " << a - actual.begin() << " of " << actual.size() << " is ("
        << (a == actual.end() ? "none" : fmt::format("{}", fmt::join(*a, ", "))) << ") not ("
        << (w == wanted.end() ? "none" : fmt::format("{}", fmt::join(*w, ", "))) << ")";
  }

  SqlSession session_;
  SQLite::Database copy_;
};

const char* const kConditions[] = {"1",
                                   "id = 17",
                                   "id = 17.0",
                                   "id = 17.5",
                                   "id = '17'",
                                   "id = 'x'",
                                   "id = -1",
                                   "id = NULL",
                                   "id > 500 AND id <= 520",
                                   "id >= 530 AND id < 100000000000",
                                   "id IN (3, 500, 99999, 4)",
                                   "id < 'x' AND id > 530",
                                   "track_id = 3",
                                   "track_id IN (0, 6, 12, NULL)",
                                   "track_id = 1e30",
                                   "track_id = '3'",
                                   "core = 1",
                                   "core IS NULL",
                                   "core IN (0, 2)",
                                   "core = -1",
                                   "engine = 'Vector'",
                                   "engine IS NULL",
                                   "engine IN ('Tensor', 'nope')",
                                   "engine = ''",
                                   "kind = 'dma'",
                                   "kind = 'DMA'",
                                   "kind = 'dma' COLLATE NOCASE",
                                   "kind IN ('dma', 'collective')",
                                   "kind <> 'dma'",
                                   "name = 'COPY'",
                                   "name = 'copy'",
                                   "name = 'no such name'",
                                   "name = ''",
                                   "name IN ('b', '10', 'matmul')",
                                   "name = 10",
                                   "name IN (10, 2)",
                                   "name > 'a'",
                                   "name IS NULL",
                                   "name = x'62'",
                                   "name IN ('b', 'COPY') AND name = 'b'",
                                   "start_ns = 20",
                                   "start_ns < 0",
                                   "start_ns >= 30",
                                   "start_ns > 29.5",
                                   "start_ns < 30.5",
                                   "start_ns <= 30.0",
                                   "start_ns BETWEEN 10 AND 12",
                                   "start_ns > 40 AND start_ns < 30",
                                   "start_ns < 'text'",
                                   "start_ns > 'text'",
                                   "start_ns > NULL",
                                   "start_ns >= -1e300",
                                   "start_ns < 9223372036854775807",
                                   "start_ns > -9223372036854775808",
                                   "start_ns IN (5, 20, 21)",
                                   "start_ns > 9223372036854775807",
                                   "start_ns < 1e19 AND start_ns > -1e19",
                                   "track_id = 2 AND name = 'b' AND start_ns > 10",
                                   "kind = 'dma' AND core = 0 AND name = 'COPY'",
                                   "(kind = 'dma' OR name = 'b') AND start_ns < 20",
                                   "name = 'b' AND start_ns BETWEEN 5 AND 25",
                                   "duration_ns > 3 AND engine = 'Tensor'",
                                   "duration_ns = 0",
                                   "duration_ns >= 2 AND duration_ns < 4.5",
                                   "duration_ns < 0",
                                   "duration_ns > '3'",
                                   "duration_ns > 'text'",
                                   "duration_ns = NULL",
                                   "duration_ns IN (1, 4, 5)",
                                   "duration_ns <= 3 AND name IN ('b', 'COPY')",
                                   "name = 'b' AND duration_ns > 2 AND start_ns > 10",
                                   "id = 17 AND duration_ns >= 0",
                                   "id = 17 AND duration_ns < 0",
                                   "rowid = 5 OR id = 6"};

TEST_P(PushdownTest, ConditionsSelectTheSameRows) {
  for (const char* condition : kConditions) {
    const std::string sql = fmt::format(
        "SELECT id, track_id, kind, core, engine, name, start_ns, wait_ns FROM slice WHERE {}",
        std::string_view(condition).starts_with("rowid") ? "id IN (5, 6)" : condition);
    check(sql, false);
    check(sql, false);  // the second search for a name uses the index
  }
}

const char* const kOrders[] = {"id",
                               "name, id",
                               "name DESC, id",
                               "track_id DESC, start_ns, id",
                               "track_id, id",
                               "engine, name, id",
                               "engine DESC, core, name DESC, id",
                               "core DESC, kind, track_id, id",
                               "kind, name, track_id DESC, id",
                               "start_ns, id",
                               "name, start_ns, id",
                               "core, id",
                               "id DESC"};

TEST_P(PushdownTest, OrdersSortAsSqliteDoes) {
  for (const char* order : kOrders) {
    for (const char* condition :
         {"1", "kind = 'dma'", "name IN ('b', 'COPY', '10')", "track_id = 3",
          "start_ns BETWEEN 5 AND 40", "duration_ns > 3", "name = 'b' AND duration_ns <= 3",
          "core IN (0, 1) AND name = 'b'", "track_id IN (6, 0, 3)"}) {
      check(fmt::format("SELECT id FROM slice WHERE {} ORDER BY {}", condition, order), true);
      // Without the id at the end only the values of the sort columns are determined.
      const std::size_t comma = std::string_view(order).find_last_of(',');
      if (comma == std::string_view::npos) continue;
      const std::string keys(order, comma);
      std::string shown = keys;
      for (std::size_t at; (at = shown.find(" DESC")) != std::string::npos;) shown.erase(at, 5);
      check(fmt::format("SELECT {} FROM slice WHERE {} ORDER BY {}", shown, condition, keys), true);
    }
  }
}

TEST_P(PushdownTest, GroupsAreComplete) {
  for (const char* keys : {"name", "engine", "core", "kind", "track_id", "engine, name",
                           "name, engine", "core, kind, name", "depth", "name, depth", "id / 10"}) {
    for (const char* condition : {"1", "kind IN ('dma', 'collective')", "name IN ('b', 'COPY')",
                                  "start_ns > 20 AND core = 1", "track_id = 3"}) {
      check(fmt::format("SELECT {0}, count(*), sum(duration_ns), min(start_ns), max(wait_ns) "
                        "FROM slice WHERE {1} GROUP BY {0}",
                        keys, condition),
            false);
      check(fmt::format("SELECT DISTINCT {} FROM slice WHERE {}", keys, condition), false);
    }
    check(fmt::format("SELECT {0}, count(*) FROM slice GROUP BY {0} ORDER BY {0} DESC", keys),
          false);
  }
  check("SELECT name, count(*) FROM slice GROUP BY name ORDER BY name DESC", true);
  check("SELECT DISTINCT engine, name FROM slice ORDER BY engine, name DESC", true);
}

TEST_P(PushdownTest, OtherTablesAndJoinsAgree) {
  for (const char* sql :
       {"SELECT * FROM counter WHERE track_id = 2",
        "SELECT * FROM counter WHERE time_ns > 30",
        "SELECT * FROM counter WHERE track_id IN (2, 4) AND time_ns BETWEEN 3 AND 30.5",
        "SELECT * FROM counter WHERE time_ns < 'x' AND track_id = '2'",
        "SELECT track_id, max(value) FROM counter GROUP BY track_id",
        "SELECT * FROM flow WHERE from_slice_id = 20",
        "SELECT * FROM flow WHERE to_slice_id = 20",
        "SELECT * FROM flow WHERE to_slice_id < 100 AND from_slice_id >= 300",
        "SELECT * FROM flow WHERE from_slice_id IN (1, 2, 3, 4, 5)",
        "SELECT * FROM flow WHERE to_slice_id = 1.5 OR from_slice_id = -1",
        "SELECT * FROM arg WHERE slice_id = 12",
        "SELECT * FROM arg WHERE key = 'label'",
        "SELECT * FROM arg WHERE slice_id > 100 AND slice_id < 200 AND key IN ('bytes', 'no')",
        "SELECT * FROM arg WHERE key = 'bytes' AND value > 50",
        "SELECT * FROM track WHERE id = 3",
        "SELECT * FROM track WHERE id IN (1, 2, 77) OR parent_id IS NOT NULL",
        "SELECT s.id, p.id FROM slice s JOIN slice p ON p.id = s.parent_id",
        "SELECT a.id, b.id, f.kind FROM flow f JOIN slice a ON a.id = f.from_slice_id"
        " JOIN slice b ON b.id = f.to_slice_id WHERE a.kind = 'dma' AND b.name = 'b'",
        "SELECT t.name, count(*), sum(s.duration_ns) FROM track t JOIN slice s ON s.track_id = t.id"
        " GROUP BY t.id",
        "SELECT a.id, b.id FROM slice a JOIN slice b ON b.name = a.name AND b.start_ns = a.start_ns"
        " AND b.id > a.id",
        "SELECT s.id, a.value FROM slice s JOIN arg a ON a.slice_id = s.id AND a.key = 'bytes'"
        " WHERE s.track_id = 5",
        "SELECT t.id, (SELECT count(*) FROM slice s WHERE s.track_id = t.id AND s.name = 'b')"
        " FROM track t"}) {
    check(sql, false);
  }
  check("SELECT * FROM counter ORDER BY track_id, time_ns, value", true);
  check("SELECT track_id, time_ns FROM counter ORDER BY track_id DESC, time_ns", true);
  check("SELECT time_ns FROM counter WHERE track_id = 4 ORDER BY time_ns", true);
  check("SELECT slice_id FROM arg ORDER BY slice_id", true);
}

INSTANTIATE_TEST_SUITE_P(Seeds, PushdownTest, testing::Values(1u, 2u, 3u));

}  // namespace
}  // namespace nscope
