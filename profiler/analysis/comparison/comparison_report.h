#pragma once

#include "profiler/analysis/comparison/comparison.h"
#include "profiler/base/json.h"
#include "profiler/base/tables/table.h"

#include <cstddef>
#include <string>
#include <vector>

namespace nscope::analysis {

/// One table of a report for people, with its heading.
struct ReportSection {
  Text heading;
  Table table;
};

/// A report for people: a few sentences, the tables that have rows, and the notes.
struct ComparisonReport {
  Text title;                    ///< "fused.ntff compared with baseline.ntff"
  std::vector<Text> statements;  ///< the two sides and the verdict
  std::vector<ReportSection> sections;
  std::vector<Text> notes;
};

/// `rows` limits the rows of each table. Pure.
ComparisonReport make_report(const Comparison& comparison, std::size_t rows);

std::string report_text(const ComparisonReport& report, const Language& language);
std::string report_markdown(const ComparisonReport& report, const Language& language);

/// The complete comparison: {"schema":"nscope.compare/1", "base", "new", "total", "causes",
/// "differences", "places", "metrics", "notes"}; see docs/compare.md.
Json comparison_json(const Comparison& comparison);

/// The most important table as RFC 4180 text: the places if they were compared, otherwise the
/// groups, or the metrics if there are no events.
std::string comparison_csv(const Comparison& comparison);

}  // namespace nscope::analysis
