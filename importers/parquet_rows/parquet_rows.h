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
/// Longer texts are truncated and counted, because a file of a few kilobytes can contain gigabytes
/// of text.
inline constexpr std::size_t kMaxText = 65536;

/// Reads the rows of all files of one table and returns their fields by number. Columns are found
/// by name. Whole numbers, reals, booleans and texts are unchanged; a list of texts is a text with
/// kListSeparator after each element; everything else is converted to text by DuckDB. Values of the
/// wrong type are counted in the trace's diagnostics, with table and row of the first one. One
/// thread.
///
///   constexpr std::string_view kFields[] = {"timestamp", "value"};
///   ParquetRows rows(folder, table, kFields, out, control);
///   auto more = rows.next();
///   for (; more && *more; more = rows.next()) { ... }
class ParquetRows {
 public:
  /// `fields` are the columns that the caller knows; all others are in others(). The arguments must
  /// outlive the reader.
  ParquetRows(const ParquetFolder& folder, const ParquetTableFiles& table,
              std::span<const std::string_view> fields, TraceWriter& out, TaskControl& control);

  /// Moves to the next row; false at the end. Errors: kBadInput with the file if it is damaged;
  /// kCancelled.
  Result<bool> next();

  const std::string& table() const { return table_.name; }
  /// The place of the current row, for messages: "table 'DmaPacket', row 12".
  Text place() const;
  std::int64_t rows_done() const { return row_; }

  /// False if the column is missing or the value is NULL.
  bool has(std::size_t field) const {
    return !std::holds_alternative<std::monostate>(value(field));
  }
  DuckValue value(std::size_t field) const {
    return columns_[field] < 0 ? DuckValue() : checked(static_cast<std::size_t>(columns_[field]));
  }
  /// A whole number, or a real or a text with the value of one. nullopt if the field is missing or
  /// of another type; the latter is counted.
  std::optional<std::int64_t> integer(std::size_t field);
  std::optional<double> number(std::size_t field);
  /// "" if the field is missing or of another type; the latter is counted. Valid until next().
  std::string_view text(std::size_t field);

  /// Columns of the file that are not among the fields.
  struct Other {
    std::string_view name;
    std::size_t column = 0;
  };
  std::span<const Other> others() const { return others_; }
  DuckValue value(const Other& other) const { return checked(other.column); }

 private:
  Result<bool> open_next_file();
  /// Counts a value of the wrong type; `expected` is a noun: "a number".
  void wrong_type(std::string_view field, Phrase expected);
  /// A value of the current row; counts a truncated text.
  DuckValue checked(std::size_t column) const;

  const ParquetFolder& folder_;
  const ParquetTableFiles& table_;
  std::span<const std::string_view> fields_;
  TraceWriter& out_;
  TaskControl& control_;
  std::optional<DuckRows> rows_;
  std::size_t file_ = 0;  ///< index of the next file to open
  std::size_t at_ = 0;    ///< current row of the chunk
  std::int64_t row_ = 0;  ///< current row of the table, from 1
  std::vector<int> columns_;
  std::vector<Other> others_;
  mutable std::vector<std::int64_t> cut_;  ///< by column: the last row with a truncated text
};

/// The value as a whole number: 12, 12.0 or "12"; true and false are 1 and 0.
std::optional<std::int64_t> whole_number(const DuckValue& value);

/// Text on one line, lists as "[a, b]"; valid UTF-8.
std::string plain_text(std::string_view text);

}  // namespace nscope::importers
