#pragma once

#include "profiler/base/provenance.h"
#include "simcore/engine/gpu/gpu_calibration.h"
#include "simcore/engine/gpu/gpu_times.h"

#include <optional>
#include <string>
#include <vector>

namespace nscope::sim {

/// The prediction of a workload on GPUs. Metrics have the provenance `simulated` and, if their
/// task was measured, a 90 % band from residuals with their group left out, which is wider outside
/// of the measured domain.
struct GpuEstimate {
  GpuWorkload workload;  ///< with values for everything that was left open
  /// Generation: throughput [tokens/s], tpot_p50 [s], ttft_p50 [s], latency_p50 [s],
  /// sequences_at_a_time [count]. Training: throughput [tokens/s], throughput_per_gpu,
  /// step_time [s]. Both: mfu_estimated_percent [share], memory_per_gpu [B], and the time of each
  /// kind of operator of a step without overlap.
  std::vector<Metric> metrics;
  catalog::MemoryFit memory;  ///< of one GPU
  std::vector<Text> outside_domain;

  /// The metric with that name, or nullptr.
  const Metric* find(std::string_view name) const;
};

/// Computes the closed form, without a trace. Errors: those of plan_gpu(). The second overload
/// takes other parameters than the built-in ones. Thread-safe.
Result<GpuEstimate> estimate_gpu(const catalog::Catalog& catalog, const GpuWorkload& workload);
Result<GpuEstimate> estimate_gpu(const catalog::Catalog& catalog, const GpuWorkload& workload,
                                 const GpuCalibration& calibration);

/// The same for a workload that is already placed.
GpuEstimate estimate_gpu(const catalog::Catalog& catalog, const GpuPlan& plan,
                         const GpuCalibration& calibration);

/// Whether the instance type has GPUs; false if it is not in the catalogue.
bool is_gpu_instance(const catalog::Catalog& catalog, std::string_view instance);

}  // namespace nscope::sim
