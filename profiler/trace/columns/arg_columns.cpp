#include "profiler/trace/columns/arg_columns.h"

#include <algorithm>
#include <numeric>

namespace nscope {

ArgValue ArgColumn::value(std::size_t entry) const {
  switch (type) {
    case Type::kInteger: return integers[entry];
    case Type::kReal: return reals[entry];
    case Type::kText: break;
  }
  return texts[entry];
}

std::size_t ArgColumn::lower_bound(std::uint32_t row) const {
  if (every_row) return std::min<std::size_t>(row, size());
  return rows.count_before(row);
}

void ArgColumn::list_rows(std::size_t count) {
  every_row = false;
  for (std::size_t i = 0; i < count; ++i) rows.push_back(static_cast<std::uint32_t>(i));
}

void ArgColumn::renumber(std::span<const std::uint32_t> new_row) {
  if (new_row.empty() && (every_row || rows.ascending())) return;
  const std::size_t n = size();
  std::vector<std::uint32_t> row_of(n);
  for (std::size_t i = 0; i < n; ++i) row_of[i] = new_row.empty() ? row(i) : new_row[row(i)];

  std::vector<std::uint32_t> order(n);
  std::iota(order.begin(), order.end(), 0u);
  std::stable_sort(order.begin(), order.end(),
                   [&](std::uint32_t a, std::uint32_t b) { return row_of[a] < row_of[b]; });
  ArgColumn sorted{.key = key, .type = type};
  for (const std::uint32_t entry : order) sorted.append(row_of[entry], value(entry));
  *this = std::move(sorted);
}

void ArgColumnsBuilder::append_to_new(std::uint32_t row, StringId key, const ArgValue& value) {
  columns_.push_back({.key = key, .type = ArgColumn::type_of(value)});
  columns_.back().append(row, value);
  wanted_.push_back({key, ArgColumn::type_of(value)});
  next_ = columns_.size();
}

}  // namespace nscope
