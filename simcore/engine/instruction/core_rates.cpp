#include "simcore/engine/instruction/core_rates.h"

#include <algorithm>
#include <cmath>
#include <string>

namespace nscope::sim {

double CoreRates::clock_of(Engine engine) const {
  switch (engine) {
    case Engine::kTensor: return tensor_hz;
    case Engine::kVector: return vector_hz;
    case Engine::kScalar: return scalar_hz;
    default: return gpsimd_hz;
  }
}

double CoreRates::dma_rate(double busy) const {
  return std::min(dma_engine_bandwidth, hbm_bandwidth / std::max(1.0, busy));
}

Result<CoreRates> core_rates(const catalog::Device& device) {
  const auto generation = parse_generation(device.generation);
  if (device.kind != catalog::DeviceKind::kNeuron || !generation || !device.core) {
    return fail(ErrorCode::kInvalidArgument,
                tr("{} has no NeuronCores, so its instructions cannot be simulated", device.title));
  }
  if (*generation == CoreGeneration::kV1) {
    return fail(ErrorCode::kInvalidArgument,
                tr("{}: the instruction costs of NeuronCore-v1 are not published, so its "
                   "instructions cannot be simulated",
                   device.title));
  }
  const Result<CoreTiming>& timing = built_in_core_timing();
  if (!timing) return fail(timing.error());
  const catalog::NeuronCore& core = *device.core;
  CoreRates rates{.device = &device, .timing = &*timing, .generation = *generation};
  std::string missing;
  const auto value = [&](const std::optional<catalog::Fact>& fact, const char* name) {
    if (!fact && missing.empty()) missing = name;
    return fact ? fact->value : 0.0;
  };
  const auto optional = [](const std::optional<catalog::Fact>& fact) {
    return fact ? fact->value : 0.0;
  };
  rates.tensor_hz = value(core.tensor_clock, "tensor_clock");
  rates.vector_hz = value(core.vector_clock, "vector_clock");
  rates.scalar_hz = value(core.scalar_clock, "scalar_clock");
  rates.gpsimd_hz = value(core.gpsimd_clock, "gpsimd_clock");
  rates.pe_rows = value(core.pe_rows, "pe_rows");
  rates.pe_columns = value(core.pe_columns, "pe_columns");
  const double sbuf = value(core.sbuf, "sbuf");
  const double psum = value(core.psum, "psum");
  rates.dma_engines = value(core.dma_engines, "dma_engines");
  rates.dma_engine_bandwidth = value(core.dma_engine_bandwidth, "dma_engine_bandwidth");
  rates.dma_start = value(core.dma_start_latency, "dma_start_latency");
  rates.dma_row_floor = optional(core.dma_row_floor);
  rates.dma_issue = optional(core.dma_issue_time);
  rates.gating_window = optional(core.clock_gating_window);
  if (!missing.empty()) {
    return fail(ErrorCode::kInvalidArgument,
                tr("{}: the catalogue has no value for {} of its core", device.title, missing));
  }
  rates.sbuf_partition = sbuf / rates.pe_rows;
  rates.psum_partition = psum / rates.pe_rows;
  rates.hbm_bandwidth = device.memory_bandwidth.value / device.cores;
  return rates;
}

Result<const catalog::Device*> device_named(const catalog::Catalog& catalog,
                                            std::string_view name) {
  const auto device = catalog.device(name);
  if (device) return device;
  if (const auto instance = catalog.instance(name)) return &catalog.device_of(**instance);
  for (const catalog::Instance& instance : catalog.instances()) {
    const std::string_view id = instance.id;
    if (!name.empty() && id.starts_with(name) && id.size() > name.size() &&
        (id[name.size()] == '.' || id[name.size()] == '-')) {
      return &catalog.device_of(instance);
    }
  }
  return device;
}

Picoseconds to_picoseconds(double seconds) {
  constexpr double kPerSecond = 1e12;
  return std::llround(seconds * kPerSecond);
}

}  // namespace nscope::sim
