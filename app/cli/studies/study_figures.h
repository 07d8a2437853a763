#pragma once

#include "app/cli/studies/study_prices.h"
#include "app/cli/studies/workload_run.h"
#include "profiler/analysis/metrics/summary.h"

#include <array>
#include <optional>
#include <string>
#include <string_view>

namespace nscope::cli {

/// Figures that a price, or the length of a job, adds to a run. The instances are paid for as
/// a whole, whatever part of them the workload uses.
inline constexpr std::array<std::string_view, 7> kStudyFigures{"usd_per_hour",
                                                               "usd_per_month",
                                                               "usd_per_step",
                                                               "usd_per_million_tokens",
                                                               "usd_per_million_inferences",
                                                               "days_for_steps",
                                                               "usd_for_steps"};

/// The metrics of a run with those of kStudyFigures that it has, bands scaled along:
/// - usd_per_hour [USD]: instances x price; usd_per_month of 730 h
/// - usd_per_step [USD], of training: usd_per_hour x step_time
/// - usd_per_million_tokens, usd_per_million_inferences [USD]: usd_per_hour / throughput
/// - days_for_steps [days], usd_for_steps [USD], of training where `steps_total` is stated
/// `tokens_per_second` is added where only a throughput in tokens/s states it. Without a
/// price, those in USD are unavailable with its word. A refused run has none.
analysis::Summary study_figures(const WorkloadRun& run, const StudyPrice& price,
                                std::optional<double> steps_total);

/// The metric of that name, or nullptr; the figures of a study keep the order of the run's.
const Metric* find_figure(const analysis::Summary& figures, std::string_view name);

}  // namespace nscope::cli
