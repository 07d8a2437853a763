#include "app/sweep/sweep_results.h"
#include "profiler/base/files/atomic_file.h"
#include "profiler/base/files/byte_source.h"
#include "profiler/base/files/sqlite.h"
#include "profiler/base/json/document_text.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace nscope::sweep {
namespace {

constexpr int kSchemaVersion = 1;
constexpr std::size_t kMostColumns = 2'000;  // SQLite's limit
constexpr std::array kKinds{Column::Kind::kMember, Column::Kind::kFigure, Column::Kind::kLow,
                            Column::Kind::kHigh, Column::Kind::kText};

/// A name in an SQL statement.
std::string sql_name(std::string_view name) {
  std::string text = "\"";
  for (const char c : name) text += c == '"' ? std::string("\"\"") : std::string(1, c);
  return text + "\"";
}

void bind_value(SQLite::Statement& statement, int index, const Value& value) {
  std::visit(
      [&](const auto& each) {
        if constexpr (std::is_same_v<std::decay_t<decltype(each)>, std::monostate>) {
          statement.bind(index);
        } else {
          statement.bind(index, each);
        }
      },
      value);
}

Json objectives_json(const Results& results) {
  Json list = Json::array();
  for (const Objective& objective : results.objectives) {
    list.push_back(
        {{"figure", objective.figure}, {"goal", objective.maximise ? "maximum" : "minimum"}});
  }
  return list;
}

void write_facts(const Results& results, SQLite::Database& database) {
  database.exec("CREATE TABLE sweep(key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID");
  SQLite::Statement insert(database, "INSERT INTO sweep VALUES (?, ?)");
  const auto add = [&](const char* key, const std::string& value) {
    insert.reset();
    insert.bind(1, key);
    insert.bind(2, value);
    insert.exec();
  };
  add("identity", results.identity);
  add("title", results.title);
  add("objectives", compact_text(objectives_json(results)));
  add("points", fmt::format("{}", results.points));
  add("excluded", fmt::format("{}", results.excluded));
  add("shard_index", fmt::format("{}", results.shard.index));
  add("shard_count", fmt::format("{}", results.shard.count));
}

void write_columns(const Results& results, SQLite::Database& database) {
  database.exec(
      "CREATE TABLE column_info(position INTEGER PRIMARY KEY, name TEXT NOT NULL, kind TEXT NOT "
      "NULL, unit TEXT NOT NULL, provenance TEXT NOT NULL, pointer TEXT NOT NULL)");
  SQLite::Statement insert(database, "INSERT INTO column_info VALUES (?, ?, ?, ?, ?, ?)");
  for (std::size_t i = 0; i < results.columns.size(); ++i) {
    const Column& column = results.columns[i];
    insert.reset();
    insert.bind(1, static_cast<std::int64_t>(i));
    insert.bind(2, column.name);
    insert.bind(3, std::string(to_string(column.kind)));
    insert.bind(4, column.unit);
    insert.bind(5, column.provenance);
    insert.bind(6, column.pointer);
    insert.exec();
  }
}

Result<> write_points(const Results& results, SQLite::Database& database, TaskControl& control) {
  std::string columns = "id INTEGER PRIMARY KEY, outcome TEXT NOT NULL, reason TEXT NOT NULL";
  std::string marks = "?, ?, ?";
  for (const Column& column : results.columns) {
    columns += ", " + sql_name(column.name);
    marks += ", ?";
  }
  database.exec(fmt::format("CREATE TABLE point({})", columns));
  SQLite::Statement insert(database, fmt::format("INSERT INTO point VALUES ({})", marks));
  for (std::size_t i = 0; i < results.rows.size(); ++i) {
    if (control.cancelled_at(i)) return cancelled();
    const ResultRow& row = results.rows[i];
    insert.reset();
    insert.bind(1, row.id);
    insert.bind(2, std::string(to_string(row.outcome)));
    insert.bind(3, row.reason);
    for (std::size_t k = 0; k < row.values.size(); ++k) {
      bind_value(insert, static_cast<int>(k) + 4, row.values[k]);
    }
    insert.exec();
  }
  return {};
}

tl::unexpected<Error> damaged(const std::string& path) {
  return fail(ErrorCode::kBadInput,
              tr("the file is damaged, or it was changed by another program; run the sweep again"),
              path);
}

/// An error for a file of results that SQLite cannot read.
Error unreadable_file(const Text& why, const std::string& path) {
  return {
      ErrorCode::kBadInput,
      tr("the file is damaged or was not copied completely ({}); copy it again, or run the sweep "
         "again",
         why),
      path};
}

/// A number of the table "sweep".
std::optional<std::size_t> fact_number(SQLite::Database& database, const char* key) {
  SQLite::Statement select(database, "SELECT CAST(value AS INTEGER) FROM sweep WHERE key = ?");
  select.bind(1, key);
  if (!select.executeStep()) return std::nullopt;
  const std::int64_t value = select.getColumn(0).getInt64();
  return value < 0 ? std::nullopt : std::optional(static_cast<std::size_t>(value));
}

std::optional<std::string> fact_text(SQLite::Database& database, const char* key) {
  SQLite::Statement select(database, "SELECT value FROM sweep WHERE key = ?");
  select.bind(1, key);
  if (!select.executeStep()) return std::nullopt;
  return select.getColumn(0).getString();
}

Value value_at(const SQLite::Column& column) {
  if (column.isInteger()) return std::int64_t{column.getInt64()};
  if (column.isFloat()) return column.getDouble();
  if (column.isText()) return column.getString();
  return std::monostate();
}

bool read_objectives(SQLite::Database& database, Results& results) {
  const auto text = fact_text(database, "objectives");
  const auto json = text ? parse_json(*text, "objectives") : fail(ErrorCode::kBadInput, Text());
  if (!json || !json->is_array()) return false;
  for (const Json& entry : *json) {
    StrictObject in(entry, "objectives");
    Objective objective{.figure = in.string("figure"), .maximise = in.string("goal") == "maximum"};
    if (!in.finish()) return false;
    results.objectives.push_back(std::move(objective));
  }
  return true;
}

bool read_columns(SQLite::Database& database, Results& results) {
  SQLite::Statement select(
      database, "SELECT name, kind, unit, provenance, pointer FROM column_info ORDER BY position");
  while (select.executeStep()) {
    Column column{.name = select.getColumn(0).getString(),
                  .unit = select.getColumn(2).getString(),
                  .provenance = select.getColumn(3).getString(),
                  .pointer = select.getColumn(4).getString()};
    const std::string kind = select.getColumn(1).getString();
    const auto* const found = std::find_if(kKinds.begin(), kKinds.end(),
                                           [&](auto each) { return to_string(each) == kind; });
    if (found == kKinds.end() || results.columns.size() >= kMostColumns) return false;
    column.kind = *found;
    results.columns.push_back(std::move(column));
  }
  return true;
}

/// Calls `take` for each row. False if a row is not one of these results.
Result<bool> read_points(SQLite::Database& database, const Results& results, const TakeRow& take) {
  std::string names = "id, outcome, reason";
  for (const Column& column : results.columns) names += ", " + sql_name(column.name);
  SQLite::Statement select(database, fmt::format("SELECT {} FROM point ORDER BY id", names));
  while (select.executeStep()) {
    ResultRow row{.id = select.getColumn(0).getInt64(), .reason = select.getColumn(2).getString()};
    const auto outcome = parse_outcome(select.getColumn(1).getString());
    if (!outcome || row.id < 0 || static_cast<std::size_t>(row.id) >= results.points) return false;
    row.outcome = *outcome;
    for (int k = 3; k < select.getColumnCount(); ++k) {
      row.values.push_back(value_at(select.getColumn(k)));
    }
    if (auto ok = take(std::move(row)); !ok) return fail(ok.error());
  }
  return true;
}

}  // namespace

