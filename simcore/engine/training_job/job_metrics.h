#pragma once

#include "simcore/engine/run/run_prediction.h"
#include "simcore/engine/training_job/job_trials.h"

namespace nscope::sim {

/// Adds the metrics of a job to those of its step:
/// - days_to_train_p50 [days] with the 5th and 95th percentile of the trials, _p90, _p95, _mean;
///   days_to_train_daly, the closed form; days_without_failures
/// - deadline_probability [share] with its 90 % confidence interval, if a deadline is stated
/// - goodput_percent, checkpoint_percent, lost_work_percent, restart_percent,
///   node_wait_percent: shares of the time of all trials; unfinished_percent of the trials
/// - failures_per_job, checkpoint_interval [s], checkpoint_size [B], checkpoint_write_time [s],
///   job_mtbf [h], restart_time [s]
/// Metrics based on values of the workload that are not published have the provenance `assumed`.
/// Metrics that cannot be computed are listed as unavailable with a reason.
void add_job(SimulationResult& result, const PlannedJob& job, const JobSetup& setup,
             const JobTrials& trials);

}  // namespace nscope::sim
