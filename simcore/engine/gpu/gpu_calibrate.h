#pragma once

#include "profiler/base/task_control.h"
#include "simcore/engine/gpu/gpu_calibration.h"
#include "simcore/engine/gpu/gpu_table.h"

#include <span>
#include <string>
#include <vector>

namespace nscope::sim {

/// One measurement and its prediction, in the measurement's unit.
struct GpuPrediction {
  const GpuMeasurement* measurement = nullptr;
  double predicted = 0;

  /// predicted / measured - 1.
  double relative_error() const { return predicted / measurement->value - 1.0; }
};

/// A fit and what it is worth. Predictions point into `calibration.measurements`.
struct GpuCalibrationReport {
  GpuCalibration calibration;
  std::vector<GpuPrediction> fitted;
  /// The same, predicted by parameters fitted without its model.
  std::vector<GpuPrediction> leave_one_model_out;
  std::vector<std::string> skipped;  ///< "G01674: why", rows not used

  GpuCalibrationReport() = default;
  GpuCalibrationReport(GpuCalibrationReport&&) = default;  // moving keeps the pointers valid
  GpuCalibrationReport& operator=(GpuCalibrationReport&&) = default;
  GpuCalibrationReport(const GpuCalibrationReport&) = delete;
  GpuCalibrationReport& operator=(const GpuCalibrationReport&) = delete;
};

/// The measurements of a table that a fit can use, in the table's order; the others with
/// the reason in `skipped`.
std::vector<GpuMeasurement> usable_gpu_measurements(const catalog::Catalog& catalog,
                                                    std::span<const GpuRow> rows,
                                                    std::vector<std::string>& skipped);

/// Fits the free parameters of gpu_parameter_table() to all measurements together by least
/// squares on ln(predicted / measured), all weighing the same, and a weak prior, 0.1
/// ln(p / initial). The same fit without one model, one family of models (as many layers
/// of the same width) and one GPU chip (with any memory) at a time gives the accuracy.
/// Deterministic. Errors: kBadInput with fewer than two models, kCancelled, those of plan_gpu() for
/// a measurement that cannot be placed.
Result<GpuCalibrationReport> calibrate_gpu(const catalog::Catalog& catalog,
                                           std::vector<GpuMeasurement> measurements,
                                           const std::string& date, const std::string& data,
                                           TaskControl& control);

}  // namespace nscope::sim
