#pragma once

#include "importers/parquet_rows/parquet_folder.h"
#include "importers/shared/row_values.h"
#include "profiler/base/result.h"
#include "profiler/base/task_control.h"
#include "profiler/trace/build/trace_writer.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace nscope::importers {

/// Separates the elements of a list in a text value (see ParquetRows::text).
inline constexpr char kListSeparator = '\x1f';
/// Longer texts are cut off (and counted): a file of some kilobytes could hold
/// gigabytes of them.
inline constexpr std::size_t kMaxText = 65536;

/// Goes through the rows of one table, all its files in turn, and hands out
/// their fields by number. Columns are found by name. Whole numbers, reals,
/// booleans and texts are given as they are; a list of texts as text with
/// kListSeparator behind each element; everything else as DuckDB's text of it.
/// A value of the wrong type is counted in the trace's diagnostics, with table
/// and row of the first. One thread.
///
///   constexpr std::string_view kFields[] = {"timestamp", "value"};
///   ParquetRows rows(folder, table, kFields, out, control);
///   auto more = rows.next();
///   for (; more && *more; more = rows.next()) { ... }
class ParquetRows {
 public:
  /// `fields` are the columns the caller knows; those with other names are
  /// others(). Everything referred to must outlive this.
  ParquetRows(const ParquetFolder& folder, const ParquetTableFiles& table,
              std::span<const std::string_view> fields, TraceWriter& out, TaskControl& control);

  /// Moves to the next row; false at the end. Errors: kBadInput with the file
  /// where DuckDB finds it damaged; kCancelled.
  Result<bool> next();

  const std::string& table() const { return table_.name; }
  /// "table 'DmaPacket', row 12".
  std::string place() const;
  std::int64_t rows_done() const { return row_; }

  /// False where the column is missing or the value is NULL.
  bool has(std::size_t field) const {
    return !std::holds_alternative<std::monostate>(value(field));
  }
  DuckValue value(std::size_t field) const {
    return columns_[field] < 0 ? DuckValue() : checked(static_cast<std::size_t>(columns_[field]));
  }
  /// A whole number; also a real or a text that stands for one. nullopt where
  /// missing or (counted) of another type.
  std::optional<std::int64_t> integer(std::size_t field);
  std::optional<double> number(std::size_t field);
  /// "" where missing or (counted) of another type. Valid until next().
  std::string_view text(std::size_t field);

  /// Columns of the file that are not among the fields.
  struct Other {
    std::string_view name;
    std::size_t column = 0;
  };
  std::span<const Other> others() const { return others_; }
  DuckValue value(const Other& other) const { return checked(other.column); }

  void wrong_type(std::string_view field, std::string_view expected);

 private:
  Result<bool> open_next_file();
  /// A value of the current row; counts a text that was cut.
  DuckValue checked(std::size_t column) const;

  const ParquetFolder& folder_;
  const ParquetTableFiles& table_;
  std::span<const std::string_view> fields_;
  TraceWriter& out_;
  TaskControl& control_;
  std::optional<DuckRows> rows_;
  std::size_t file_ = 0;  ///< the next one to open
  std::size_t at_ = 0;    ///< row of the chunk
  std::int64_t row_ = 0;  ///< of the table, from 1
  std::vector<int> columns_;
  std::vector<Other> others_;
  mutable std::vector<std::int64_t> cut_;  ///< by column: the last row whose text was cut
};

/// The whole number that a value is or stands for.
std::optional<std::int64_t> whole_number(const DuckValue& value);

/// Text on one line, lists as "[a, b]"; valid UTF-8.
std::string plain_text(std::string_view text);

}  // namespace nscope::importers
