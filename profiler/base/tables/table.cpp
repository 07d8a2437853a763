#include "profiler/base/tables/table.h"

#include "profiler/base/format.h"
#include "profiler/base/language.h"
#include "profiler/base/overloaded.h"
#include "profiler/base/tables/csv.h"
#include "profiler/base/text/terminal_text.h"

#include <algorithm>
#include <array>
#include <cassert>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace nscope {
namespace {

/// Units that are words, which are translated; the others are symbols.
constexpr std::array kUnitWords{phrase("days"),  phrase("hours"),     phrase("months"),
                                phrase("years"), phrase("USD/month"), phrase("tokens/month")};

}  // namespace

bool is_text(const Cell& cell) {
  return std::holds_alternative<std::string>(cell) || std::holds_alternative<Text>(cell);
}

bool is_number(const Cell& cell) {
  return std::holds_alternative<std::int64_t>(cell) || std::holds_alternative<double>(cell);
}

std::string to_string(const Cell& cell, const Language& language, int decimals) {
  return std::visit(
      Overloaded{
          [&](const Missing& missing) { return language.say(missing.reason); },
          [&](std::int64_t value) { return language.number(fmt::format("{}", value)); },
          [&](double value) {
            return language.number(decimals >= 0 ? fmt::format("{:.{}f}", value, decimals)
                                                 : fmt::format("{}", value));
          },
          [&](bool value) { return language.say(value ? tr("yes") : tr("no")); },
          [](const std::string& value) { return value; },
          [&](const Text& value) { return language.say(value); },
      },
      cell);
}

std::string Table::Column::heading(const Language& language) const {
  const std::string name = title.empty() ? id : language.say(title);
  if (unit.empty()) return name;
  const auto* const word = std::ranges::find(kUnitWords, std::string_view(unit), &Phrase::english);
  return fmt::format("{} [{}]", name, word == kUnitWords.end() ? unit : language.say(*word));
}

bool Table::has_numbers(std::size_t column) const {
  return std::ranges::any_of(rows_, [&](const auto& row) { return is_number(row[column]); });
}

void Table::add_row(std::vector<Cell> cells) {
  assert(cells.size() == columns_.size());
  rows_.push_back(std::move(cells));
}

std::string Table::to_text(const Language& language) const {
  const std::size_t n = columns_.size();
  std::vector<std::size_t> width(n);
  std::vector<bool> right(n);
  std::vector<std::string> heading(n);
  for (std::size_t c = 0; c < n; ++c) {
    heading[c] = terminal_text(columns_[c].heading(language));
    width[c] = display_width(heading[c]);
    right[c] = has_numbers(c);
  }
  constexpr std::size_t kWidestName = 500;
  bool shortened = false;
  std::vector<std::vector<std::string>> text(rows_.size(), std::vector<std::string>(n));
  for (std::size_t r = 0; r < rows_.size(); ++r) {
    for (std::size_t c = 0; c < n; ++c) {
      std::string shown = to_string(rows_[r][c], language, columns_[c].decimals);
      // Names from files may have any length, and all rows are as wide as the widest.
      if (std::holds_alternative<std::string>(rows_[r][c])) {
        shortened = shorten(shown, kWidestName) || shortened;
      }
      text[r][c] = terminal_text(shown);
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
  for (const Text& note : notes_) out += language.say(note) + "\n";
  if (shortened) {
    out +=
        language.say(tr("Long texts are shortened; CSV and JSON contain the whole texts.")) + "\n";
  }
  return out;
}

std::string Table::to_csv() const {
  const Language english;
  std::string out;
  for (std::size_t c = 0; c < columns_.size(); ++c) {
    if (c > 0) out += ',';
    append_csv_field(columns_[c].id, out);
  }
  out += "\n";
  for (const auto& row : rows_) {
    for (std::size_t c = 0; c < row.size(); ++c) {
      if (c > 0) out += ',';
      const std::string text = to_string(row[c], english);
      is_text(row[c]) ? append_csv_text(text, out) : append_csv_field(text, out);
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
      object[columns_[c].id] = std::visit(
          Overloaded{[](const Missing&) { return nlohmann::ordered_json(nullptr); },
                     [](const Text& text) { return nlohmann::ordered_json(text.english()); },
                     [](const auto& value) { return nlohmann::ordered_json(value); }},
          row[c]);
    }
    out.push_back(std::move(object));
  }
  return out;
}

}  // namespace nscope
