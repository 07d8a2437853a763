#include "profiler/export/comparison_html.h"

#include "profiler/base/page_template.h"
#include "profiler/base/tables/page_table.h"

namespace nscope {

using kainjow::mustache::data;

Result<std::string> comparison_html(const analysis::ComparisonReport& report,
                                    const Language& language) {
  data sections = data::type::list;
  for (const analysis::ReportSection& section : report.sections) {
    data entry = page_table(section.table, language);
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
