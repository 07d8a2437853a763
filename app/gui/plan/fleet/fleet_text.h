#pragma once

#include "app/gui/forms/capacity.h"
#include "profiler/base/tables/table.h"

#include <QString>

namespace nscope::gui {

// Texts and tables about a plan for the Fleet view. GUI thread, because the functions translate
// texts.

/// "1.25 s", or "not completed" if the value is infinite.
QString seconds_text(double value);
/// "TTFT", "TPOT", "E2E".
QString latency_title(capacity::Latency latency);
/// "E2E p99 within 2.00 s, TTFT p50 within 300 ms"; "no limit".
QString limit_text(const std::vector<capacity::Limit>& limits);
/// "3 × inf2.48xlarge".
QString count_text(int count, const std::string& instance);
/// A tooltip as HTML: price, source, date, term and note of an offer, or why it has no price.
QString offer_tip(const capacity::Offer& offer);
/// "On-Demand in us-east-1".
QString offer_title(const capacity::Offer& offer);
/// A rule as text: "does not fit in memory".
QString rule_title(capacity::Rule rule);

/// The result in one sentence.
QString summary_sentence(const capacity::FleetPlan& plan);
/// What the plan requires beyond the request or, if no fleet meets the limits, the nearest
/// alternatives. One entry per line.
QStringList summary_remarks(const capacity::FleetPlan& plan);
/// The confidence interval of the simulation and the error band of the model, one entry per line.
QStringList confidence_lines(const capacity::FleetPlan& plan);

/// The lower bound of the fleet of each instance type.
Table bound_table(const std::vector<capacity::FleetBound>& bounds);
/// Load, instances and their cost for each hour.
Table hour_table(const capacity::FleetPlan& plan);

}  // namespace nscope::gui
