#include "profiler/trace/sql.h"

#include "profiler/trace/sql_tables.h"

#include <fmt/format.h>
#include <sqlite3.h>

namespace nscope {
namespace {

// sqlite3 wants its own structs as first members; these carry our table behind.
struct VirtualTable : sqlite3_vtab {
  const SqlTable* table = nullptr;
};

struct Cursor : sqlite3_vtab_cursor {
  const SqlTable* table = nullptr;
  RowRange rows;
  std::size_t at = 0;
};

int connect(sqlite3* database, void* aux, int, const char* const*, sqlite3_vtab** out, char**) {
  const auto* table = static_cast<const SqlTable*>(aux);
  const int status = sqlite3_declare_vtab(database, table->schema());
  if (status != SQLITE_OK) return status;
  auto* vtab = new VirtualTable();
  vtab->table = table;
  *out = vtab;
  return SQLITE_OK;
}

int disconnect(sqlite3_vtab* vtab) {
  delete static_cast<VirtualTable*>(vtab);
  return SQLITE_OK;
}

/// idxNum is 0 for a scan, else 1 + the column whose value is looked up.
int best_index(sqlite3_vtab* vtab, sqlite3_index_info* info) {
  const SqlTable& table = *static_cast<VirtualTable*>(vtab)->table;
  info->estimatedCost = static_cast<double>(table.size()) + 1.0;
  info->estimatedRows = static_cast<sqlite3_int64>(table.size());
  for (int i = 0; i < info->nConstraint; ++i) {
    const auto& constraint = info->aConstraint[i];
    if (constraint.usable == 0 || constraint.op != SQLITE_INDEX_CONSTRAINT_EQ ||
        !table.indexed(constraint.iColumn)) {
      continue;
    }
    info->aConstraintUsage[i].argvIndex = 1;
    info->idxNum = constraint.iColumn + 1;
    info->estimatedCost = constraint.iColumn == 0 ? 1.0 : 20.0;
    info->estimatedRows = 10;
    break;
  }
  return SQLITE_OK;
}

int open_cursor(sqlite3_vtab* vtab, sqlite3_vtab_cursor** out) {
  auto* cursor = new Cursor();
  cursor->table = static_cast<VirtualTable*>(vtab)->table;
  *out = cursor;
  return SQLITE_OK;
}

int close_cursor(sqlite3_vtab_cursor* cursor) {
  delete static_cast<Cursor*>(cursor);
  return SQLITE_OK;
}

int filter(sqlite3_vtab_cursor* base, int index, const char*, int count, sqlite3_value** values) {
  auto* cursor = static_cast<Cursor*>(base);
  cursor->rows = {0, cursor->table->size()};
  if (index > 0 && count == 1) {
    const int type = sqlite3_value_numeric_type(values[0]);
    cursor->rows = {};
    // A real number may still equal an integer id; SQLite checks the equality
    // again, so a superset is enough.
    if (type == SQLITE_INTEGER || type == SQLITE_FLOAT) {
      if (const auto found = cursor->table->find(index - 1, sqlite3_value_int64(values[0]))) {
        cursor->rows = *found;
      }
    }
  }
  cursor->at = cursor->rows.begin;
  return SQLITE_OK;
}

int next(sqlite3_vtab_cursor* cursor) {
  ++static_cast<Cursor*>(cursor)->at;
  return SQLITE_OK;
}

int eof(sqlite3_vtab_cursor* base) {
  const auto* cursor = static_cast<Cursor*>(base);
  return cursor->at >= cursor->rows.end ? 1 : 0;
}

int column(sqlite3_vtab_cursor* base, sqlite3_context* out, int index) {
  const auto* cursor = static_cast<Cursor*>(base);
  cursor->table->column(out, cursor->at, cursor->rows.order, index);
  return SQLITE_OK;
}

int rowid(sqlite3_vtab_cursor* cursor, sqlite3_int64* out) {
  *out = static_cast<sqlite3_int64>(static_cast<Cursor*>(cursor)->at);
  return SQLITE_OK;
}

sqlite3_module make_module() {
  sqlite3_module module{};
  // Without xCreate the tables exist by their name alone and cannot be dropped.
  module.xConnect = connect;
  module.xBestIndex = best_index;
  module.xDisconnect = disconnect;
  module.xOpen = open_cursor;
  module.xClose = close_cursor;
  module.xFilter = filter;
  module.xNext = next;
  module.xEof = eof;
  module.xColumn = column;
  module.xRowid = rowid;
  return module;
}

int authorize(void*, int action, const char*, const char* function, const char*, const char*) {
  switch (action) {
    case SQLITE_SELECT:
    case SQLITE_READ:
    case SQLITE_RECURSIVE:
      return SQLITE_OK;
    case SQLITE_FUNCTION:
      return std::string_view(function) == "load_extension" ? SQLITE_DENY : SQLITE_OK;
    default:
      return SQLITE_DENY;
  }
}

struct Deadline {
  TaskControl* control;
  std::chrono::steady_clock::time_point end;
};

int check_deadline(void* data) {
  const auto* deadline = static_cast<Deadline*>(data);
  const bool stop =
      deadline->control->cancelled() || std::chrono::steady_clock::now() > deadline->end;
  return stop ? 1 : 0;
}

Cell cell(sqlite3_stmt* statement, int index) {
  switch (sqlite3_column_type(statement, index)) {
    case SQLITE_INTEGER:
      return static_cast<std::int64_t>(sqlite3_column_int64(statement, index));
    case SQLITE_FLOAT:
      return sqlite3_column_double(statement, index);
    case SQLITE_NULL:
      return Missing{"null"};
    default: {
      const auto* text = reinterpret_cast<const char*>(sqlite3_column_text(statement, index));
      return std::string(text, static_cast<std::size_t>(sqlite3_column_bytes(statement, index)));
    }
  }
}

using Statement = std::unique_ptr<sqlite3_stmt, decltype(&sqlite3_finalize)>;

}  // namespace

struct SqlSession::State {
  sqlite3_module module = make_module();
  std::vector<std::unique_ptr<SqlTable>> tables;
  sqlite3* database = nullptr;

