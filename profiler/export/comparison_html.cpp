#include "profiler/export/comparison_html.h"

#include "profiler/base/page_template.h"
#include "profiler/base/tables/page_table.h"

#include <algorithm>

namespace nscope {
namespace {

using kainjow::mustache::data;

/// Whether a table names events by their numbers.
bool names_events(const Table& table) {
  return std::ranges::any_of(table.columns(), [](const Table::Column& column) {
    return column.id == "base_slice_id" || column.id == "new_slice_id";
  });
}

}  // namespace

Result<std::string> comparison_html(const analysis::ComparisonReport& report,
                                    const Language& language) {
  data sections = data::type::list;
  for (const analysis::ReportSection& section : report.sections) {
    Table table = section.table;
    if (names_events(table)) {
      table.add_note(tr("Examples are numbers of events, which 'nscope event FILE NUMBER' shows."));
    }
    data entry = page_table(table, language);
    entry.set("heading", language.say(section.heading));
    sections.push_back(entry);
  }
  data page;
  page.set("title", language.say(report.title));
  page.set("statements", page_texts(report.statements, language));
  page.set("sections", sections);
  page.set("has_notes", !report.notes.empty());
  page.set("notes_heading", language.say(tr("Notes")));
  page.set("notes", page_texts(report.notes, language));
  return render_page("reports/comparison.mustache", page, language);
}

}  // namespace nscope
