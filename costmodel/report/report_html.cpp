#include "costmodel/report/report_document.h"
#include "profiler/base/page_template.h"

#include <fmt/format.h>

namespace nscope::cost {
namespace {

using kainjow::mustache::data;

std::string_view css_class(Tone tone) {
  switch (tone) {
    case Tone::kNormal: return "";
    case Tone::kMuted: return "muted";
    case Tone::kGood: return "good";
    case Tone::kWarn: return "warning";
    case Tone::kBad: return "error";
  }
  return "";
}

/// Only a text that is not empty: the template takes an empty one for true.
void set_filled(data& entry, const char* key, std::string_view text) {
  if (!text.empty()) entry.set(key, std::string(text));
}

bool is_number(const Cell& cell) {
  return std::holds_alternative<std::int64_t>(cell) || std::holds_alternative<double>(cell);
}

/// A column is of numbers where any of its cells is one.
bool is_number_column(const Table& table, std::size_t column) {
  for (std::size_t r = 0; r < table.row_count(); ++r) {
    if (is_number(table.at(r, column))) return true;
  }
  return false;
}

/// Short words stay on one line: "us-east-1" would be broken at its hyphens.
bool is_short_column(const Table& table, std::size_t column) {
  constexpr std::size_t kShort = 18;
  for (std::size_t r = 0; r < table.row_count(); ++r) {
    if (to_string(table.at(r, column)).size() > kShort) return false;
  }
  return true;
}

data numbers(const std::vector<int>& sources) {
  data list = data::type::list;
  for (const FootnoteMark& mark : footnote_marks(sources)) {
    data entry;
    entry.set("number", std::to_string(mark.number));
    entry.set("through", mark.through);
    list.push_back(entry);
  }
  return list;
}

data table_data(const ReportTable& block) {
  const Table& table = block.table;
  const bool cited = !block.row_sources.empty();
  std::vector<bool> right;
  std::vector<bool> one_line;
  data columns = data::type::list;
  for (std::size_t c = 0; c < table.columns().size(); ++c) {
    const Table::Column& column = table.columns()[c];
    const std::string& name = column.title.empty() ? column.id : column.title;
    data entry;
    entry.set("heading", column.unit.empty() ? name : fmt::format("{} [{}]", name, column.unit));
    right.push_back(is_number_column(table, c));
    one_line.push_back(!right.back() && is_short_column(table, c));
    entry.set("right", bool{right.back()});
    columns.push_back(entry);
  }
  data rows = data::type::list;
  for (std::size_t r = 0; r < table.row_count(); ++r) {
    data cells = data::type::list;
    for (std::size_t c = 0; c < table.columns().size(); ++c) {
      data cell;
      cell.set("text", report_cell(table.at(r, c), table.columns()[c].decimals));
      cell.set("right", bool{right[c]});
      cell.set("short", bool{one_line[c]});
      cells.push_back(cell);
    }
    data row;
    row.set("cells", cells);
    if (r < block.row_tones.size()) set_filled(row, "tone", css_class(block.row_tones[r]));
    row.set("cited", cited);
    row.set("sources",
            numbers(r < block.row_sources.size() ? block.row_sources[r] : std::vector<int>{}));
    rows.push_back(row);
  }
  data notes = data::type::list;
  for (const std::string& note : table.notes()) {
    data entry;
    entry.set("text", note);
    notes.push_back(entry);
  }
  data entry;
  entry.set("columns", columns);
  entry.set("rows", rows);
  entry.set("notes", notes);
  entry.set("cited", cited);
  return entry;
}

struct BlockData {
  data operator()(const ReportParagraph& block) const {
    data inner;
    inner.set("text", block.text);
    set_filled(inner, "tone", css_class(block.tone));
    return wrapped("paragraph", inner);
  }
  data operator()(const ReportList& block) const {
    data items = data::type::list;
    for (const std::string& item : block.items) {
      data entry;
      entry.set("text", item);
      items.push_back(entry);
    }
    data inner;
    inner.set("heading", block.heading);
    inner.set("items", items);
    return wrapped("bullets", inner);
  }
  data operator()(const ReportTable& block) const { return wrapped("table", table_data(block)); }
  data operator()(const Drawing& block) const {
    data inner;
    inner.set("svg", to_svg(block));
    return wrapped("drawing", inner);
  }
  static data wrapped(const char* kind, const data& inner) {
    data block;
    block.set(kind, inner);
    return block;
  }
};

data sources_data(const ReportSources& sources) {
  data list = data::type::list;
  int number = 0;
  for (const ReportSource& source : sources.all()) {
    data entry;
    entry.set("number", std::to_string(++number));
    entry.set("text", source.text);
    set_filled(entry, "origin", origin(source));
    list.push_back(entry);
  }
  return list;
}

}  // namespace

Result<std::string> report_html(const ReportDocument& document) {
  data sections = data::type::list;
  for (const ReportSection& section : document.sections) {
    data blocks = data::type::list;
    for (const ReportBlock& block : section.blocks)
      blocks.push_back(std::visit(BlockData{}, block));
    data entry;
    entry.set("heading", section.heading);
    entry.set("new_page", section.new_page);
    entry.set("blocks", blocks);
    sections.push_back(entry);
  }
  data page;
  page.set("title", document.title);
  page.set("subtitle", document.subtitle);
  page.set("sections", sections);
  page.set("sources", sources_data(document.sources));
  return render_page("reports/decision.mustache", page);
}

}  // namespace nscope::cost
