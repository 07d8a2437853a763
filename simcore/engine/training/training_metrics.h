#pragma once

#include "simcore/engine/calibration/metric_list.h"
#include "simcore/engine/training/training_times.h"

namespace nscope::sim {

/// Adds the metrics of a training step: step_time [s], throughput [sequences/s], tokens_per_second,
/// mfu_estimated_percent (6 operations per matrix element and token, and the full square of the
/// attention scores, as PaLM counts them, arXiv:2204.02311, appendix B), and the parts of the step
/// time.
void add_training(MetricList& list, const TrainingStep& step, const TrainingTimes& times,
                  const catalog::Model& model, const Workload& workload);

}  // namespace nscope::sim
