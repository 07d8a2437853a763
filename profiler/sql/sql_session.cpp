#include "profiler/sql/sql_session.h"

#include "profiler/base/text/closest_names.h"
#include "profiler/sql/sql_functions.h"
#include "profiler/sql/sql_tables.h"
#include "profiler/sql/text_functions.h"

#include <algorithm>
#include <limits>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sqlite3.h>

namespace nscope {
namespace {

/// Steps of SQLite's virtual machine between two checks of the deadline: about 0.1 ms.
constexpr int kStepsPerCheck = 2000;
/// Longest string or blob of a statement (SQLite's limit is 1 GB).
constexpr int kLongestValue = 64 << 20;
constexpr int kLongestStatement = 1 << 20;
/// Longest pattern of LIKE and GLOB, which take time in proportion to it at every character.
constexpr int kLongestPattern = 1000;

int authorize(void*, int action, const char*, const char* function, const char*, const char*) {
  switch (action) {
    case SQLITE_SELECT:
    case SQLITE_READ:
    case SQLITE_RECURSIVE: return SQLITE_OK;
    case SQLITE_FUNCTION:
      return std::string_view(function) == "load_extension" ? SQLITE_DENY : SQLITE_OK;
    default: return SQLITE_DENY;
  }
}

int check_deadline(void* data) {
  return static_cast<StatementDeadline*>(data)->passed() ? 1 : 0;
}

/// Restricts a connection so that untrusted statements can be executed. Large sorts use
/// temporary files, so that memory does not grow with the trace. The cache
/// is small because SQLite sorts the content of the cache without checking the deadline, and a
/// larger cache is not faster.
void restrict(sqlite3* database) {
  sqlite3_exec(database, "PRAGMA cache_size = -2048; PRAGMA temp_store = FILE", nullptr, nullptr,
               nullptr);
  sqlite3_db_config(database, SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
  sqlite3_db_config(database, SQLITE_DBCONFIG_DQS_DML, 0, nullptr);
  sqlite3_db_config(database, SQLITE_DBCONFIG_DQS_DDL, 0, nullptr);
  sqlite3_db_config(database, SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 0, nullptr);
  sqlite3_limit(database, SQLITE_LIMIT_LENGTH, kLongestValue);
  sqlite3_limit(database, SQLITE_LIMIT_SQL_LENGTH, kLongestStatement);
  sqlite3_limit(database, SQLITE_LIMIT_LIKE_PATTERN_LENGTH, kLongestPattern);
  sqlite3_limit(database, SQLITE_LIMIT_ATTACHED, 0);
  sqlite3_set_authorizer(database, authorize, nullptr);
}

SqlValue value(sqlite3_stmt* statement, int index) {
  sqlite3_value* const found = sqlite3_column_value(statement, index);
  switch (sqlite3_value_type(found)) {
    case SQLITE_INTEGER: return std::int64_t{sqlite3_value_int64(found)};
    case SQLITE_FLOAT: return sqlite3_value_double(found);
    case SQLITE_NULL: return std::monostate();
    default: {
      const auto* text = static_cast<const char*>(sqlite3_value_blob(found));
      const auto size = static_cast<std::size_t>(sqlite3_value_bytes(found));
      return text == nullptr ? std::string_view() : std::string_view(text, size);
    }
  }
}

Cell cell(const SqlValue& value) {
  if (const auto* whole = std::get_if<std::int64_t>(&value)) return *whole;
  if (const auto* real = std::get_if<double>(&value)) return *real;
  if (const auto* text = std::get_if<std::string_view>(&value)) return std::string(*text);
  return Missing{tr("null")};
}

std::chrono::steady_clock::time_point end_after(std::chrono::milliseconds limit) {
  // A longer limit would overflow the clock.
  constexpr std::chrono::hours kYear(24 * 365);
  return std::chrono::steady_clock::now() + std::min<std::chrono::milliseconds>(limit, kYear);
}

using Statement = std::unique_ptr<sqlite3_stmt, decltype(&sqlite3_finalize)>;

tl::unexpected<Error> reject(Text why) {
  return fail(ErrorCode::kInvalidArgument, std::move(why), "SQL");
}

/// SQLite's message with the table, or the column of a table of the statement, that was probably
/// meant.
Text explained(std::string_view message, std::string_view sql, const SqlSession& session) {
  constexpr std::string_view kTable = "no such table: ";
  constexpr std::string_view kColumn = "no such column: ";
  std::vector<std::string> names;
  const std::vector<SqlSession::TableColumns> tables = session.tables();
  if (message.starts_with(kTable)) {
    for (const auto& table : tables) names.push_back(table.name);
    const auto similar = similar_name(message.substr(kTable.size()), names);
    if (similar) return tr("{}; did you mean '{}'?", std::string(message), *similar);
    return tr("{}; the tables are {}", std::string(message),
              fmt::format("{}", fmt::join(names, ", ")));
  }
  if (message.starts_with(kColumn)) {
    for (const auto& table : tables) {
      if (sql.find(table.name) == std::string_view::npos) continue;
      names.insert(names.end(), table.columns.begin(), table.columns.end());
    }
    const std::string_view qualified = message.substr(kColumn.size());
    const auto similar = similar_name(qualified.substr(qualified.find('.') + 1), names);
    if (similar) return tr("{}; did you mean '{}'?", std::string(message), *similar);
  }
  return Text::verbatim(std::string(message));
}

Result<Statement> prepare(sqlite3* database, std::string_view sql, const SqlSession& session) {
  sqlite3_stmt* raw = nullptr;
  const char* tail = nullptr;
  if (sql.size() > kLongestStatement) return reject(tr("the query is longer than 1 MiB"));
  const int prepared =
      sqlite3_prepare_v2(database, sql.data(), static_cast<int>(sql.size()), &raw, &tail);
  Statement statement(raw, sqlite3_finalize);
  if (prepared == SQLITE_AUTH) {
    return reject(tr("only SELECT statements are allowed; a trace is read-only"));
  }
  if (prepared != SQLITE_OK) return reject(explained(sqlite3_errmsg(database), sql, session));
  if (statement == nullptr) return reject(tr("the query is empty"));
  // Comments and further semicolons are not statements.
  const char* const end = sql.data() + sql.size();
  while (tail != end) {
    const char* const from = tail;
    const int more = sqlite3_prepare_v2(database, from, static_cast<int>(end - from), &raw, &tail);
    const Statement second(raw, sqlite3_finalize);
    if (more != SQLITE_OK || second != nullptr || tail == from) {
      return reject(tr("only one statement is allowed"));
    }
  }
  return statement;
}

void bind_value(sqlite3_stmt* statement, int index, const SqlParameters::value_type& parameter) {
  const auto& value = parameter.second;
  if (const auto* whole = std::get_if<std::int64_t>(&value)) {
    sqlite3_bind_int64(statement, index, *whole);
  } else if (const auto* real = std::get_if<double>(&value)) {
    sqlite3_bind_double(statement, index, *real);
  } else {
    const auto& text = std::get<std::string>(value);
    sqlite3_bind_text(statement, index, text.data(), static_cast<int>(text.size()),
                      SQLITE_TRANSIENT);
  }
}

Result<> bind(sqlite3_stmt* statement, const SqlParameters& parameters) {
  const int count = sqlite3_bind_parameter_count(statement);
  for (int i = 1; i <= count; ++i) {
    const char* name = sqlite3_bind_parameter_name(statement, i);
    if (name == nullptr || *name != ':') return reject(tr("parameters must have the form :name"));
    const auto found = std::find_if(parameters.begin(), parameters.end(),
                                    [&](const auto& p) { return p.first == name + 1; });
    if (found == parameters.end()) return reject(tr("missing value of parameter {}", name));
    bind_value(statement, i, *found);
  }
  for (const auto& [name, unused] : parameters) {
    if (sqlite3_bind_parameter_index(statement, (":" + name).c_str()) == 0) {
      return reject(tr("unknown parameter :{}", name));
    }
  }
  return {};
}

}  // namespace

std::vector<Cell> to_cells(std::span<const SqlValue> row) {
  std::vector<Cell> cells;
  cells.reserve(row.size());
  for (const SqlValue& value : row) cells.push_back(cell(value));
  return cells;
}

struct SqlSession::State {
  std::shared_ptr<const Trace> trace;
  std::shared_ptr<StatementDeadline> deadline = std::make_shared<StatementDeadline>();
  std::shared_ptr<Text> rejection = std::make_shared<Text>();
  SqlTables tables;
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
  return open_lazily(std::move(trace), [metrics = std::move(metrics)] { return metrics; });
}

Result<SqlSession> SqlSession::open_lazily(std::shared_ptr<const Trace> trace,
                                           std::function<std::vector<Metric>()> metrics) {
  auto state = std::make_unique<State>();
  state->trace = trace;
  const SqlTableContext context{trace, std::make_shared<NameOrder>(trace), state->deadline,
                                state->rejection};
  state->tables = make_sql_tables(context, std::move(metrics));
  const auto broken = [&](Place where) {
    return fail(ErrorCode::kInternal, Text::verbatim(sqlite3_errmsg(state->database)),
                std::move(where));
  };
  // A session is used by one thread at a time, so SQLite needs no locks: a quarter of the time of a
  // large result.
  constexpr int kFlags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX;
  if (sqlite3_open_v2(":memory:", &state->database, kFlags, nullptr) != SQLITE_OK) {
    return broken("SQL");
  }
  if (add_sql_functions(state->database) != SQLITE_OK ||
      add_text_functions(state->database) != SQLITE_OK) {
    return broken(tr("SQL functions"));
  }
  for (const auto& table : state->tables) {
    if (register_table(state->database, *table, table->name()) != SQLITE_OK) {
      return broken(table->name());
    }
    // Declaring a table is a write, so each table is used once before writes are disabled.
    const std::string probe = fmt::format("SELECT 1 FROM {} LIMIT 0", table->name());
    if (sqlite3_exec(state->database, probe.c_str(), nullptr, nullptr, nullptr) != SQLITE_OK) {
      return broken(table->name());
    }
  }
  restrict(state->database);
  return SqlSession(std::move(state));
}

std::vector<SqlSession::TableColumns> SqlSession::tables() const {
  std::vector<TableColumns> tables;
  for (const auto& table : state_->tables) {
    TableColumns& made = tables.emplace_back(TableColumns{.name = table->name(), .columns = {}});
    // The declarations have the form "CREATE TABLE x(a INTEGER, b TEXT HIDDEN)".
    const std::string schema = table->schema();
    for (std::size_t at = schema.find('('); at < schema.size(); at = schema.find(',', at)) {
      const std::size_t begin = schema.find_first_not_of(" ", at + 1);
      at = schema.find_first_of(" ,)", begin);
      made.columns.push_back(schema.substr(begin, at - begin));
    }
  }
  return tables;
}

Result<SqlOutcome> SqlSession::run(std::string_view sql, const SqlParameters& parameters,
                                   const SqlLimits& limits, const SqlReader& reader,
                                   TaskControl& control) {
  sqlite3* database = state_->database;
  // Newer versions of SQLite also check the deadline while they prepare a statement.
  *state_->deadline = {&control, end_after(limits.time)};
  *state_->rejection = Text();
  sqlite3_progress_handler(database, kStepsPerCheck, check_deadline, state_->deadline.get());
  const auto statement = prepare(database, sql, *this);
  if (!statement) return fail(statement.error());
  if (auto bound = bind(statement->get(), parameters); !bound) return fail(bound.error());

  const int columns = sqlite3_column_count(statement->get());
  std::vector<std::string> names;
  for (int i = 0; i < columns; ++i) names.push_back(sqlite3_column_name(statement->get(), i));
  reader.begin(names);
  std::vector<SqlValue> row(static_cast<std::size_t>(columns));
  SqlOutcome outcome;
  int status = sqlite3_step(statement->get());
  for (; status == SQLITE_ROW; status = sqlite3_step(statement->get())) {
    if (outcome.rows == limits.rows) {
      outcome.more = true;
      status = SQLITE_DONE;
      break;
    }
    for (int i = 0; i < columns; ++i) row[static_cast<std::size_t>(i)] = value(statement->get(), i);
    if (auto taken = reader.row(row); !taken) return fail(taken.error());
    ++outcome.rows;
  }
  // Values that cannot be read from a damaged session are zero.
  if (auto damage = state_->trace->storage_error()) return fail(std::move(*damage));
  if (status == SQLITE_DONE) return outcome;
  if (status == SQLITE_INTERRUPT) {
    if (control.cancelled()) return cancelled();
    return reject(tr("stopped after the time limit of {} s; narrow the query or raise the limit",
                     static_cast<double>(limits.time.count()) / 1000.0));
  }
  if (!state_->rejection->empty()) return reject(*state_->rejection);
  const char* const message = sqlite3_errmsg(database);
  if (const auto known = find_function_error(message)) return reject(*known);
  return reject(Text::verbatim(message));
}

Result<Table> SqlSession::query(std::string_view sql, TaskControl& control, const SqlLimits& limits,
                                const SqlParameters& parameters, SqlOutcome* outcome) {
  Table table;
  SqlReader reader;
  reader.begin = [&](std::span<const std::string> columns) {
    std::vector<Table::Column> headings;
    for (const std::string& name : columns) headings.push_back({.id = name});
    table = Table(std::move(headings));
  };
  reader.row = [&](std::span<const SqlValue> row) -> Result<> {
    table.add_row(to_cells(row));
    return {};
  };
  const auto ended = run(sql, parameters, limits, reader, control);
  if (!ended) return fail(ended.error());
  if (outcome != nullptr) *outcome = *ended;
  return table;
}

}  // namespace nscope
