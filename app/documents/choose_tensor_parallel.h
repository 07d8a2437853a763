#pragma once

#include "profiler/base/result.h"
#include "profiler/base/task_control.h"
#include "simcore/catalog/catalog.h"
#include "simcore/engine/workload/workload.h"

namespace nscope::app {

/// A tensor parallel degree that was not stated.
struct ChosenDegree {
  int degree = 1;
  /// The degree that is preferred for smaller batches or sequences and has too little memory; 0:
  /// the chosen one is the preferred one.
  int too_small = 0;
};

/// Chooses the tensor parallel degree of a workload that does not state one: the largest degree of
/// the instance that is possible for the model and fits in memory, because the whole instance is
/// paid for, preferably without padded attention heads; for training, the fastest degree; for calls
/// of encoders and diffusion models, the smallest degree that fits. If none fits, returns the
/// largest one, so that the error of the simulation shows the best case. Runs sim::estimate() for
/// each degree, which can take long. Errors: those of sim::estimate(), except those that exclude a
/// degree.
Result<ChosenDegree> choose_tensor_parallel(const catalog::Catalog& catalog,
                                            const sim::Workload& workload, TaskControl& control);

}  // namespace nscope::app
