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

/// How well one metric of one stack is predicted, errors as shares of the measured value.
/// Ratios are measured over predicted with the row's model left out of the fit.
struct GpuAccuracy {
  std::string task;    ///< "generate", "train"
  std::string stack;   ///< "tensorrt-llm"; "all" for the stacks of a task together
  std::string metric;  ///< "throughput"; "all" likewise
  int rows = 0;
  double fit = 0;           ///< mean absolute error of the fit
  double model_out = 0;     ///< mean absolute error, leave one model out
  double model_median = 0;  ///< median absolute error of the same
  double model_p90 = 0;
  double family_out = 0;  ///< mean absolute error, leave one family of models out
  double gpu_out = 0;     ///< mean absolute error, leave one GPU chip out, with any memory
  double low_ratio = 1;   ///< 5th percentile of measured / predicted
  double high_ratio = 1;  ///< 95th percentile
};

/// What the rows of one stack covered.
struct GpuDomain {
  std::string stack;
  std::vector<std::string> gpus;          ///< device ids
  std::vector<std::string> weight_types;  ///< by the names of gpu_weight_type()
  std::vector<std::string> models;
  ValueRanges sizes;  ///< by the names of gpu_sizes()
};

/// Parameters with everything needed to defend them.
struct GpuCalibration {
  GpuParameters parameters;
  std::string date;  ///< ISO date of the fit
  std::string data;  ///< which table
  std::vector<GpuAccuracy> accuracy;
  std::vector<GpuDomain> domains;            ///< one for each stack
  std::vector<GpuMeasurement> measurements;  ///< those it was fitted to

  const GpuAccuracy* find(std::string_view stack, std::string_view metric) const;
};

/// The sizes of a plan that the domain is about: "GPUs", "parameters", ...
std::map<std::string, double> gpu_sizes(const GpuPlan& plan);

/// "fp8 on h100"; bf16 and fp16, which GPUs treat alike, are "16-bit on h100".
std::string gpu_weight_type(const GpuWorkload& workload, std::string_view gpu);

/// Which inputs of a plan lie outside what its stack was fitted on, in words; empty inside.
/// A GPU is inside where one of its generation with the same peaks was measured: the same
/// chip with another memory, whose size and bandwidth enter by their published values.
std::vector<std::string> outside_gpu_domain(const catalog::Catalog& catalog,
                                            const GpuCalibration& calibration, const GpuPlan& plan);

/// Strict. Errors: kBadInput naming the member.
Result<GpuCalibration> gpu_calibration_from_json(const Json& json, std::string_view name);
/// Schema `nscope.gpu-calibration/1`; reading it back gives the same values.
Json to_json(const GpuCalibration& calibration);

/// The built-in calibration (resources/calibration/gpu.json), read once. Thread-safe.
const Result<GpuCalibration>& built_in_gpu_calibration();

}  // namespace nscope::sim
