#pragma once

#include "profiler/base/provenance.h"
#include "profiler/trace/trace.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

struct sqlite3_context;

namespace nscope {

/// Rows [begin, end) of a table in one of its orders.
struct RowRange {
  std::size_t begin = 0;
  std::size_t end = 0;
  int order = 0;  ///< 0: the table's own; others are private to the table
};

/// One read-only SQL table over the columns of a trace: dense row numbers, no
/// copy. Lives as long as the SqlSession.
class SqlTable {
 public:
  virtual ~SqlTable() = default;

  virtual const char* name() const = 0;
  /// "CREATE TABLE x(...)" with the columns of the documented contract.
  virtual const char* schema() const = 0;
  virtual std::size_t size() const = 0;
  /// Sets the value of one cell.
  virtual void column(sqlite3_context* out, std::size_t row, int order, int column) const = 0;
  /// The rows whose `column` equals `value`, where the table can find them
  /// without a scan; nullopt for columns that have no such index.
  virtual std::optional<RowRange> find(int column, std::int64_t value) const;
  /// Whether find() works for this column.
  virtual bool indexed(int column) const;
};

/// All tables of docs/sql.md. `metrics` is what the table `metric` serves.
std::vector<std::unique_ptr<SqlTable>> make_sql_tables(std::shared_ptr<const Trace> trace,
                                                       std::vector<Metric> metrics);

}  // namespace nscope
