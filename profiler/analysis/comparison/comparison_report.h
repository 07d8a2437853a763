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
  std::string heading;
  Table table;
};

/// What a report for people holds: a few sentences, the tables that have rows,
/// and the notes.
struct ComparisonReport {
  std::string title;                    ///< "baseline.ntff against fused.ntff"
  std::vector<std::string> statements;  ///< the sides and the verdict, one sentence each
  std::vector<ReportSection> sections;
  std::vector<std::string> notes;
};

/// `rows` bounds each table. Pure.
ComparisonReport make_report(const Comparison& comparison, std::size_t rows);

std::string report_text(const ComparisonReport& report);
std::string report_markdown(const ComparisonReport& report);

/// All of it: {"schema":"nscope.compare/1", "base", "new", "total", "causes",
/// "differences", "places", "metrics", "notes"}; docs/compare.md.
Json comparison_json(const Comparison& comparison);

/// The table that stands for the comparison where there is room for one: places
/// where they were asked for, else groups, else metrics. RFC 4180.
std::string comparison_csv(const Comparison& comparison);

}  // namespace nscope::analysis
