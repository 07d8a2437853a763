#pragma once

#include "app/capacity/report/plan_text.h"
#include "app/capacity/training/plan_training.h"
#include "profiler/base/tables/table.h"

#include <vector>

namespace nscope::capacity {

// Sentences and tables about a training plan, shared by its reports and the window. Pure.

/// "llama-2-70b: 1e+12 tokens in sequences of 4,096, 1,024 sequences per step; within 60 days ...".
Text request_text(const TrainingPlan& plan);
/// The best fleet first; if there is none, a sentence that states this and the fleets that come
/// nearest.
std::vector<Text> summary_sentences(const TrainingPlan& plan);

/// The figures of a fleet, one per row, with notes.
Table job_table(const TrainingPlan& plan, const TrainingFleet& fleet);
/// Whether the inputs of a step are like those of the measurements: "inside", "outside", ...
Text domain_word(const TrainedStep& step);
/// The cheapest fleet of each type that meets deadline and budget, the cheapest first. Its notes
/// state what is outside of the measured domain and the nearest published figures.
Table types_table(const TrainingPlan& plan);
/// The layout of the best fleet with each requested purchase option, the best fleet included.
std::vector<const TrainingFleet*> bought_otherwise(const TrainingPlan& plan);
/// The requested purchase options that cannot be used for this layout.
std::vector<const NotBought*> not_bought(const TrainingPlan& plan);
/// bought_otherwise() and not_bought(), one row each.
Table ways_table(const TrainingPlan& plan);
/// The fleets with the instance type and purchase option of the best fleet, by number of nodes.
std::vector<const TrainingFleet*> other_sizes(const TrainingPlan& plan);
Table sizes_table(const TrainingPlan& plan);
Table deadlines_table(const TrainingPlan& plan);
std::vector<RejectedTypes> rejected_types(const TrainingPlan& plan);
/// The instance types without a price for the allowed purchase options.
std::vector<Text> unpriced_types(const TrainingPlan& plan);
/// The rejected layouts by type and rule.
Table refused_table(const TrainingPlan& plan);
/// "Timed 1,234 layouts: ...".
Text counts_sentence(const TrainingPlan& plan);

}  // namespace nscope::capacity
