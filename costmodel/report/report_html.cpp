#include "costmodel/report/report_document.h"
#include "costmodel/report/report_terms.h"
#include "profiler/base/page_template.h"
#include "profiler/base/tables/page_table.h"

#include <algorithm>
#include <string>
#include <utility>

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

/// Sets the value unless it is empty: in the template, an empty string is true.
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

data table_data(const ReportTable& block, const Language& language) {
  const bool cited = !block.row_sources.empty();
  data values =
      page_table(block.table, language,
                 {.text =
                      [&](const Cell& cell, const Table::Column& column) {
                        return report_cell(cell, column.decimals, language);
                      },
                  .row_more =
                      [&](std::size_t r, data& row) {
                        if (r < block.row_tones.size())
                          set_filled(row, "tone", css_class(block.row_tones[r]));
                        if (cited) row.set("sources", numbers(block.row_sources[r]));
                      },
                  .is_figures = [&](std::size_t c) { return is_figure_column(block.table, c); }});
  values.set("cited", cited);
  values.set("source_heading", language.say(tr("Source")));
  return values;
}

struct BlockData {
  const Language& language;

  data operator()(const ReportParagraph& block) const {
    data inner;
    inner.set("text", language.say(block.text));
    set_filled(inner, "tone", css_class(block.tone));
    return wrapped("paragraph", inner);
  }
  data operator()(const ReportList& block) const {
    data inner;
    inner.set("heading", language.say(block.heading));
    inner.set("items", page_texts(block.items, language));
    return wrapped("bullets", inner);
  }
  data operator()(const ReportTable& block) const {
    return wrapped("table", table_data(block, language));
  }
  data operator()(const Drawing& block) const {
    data inner;
    inner.set("svg", to_svg(block, language));
    return wrapped("drawing", inner);
  }
  static data wrapped(const char* kind, const data& inner) {
    data block;
    block.set(kind, inner);
    return block;
  }
};

data sources_data(const ReportSources& sources, const Language& language) {
  data list = data::type::list;
  int number = 0;
  for (const ReportSource& source : sources.all()) {
    data entry;
    entry.set("number", std::to_string(++number));
    entry.set("text", language.say(source.text));
    set_filled(entry, "origin", language.say(origin(source)));
    list.push_back(entry);
  }
  return list;
}

}  // namespace

Result<std::string> report_html(const ReportDocument& document, const Language& language) {
  data sections = data::type::list;
  const auto add = [&](const ReportSection& section) {
    data blocks = data::type::list;
    for (const ReportBlock& block : section.blocks) {
      blocks.push_back(std::visit(BlockData{language}, block));
    }
    data entry;
    entry.set("heading", language.say(section.heading));
    entry.set("blocks", blocks);
    sections.push_back(entry);
  };
  for (const ReportSection& section : document.sections) add(section);
  if (Table terms = report_terms(document); terms.row_count() > 0) {
    add({.heading = tr("Terms"), .blocks = {ReportTable{.table = std::move(terms)}}});
  }
  std::string tag(language.code());
  std::replace(tag.begin(), tag.end(), '_', '-');  // BCP 47
  data page;
  page.set("language", tag);
  page.set("title", language.say(document.title));
  page.set("subtitle", language.say(document.subtitle));
  page.set("sections", sections);
  page.set("sources_heading", language.say(tr("Sources")));
  page.set("sources", sources_data(document.sources, language));
  page.set("footer",
           language.say(tr("Amounts are in US dollars. This page loads no other files.")));
  return render_page("reports/decision.mustache", page);
}

}  // namespace nscope::cost
