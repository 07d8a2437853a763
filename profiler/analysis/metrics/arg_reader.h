#pragma once

#include "profiler/trace/trace.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace nscope::analysis {

/// Reads one property of a track's slices in the order of the rows. A pass over a track
/// takes time linear in the rows that have the property; for all properties use SliceArgs.
/// If a row has several values, the last one is used. One thread; the trace must outlive it.
class ArgReader {
 public:
  /// Finds no values if `key` is invalid or no slice of the track has the property.
  ArgReader(const Track& track, StringId key) {
    for (const ArgColumn& column : track.args) {
      if (key.valid() && column.key == key) cursors_.push_back({&column, 0});
    }
  }

  bool empty() const { return cursors_.empty(); }

  /// The value of `row` if it is a number. Each call of number(), amount() or text() must
  /// be for a later row than the previous call.
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
  /// As number(), but 0 if `row` has no number; for sums.
  double amount(std::size_t row) { return number(row).value_or(0.0); }
  /// The value of `row` if it is a text; otherwise invalid.
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
