#pragma once

#include "profiler/trace/columns/column.h"

#include <cstddef>
#include <cstdint>

namespace nscope {

/// A subset of the rows of a table, mostly ascending. Stores for each row the number of rows
/// before it that are not in the subset. Adjacent values are similar, so that most rows take two
/// bytes. Thread rule as for Column.
class RowColumn {
 public:
  using Skipped = Column<std::uint32_t, OffsetOf<std::uint16_t>>;

  std::size_t size() const { return skipped_.size(); }
  std::uint32_t operator[](std::size_t i) const { return row(i, skipped_[i]); }
  void push_back(std::uint32_t row) {
    skipped_.push_back(row - static_cast<std::uint32_t>(skipped_.size()));
  }
  /// Appends the rows [first, first + count).
  void push_back(std::uint32_t first, std::size_t count) {
    // Adjacent rows have the same number of skipped rows before them.
    const std::uint32_t skipped = first - static_cast<std::uint32_t>(skipped_.size());
    skipped_.push_back(skipped, count);
  }
  /// Copies entries [first, first + count) to `out`; they must be in one chunk.
  void read(std::size_t first, std::size_t count, std::uint32_t* out) const {
    skipped_.read(first, count, out);
    for (std::size_t i = 0; i < count; ++i) out[i] = row(first + i, out[i]);
  }
  /// The number of rows before `row`; the rows must be ascending.
  std::size_t count_before(std::uint32_t row) const {
    std::size_t first = 0;
    for (std::size_t count = size(); count > 0;) {
      const std::size_t half = count / 2;
      if ((*this)[first + half] < row) {
        first += half + 1;
        count -= half + 1;
      } else {
        count = half;
      }
    }
    return first;
  }
  /// Whether no row is smaller than its predecessor.
  bool ascending() const;
  void prefetch(std::size_t i) const { skipped_.prefetch(i); }
  /// Prefetches the memory to which rows are appended next.
  void prefetch_end() const { skipped_.prefetch_end(); }

  /// For storing: entry i is row i minus i, modulo 2^32.
  Skipped& skipped() { return skipped_; }
  const Skipped& skipped() const { return skipped_; }
  static std::uint32_t row(std::size_t i, std::uint32_t skipped) {
    return skipped + static_cast<std::uint32_t>(i);
  }

 private:
  Skipped skipped_;
};

inline bool RowColumn::ascending() const {
  bool ascending = true;
  std::uint32_t last = 0;
  skipped_.for_each_chunk([&](std::size_t first, std::size_t count, const auto& skipped) {
    for (std::size_t i = 0; ascending && i < count; ++i) {
      const std::uint32_t row = RowColumn::row(first + i, skipped[i]);
      ascending = last <= row;
      last = row;
    }
  });
  return ascending;
}

}  // namespace nscope
