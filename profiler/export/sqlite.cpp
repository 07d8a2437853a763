#include "profiler/export/sqlite.h"

#include "profiler/analysis/metrics/summary.h"
#include "profiler/base/files/atomic_file.h"
#include "profiler/sql/sql_tables.h"

#include <array>

#include <fmt/format.h>
#include <sqlite3.h>

namespace nscope {
namespace {

/// A table of the file and the source of its rows: columns of the SQL table in the order of
/// `declaration`.
struct FileTable {
  std::string_view name;
  std::string_view declaration;
  std::string_view columns;
  std::string_view indices;  ///< statements that end with ';'
};

constexpr auto kFileTables = std::to_array<FileTable>({
    {"track",
     "id INTEGER PRIMARY KEY, parent_id INTEGER, name TEXT, kind TEXT, core INTEGER, engine TEXT,"
     " unit TEXT, path TEXT, slice_kind TEXT, slices INTEGER, samples INTEGER, layout TEXT",
     "id, parent_id, name, kind, core, engine, unit, path, slice_kind, slices, samples, layout",
     ""},
    {"slice",
     "id INTEGER PRIMARY KEY, track_id INTEGER, kind TEXT, core INTEGER, engine TEXT, name TEXT,"
     " start_ns INTEGER, duration_ns INTEGER, wait_ns INTEGER, depth INTEGER, parent_id INTEGER,"
     " end_ns INTEGER",
     "id, track_id, kind, core, engine, name, start_ns, duration_ns, wait_ns, depth, parent_id,"
     " end_ns",
     "CREATE INDEX slice_track ON slice(track_id, start_ns); CREATE INDEX slice_name ON"
     " slice(name);"},
    {"counter", "track_id INTEGER, time_ns INTEGER, value REAL", "track_id, time_ns, value",
     "CREATE INDEX counter_track ON counter(track_id, time_ns);"},
    {"flow", "id INTEGER PRIMARY KEY, from_slice_id INTEGER, to_slice_id INTEGER, kind TEXT",
     "id, from_slice_id, to_slice_id, kind",
     "CREATE INDEX flow_from ON flow(from_slice_id); CREATE INDEX flow_to ON flow(to_slice_id);"},
    {"arg", "slice_id INTEGER, key TEXT, value", "slice_id, key, value",
     "CREATE INDEX arg_slice ON arg(slice_id); CREATE INDEX arg_key ON arg(key);"},
    {"core",
     "core INTEGER PRIMARY KEY, track_id INTEGER, tracks INTEGER, slices INTEGER,"
     " samples INTEGER",
     "core, track_id, tracks, slices, samples", ""},
    {"process",
     "track_id INTEGER PRIMARY KEY, name TEXT, kind TEXT, tracks INTEGER, slices INTEGER,"
     " samples INTEGER",
     "track_id, name, kind, tracks, slices, samples", ""},
    {"collective",
     "slice_id INTEGER PRIMARY KEY, track_id INTEGER, core INTEGER, operation TEXT,"
     " start_ns INTEGER, duration_ns INTEGER, algorithm TEXT, bytes INTEGER, ranks INTEGER,"
     " algorithm_bandwidth REAL, bus_bandwidth REAL",
     "slice_id, track_id, core, operation, start_ns, duration_ns, algorithm, bytes, ranks,"
     " algorithm_bandwidth, bus_bandwidth",
     ""},
    {"compile_cache_event",
     "slice_id INTEGER PRIMARY KEY, track_id INTEGER, name TEXT, start_ns INTEGER,"
     " duration_ns INTEGER, cache_state TEXT, graph_hash TEXT, flags_hash TEXT,"
     " compiler_version TEXT, flags TEXT, neff_bytes INTEGER, error TEXT, error_code TEXT,"
     " exit_code INTEGER, time_source TEXT, source TEXT",
     "slice_id, track_id, name, start_ns, duration_ns, cache_state, graph_hash, flags_hash,"
     " compiler_version, flags, neff_bytes, error, error_code, exit_code, time_source, source",
     ""},
    {"slice_summary",
     "track_id INTEGER, kind TEXT, core INTEGER, engine TEXT, name TEXT, count INTEGER,"
     " total_ns INTEGER, min_ns INTEGER, max_ns INTEGER, mean_ns REAL",
     "track_id, kind, core, engine, name, count, total_ns, min_ns, max_ns, mean_ns", ""},
    {"metric", "name TEXT, value REAL, unit TEXT, provenance TEXT, low REAL, high REAL, note TEXT",
     "name, value, unit, provenance, low, high, note", ""},
    {"diagnostic", "code TEXT, severity TEXT, count INTEGER, example TEXT",
     "code, severity, count, example", ""},
    {"property", "key TEXT, value", "key, value", ""},
});

/// Prefix of the virtual tables that read the trace, in the same database as those of the file.
constexpr std::string_view kSource = "nscope_source_";
/// Steps of SQLite's virtual machine between two checks for cancellation.
constexpr int kStepsPerCheck = 2000;

class DatabaseFile {
 public:
  DatabaseFile() = default;
  DatabaseFile(const DatabaseFile&) = delete;
  DatabaseFile& operator=(const DatabaseFile&) = delete;
  ~DatabaseFile() { sqlite3_close(database_); }

