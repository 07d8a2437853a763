#pragma once

#include "profiler/trace/trace.h"

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace nscope::analysis {

/// Reads the properties of a track's slices in the order of the rows. A pass over the track takes
/// linear time, which a search for each slice would not. One thread; the trace must outlive it.
class SliceArgs {
 public:
  /// Rows before `first_row` must not be asked for.
  explicit SliceArgs(const Track& track, std::size_t first_row = 0)
      : first_(Trace::slice_id(track, 0)), columns_(track.args), next_(track.args.size(), 0) {
    if (first_row == 0) return;
    for (std::size_t i = 0; i < columns_.size(); ++i) {
      next_[i] = columns_[i].lower_bound(static_cast<std::uint32_t>(first_row));
    }
  }

  /// The properties of `slice`, valid until the next call. Each call must be for a
  /// later slice.
  std::span<const Arg> of(SliceId slice) {
    found_.clear();
    const std::uint32_t row = slice.value - first_.value;
    for (std::size_t i = 0; i < columns_.size(); ++i) {
      const ArgColumn& column = columns_[i];
      std::size_t& entry = next_[i];
      while (entry < column.size() && column.row(entry) < row) ++entry;
      for (; entry < column.size() && column.row(entry) == row; ++entry) {
        found_.push_back({slice, column.key, column.value(entry)});
      }
    }
    return found_;
  }

 private:
  SliceId first_;
  std::span<const ArgColumn> columns_;
  std::vector<std::size_t> next_;
  std::vector<Arg> found_;
};

/// Reads one property of one type, which is faster than SliceArgs.
class SliceArg {
 public:
  SliceArg(const Track& track, StringId key, ArgColumn::Type type) {
    for (const ArgColumn& column : track.args) {
      if (key.valid() && column.key == key && column.type == type) column_ = &column;
    }
  }

  explicit operator bool() const { return column_ != nullptr; }
  /// The first value of `row`. Each call must be for the same or a later row.
  std::optional<ArgValue> at(std::size_t row) {
    if (column_ == nullptr) return std::nullopt;
    while (entry_ < column_->size() && column_->row(entry_) < row) ++entry_;
    if (entry_ >= column_->size() || column_->row(entry_) != row) return std::nullopt;
    return column_->value(entry_);
  }
  /// As at(), for a text; invalid if the row has no value.
  StringId text(std::size_t row) {
    const auto value = at(row);
    return value ? std::get<StringId>(*value) : StringId();
  }

 private:
  const ArgColumn* column_ = nullptr;
  std::size_t entry_ = 0;
};

/// The value as a number; 0 for a text.
inline double number_of(const ArgValue& value) {
  if (const auto* whole = std::get_if<std::int64_t>(&value)) return static_cast<double>(*whole);
  if (const auto* real = std::get_if<double>(&value)) return *real;
  return 0.0;
}

}  // namespace nscope::analysis
