#pragma once

#include "profiler/base/json.h"
#include "profiler/base/result.h"
#include "simcore/engine/gpu/gpu_workload.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace nscope::sim {

/// One published measurement with its workload.
struct GpuMeasurement {
  std::string id;         ///< of its row, "G00000"
  GpuWorkload workload;   ///< as stated by the source or interpreted as described in `reading`
  std::string gpu;        ///< Device::id
  std::string metric;     ///< "throughput" [tokens/s of all GPUs], "ttft_p50" [s]
  double value = 0;       ///< in that unit
  std::string printed;    ///< as in the source: "1007 tokens_per_s_per_gpu"
  std::string reading{};  ///< the interpretation of an ambiguous row, or empty
  std::string source;     ///< repository, commit and path
};

/// Reads a measurement strictly. Errors: kBadInput with the key.
Result<GpuMeasurement> gpu_measurement_from_json(const Json& json, const std::string& where);
Json to_json(const GpuMeasurement& measurement);

/// The published measurement nearest to a workload.
struct PublishedGpuFigure {
  const GpuMeasurement* measurement = nullptr;
  /// The differences of the measured configuration: "64 GPUs instead of 8".
  std::vector<Text> differences;
};

/// The nearest of `measurements` with the same task, model and GPU: compared first by the number of
/// GPUs, then by types, batch and lengths. nullopt if there is no measurement of that model on that
/// GPU. Points into `measurements`.
std::optional<PublishedGpuFigure> find_published(const catalog::Catalog& catalog,
                                                 std::span<const GpuMeasurement> measurements,
                                                 const GpuWorkload& workload,
                                                 std::string_view metric = "throughput");

}  // namespace nscope::sim
