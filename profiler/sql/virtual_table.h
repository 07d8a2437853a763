#pragma once

#include "profiler/base/task_control.h"

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

/// When the statement that runs now has to stop. Long native passes of tables
/// ask it every few thousand rows. One thread.
struct StatementDeadline {
  const TaskControl* control = nullptr;
  std::chrono::steady_clock::time_point end = std::chrono::steady_clock::time_point::max();

  bool passed() const {
    return (control != nullptr && control->cancelled()) || std::chrono::steady_clock::now() > end;
  }
};

/// A constant that a column is compared with. Numbers are numbers where the
/// column is; texts are texts where the column is.
using SqlConstant = std::variant<std::monostate, std::int64_t, double, std::string>;

/// Conditions that a table may take over from SQLite.
enum class SqlOp { kEqual, kAnyOf, kLess, kLessEqual, kGreater, kGreaterEqual };

struct SqlCondition {
  int column = 0;
  SqlOp op = SqlOp::kEqual;
};

/// A condition with its constants: one, or for kAnyOf several.
struct SqlConstraint : SqlCondition {
  std::vector<SqlConstant> values;
};

struct SqlOrderTerm {
  int column = 0;
  bool descending = false;
};

/// Whether rows must come sorted, or only with equal ones together (GROUP BY).
enum class SqlOrdering { kSorted, kGrouped };

/// What one scan of a table has to deliver: the rows that meet all constraints,
/// in that order.
struct SqlPlan {
  std::vector<SqlConstraint> constraints;
  std::vector<SqlOrderTerm> order;
};

/// Whole numbers [min, max]; empty where max < min.
struct IntegerRange {
  std::int64_t min = std::numeric_limits<std::int64_t>::min();
  std::int64_t max = std::numeric_limits<std::int64_t>::max();

  bool empty() const { return max < min; }
  bool contains(std::int64_t value) const { return value >= min && value <= max; }
  /// Keeps what also meets the constraint, by SQLite's rules: NULL meets
  /// nothing, texts are greater than numbers. Not for kAnyOf.
  void narrow(const SqlConstraint& constraint);
};

/// Whether a whole number is one of the constants of kEqual or kAnyOf.
bool equals_any(const SqlConstraint& constraint, std::int64_t value);
/// The same for a text.
bool equals_any(const SqlConstraint& constraint, std::string_view value);

/// A position in a table. Status results are SQLite's: SQLITE_OK, or
/// SQLITE_INTERRUPT where the deadline passed.
class SqlCursor {
 public:
  virtual ~SqlCursor() = default;
  /// Goes to the first row of a new scan.
  virtual int start(const SqlPlan& plan) = 0;
  virtual int next() = 0;
  virtual bool at_end() const = 0;
  /// Sets the value of one cell of the current row.
  virtual void column(sqlite3_context* out, int column) const = 0;
  virtual std::int64_t row_id() const = 0;
  /// Why start() or next() failed, in words; empty where SQLite's are enough.
  virtual std::string error() const { return {}; }
};

/// What a scan costs, for the planner: rows looked at and rows delivered.
struct SqlEstimate {
  double cost = 0.0;
  double rows = 0.0;
  bool at_most_one = false;
};

/// One read-only SQL table or table-valued function. A description: the state
/// of scans lives in its cursors. Lives as long as the database connection.
class SqlTable {
 public:
  virtual ~SqlTable() = default;

  virtual const char* name() const = 0;
  /// "CREATE TABLE x(...)" with the columns of the documented contract.
  virtual std::string schema() const = 0;
  /// Whether the table applies such a condition itself, exactly as SQLite would.
  virtual bool takes(SqlCondition condition) const;
  /// Whether a column holds texts (conditions get their constants as texts).
  virtual bool is_text(int column) const;
  /// Whether the column is a parameter: a scan cannot do without its value where
  /// the statement gives one.
  virtual bool is_parameter(int column) const;
  /// Whether a scan under these conditions can deliver its rows in that order.
  virtual bool delivers(std::span<const SqlOrderTerm> order, SqlOrdering ordering,
                        std::span<const SqlCondition> conditions) const;
  virtual SqlEstimate estimate(std::span<const SqlCondition> conditions) const = 0;
  virtual std::unique_ptr<SqlCursor> open() const = 0;
};

/// Makes `table` known to a connection by `name`. It exists by that name alone:
/// it cannot be dropped. Result: SQLite's status.
int register_table(sqlite3* database, const SqlTable& table, const char* name);

}  // namespace nscope
