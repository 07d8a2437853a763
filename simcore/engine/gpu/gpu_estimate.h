#pragma once

#include "profiler/base/provenance.h"
#include "simcore/engine/gpu/gpu_calibration.h"
#include "simcore/engine/gpu/gpu_times.h"

#include <optional>
#include <string>
#include <vector>

namespace nscope::sim {

/// What a workload on GPUs is predicted to do. Metrics carry provenance `simulated` and,
/// where their stack was measured, a 90 % band from leave-one-model-out residuals, widened
/// outside the domain.
struct GpuEstimate {
  GpuWorkload workload;  ///< with everything that it left open filled in
  /// Generation: throughput [tokens/s], tpot_p50 [s], ttft_p50 [s], latency_p50 [s],
  /// sequences_at_a_time [count]. Training: throughput [tokens/s], throughput_per_gpu,
  /// step_time [s]. Both: mfu_estimated_percent [share], memory_per_gpu [B], and the time
  /// of each kind of operator of a step on its own.
  std::vector<Metric> metrics;
  catalog::MemoryFit memory;  ///< of one GPU
  std::vector<std::string> outside_domain;

  /// The metric of that name, or nullptr.
  const Metric* find(std::string_view name) const;
};

/// The closed form; no trace. Errors: those of plan_gpu(). The second form takes other
/// parameters than the built-in ones. Thread-safe.
Result<GpuEstimate> estimate_gpu(const catalog::Catalog& catalog, const GpuWorkload& workload);
Result<GpuEstimate> estimate_gpu(const catalog::Catalog& catalog, const GpuWorkload& workload,
                                 const GpuCalibration& calibration);

/// Whether the instance of that name has GPUs; false for one that is not in the catalogue.
bool is_gpu_instance(const catalog::Catalog& catalog, std::string_view instance);

}  // namespace nscope::sim
