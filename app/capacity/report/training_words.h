#pragma once

#include "app/capacity/report/plan_words.h"
#include "app/capacity/training/plan_training.h"
#include "profiler/base/tables/table.h"

#include <string>
#include <vector>

namespace nscope::capacity {

// What a plan of training says, in sentences and tables that every report of it uses. Pure.

/// "llama-2-70b: 1e+12 tokens in sequences of 4,096, 1,024 a step; within 60 days; ...".
std::string question_text(const TrainingPlan& plan);
/// The answer first; what comes nearest where there is none.
std::vector<std::string> answer_sentences(const TrainingPlan& plan);

/// The figures of one fleet, a row each with what it means.
Table job_table(const TrainingPlan& plan, const TrainingFleet& fleet);
/// The cheapest fleet of each type that holds, the cheapest first.
Table types_table(const TrainingPlan& plan);
/// The layout of the best under every purchase option that was asked about.
std::vector<const TrainingFleet*> bought_otherwise(const TrainingPlan& plan);
/// The other options that were asked about.
std::vector<const NotBought*> not_bought(const TrainingPlan& plan);
/// Both, a row each.
Table ways_table(const TrainingPlan& plan);
/// Other numbers of nodes of the best's type, bought as it is, by nodes.
std::vector<const TrainingFleet*> other_sizes(const TrainingPlan& plan);
Table sizes_table(const TrainingPlan& plan);
Table deadlines_table(const TrainingPlan& plan);
/// Types without a fleet and why; types of the same reason together.
Losers losers(const TrainingPlan& plan);
Table refused_table(const TrainingPlan& plan);
/// "Timed 1,234 layouts: ...".
std::string counts_sentence(const TrainingPlan& plan);

}  // namespace nscope::capacity
