#include "profiler/analysis/gate/history.h"

#include "profiler/base/files/sqlite.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <filesystem>
#include <optional>
#include <utility>

#include <fmt/format.h>
#include <unistd.h>

namespace nscope::gate::history {
namespace {

constexpr int kApplicationId = 0x4e534748;  // "NSGH"
constexpr int kSchemaVersion = 1;
constexpr int kBusyTimeoutMs = 10'000;

constexpr const char* kHistorySchema = R"sql(
CREATE TABLE baseline_update(
  id INTEGER PRIMARY KEY,
  time TEXT NOT NULL,
  mode TEXT NOT NULL,
  reason TEXT NOT NULL,
  verdict TEXT NOT NULL,
  program TEXT NOT NULL) STRICT;
CREATE TABLE run(
  id INTEGER PRIMARY KEY,
  added_by INTEGER NOT NULL REFERENCES baseline_update(id),
  superseded_by INTEGER REFERENCES baseline_update(id),
  name TEXT NOT NULL,
  revision TEXT) STRICT;
CREATE TABLE metric(
  run INTEGER NOT NULL REFERENCES run(id),
  name TEXT NOT NULL,
  value REAL NOT NULL,
  unit TEXT NOT NULL,
  provenance TEXT NOT NULL,
  PRIMARY KEY(run, name)) STRICT, WITHOUT ROWID;
CREATE TABLE quarantine(
  metric TEXT PRIMARY KEY,
  reason TEXT NOT NULL,
  since TEXT NOT NULL) STRICT, WITHOUT ROWID;
)sql";

Result<> check_version(SQLite::Database& database, const std::string& path) {
  const int version = database.execAndGet("PRAGMA user_version").getInt();
  if (version == kSchemaVersion) return {};
  return fail(ErrorCode::kUnsupportedVersion,
              tr("unsupported history version {}; supported: {}", version, kSchemaVersion), path);
}

/// Verifies that the file is a history, before anything is written to it.
Result<> check_is_history(const std::string& path) {
  auto database = open_database_read_only(path, kApplicationId);
  if (!database) return fail(database.error());
  return sqlite_guard(ErrorCode::kBadInput, path, [&] { return check_version(*database, path); });
}

/// Runs `work` in one transaction on the database.
template <class Work>
Result<> change(const std::string& path, int flags, Work&& work) {
  return sqlite_guard(ErrorCode::kIo, path, [&]() -> Result<> {
    SQLite::Database database(path, SQLite::OPEN_READWRITE | flags);
    limit_values(database);
    database.setBusyTimeout(kBusyTimeoutMs);
    SQLite::Transaction transaction(database, SQLite::TransactionBehavior::IMMEDIATE);
    if (auto ok = work(database); !ok) return ok;
    transaction.commit();
    return {};
  });
}

template <class Work>
Result<> change_existing(const std::string& path, Work&& work) {
  if (auto ok = check_is_history(path); !ok) return ok;
  return change(path, 0, std::forward<Work>(work));
}

void insert_runs(SQLite::Database& database, std::span<const Run> runs, std::int64_t added_by) {
  SQLite::Statement insert_run(database, "INSERT INTO run(added_by, name, revision) VALUES(?,?,?)");
  SQLite::Statement insert_metric(database, "INSERT OR REPLACE INTO metric VALUES(?,?,?,?,?)");
  for (const Run& run : runs) {
    insert_run.reset();
    insert_run.clearBindings();
    insert_run.bind(1, added_by);
    insert_run.bind(2, run.name);
    if (!run.revision.empty()) insert_run.bind(3, run.revision);
    insert_run.exec();
    const std::int64_t id = database.getLastInsertRowid();
    for (const Metric& metric : run.summary.metrics) {
      insert_metric.reset();
      insert_metric.bind(1, id);
      insert_metric.bind(2, metric.name);
      insert_metric.bind(3, metric.value);
      insert_metric.bind(4, metric.unit);
      insert_metric.bind(5, std::string(to_string(metric.provenance)));
      insert_metric.exec();
    }
  }
}

Result<> write_update(SQLite::Database& database, std::span<const Run> runs, const Update& update) {
  SQLite::Statement insert(
      database,
      "INSERT INTO baseline_update(time, mode, reason, verdict, program) VALUES(?,?,?,?,?)");
  insert.bind(1, update.time);
  insert.bind(2, update.replace ? "replace" : "append");
  insert.bind(3, update.reason);
  insert.bind(4, update.verdict);
  insert.bind(5, "nscope " NSCOPE_VERSION);
  insert.exec();
  const std::int64_t id = database.getLastInsertRowid();
  if (update.replace) {
    SQLite::Statement supersede(database,
                                "UPDATE run SET superseded_by=? WHERE superseded_by IS NULL");
    supersede.bind(1, id);
    supersede.exec();
  }
  insert_runs(database, runs, id);
  return {};
}

/// The metrics of one run. Errors: kBadInput.
Result<Run> read_run(SQLite::Database& database, std::int64_t id, std::string name,
                     std::string revision, const std::string& path) {
  Run run{.name = std::move(name), .revision = std::move(revision)};
  SQLite::Statement rows(
      database, "SELECT name, value, unit, provenance FROM metric WHERE run=? ORDER BY name");
  rows.bind(1, id);
  while (rows.executeStep()) {
    const std::string metric = rows.getColumn(0).getString();
    const auto provenance = parse_provenance(rows.getColumn(3).getString());
    const double value = rows.getColumn(1).getDouble();
    const bool number = rows.getColumn(1).isFloat() || rows.getColumn(1).isInteger();
    if (!number || !std::isfinite(value) || !provenance) {
      return fail(ErrorCode::kBadInput,
                  tr("metric '{}' of run {}: the value must be a finite number and the provenance "
                     "must be valid",
                     metric, id),
                  path);
    }
    run.summary.metrics.push_back({.name = metric,
                                   .value = value,
                                   .unit = rows.getColumn(2).getString(),
                                   .provenance = *provenance});
  }
  return run;
}

std::vector<Quarantine> read_quarantine(SQLite::Database& database) {
  std::vector<Quarantine> quarantine;
  SQLite::Statement entries(database, "SELECT metric, reason, since FROM quarantine ORDER BY 1");
  while (entries.executeStep()) {
    quarantine.push_back({.metric = entries.getColumn(0).getString(),
                          .reason = entries.getColumn(1).getString(),
                          .since = entries.getColumn(2).getString()});
  }
  return quarantine;
}

Result<Baseline> read_all(SQLite::Database& database, const std::string& path,
                          std::size_t maximum_runs, TaskControl& control) {
  Baseline baseline{.name = path, .runs = {}};
  SQLite::Statement runs(database,
                         "SELECT id, name, coalesce(revision, '') FROM (SELECT * FROM run WHERE "
                         "superseded_by IS NULL ORDER BY id DESC LIMIT ?) ORDER BY id");
  runs.bind(1, static_cast<std::int64_t>(maximum_runs));
  while (runs.executeStep()) {
    if (control.cancelled()) return cancelled();
    auto run = read_run(database, runs.getColumn(0).getInt64(), runs.getColumn(1).getString(),
                        runs.getColumn(2).getString(), path);
    if (!run) return fail(run.error());
    baseline.runs.push_back(std::move(*run));
  }
  const std::int64_t active =
      database.execAndGet("SELECT count(*) FROM run WHERE superseded_by IS NULL").getInt64();
  baseline.older = static_cast<std::size_t>(active) - baseline.runs.size();
  baseline.quarantine = read_quarantine(database);
  return baseline;
}

RecordedUpdate read_update(SQLite::Database& database, std::int64_t id) {
  RecordedUpdate recorded;
  SQLite::Statement row(database,
                        "SELECT time, mode, reason, verdict FROM baseline_update WHERE id=?");
  row.bind(1, id);
  if (!row.executeStep()) return recorded;
  recorded.update = {.reason = row.getColumn(2).getString(),
                     .time = row.getColumn(0).getString(),
                     .verdict = row.getColumn(3).getString(),
                     .replace = row.getColumn(1).getString() == "replace"};
  return recorded;
}

Result<Record> read_all_updates(SQLite::Database& database, const std::string& path,
                                std::size_t maximum_runs, TaskControl& control) {
  Record record;
  SQLite::Statement runs(
      database,
      "SELECT id, added_by, name, coalesce(revision, ''), superseded_by IS NOT NULL FROM (SELECT * "
      "FROM run ORDER BY id DESC LIMIT ?) ORDER BY id");
  runs.bind(1, static_cast<std::int64_t>(maximum_runs));
  std::optional<std::int64_t> last;
  std::size_t count = 0;
  while (runs.executeStep()) {
    if (control.cancelled()) return cancelled();
    const std::int64_t added_by = runs.getColumn(1).getInt64();
    if (last != added_by) record.updates.push_back(read_update(database, added_by));
    last = added_by;
    auto run = read_run(database, runs.getColumn(0).getInt64(), runs.getColumn(2).getString(),
                        runs.getColumn(3).getString(), path);
    if (!run) return fail(run.error());
    record.updates.back().runs.push_back(std::move(*run));
    record.updates.back().superseded = runs.getColumn(4).getInt() != 0;
    ++count;
  }
  const std::int64_t all = database.execAndGet("SELECT count(*) FROM run").getInt64();
  record.baseline = {.name = path,
                     .quarantine = read_quarantine(database),
                     .older = static_cast<std::size_t>(all) - count};
  return record;
}

/// Runs `work` on one state of the history.
template <class Work>
auto read_state(const std::string& path, Work&& work)
    -> decltype(work(std::declval<SQLite::Database&>())) {
  auto database = open_database_read_only(path, kApplicationId);
  if (!database) return fail(database.error());
  return sqlite_guard(ErrorCode::kBadInput, path,
                      [&]() -> decltype(work(std::declval<SQLite::Database&>())) {
                        if (auto ok = check_version(*database, path); !ok) return fail(ok.error());
                        SQLite::Transaction one_state(*database);
                        return work(*database);
                      });
}

/// The quarantined metrics and patterns: "'a', 'b'".
std::string quarantined_names(SQLite::Database& database) {
  SQLite::Statement entries(database, "SELECT metric FROM quarantine ORDER BY 1");
  std::string names;
  while (entries.executeStep()) {
    names += fmt::format("{}'{}'", names.empty() ? "" : ", ", entries.getColumn(0).getString());
  }
  return names;
}

}  // namespace

