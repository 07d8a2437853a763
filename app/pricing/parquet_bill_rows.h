#pragma once

#include "costmodel/price_formats/row_source.h"
#include "profiler/base/result.h"
#include "profiler/base/task_control.h"
#include "profiler/duckdb/duckdb.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace nscope::app {

/// The rows of a bill in a Parquet file, read by DuckDB: the columns that the readers of bills use,
/// as text. Maps become JSON text. One chunk of rows is in memory at a time. AWS stores costs as
/// binary floating point; they become the shortest decimals with the same value.
class ParquetBillRows : public cost::RowSource {
 public:
  /// Errors: those of load_duckdb() if the library is missing; kBadInput for a damaged file, a file
  /// without columns of a bill, or one that states too many rows for its size.
  static Result<std::unique_ptr<ParquetBillRows>> open(const std::string& path,
                                                       TaskControl& control);

  std::span<const std::string> columns() const override { return columns_; }
  Result<bool> next() override;
  std::string_view field(std::size_t column) const override;
  Text where() const override;

 private:
  ParquetBillRows(std::string name, DuckDb db, TaskControl& control)
      : name_(std::move(name)), db_(std::move(db)), control_(control) {}
  Result<std::int64_t> count_rows(const std::string& file);
  Result<std::string> select_list(const std::string& file);

  std::string name_;
  DuckDb db_;
  TaskControl& control_;
  std::vector<std::string> columns_;
  std::optional<DuckRows> rows_;  ///< must be destroyed before db_
  std::size_t at_ = 0;            ///< in the chunk: index after the current row
  std::int64_t row_ = 0;          ///< from 1
};

}  // namespace nscope::app
