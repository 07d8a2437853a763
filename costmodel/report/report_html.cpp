#include "costmodel/report/report_document.h"
#include "profiler/base/page_template.h"
#include "profiler/base/tables/page_table.h"

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
  const bool cited = !block.row_sources.empty();
  data values = page_table(
      block.table,
      {.text = [](const Cell& cell,
                  const Table::Column& column) { return report_cell(cell, column.decimals); },
       .row_more =
           [&](std::size_t r, data& row) {
             if (r < block.row_tones.size()) set_filled(row, "tone", css_class(block.row_tones[r]));
             if (cited) row.set("sources", numbers(block.row_sources[r]));
           },
       .short_on_one_line = true});
  values.set("cited", cited);
  return values;
}

struct BlockData {
  data operator()(const ReportParagraph& block) const {
    data inner;
    inner.set("text", block.text);
    set_filled(inner, "tone", css_class(block.tone));
    return wrapped("paragraph", inner);
  }
  data operator()(const ReportList& block) const {
    data inner;
    inner.set("heading", block.heading);
    inner.set("items", page_texts(block.items));
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
