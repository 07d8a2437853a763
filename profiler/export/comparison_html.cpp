#include "profiler/export/comparison_html.h"

#include "profiler/base/page_template.h"
#include "profiler/base/tables/page_table.h"

namespace nscope {

using kainjow::mustache::data;

Result<std::string> comparison_html(const analysis::ComparisonReport& report) {
  data sections = data::type::list;
  for (const analysis::ReportSection& section : report.sections) {
    data entry = page_table(section.table);
    entry.set("heading", section.heading);
    sections.push_back(entry);
  }
  data page;
  page.set("title", report.title);
  page.set("statements", page_texts(report.statements));
  page.set("sections", sections);
  page.set("has_notes", !report.notes.empty());
  page.set("notes", page_texts(report.notes));
  return render_page("reports/comparison.mustache", page);
}

}  // namespace nscope
