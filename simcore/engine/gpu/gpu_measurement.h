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

/// One published figure with the workload that it is of.
struct GpuMeasurement {
  std::string id;         ///< of its row, "G00000"
  GpuWorkload workload;   ///< what the source states; the rest as it says in `reading`
  std::string gpu;        ///< Device::id
  std::string metric;     ///< "throughput" [tokens/s of all GPUs], "ttft_p50" [s]
  double value = 0;       ///< in that unit
  std::string printed;    ///< as the source prints it: "1007 tokens_per_s_per_gpu"
  std::string reading{};  ///< how an ambiguous row was read; empty: as it stands
  std::string source;     ///< repository, commit and path
};

/// Strict. Errors: kBadInput naming the member.
Result<GpuMeasurement> gpu_measurement_from_json(const Json& json, const std::string& where);
Json to_json(const GpuMeasurement& measurement);

/// The published figure nearest to a workload.
struct PublishedGpuFigure {
  const GpuMeasurement* measurement = nullptr;
  /// What the measured configuration has differently, in words: "64 GPUs instead of 8".
  std::vector<std::string> differences;
};

/// The nearest of `measurements` with the same task, model and GPU: by the number of GPUs
/// first, then types, batch, lengths. nullopt where nothing of that model was published on
/// that GPU: a figure of another one is none of this. Points into `measurements`.
std::optional<PublishedGpuFigure> find_published(const catalog::Catalog& catalog,
                                                 std::span<const GpuMeasurement> measurements,
                                                 const GpuWorkload& workload,
                                                 std::string_view metric = "throughput");

}  // namespace nscope::sim
