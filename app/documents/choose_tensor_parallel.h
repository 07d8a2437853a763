#pragma once

#include "profiler/base/result.h"
#include "profiler/base/task_control.h"
#include "simcore/catalog/catalog.h"
#include "simcore/engine/workload/workload.h"

namespace nscope::app {

/// The largest tensor parallelism of the instance that the model can be cut into
/// and fits, for workloads that leave it open: what is paid for is the whole
/// instance. Where none fits the largest, so that the refusal shows the best
/// case. Estimates each degree in turn: what is simulated (sim::estimate) takes its time. Errors:
/// those of sim::estimate but for refusals.
Result<int> choose_tensor_parallel(const catalog::Catalog& catalog, const sim::Workload& workload,
                                   TaskControl& control);

}  // namespace nscope::app
