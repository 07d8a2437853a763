#pragma once

#include "costmodel/report/report_document.h"
#include "profiler/analysis/gate/gate_rules.h"
#include "profiler/analysis/gate/history.h"

namespace nscope::cli {

/// The trend of each metric over the updates of a history: a table with the latest medians and a
/// chart for each metric with all runs, the medians, replaced baselines and, if a rule applies, the
/// limit for new runs. `rules`: only metrics with a rule are shown; null: all metrics. At most
/// kMostTrends metrics are shown; the document states how many were left out.
cost::ReportDocument trend_document(const gate::history::Record& record, const gate::Rules* rules);

inline constexpr std::size_t kMostTrends = 200;

}  // namespace nscope::cli
