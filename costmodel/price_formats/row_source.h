#pragma once

#include "profiler/base/result.h"

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace nscope::cost {

/// Where a column stands in a table, if it does.
using Column = std::optional<std::size_t>;

/// The rows of a table with named columns, one at a time: a CSV file (csv_rows.h)
/// or, given by the caller, anything else, such as Parquet. One thread.
class RowSource {
 public:
  virtual ~RowSource() = default;

  /// As the file names them; names may occur twice.
  virtual std::span<const std::string> columns() const = 0;
  /// Moves to the next row; false at the end. Errors: kBadInput with the place (a
  /// row with more or fewer fields than columns, damage), kCancelled.
  virtual Result<bool> next() = 0;
  /// A field of the row as text, empty for null; valid until next().
  virtual std::string_view field(std::size_t column) const = 0;
  /// "file: line 12" of the row.
  virtual std::string where() const = 0;

  /// The first column of that name.
  Column find_column(std::string_view name) const;
  /// The same. Errors: kBadInput where there is none.
  Result<std::size_t> need_column(std::string_view name) const;
};

}  // namespace nscope::cost
