#pragma once

#include "profiler/base/task_control.h"
#include "simcore/engine/gpu/gpu_calibration.h"
#include "simcore/engine/gpu/gpu_table.h"
#include "simcore/engine/validation/table_record.h"

#include <span>
#include <string>
#include <vector>

namespace nscope::sim {

/// One measurement and its prediction, in the unit of the measurement.
struct GpuPrediction {
  const GpuMeasurement* measurement = nullptr;
  double predicted = 0;

  /// predicted / measured - 1.
  double relative_error() const { return predicted / measurement->value - 1.0; }
};

/// A fit and its accuracy. Predictions point into `calibration.measurements`.
struct GpuCalibrationReport {
  GpuCalibration calibration;
  std::vector<GpuPrediction> fitted;
  /// The same rows, predicted with parameters that were fitted without their group.
  std::vector<GpuPrediction> leave_one_group_out;
  std::vector<SkippedRow> skipped;

  GpuCalibrationReport() = default;
  GpuCalibrationReport(GpuCalibrationReport&&) = default;  // moving keeps the pointers valid
  GpuCalibrationReport& operator=(GpuCalibrationReport&&) = default;
  GpuCalibrationReport(const GpuCalibrationReport&) = delete;
  GpuCalibrationReport& operator=(const GpuCalibrationReport&) = delete;
};

/// The measurements of a table that a fit can use, in the order of the table. The others are
/// appended to `skipped`.
std::vector<GpuMeasurement> usable_gpu_measurements(const catalog::Catalog& catalog,
                                                    std::span<const GpuRow> rows,
                                                    std::vector<SkippedRow>& skipped);

/// Fits the free parameters of gpu_parameter_table() to all measurements by least squares on
/// ln(predicted / measured) with equal weights and a weak prior, 0.2 ln(p / initial). The squares
/// of residuals above 0.15 grow linearly (Huber). The accuracy comes from the same fit without one
/// group (rows of one source for one family of models with equal numbers of layers and hidden sizes
/// on one device), without one source, and without one GPU chip (with any memory) at a time.
/// Deterministic. Errors: kBadInput with fewer than two models, kCancelled, those of plan_gpu() for
/// a measurement that cannot be placed.
Result<GpuCalibrationReport> calibrate_gpu(const catalog::Catalog& catalog,
                                           std::vector<GpuMeasurement> measurements,
                                           const std::string& date, const std::string& data,
                                           TaskControl& control);

}  // namespace nscope::sim
