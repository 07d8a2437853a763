#pragma once

#include "app/gui/plan/forms/capacity.h"
#include "profiler/base/tables/table.h"

#include <QString>

namespace nscope::gui {

// What the Fleet view says about a plan, for people. Pure functions; they translate: GUI thread.

/// The translation of a column title.
std::string title(const char* text);
/// "1.25 s", or "not answered" where no answer came.
QString seconds_text(double value);
/// "TTFT", "TPOT", "E2E".
QString latency_title(capacity::Latency latency);
/// "E2E p99 within 2.00 s, TTFT p50 within 300 ms"; "no limit".
QString limit_words(const std::vector<capacity::Limit>& limits);
/// "3 × inf2.48xlarge".
QString count_text(int count, const std::string& instance);
/// Price, source, date, term and note of an offer, or why it has no price: HTML for tool tips.
QString offer_tip(const capacity::Offer& offer);
/// "On-demand in us-east-1".
QString offer_title(const capacity::Offer& offer);
/// A rule in words: "does not fit".
QString rule_title(capacity::Rule rule);

/// The answer in one sentence.
QString answer_sentence(const capacity::FleetPlan& plan);
/// What comes nearest, where no fleet holds; else what it takes that was not asked for. A line
/// each.
QStringList answer_remarks(const capacity::FleetPlan& plan);
/// How sure it is, a line each: the noise of the simulation apart from the error of the model.
QStringList confidence_lines(const capacity::FleetPlan& plan);

/// The types by their least fleet.
Table bound_table(const std::vector<capacity::FleetBound>& bounds);
/// Each hour: load, instances and the cost of those instances.
Table hour_table(const capacity::FleetPlan& plan);

}  // namespace nscope::gui
