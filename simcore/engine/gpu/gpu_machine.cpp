#include "simcore/engine/gpu/gpu_machine.h"

#include <algorithm>
#include <array>

namespace nscope::sim {

Result<GpuMachine> gpu_machine_of(const catalog::Catalog& catalog,
                                  const catalog::Instance& instance) {
  const catalog::Device& device = catalog.device_of(instance);
  if (device.kind != catalog::DeviceKind::kGpu) {
    return fail(ErrorCode::kInvalidArgument, tr("{} ({}) has no GPUs", instance.id, device.title));
  }
  constexpr std::array<std::string_view, 5> kBeforeHopper{"Volta", "Turing", "Ampere", "Ada",
                                                          "Ada Lovelace"};
  GpuMachine machine{.instance = &instance, .device = &device, .gpus = instance.chips};
  machine.hopper_on = std::find(kBeforeHopper.begin(), kBeforeHopper.end(), device.generation) ==
                      kBeforeHopper.end();
  machine.pcie = instance.topology.kind == catalog::TopologyKind::kPcie;
  machine.memory = device.memory.value;
  machine.memory_bandwidth = device.memory_bandwidth.value;
  if (instance.chips > 1) {
    const auto& link =
        instance.topology.link_bandwidth ? instance.topology.link_bandwidth : device.link_bandwidth;
    if (link) machine.link = link->value;
  }
  constexpr double kBitsPerByte = 8;
  if (instance.network_bandwidth) {
    machine.network = instance.network_bandwidth->value / kBitsPerByte;
  }
  return machine;
}

Result<double> gpu_peak(const GpuMachine& machine, std::string_view type) {
  const catalog::Device& device = *machine.device;
  const auto peak = device.peak.find(std::string(type));
  if (peak != device.peak.end()) return peak->second.value;
  std::string known;
  for (const auto& [name, fact] : device.peak) known += (known.empty() ? "" : ", ") + name;
  return fail(ErrorCode::kInvalidArgument,
              tr("{} has no published peak for {}; published: {}", device.title, type, known));
}

}  // namespace nscope::sim
