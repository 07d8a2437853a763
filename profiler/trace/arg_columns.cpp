#include "profiler/trace/arg_columns.h"

#include <algorithm>
#include <numeric>

namespace nscope {
namespace {

bool is_ascending(const Column<std::uint32_t>& rows) {
  bool ascending = true;
  std::uint32_t last = 0;
  rows.for_each_chunk([&](std::size_t, std::size_t count, const auto* values) {
    ascending = ascending && last <= values[0] && std::is_sorted(values, values + count);
    last = values[count - 1];
  });
  return ascending;
}

}  // namespace

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
  return static_cast<std::size_t>(std::lower_bound(rows.begin(), rows.end(), row) - rows.begin());
}

void ArgColumn::append(std::uint32_t row, const ArgValue& value) {
  const std::size_t entry = entries++;
  if (every_row && row != entry) {
    every_row = false;
    for (std::size_t i = 0; i < entry; ++i) rows.push_back(static_cast<std::uint32_t>(i));
  }
  if (!every_row) rows.push_back(row);
  switch (type) {
    case Type::kInteger: return integers.push_back(std::get<std::int64_t>(value));
    case Type::kReal: return reals.push_back(std::get<double>(value));
    case Type::kText: return texts.push_back(std::get<StringId>(value));
  }
}

void ArgColumn::renumber(std::span<const std::uint32_t> new_row) {
  if (new_row.empty() && (every_row || is_ascending(rows))) return;
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

void ArgColumnsBuilder::append(std::uint32_t row, StringId key, const ArgValue& value) {
  const ArgColumn::Type type = ArgColumn::type_of(value);
  for (std::size_t tried = 0; tried < columns_.size(); ++tried) {
    if (next_ >= columns_.size()) next_ = 0;
    ArgColumn& column = columns_[next_++];
    if (column.key == key && column.type == type) return column.append(row, value);
  }
  columns_.push_back({.key = key, .type = type});
  columns_.back().append(row, value);
  next_ = columns_.size();
}

}  // namespace nscope
