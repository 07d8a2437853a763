#include "importers/runtime_log/memory_table.h"

#include "importers/shared/printable.h"
#include "importers/shared/text_lines.h"
#include "profiler/base/ascii.h"

#include <algorithm>
#include <array>
#include <cctype>

namespace nscope::importers {
namespace {

constexpr std::size_t kMostColumns = 64;

/// The cells between the bars. The text before the first bar is not one, and neither is the rest
/// after the last bar if it is empty.
std::vector<std::string_view> cells_of(std::string_view line) {
  std::vector<std::string_view> cells;
  for (std::size_t at = line.find('|');
       at != std::string_view::npos && cells.size() < kMostColumns;) {
    const std::size_t next = line.find('|', at + 1);
    const std::string_view cell = trim(line.substr(
        at + 1, next == std::string_view::npos ? std::string_view::npos : next - at - 1));
    if (next != std::string_view::npos || !cell.empty()) cells.push_back(cell);
    at = next;
  }
  return cells;
}

std::string lower(std::string_view text) {
  std::string result(text);
  std::transform(result.begin(), result.end(), result.begin(), [](char c) {
    return static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  });
  return result;
}

/// The whole number after `word` in `text`: 4 in "\_NC 4".
std::optional<std::int64_t> number_after(std::string_view text, std::string_view word) {
  const auto rest = after(text, word);
  if (!rest) return std::nullopt;
  const std::string_view number = trim(*rest);
  std::size_t end = 0;
  while (end < number.size() && is_digit(number[end])) ++end;
  return parse_integer(number.substr(0, end));
}

}  // namespace

std::optional<double> runtime_size(std::string_view text) {
  struct Unit {
    std::string_view name;
    double bytes;
  };
  constexpr auto kUnits = std::to_array<Unit>({{"TB", 1024.0 * 1024 * 1024 * 1024},
                                               {"GB", 1024.0 * 1024 * 1024},
                                               {"MB", 1024.0 * 1024},
                                               {"KB", 1024.0},
                                               {"B", 1.0}});
  text = trim(text);
  for (const Unit& unit : kUnits) {
    if (!text.ends_with(unit.name)) continue;
    const auto number = parse_number(trim(text.substr(0, text.size() - unit.name.size())));
    if (!number || *number < 0.0 || *number > 1e12) return std::nullopt;
    return *number * unit.bytes;
  }
  return std::nullopt;
}

std::string use_name(std::string_view text) {
  std::string name;
  for (const std::string_view word : words(text)) {
    std::string shown = lower(word);
    constexpr auto kAbbreviations = std::to_array<std::string_view>({"dma", "io", "xt", "cc"});
    if (std::find(kAbbreviations.begin(), kAbbreviations.end(), shown) != kAbbreviations.end()) {
      for (char& c : shown) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
    }
    if (!name.empty()) name += ' ';
    name += shown;
  }
  if (!name.empty() && is_lower(name[0])) name[0] = static_cast<char>(name[0] - 'a' + 'A');
  return printable(name);
}

bool TableColumns::add(std::string_view line) {
  const std::vector<std::string_view> cells = cells_of(line);
  if (cells.size() < 2) return false;
  const auto is_word = [](std::string_view cell) {
    return std::none_of(cell.begin(), cell.end(), [](char c) { return is_digit(c); });
  };
  if (!std::all_of(cells.begin(), cells.end(), is_word)) return false;
  if (complete_ || names_.size() != cells.size()) names_.assign(cells.size(), {});
  complete_ = lower(cells[0]) == "total";
  for (std::size_t i = 0; i < cells.size(); ++i) {
    if (!names_[i].empty() && !cells[i].empty()) names_[i] += ' ';
    names_[i] += cells[i];
  }
  if (complete_) {
    for (std::string& name : names_) name = use_name(name);
  }
  return true;
}

std::optional<TableRow> table_row(std::string_view line) {
  const std::string_view label = line.substr(0, line.find('|'));
  if (label.size() == line.size()) return std::nullopt;
  TableRow row;
  if (const auto program = number_after(label, "\\_NEFF")) {
    row.kind = TableRow::Kind::kProgram;
    row.number = *program;
  } else if (const auto core = number_after(label, "\\_NC")) {
    row.kind = TableRow::Kind::kCore;
    row.number = *core;
  } else if (const auto device = number_after(label, "ND")) {
    row.device = *device;
    const auto hbm = number_after(label, "HBM");
    row.kind = hbm ? TableRow::Kind::kHbm : TableRow::Kind::kDevice;
    row.number = hbm.value_or(-1);
  } else {
    return std::nullopt;
  }
  bool any = false;
  for (const std::string_view cell : cells_of(line)) {
    row.bytes.push_back(runtime_size(cell));
    any = any || row.bytes.back();
  }
  if (!any) return std::nullopt;
  return row;
}

}  // namespace nscope::importers