  int open(const std::string& path) { return sqlite3_open(path.c_str(), &database_); }
  sqlite3* get() const { return database_; }
  int run(const std::string& sql) {
    return sqlite3_exec(database_, sql.c_str(), nullptr, nullptr, nullptr);
  }
  int close() {
    const int status = sqlite3_close(database_);
    if (status == SQLITE_OK) database_ = nullptr;
    return status;
  }

 private:
  sqlite3* database_ = nullptr;
};

int put_metadata(DatabaseFile& file, const Trace& trace) {
  const TimeBase& base = trace.time_base();
  return file.run(
      fmt::format("CREATE TABLE metadata(key TEXT PRIMARY KEY, value);"
                  "INSERT INTO metadata VALUES ('schema', 'nscope.sqlite/1'),"
                  " ('program', 'nscope {}'), ('ticks_per_ns', {}), ('window_begin_ns', {}),"
                  " ('window_end_ns', {}); PRAGMA user_version = 1",
                  NSCOPE_VERSION, base.ticks_per_ns, trace.to_ns(base.window_begin),
                  trace.to_ns(base.window_end)));
}

int copy_table(DatabaseFile& file, const FileTable& table) {
  const int status =
      file.run(fmt::format("CREATE TABLE {0}({1}); INSERT INTO {0} SELECT {2} FROM {3}{0}",
                           table.name, table.declaration, table.columns, kSource));
  return status == SQLITE_OK ? file.run(std::string(table.indices)) : status;
}

int write_tables(DatabaseFile& file, const Trace& trace, const SqlTables& tables,
                 TaskControl& control) {
  // The file is renamed when it is complete, so it needs no journal.
  int status = file.run(
      "PRAGMA page_size = 8192; PRAGMA journal_mode = OFF;"
      "PRAGMA synchronous = OFF; PRAGMA cache_size = -65536; BEGIN");
  for (const auto& table : tables) {
    if (status != SQLITE_OK) return status;
    status =
        register_table(file.get(), *table, fmt::format("{}{}", kSource, table->name()).c_str());
  }
  control.begin(phrase("Writing tables"), kFileTables.size());
  for (std::size_t i = 0; i < kFileTables.size() && status == SQLITE_OK; ++i) {
    status = copy_table(file, kFileTables[i]);
    control.advance_to(i + 1);
  }
  if (status == SQLITE_OK) status = put_metadata(file, trace);
  return status == SQLITE_OK ? file.run("COMMIT") : status;
}

}  // namespace

Result<> export_sqlite(const std::shared_ptr<const Trace>& trace, const std::string& path,
                       TaskControl& control) {
  auto deadline = std::make_shared<StatementDeadline>();
  deadline->control = &control;
  const SqlTableContext context{trace, std::make_shared<NameOrder>(trace), deadline};
  const SqlTables tables =
      make_sql_tables(context, [&] { return analysis::summarize(*trace).metrics; });

  AtomicFile target(path);
  DatabaseFile file;  // closed before the tables that it uses are destroyed
  int status = file.open(target.temporary_path());
  if (status == SQLITE_OK) {
    const auto stop = [](void* data) {
      return static_cast<const StatementDeadline*>(data)->passed() ? 1 : 0;
    };
    sqlite3_progress_handler(file.get(), kStepsPerCheck, stop, deadline.get());
    status = write_tables(file, *trace, tables, control);
  }
  if (status == SQLITE_INTERRUPT && control.cancelled()) return cancelled();
  if (status != SQLITE_OK) {
    return fail(ErrorCode::kIo,
                file.get() == nullptr ? tr("cannot write the file: out of memory")
                                      : tr("cannot write the file: {}", sqlite3_errmsg(file.get())),
                path);
  }
  if (auto damage = trace->storage_error()) return fail(std::move(*damage));
  if (file.close() != SQLITE_OK) return fail(ErrorCode::kIo, tr("cannot close the file"), path);
  return target.commit();
}

}  // namespace nscope
