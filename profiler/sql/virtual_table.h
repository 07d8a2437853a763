#pragma once

#include "profiler/base/task_control.h"
#include "profiler/base/text.h"

#include <chrono>
#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include <sqlite3.h>

namespace nscope {

/// The deadline of the current statement. Long loops of tables check it every few thousand
/// rows. One thread.
struct StatementDeadline {
  const TaskControl* control = nullptr;
  std::chrono::steady_clock::time_point end = std::chrono::steady_clock::time_point::max();

  bool passed() const {
    return (control != nullptr && control->cancelled()) || std::chrono::steady_clock::now() > end;
  }
};

/// A constant with which a column is compared, of the type of the column: a number for a
/// column of numbers, a string for a column of strings.
using SqlConstant = std::variant<std::monostate, std::int64_t, double, std::string>;

/// Conditions that a table can apply instead of SQLite.
enum class SqlOp { kEqual, kAnyOf, kLess, kLessEqual, kGreater, kGreaterEqual };

struct SqlCondition {
  int column = 0;
  SqlOp op = SqlOp::kEqual;
};

/// A condition with its constants: one, or several for kAnyOf.
struct SqlConstraint : SqlCondition {
  std::vector<SqlConstant> values;
};

struct SqlOrderTerm {
  int column = 0;
  bool descending = false;
};

/// Whether rows must be sorted, or only equal rows must be adjacent (GROUP BY).
enum class SqlOrdering { kSorted, kGrouped };

/// The task of one scan: to return the rows that meet all constraints, in the given order.
struct SqlPlan {
  std::vector<SqlConstraint> constraints;
  std::vector<SqlOrderTerm> order;
};

/// Integers [min, max]; empty if max < min.
struct IntegerRange {
  std::int64_t min = std::numeric_limits<std::int64_t>::min();
  std::int64_t max = std::numeric_limits<std::int64_t>::max();

  bool empty() const { return max < min; }
  bool contains(std::int64_t value) const { return value >= min && value <= max; }
  /// Restricts the range to values that meet the constraint. As in SQLite, no value meets NULL,
  /// and strings are greater than numbers. Not for kAnyOf.
  void narrow(const SqlConstraint& constraint);
};

/// Whether an integer is one of the constants of kEqual or kAnyOf.
bool equals_any(const SqlConstraint& constraint, std::int64_t value);
/// The same for a string.
bool equals_any(const SqlConstraint& constraint, std::string_view value);

/// A position in a table. Functions return SQLite's status: SQLITE_OK, or
/// SQLITE_INTERRUPT if the deadline has passed.
class SqlCursor {
 public:
  virtual ~SqlCursor() = default;
  /// Starts a scan and moves to its first row.
  virtual int start(const SqlPlan& plan) = 0;
  virtual int next() = 0;
  virtual bool at_end() const = 0;
  /// Sets the value of one cell of the current row.
  virtual void column(sqlite3_context* out, int column) const = 0;
  virtual std::int64_t row_id() const = 0;
  /// The reason why start() or next() failed; empty if SQLite's message is sufficient.
  virtual Text error() const { return {}; }
};

/// Estimates for the query planner: rows read and rows returned by a scan.
struct SqlEstimate {
  double cost = 0.0;
  double rows = 0.0;
  bool at_most_one = false;
};

/// One read-only SQL table or table-valued function. The state of scans is in its
/// cursors. Must outlive the database connection.
class SqlTable {
 public:
  virtual ~SqlTable() = default;

  virtual const char* name() const = 0;
  /// "CREATE TABLE x(...)" with the columns of docs/sql.md.
  virtual std::string schema() const = 0;
  /// Whether the table applies the condition itself, with the same result as SQLite.
  virtual bool takes(SqlCondition condition) const;
  /// Whether a column has strings; the constants of its conditions are then strings.
  virtual bool is_text(int column) const;
  /// Whether the column is a parameter: if the statement has a value for it, a scan needs the
  /// value.
  virtual bool is_parameter(int column) const;
  /// Whether a scan with these conditions can return its rows in that order.
  virtual bool delivers(std::span<const SqlOrderTerm> order, SqlOrdering ordering,
                        std::span<const SqlCondition> conditions) const;
  virtual SqlEstimate estimate(std::span<const SqlCondition> conditions) const = 0;
  virtual std::unique_ptr<SqlCursor> open() const = 0;
};

/// Registers `table` with a connection as `name`; it cannot be dropped. Returns SQLite's status.
int register_table(sqlite3* database, const SqlTable& table, const char* name);

}  // namespace nscope
