#pragma once

#include "profiler/base/language.h"
#include "simcore/engine/gpu/gpu_calibrate.h"

#include <string>

namespace nscope::sim {

/// A report on a fit in Markdown: errors of each task, stack and metric, parameters, every row
/// with its leave-one-model-out prediction, the largest errors first, and the skipped rows with
/// the reasons. The same fit gives the same text.
std::string gpu_accuracy_report(const GpuCalibrationReport& report, const Language& language);
/// `nscope.gpu-calibrate/1`: the calibration and the rows; errors in percent.
Json to_json(const GpuCalibrationReport& report);

}  // namespace nscope::sim
