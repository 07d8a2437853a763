#include "profiler/trace/columns/arg_columns.h"

#include <algorithm>
#include <numeric>
#include <type_traits>
#include <variant>

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

void ArgColumn::append_rows(std::uint32_t first_row, std::size_t count, const TraceBatch::Arg* args,
                            std::size_t stride) {
  add_rows(first_row, count);
  const auto append_to = [&](auto& column) {
    using T = typename std::remove_reference_t<decltype(column)>::value_type;
    T values[kMostTogether];
    for (std::size_t i = 0; i < count; ++i) values[i] = *std::get_if<T>(&args[i * stride].value);
    column.push_back(std::span<const T>(values, count));
  };
  switch (type) {
    case Type::kInteger: return append_to(integers);
    case Type::kReal: return append_to(reals);
    case Type::kText: return append_to(texts);
  }
}

void ArgColumn::append_rows(std::uint32_t first_row, std::size_t count, const ArgValue& value) {
  add_rows(first_row, count);
  switch (type) {
    case Type::kInteger: return integers.push_back(*std::get_if<std::int64_t>(&value), count);
    case Type::kReal: return reals.push_back(*std::get_if<double>(&value), count);
    case Type::kText: return texts.push_back(*std::get_if<StringId>(&value), count);
  }
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

ArgColumn& ArgColumnsBuilder::new_column(StringId key, ArgColumn::Type type) {
  wanted_.push_back({key, type});
  next_ = wanted_.size();
  return columns_.emplace_back(ArgColumn{.key = key, .type = type});
}

void ArgColumnsBuilder::append_rows(std::uint32_t first_row, std::span<const TraceBatch::Arg> args,
                                    std::size_t stride) {
  for (std::size_t i = 0; i < stride; ++i) {
    column(args[i].key, ArgColumn::type_of(args[i].value))
        .append_rows(first_row, args.size() / stride, &args[i], stride);
  }
}

void ArgColumnsBuilder::append_rows(std::uint32_t first_row, const TraceBatch::SliceTable& table) {
  for (const TraceBatch::SliceTable::Property& property : table.properties) {
    if (property.integers.empty()) {
      column(property.key, ArgColumn::type_of(property.value))
          .append_rows(first_row, table.size(), property.value);
    } else {
      column(property.key, ArgColumn::Type::kInteger).append_rows(first_row, property.integers);
    }
  }
}

}  // namespace nscope
