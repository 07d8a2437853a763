#pragma once

#include "profiler/base/result.h"
#include "profiler/base/tables/table.h"
#include "profiler/base/task_control.h"
#include "profiler/trace/trace.h"

#include <chrono>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace nscope {

/// One value of a result row; strings are valid until the next row.
using SqlValue = std::variant<std::monostate, std::int64_t, double, std::string_view>;

/// Named parameters of a statement (":name"), without the colon.
using SqlParameters =
    std::vector<std::pair<std::string, std::variant<std::int64_t, double, std::string>>>;

/// Limits of one statement.
struct SqlLimits {
  std::chrono::milliseconds time = std::chrono::minutes(10);
  /// Maximum rows of the result; SqlOutcome::more is true if there are more.
  std::uint64_t rows = std::numeric_limits<std::uint64_t>::max();
};

/// The outcome of a statement.
struct SqlOutcome {
  std::uint64_t rows = 0;
  bool more = false;  ///< whether there are more rows than SqlLimits::rows
};

/// Receives the rows of a result as they are found.
struct SqlReader {
  /// Called once before the first row, also if there are no rows.
  std::function<void(std::span<const std::string> columns)> begin;
  /// Called for each row; an error ends the statement with this error.
  std::function<Result<>(std::span<const SqlValue> row)> row;
};

/// A row as cells of a Table; NULL is Missing.
std::vector<Cell> to_cells(std::span<const SqlValue> row);

/// SQL on a trace: read-only virtual tables that read the columns without copying
/// (see docs/sql.md). Writing, ATTACH and PRAGMA are rejected. One thread. Indices
/// and sums that a statement computes are kept for later statements.
class SqlSession {
 public:
  /// `metrics` are the rows of the table `metric`: those of the trace or a computed
  /// summary. Errors: kInternal.
  static Result<SqlSession> open(std::shared_ptr<const Trace> trace, std::vector<Metric> metrics);
  /// The same for metrics that take time to compute: `metrics` is called by the first
  /// statement that reads the table.
  static Result<SqlSession> open_lazily(std::shared_ptr<const Trace> trace,
                                        std::function<std::vector<Metric>()> metrics);

  SqlSession(SqlSession&&) noexcept;
  SqlSession& operator=(SqlSession&&) noexcept;
  ~SqlSession();

  /// Runs one SELECT statement and passes its rows to `reader`. Errors: kInvalidArgument
  /// with SQLite's message, for missing or unknown parameters, and
  /// after `limits.time`; kCancelled; those of the reader and of a damaged session.
  Result<SqlOutcome> run(std::string_view sql, const SqlParameters& parameters,
                         const SqlLimits& limits, const SqlReader& reader, TaskControl& control);

  /// The same with the result as a table.
  Result<Table> query(std::string_view sql, TaskControl& control, const SqlLimits& limits = {},
                      const SqlParameters& parameters = {}, SqlOutcome* outcome = nullptr);

  /// A table that statements can read, with hidden columns last, as in docs/sql.md.
  struct TableColumns {
    std::string name;
    std::vector<std::string> columns;
  };
  /// All tables; the same for every run.
  std::vector<TableColumns> tables() const;

 private:
  struct State;
  explicit SqlSession(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace nscope
