#pragma once

#include "profiler/trace/trace.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace nscope::analysis {

/// Walks the columns of one property of a track in step with its rows: a pass
/// over a track costs the rows that have the property, not all properties (see
/// SliceArgs for those). Of several values of a row the last counts. One thread; the
/// trace must outlive it.
class ArgReader {
 public:
  /// Reads nothing where `key` is invalid or no slice of the track has it.
  ArgReader(const Track& track, StringId key) {
    for (const ArgColumn& column : track.args) {
      if (key.valid() && column.key == key) cursors_.push_back({&column, 0});
    }
  }

  bool empty() const { return cursors_.empty(); }

  /// The value of `row` where it is a number. Each call must ask for a later row,
  /// whichever of the three it is.
  std::optional<double> number(std::size_t row) {
    std::optional<double> found;
    for (Cursor& cursor : cursors_) {
      if (cursor.column->type == ArgColumn::Type::kText) continue;
      if (const auto entry = cursor.seek(row)) {
        found = cursor.column->type == ArgColumn::Type::kReal
                    ? cursor.column->reals[*entry]
                    : static_cast<double>(cursor.column->integers[*entry]);
      }
    }
    return found;
  }
  /// The same, 0 where there is none: for sums.
  double amount(std::size_t row) { return number(row).value_or(0.0); }
  /// The value of `row` where it is a text; else invalid.
  StringId text(std::size_t row) {
    StringId found;
    for (Cursor& cursor : cursors_) {
      if (cursor.column->type != ArgColumn::Type::kText) continue;
      if (const auto entry = cursor.seek(row)) found = cursor.column->texts[*entry];
    }
    return found;
  }

 private:
  struct Cursor {
    const ArgColumn* column = nullptr;
    std::size_t next = 0;

    /// The last entry of `row`.
    std::optional<std::size_t> seek(std::size_t row) {
      std::optional<std::size_t> found;
      if (column->every_row) {
        if (row < column->size()) found = row;
        return found;
      }
      while (next < column->size() && column->rows[next] < row) ++next;
      for (; next < column->size() && column->rows[next] == row; ++next) found = next;
      return found;
    }
  };

  std::vector<Cursor> cursors_;
};

}  // namespace nscope::analysis
