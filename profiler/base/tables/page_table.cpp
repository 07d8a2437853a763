#include "profiler/base/tables/page_table.h"

#include "profiler/base/language.h"

namespace nscope {
namespace {

using kainjow::mustache::data;

/// Short words are kept on one line: "us-east-1" would be wrapped at its hyphens.
bool is_short_column(const Table& table, std::size_t column, const Language& language) {
  constexpr std::size_t kShort = 18;
  for (std::size_t r = 0; r < table.row_count(); ++r) {
    if (to_string(table.at(r, column), language).size() > kShort) return false;
  }
  return true;
}

}  // namespace

data page_texts(const std::vector<Text>& sentences, const Language& language) {
  data list = data::type::list;
  for (const Text& sentence : sentences) {
    data entry;
    entry.set("text", language.say(sentence));
    list.push_back(entry);
  }
  return list;
}

data page_table(const Table& table, const Language& language, const PageTableLook& look) {
  std::vector<bool> right;
  std::vector<bool> one_line;
  data columns = data::type::list;
  for (std::size_t c = 0; c < table.columns().size(); ++c) {
    const Table::Column& column = table.columns()[c];
    right.push_back(look.is_figures ? look.is_figures(c) : table.has_numbers(c));
    one_line.push_back(!right[c] && is_short_column(table, c, language));
    data entry;
    entry.set("heading", look.heading ? look.heading(column) : column.heading(language));
    entry.set("right", bool{right[c]});
    columns.push_back(entry);
  }
  data rows = data::type::list;
  for (std::size_t r = 0; r < table.row_count(); ++r) {
    data cells = data::type::list;
    for (std::size_t c = 0; c < table.columns().size(); ++c) {
      const Table::Column& column = table.columns()[c];
      const Cell& cell = table.at(r, c);
      data entry;
      entry.set("text",
                look.text ? look.text(cell, column) : to_string(cell, language, column.decimals));
      entry.set("right", bool{right[c]});
      entry.set("short", bool{one_line[c]});
      cells.push_back(entry);
    }
    data row;
    row.set("cells", cells);
    if (look.row_more) look.row_more(r, row);
    rows.push_back(row);
  }
  data values;
  values.set("columns", columns);
  values.set("rows", rows);
  values.set("notes", page_texts(table.notes(), language));
  return values;
}

}  // namespace nscope
