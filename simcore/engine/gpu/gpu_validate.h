#pragma once

#include "profiler/base/task_control.h"
#include "simcore/engine/gpu/gpu_calibration.h"
#include "simcore/engine/gpu/gpu_table.h"
#include "simcore/engine/validation/validate.h"
#include "simcore/engine/validation/validation_table.h"

#include <span>

namespace nscope::sim {

/// Predicts every row of a table of GPU measurements in the unit of the row, which is part of the
/// name of its metric. Errors: kCancelled.
Result<ValidationReport> validate_gpu(const catalog::Catalog& catalog, std::span<const GpuRow> rows,
                                      const GpuCalibration& calibration, TaskControl& control);

}  // namespace nscope::sim
