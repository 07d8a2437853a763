#include "simcore/engine/machine/machine.h"

#include <algorithm>

namespace nscope::sim {

Machine one_physical_core(Machine machine) {
  const int cores = machine.physical_per_logical;
  if (cores == 1) return machine;
  machine.physical_per_logical = 1;
  machine.sbuf /= cores;
  machine.dma_engines /= cores;
  machine.dma_bandwidth = std::min(machine.dma_engines, machine.hbm_bandwidth);
  return machine;
}

Result<Machine> machine_of(const catalog::Catalog& catalog, const catalog::Instance& instance) {
  const catalog::Device& device = catalog.device_of(instance);
  const auto generation = parse_generation(device.generation);
  if (device.kind != catalog::DeviceKind::kNeuron || !generation || !device.core) {
    return fail(ErrorCode::kInvalidArgument,
                tr("{} ({}): simulation is not supported for this device because the engine clocks "
                   "of a NeuronCore are required",
                   instance.id, device.title));
  }
  const Result<CoreTiming>& timing = built_in_core_timing();
  if (!timing) return fail(timing.error());
  const catalog::NeuronCore& core = *device.core;
  Machine machine{
      .instance = &instance, .device = &device, .timing = &*timing, .generation = *generation};
  machine.physical_per_logical = std::max(1, device.cores / device.logical_cores);
  machine.logical_per_chip = device.logical_cores;
  std::string missing;
  const auto value = [&](const std::optional<catalog::Fact>& fact, const char* name) {
    if (!fact && missing.empty()) missing = name;
    return fact ? fact->value : 0.0;
  };
  machine.tensor_hz = value(core.tensor_clock, "tensor_clock");
  machine.vector_hz = value(core.vector_clock, "vector_clock");
  machine.scalar_hz = value(core.scalar_clock, "scalar_clock");
  if (*generation != CoreGeneration::kV1) {
    machine.gpsimd_hz = value(core.gpsimd_clock, "gpsimd_clock");
  }
  machine.pe_rows = value(core.pe_rows, "pe_rows");
  machine.pe_columns = value(core.pe_columns, "pe_columns");
  machine.partitions = machine.pe_rows;
  const double vector_lanes = value(core.vector_lanes, "vector_lanes");
  const double scalar_lanes = value(core.scalar_lanes, "scalar_lanes");
  const double sbuf = value(core.sbuf, "sbuf");
  const double dma = value(core.dma_engines, "dma_engines") *
                     value(core.dma_engine_bandwidth, "dma_engine_bandwidth");
  machine.dma_start = value(core.dma_start_latency, "dma_start_latency");
  if (!missing.empty()) {
    return fail(ErrorCode::kInvalidArgument,
                tr("{}: simulation is not supported because the catalogue has no value for {} of "
                   "its core",
                   instance.id, missing));
  }
  machine.vector_speed = std::max(1.0, vector_lanes / machine.partitions);
  machine.scalar_speed = std::max(1.0, scalar_lanes / machine.partitions);
  machine.sbuf = sbuf * machine.physical_per_logical;
  machine.hbm_bandwidth = device.memory_bandwidth.value / device.logical_cores;
  machine.dma_engines = dma * machine.physical_per_logical;
  machine.dma_bandwidth = std::min(machine.dma_engines, machine.hbm_bandwidth);
  if (instance.chips > 1) {
    const catalog::Topology& topology = instance.topology;
    if (topology.hop_latency) machine.hop_latency = topology.hop_latency->value;
    const bool port = topology.kind == catalog::TopologyKind::kSwitched;
    const std::size_t links = port ? 1 : topology.neighbours(0, instance.chips).size();
    if (topology.link_bandwidth && links > 0) {
      machine.link_share =
          topology.link_bandwidth->value * static_cast<double>(links) / machine.logical_per_chip;
    }
  }
  return machine;
}

}  // namespace nscope::sim
