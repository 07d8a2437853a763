#pragma once

#include "profiler/trace/columns/column.h"
#include "profiler/trace/columns/row_column.h"
#include "profiler/trace/columns/string_column.h"
#include "profiler/trace/columns/trace_batch.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace nscope {

/// A property of one slice.
struct Arg {
  SliceId slice;
  StringId key;
  ArgValue value;
};

/// One property of the slices of a track: the values of one type in order of row. A key with
/// values of several types has several columns.
struct ArgColumn {
  enum class Type : std::uint8_t { kInteger, kReal, kText };

  StringId key;
  Type type = Type::kInteger;
  /// Rows that have the property, ascending; a row may occur several times. Unused
  /// while `every_row` is true: entry i then belongs to row i.
  RowColumn rows{};
  bool every_row = true;
  std::size_t entries = 0;
  Column<std::int64_t, std::uint32_t> integers{};  ///< used for kInteger
  Column<double> reals{};                          ///< used for kReal
  StringColumn texts{};                            ///< used for kText

  static Type type_of(const ArgValue& value) { return static_cast<Type>(value.index()); }

  std::size_t size() const { return entries; }
  std::uint32_t row(std::size_t entry) const {
    return every_row ? static_cast<std::uint32_t>(entry) : rows[entry];
  }
  ArgValue value(std::size_t entry) const;
  /// The first entry that belongs to `row` or a later row.
  std::size_t lower_bound(std::uint32_t row) const;

  /// Appends a value of the column's type. If rows are not appended in ascending order,
  /// renumber() must follow.
  void append(std::uint32_t row, const ArgValue& value) {
    add_rows(row, 1);
    switch (type) {
      case Type::kInteger: return integers.push_back(*std::get_if<std::int64_t>(&value));
      case Type::kReal: return reals.push_back(*std::get_if<double>(&value));
      case Type::kText: return texts.push_back(*std::get_if<StringId>(&value));
    }
  }
  /// Largest number of values that append_rows() takes.
  static constexpr std::size_t kMostTogether = 64;
  /// Appends the values of rows [first_row, first_row + count), which are `stride` entries of
  /// `args` apart.
  void append_rows(std::uint32_t first_row, std::size_t count, const TraceBatch::Arg* args,
                   std::size_t stride);
  /// Appends the integers of adjacent rows from `first_row` on.
  void append_rows(std::uint32_t first_row, std::span<const std::int64_t> values) {
    add_rows(first_row, values.size());
    integers.push_back(values);
  }
  /// Appends the same value for rows [first_row, first_row + count).
  void append_rows(std::uint32_t first_row, std::size_t count, const ArgValue& value);
  /// Replaces each row r by new_row[r], or keeps it if `new_row` is empty, and sorts.
  void renumber(std::span<const std::uint32_t> new_row);
  /// Prefetches the memory to which values are appended next.
  void prefetch_end() const {
    if (!every_row) rows.prefetch_end();
    switch (type) {
      case Type::kInteger: return integers.prefetch_end();
      case Type::kReal: return reals.prefetch_end();
      case Type::kText: return texts.prefetch_end();
    }
  }

 private:
  /// The next entries belong to rows [first_row, first_row + count).
  void add_rows(std::uint32_t first_row, std::size_t count) {
    if (every_row && first_row != entries) list_rows(entries);
    entries += count;
    if (!every_row) rows.push_back(first_row, count);
  }
  /// Stores the rows explicitly from now on; the first `count` rows have the property.
  void list_rows(std::size_t count);
};

/// Appends properties to their columns while a track is built. Adjacent slices have their
/// properties in about the same order, so the next column is tried first.
class ArgColumnsBuilder {
 public:
  void append(std::uint32_t row, StringId key, const ArgValue& value) {
    column(key, ArgColumn::type_of(value)).append(row, value);
  }
  /// Appends the properties of adjacent rows from `first_row` on. Each row has `stride` entries in
  /// `args`, with the same keys and types; keys are different. At most ArgColumn::kMostTogether
  /// rows.
  void append_rows(std::uint32_t first_row, std::span<const TraceBatch::Arg> args,
                   std::size_t stride);
  /// Appends the properties of a table whose first slice is in `first_row`.
  void append_rows(std::uint32_t first_row, const TraceBatch::SliceTable& table);
  std::vector<ArgColumn>& columns() { return columns_; }

 private:
  /// Key and type of a column, stored contiguously for a fast search.
  struct Wanted {
    StringId key;
    ArgColumn::Type type;
    friend bool operator==(const Wanted&, const Wanted&) = default;
  };

  /// The column of `key` and `type`; added if it is new.
  ArgColumn& column(StringId key, ArgColumn::Type type) {
    const Wanted wanted{key, type};
    for (std::size_t tried = 0; tried < wanted_.size(); ++tried) {
      if (next_ >= wanted_.size()) next_ = 0;
      const std::size_t index = next_++;
      if (wanted_[index] == wanted) return columns_[index];
    }
    return new_column(key, type);
  }
  ArgColumn& new_column(StringId key, ArgColumn::Type type);

  std::vector<ArgColumn> columns_;
  std::vector<Wanted> wanted_;  // parallel to columns_
  std::size_t next_ = 0;
};

}  // namespace nscope
