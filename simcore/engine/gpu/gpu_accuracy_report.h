#pragma once

#include "simcore/engine/gpu/gpu_calibrate.h"

#include <string>

namespace nscope::sim {

/// A fit in words, as Markdown: errors of each task, stack and metric, parameters, every row
/// with its leave-one-model-out prediction, worst first, and what was left out and why. The
/// same fit gives the same text.
std::string gpu_accuracy_report(const GpuCalibrationReport& report);

/// `nscope.gpu-calibrate/1`: the calibration and the rows; errors in per cent.
Json to_json(const GpuCalibrationReport& report);

}  // namespace nscope::sim
