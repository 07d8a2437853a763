#pragma once

#include "profiler/base/json.h"
#include "profiler/base/result.h"
#include "simcore/catalog/catalog.h"
#include "simcore/engine/calibration/value_range.h"
#include "simcore/engine/gpu/gpu_measurement.h"
#include "simcore/engine/gpu/gpu_parameters.h"
#include "simcore/engine/gpu/gpu_plan.h"

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace nscope::sim {

/// Accuracy of the prediction of one metric for one stack. Errors are shares of the measured
/// value. A group is the rows of a source for a model family and a GPU. Ratios are measured divided
/// by predicted, with the row's group left out of the fit.
struct GpuAccuracy {
  std::string task;    ///< "generate", "train"
  std::string stack;   ///< "tensorrt-llm"; "all" for all stacks of a task
  std::string metric;  ///< "throughput"; "all" for all metrics of a task
  int rows = 0;
  int groups = 0;
  double fit = 0;        ///< mean absolute error of the fit
  double group_out = 0;  ///< mean absolute error with leave one group out
  double group_median = 0;
  double group_p90 = 0;
  double group_bias = 0;  ///< median of predicted / measured - 1 with leave one group out
  double source_out = 0;  ///< mean absolute error with leave one source out
  double gpu_out = 0;     ///< mean absolute error with leave one GPU chip (any memory) out
  double low_ratio = 1;   ///< of the band: measured / predicted
  double high_ratio = 1;
  double coverage = 0;  ///< share of the rows within the band of all other groups
};

/// The inputs that the measurements of one stack cover.
struct GpuDomain {
  std::string stack;
  std::vector<std::string> gpus;          ///< device ids
  std::vector<std::string> weight_types;  ///< by the names of gpu_weight_type()
  std::vector<std::string> models;
  ValueRanges sizes;  ///< by the names of gpu_sizes()
};

/// Parameters with the measurements, accuracy and measured domain that they are based on.
struct GpuCalibration {
  GpuParameters parameters;
  std::string date;  ///< ISO date of the fit
  std::string data;  ///< name of the table
  std::vector<GpuAccuracy> accuracy;
  std::vector<GpuDomain> domains;            ///< one for each stack
  std::vector<GpuMeasurement> measurements;  ///< used for the fit

  const GpuAccuracy* find(std::string_view stack, std::string_view metric) const;
  /// The accuracy whose band applies to a metric of a stack: its own if it was measured in enough
  /// groups, otherwise that of all stacks and metrics of the task; nullptr if neither was measured.
  const GpuAccuracy* band_of(GpuTask task, std::string_view stack, std::string_view metric) const;
};

/// The sizes of a plan that the domain limits: "GPUs", "parameters", ...
std::map<std::string, double> gpu_sizes(const GpuPlan& plan);

/// "fp8 on h100". For bf16 and fp16, which have the same speed on GPUs, "16-bit on h100".
std::string gpu_weight_type(const GpuWorkload& workload, std::string_view gpu);

/// The inputs of a plan that are outside of the measured domain of its stack; empty if all are
/// inside. A GPU is inside if a GPU of its generation with the same peaks was measured: the same
/// chip with other memory, whose published size and bandwidth are used.
std::vector<Text> outside_gpu_domain(const catalog::Catalog& catalog,
                                     const GpuCalibration& calibration, const GpuPlan& plan);

/// Reads a calibration strictly. Errors: kBadInput with the key.
Result<GpuCalibration> gpu_calibration_from_json(const Json& json, std::string_view name);
/// Schema `nscope.gpu-calibration/1`; reading it back gives the same values.
Json to_json(const GpuCalibration& calibration);

/// The built-in calibration (resources/calibration/gpu.json), read once. Thread-safe.
const Result<GpuCalibration>& built_in_gpu_calibration();

}  // namespace nscope::sim
