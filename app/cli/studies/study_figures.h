#pragma once

#include "app/cli/studies/study_prices.h"
#include "app/cli/studies/workload_run.h"
#include "profiler/analysis/metrics/summary.h"

#include <array>
#include <optional>
#include <string>
#include <string_view>

namespace nscope::cli {

/// Metrics that are calculated from a price or from the length of a job. Whole instances are paid
/// for, even if the workload uses only a part.
inline constexpr std::array<std::string_view, 7> kStudyFigures{"usd_per_hour",
                                                               "usd_per_month",
                                                               "usd_per_step",
                                                               "usd_per_million_tokens",
                                                               "usd_per_million_inferences",
                                                               "days_for_steps",
                                                               "usd_for_steps"};

/// The metrics of a run and the applicable metrics of kStudyFigures, with scaled bands:
/// - usd_per_hour [USD]: instances x price; usd_per_month of 730 h
/// - usd_per_step [USD] of training: usd_per_hour x step_time
/// - usd_per_million_tokens, usd_per_million_inferences [USD]: usd_per_hour / throughput
/// - days_for_steps [days], usd_for_steps [USD] of training if `steps_total` is stated
/// `tokens_per_second` is added if there is only a throughput in tokens/s. Without a price, metrics
/// in USD are unavailable. A rejected run has no metrics.
analysis::Summary study_figures(const WorkloadRun& run, const StudyPrice& price,
                                std::optional<double> steps_total);

/// The metric of that name, or nullptr.
const Metric* find_figure(const analysis::Summary& figures, std::string_view name);

}  // namespace nscope::cli
