#pragma once

#include "app/capacity/fleet/plan_fleet.h"
#include "app/capacity/training/plan_training.h"
#include "costmodel/report/report_document.h"

#include <vector>

namespace nscope::capacity {

// The lists on page one of the reports of plans. Pure. Empty without a best fleet.

/// The price of the best fleet and of the next instance type, with source, day and age.
std::vector<Text> price_dates(const FleetPlan& plan);
std::vector<Text> price_dates(const TrainingPlan& plan);

/// At most five inputs on which the result depends, with their ranges and what they change.
std::vector<Text> main_assumptions(const FleetPlan& plan);
std::vector<Text> main_assumptions(const TrainingPlan& plan);

/// What the plan does not know: prices, error bands, interruptions.
std::vector<Text> unknowns(const FleetPlan& plan);
std::vector<Text> unknowns(const TrainingPlan& plan);

/// All of these lists with their headings; empty ones are left out.
std::vector<cost::ReportList> summary_lists(const FleetPlan& plan);
std::vector<cost::ReportList> summary_lists(const TrainingPlan& plan);

/// Adds these lists to a section of a report.
void add_summary(const FleetPlan& plan, cost::ReportSection& section);
void add_summary(const TrainingPlan& plan, cost::ReportSection& section);

}  // namespace nscope::capacity
