#include "profiler/base/tables/table.h"

#include "profiler/base/format.h"
#include "profiler/base/overloaded.h"
#include "profiler/base/tables/csv.h"

#include <algorithm>
#include <cassert>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace nscope {
bool is_number(const Cell& cell) {
  return std::holds_alternative<std::int64_t>(cell) || std::holds_alternative<double>(cell);
}

std::string to_string(const Cell& cell, int decimals) {
  return std::visit(Overloaded{
                        [](const Missing& missing) { return missing.reason; },
                        [](std::int64_t value) { return fmt::format("{}", value); },
                        [&](double value) {
                          return decimals >= 0 ? fmt::format("{:.{}f}", value, decimals)
                                               : fmt::format("{}", value);
                        },
                        [](bool value) { return std::string(value ? "yes" : "no"); },
                        [](const std::string& value) { return value; },
                    },
                    cell);
}

std::string Table::Column::heading() const {
  const std::string& name = title.empty() ? id : title;
  return unit.empty() ? name : fmt::format("{} [{}]", name, unit);
}

bool Table::has_numbers(std::size_t column) const {
  return std::ranges::any_of(rows_, [&](const auto& row) { return is_number(row[column]); });
}

void Table::add_row(std::vector<Cell> cells) {
  assert(cells.size() == columns_.size());
  rows_.push_back(std::move(cells));
}

std::string Table::to_text() const {
  const std::size_t n = columns_.size();
  std::vector<std::size_t> width(n);
  std::vector<bool> right(n);
  std::vector<std::string> heading(n);
  for (std::size_t c = 0; c < n; ++c) {
    heading[c] = columns_[c].heading();
    width[c] = display_width(heading[c]);
    right[c] = has_numbers(c);
  }
  std::vector<std::vector<std::string>> text(rows_.size(), std::vector<std::string>(n));
  for (std::size_t r = 0; r < rows_.size(); ++r) {
    for (std::size_t c = 0; c < n; ++c) {
      text[r][c] = to_string(rows_[r][c], columns_[c].decimals);
      width[c] = std::max(width[c], display_width(text[r][c]));
    }
  }
  std::string out;
  const auto line = [&](const std::vector<std::string>& cells) {
    std::string row;
    for (std::size_t c = 0; c < n; ++c) {
      const std::string pad(width[c] - display_width(cells[c]), ' ');
      if (c > 0) row += "  ";
      row += right[c] ? pad + cells[c] : cells[c] + pad;
    }
    row.erase(row.find_last_not_of(' ') + 1);
    out += row + "\n";
  };
  line(heading);
  for (const auto& cells : text) line(cells);
  for (const std::string& note : notes_) out += note + "\n";
  return out;
}

std::string Table::to_csv() const {
  std::string out;
  for (std::size_t c = 0; c < columns_.size(); ++c) {
    if (c > 0) out += ',';
    append_csv_field(columns_[c].id, out);
  }
  out += "\n";
  for (const auto& row : rows_) {
    for (std::size_t c = 0; c < row.size(); ++c) {
      if (c > 0) out += ',';
      append_csv_field(to_string(row[c]), out);
    }
    out += "\n";
  }
  return out;
}

nlohmann::ordered_json Table::to_json() const {
  auto out = nlohmann::ordered_json::array();
  for (const auto& row : rows_) {
    auto object = nlohmann::ordered_json::object();
    for (std::size_t c = 0; c < row.size(); ++c) {
      object[columns_[c].id] =
          std::visit(Overloaded{[](const Missing&) { return nlohmann::ordered_json(nullptr); },
                                [](const auto& value) { return nlohmann::ordered_json(value); }},
                     row[c]);
    }
    out.push_back(std::move(object));
  }
  return out;
}

}  // namespace nscope