  State() = default;
  State(const State&) = delete;
  State& operator=(const State&) = delete;
  ~State() { sqlite3_close(database); }
};

SqlSession::SqlSession(std::unique_ptr<State> state) : state_(std::move(state)) {}
SqlSession::SqlSession(SqlSession&&) noexcept = default;
SqlSession& SqlSession::operator=(SqlSession&&) noexcept = default;
SqlSession::~SqlSession() = default;

Result<SqlSession> SqlSession::open(std::shared_ptr<const Trace> trace,
                                    std::vector<Metric> metrics) {
  auto state = std::make_unique<State>();
  state->tables = make_sql_tables(std::move(trace), std::move(metrics));
  if (sqlite3_open(":memory:", &state->database) != SQLITE_OK) {
    return fail(ErrorCode::kInternal, sqlite3_errmsg(state->database), "SQL");
  }
  for (const auto& table : state->tables) {
    if (sqlite3_create_module(state->database, table->name(), &state->module, table.get()) !=
        SQLITE_OK) {
      return fail(ErrorCode::kInternal, sqlite3_errmsg(state->database), table->name());
    }
    // Declaring a table counts as writing: use each once before writing is barred.
    const std::string probe = fmt::format("SELECT 1 FROM {} LIMIT 0", table->name());
    if (sqlite3_exec(state->database, probe.c_str(), nullptr, nullptr, nullptr) != SQLITE_OK) {
      return fail(ErrorCode::kInternal, sqlite3_errmsg(state->database), table->name());
    }
  }
  sqlite3_set_authorizer(state->database, authorize, nullptr);
  return SqlSession(std::move(state));
}

Result<Table> SqlSession::query(std::string_view sql, TaskControl& control,
                                std::chrono::milliseconds limit) {
  sqlite3* database = state_->database;
  const auto rejected = [&] {
    return fail(ErrorCode::kInvalidArgument, sqlite3_errmsg(database), "SQL");
  };
  sqlite3_stmt* raw = nullptr;
  const char* tail = nullptr;
  const int prepared =
      sqlite3_prepare_v2(database, sql.data(), static_cast<int>(sql.size()), &raw, &tail);
  const Statement statement(raw, sqlite3_finalize);
  if (prepared == SQLITE_AUTH) {
    return fail(ErrorCode::kInvalidArgument, "only SELECT is allowed: a trace cannot be changed",
                "SQL");
  }
  if (prepared != SQLITE_OK) return rejected();
  if (statement == nullptr) return fail(ErrorCode::kInvalidArgument, "the query is empty", "SQL");
  const std::string_view rest = sql.substr(static_cast<std::size_t>(tail - sql.data()));
  if (rest.find_first_not_of(" \t\r\n;") != std::string_view::npos) {
    return fail(ErrorCode::kInvalidArgument, "only one statement at a time", "SQL");
  }

  Deadline deadline{&control, std::chrono::steady_clock::now() + limit};
  sqlite3_progress_handler(database, 2000, check_deadline, &deadline);
  const int columns = sqlite3_column_count(raw);
  std::vector<Table::Column> headings;
  for (int i = 0; i < columns; ++i) headings.push_back({.id = sqlite3_column_name(raw, i)});
  Table table(std::move(headings));
  int status = sqlite3_step(raw);
  for (; status == SQLITE_ROW; status = sqlite3_step(raw)) {
    std::vector<Cell> cells;
    cells.reserve(static_cast<std::size_t>(columns));
    for (int i = 0; i < columns; ++i) cells.push_back(cell(raw, i));
    table.add_row(std::move(cells));
  }
  sqlite3_progress_handler(database, 0, nullptr, nullptr);
  if (status == SQLITE_INTERRUPT) {
    if (control.cancelled()) return cancelled();
    return fail(ErrorCode::kInvalidArgument,
                fmt::format("stopped after {} s; narrow the query", limit.count() / 1000.0), "SQL");
  }
  if (status != SQLITE_DONE) return rejected();
  return table;
}

}  // namespace nscope
