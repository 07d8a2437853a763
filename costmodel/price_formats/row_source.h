#pragma once

#include "profiler/base/result.h"

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace nscope::cost {

/// The index of a column; empty if the table does not have it.
using Column = std::optional<std::size_t>;

/// Reads the rows of a table with named columns one by one: a CSV file (csv_rows.h) or another
/// format of the caller, such as Parquet. One thread.
class RowSource {
 public:
  virtual ~RowSource() = default;

  /// The names in the file, which need not be unique.
  virtual std::span<const std::string> columns() const = 0;
  /// Moves to the next row; false at the end. Errors: kBadInput with the place (wrong number of
  /// fields, damaged data), kCancelled.
  virtual Result<bool> next() = 0;
  /// A field of the row as text; empty for null; valid until next().
  virtual std::string_view field(std::size_t column) const = 0;
  /// The place of the row: "file: line 12".
  virtual Text where() const = 0;

  /// The first column with this name.
  Column find_column(std::string_view name) const;
  /// The same. Errors: kBadInput if there is no such column.
  Result<std::size_t> need_column(std::string_view name) const;
};

}  // namespace nscope::cost
