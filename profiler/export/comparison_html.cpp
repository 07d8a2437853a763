#include "profiler/export/comparison_html.h"

#include "profiler/base/page_template.h"

#include <fmt/format.h>

namespace nscope {
namespace {

using kainjow::mustache::data;

data texts(const std::vector<std::string>& sentences) {
  data list = data::type::list;
  for (const std::string& sentence : sentences) {
    data entry;
    entry.set("text", sentence);
    list.push_back(entry);
  }
  return list;
}

data section_data(const analysis::ReportSection& section) {
  const Table& table = section.table;
  // A column of numbers is right-aligned; its first value shows what it holds.
  const auto right = [&](std::size_t c) {
    return std::holds_alternative<std::int64_t>(table.at(0, c)) ||
           std::holds_alternative<double>(table.at(0, c));
  };
  data columns = data::type::list;
  for (std::size_t c = 0; c < table.columns().size(); ++c) {
    const Table::Column& column = table.columns()[c];
    data entry;
    entry.set("heading", column.unit.empty() ? column.title
                                             : fmt::format("{} [{}]", column.title, column.unit));
    entry.set("right", right(c));
    columns.push_back(entry);
  }
  data rows = data::type::list;
  for (std::size_t r = 0; r < table.row_count(); ++r) {
    data cells = data::type::list;
    for (std::size_t c = 0; c < table.columns().size(); ++c) {
      data cell;
      cell.set("text", to_string(table.at(r, c), table.columns()[c].decimals));
      cell.set("right", right(c));
      cells.push_back(cell);
    }
    data row;
    row.set("cells", cells);
    rows.push_back(row);
  }
  data entry;
  entry.set("heading", section.heading);
  entry.set("columns", columns);
  entry.set("rows", rows);
  entry.set("notes", texts(table.notes()));
  return entry;
}

}  // namespace

Result<std::string> comparison_html(const analysis::ComparisonReport& report) {
  data sections = data::type::list;
  for (const analysis::ReportSection& section : report.sections) {
    sections.push_back(section_data(section));
  }
  data page;
  page.set("title", report.title);
  page.set("statements", texts(report.statements));
  page.set("sections", sections);
  page.set("has_notes", !report.notes.empty());
  page.set("notes", texts(report.notes));
  return render_page("reports/comparison.mustache", page);
}

}  // namespace nscope