bool sniff(std::string_view head) {
  return is_database(head, kApplicationId);
}

Result<Baseline> read(const std::string& path, std::size_t maximum_runs, TaskControl& control) {
  return read_state(path, [&](SQLite::Database& database) {
    return read_all(database, path, maximum_runs, control);
  });
}

Result<Record> read_record(const std::string& path, std::size_t maximum_runs,
                           TaskControl& control) {
  return read_state(path, [&](SQLite::Database& database) {
    return read_all_updates(database, path, maximum_runs, control);
  });
}

Result<> update(const std::string& path, std::span<const Run> runs, const Update& update) {
  assert(!update.reason.empty());
  std::error_code error;
  const auto size = std::filesystem::file_size(path, error);
  const bool there = !error;
  // Another program may be creating the file: it is empty until its first transaction ends.
  if (there && size > 0) {
    return change_existing(
        path, [&](SQLite::Database& database) { return write_update(database, runs, update); });
  }
  const auto made = change(path, SQLite::OPEN_CREATE, [&](SQLite::Database& database) -> Result<> {
    if (database.execAndGet("PRAGMA application_id").getInt() == kApplicationId) {
      if (auto ok = check_version(database, path); !ok) return ok;
    } else {
      database.exec(fmt::format("PRAGMA application_id={}; PRAGMA user_version={};", kApplicationId,
                                kSchemaVersion));
      database.exec(kHistorySchema);
    }
    return write_update(database, runs, update);
  });
  const bool empty = std::filesystem::file_size(path, error) == 0 && !error;
  if (!made && !there && empty) ::unlink(path.c_str());
  return made;
}

Result<> put_into_quarantine(const std::string& path, const Quarantine& entry) {
  return change_existing(path, [&](SQLite::Database& database) -> Result<> {
    SQLite::Statement insert(database, "INSERT OR REPLACE INTO quarantine VALUES(?,?,?)");
    insert.bind(1, entry.metric);
    insert.bind(2, entry.reason);
    insert.bind(3, entry.since);
    insert.exec();
    return {};
  });
}

Result<> release_from_quarantine(const std::string& path, const std::string& metric) {
  return change_existing(path, [&](SQLite::Database& database) -> Result<> {
    SQLite::Statement remove(database, "DELETE FROM quarantine WHERE metric=?");
    remove.bind(1, metric);
    if (remove.exec() > 0) return {};
    const std::string names = quarantined_names(database);
    return fail(ErrorCode::kInvalidArgument,
                names.empty() ? tr("'{}' is not in quarantine; the quarantine is empty", metric)
                              : tr("'{}' is not in quarantine; in quarantine: {}", metric, names),
                path);
  });
}

}  // namespace nscope::gate::history
