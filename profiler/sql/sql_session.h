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

/// One value of a result row; texts are valid until the next row only.
using SqlValue = std::variant<std::monostate, std::int64_t, double, std::string_view>;

/// Named parameters of a statement (":name"), without the colon.
using SqlParameters =
    std::vector<std::pair<std::string, std::variant<std::int64_t, double, std::string>>>;

/// What one statement may take.
struct SqlLimits {
  std::chrono::milliseconds time = std::chrono::minutes(10);
  /// The result ends after this many rows; SqlOutcome::more says whether it did.
  std::uint64_t rows = std::numeric_limits<std::uint64_t>::max();
};

/// How a statement ended.
struct SqlOutcome {
  std::uint64_t rows = 0;
  bool more = false;  ///< there are rows beyond SqlLimits::rows
};

/// Takes the rows of a result as they are found.
struct SqlReader {
  /// Called once, before the first row, also where there are no rows.
  std::function<void(std::span<const std::string> columns)> begin;
  /// Called for each row; an error ends the statement with it.
  std::function<Result<>(std::span<const SqlValue> row)> row;
};

/// A row as cells of a Table; NULL is missing.
std::vector<Cell> to_cells(std::span<const SqlValue> row);

/// SQL over a trace: read-only virtual tables that serve the columns in place
/// (see docs/sql.md). Writing, ATTACH and PRAGMA are refused. One thread. Orders
/// and sums that statements compute are kept for the next one.
class SqlSession {
 public:
  /// `metrics` are served by the table `metric`: the trace's own or a computed
  /// summary. Errors: kInternal.
  static Result<SqlSession> open(std::shared_ptr<const Trace> trace, std::vector<Metric> metrics);
  /// The same where computing them takes time: `metrics` is called by the first
  /// statement that reads the table.
  static Result<SqlSession> open_lazily(std::shared_ptr<const Trace> trace,
                                        std::function<std::vector<Metric>()> metrics);

  SqlSession(SqlSession&&) noexcept;
  SqlSession& operator=(SqlSession&&) noexcept;
  ~SqlSession();

  /// Runs one SELECT and hands its rows to `reader`. Errors: kInvalidArgument
  /// with SQLite's message, for parameters that are missing or unknown, and
  /// after `limits.time`; kCancelled; those of the reader, and of a session whose
  /// parts cannot be read.
  Result<SqlOutcome> run(std::string_view sql, const SqlParameters& parameters,
                         const SqlLimits& limits, const SqlReader& reader, TaskControl& control);

  /// The same into a table, for results that are to be shown.
  Result<Table> query(std::string_view sql, TaskControl& control, const SqlLimits& limits = {},
                      const SqlParameters& parameters = {}, SqlOutcome* outcome = nullptr);

  /// A table that statements can read, hidden columns last, as docs/sql.md lists it.
  struct TableColumns {
    std::string name;
    std::vector<std::string> columns;
  };
  /// All of them, the same for every run.
  std::vector<TableColumns> tables() const;

 private:
  struct State;
  explicit SqlSession(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace nscope