Result<> save(const Results& results, const std::string& path, TaskControl& control) {
  if (results.columns.size() + 3 > kMostColumns) {
    return fail(ErrorCode::kBadInput, tr("the results have {} columns, and a database at most {}",
                                         results.columns.size() + 3, kMostColumns));
  }
  AtomicFile file(path);
  auto written = sqlite_guard(ErrorCode::kIo, path, [&]() -> Result<> {
    SQLite::Database database(file.temporary_path(), SQLite::OPEN_READWRITE);
    database.exec(
        fmt::format("PRAGMA page_size=4096; PRAGMA journal_mode=OFF; PRAGMA synchronous=OFF; "
                    "PRAGMA application_id={}; PRAGMA user_version={};",
                    kApplicationId, kSchemaVersion));
    SQLite::Transaction transaction(database);
    write_facts(results, database);
    write_columns(results, database);
    if (auto ok = write_points(results, database, control); !ok) return ok;
    transaction.commit();
    return {};
  });
  if (!written) return written;
  return file.commit();
}

bool is_results_file(const std::string& path) {
  const auto source = ByteSource::open(path);
  return source && is_database(source->text(), kApplicationId);
}

Result<Results> read_results(const std::string& path, const TakeHead& head, const TakeRow& row) {
  auto database = open_database_read_only(path, kApplicationId);
  if (!database) {
    const bool unreadable = database.error().code == ErrorCode::kBadInput && is_results_file(path);
    return fail(unreadable ? unreadable_file(database.error().message, path) : database.error());
  }
  // Errors of SQLite get another code than those of the content.
  auto read = sqlite_guard(ErrorCode::kInternal, path, [&]() -> Result<Results> {
    const int version = database->execAndGet("PRAGMA user_version").getInt();
    if (version != kSchemaVersion) {
      return fail(ErrorCode::kUnsupportedVersion,
                  tr("version {} of the file is not supported; this version reads {}", version,
                     kSchemaVersion),
                  path);
    }
    Results results;
    const auto identity = fact_text(*database, "identity");
    const auto points = fact_number(*database, "points");
    const auto index = fact_number(*database, "shard_index");
    const auto count = fact_number(*database, "shard_count");
    if (!identity || !points || !index || !count || *points > kMostPoints || *index >= *count) {
      return damaged(path);
    }
    results.identity = *identity;
    results.title = fact_text(*database, "title").value_or("");
    results.points = *points;
    results.excluded = fact_number(*database, "excluded").value_or(0);
    results.shard = {*index, *count};
    if (!read_objectives(*database, results) || !read_columns(*database, results)) {
      return damaged(path);
    }
    if (auto ok = head(results); !ok) return fail(ok.error());
    const auto whole = read_points(*database, results, row);
    if (!whole) return fail(whole.error());
    return *whole ? Result<Results>(std::move(results)) : damaged(path);
  });
  if (!read && read.error().code == ErrorCode::kInternal) {
    return fail(unreadable_file(read.error().message, path));
  }
  return read;
}

Result<Results> load_results(const std::string& path) {
  std::vector<ResultRow> rows;
  auto results = read_results(
      path, [](const Results&) -> Result<> { return {}; },
      [&](ResultRow&& row) -> Result<> {
        rows.push_back(std::move(row));
        return {};
      });
  if (results) results->rows = std::move(rows);
  return results;
}

}  // namespace nscope::sweep
