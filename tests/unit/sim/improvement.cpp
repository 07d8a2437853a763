#include "tests/unit/sim/improvement.h"

#include "profiler/base/overloaded.h"
#include "tests/unit/sim/built_in.h"

#include <map>
#include <optional>
#include <set>
#include <type_traits>

namespace nscope::sim {
namespace {

void scale(catalog::Fact& fact, double factor) {
  fact.value *= factor;
}
void scale(std::optional<catalog::Fact>& fact, double factor) {
  if (fact) scale(*fact, factor);
}
void scale(std::map<std::string, catalog::Fact>& facts, double factor) {
  for (auto& [name, fact] : facts) scale(fact, factor);
}

/// Changes every device of a catalogue, also those of LNC 1. A catalogue is read-only for its
/// users; this one is a copy that the test owns.
void change_devices(catalog::Catalog& catalogue,
                    const std::function<void(catalog::Device&)>& change) {
  std::set<const catalog::Device*> devices;
  for (const catalog::Instance& instance : catalogue.instances()) {
    devices.insert(&catalogue.device_of(instance));
    if (const auto single = catalogue.instance(instance.id, 1)) {
      devices.insert(&catalogue.device_of(**single));
    }
  }
  for (const catalog::Device* const device : devices) {
    change(const_cast<catalog::Device&>(*device));
  }
}
void change_instances(catalog::Catalog& catalogue,
                      const std::function<void(catalog::Instance&)>& change) {
  std::set<const catalog::Instance*> instances;
  for (const catalog::Instance& instance : catalogue.instances()) {
    instances.insert(&instance);
    if (const auto single = catalogue.instance(instance.id, 1)) instances.insert(*single);
  }
  for (const catalog::Instance* const instance : instances) {
    change(const_cast<catalog::Instance&>(*instance));
  }
}

void widen_memory_bandwidth(World& world) {
  change_devices(world.catalogue,
                 [](catalog::Device& device) { scale(device.memory_bandwidth, 1.5); });
}
void speed_up_dma(World& world) {
  change_devices(world.catalogue, [](catalog::Device& device) {
    if (device.core) scale(device.core->dma_engine_bandwidth, 1.5);
  });
}
void speed_up_matrices(World& world) {
  change_devices(world.catalogue, [](catalog::Device& device) {
    scale(device.peak, 1.5);
    if (!device.core) return;
    scale(device.core->peak, 1.5);
    scale(device.core->tensor_clock, 1.5);
  });
}
void speed_up_other_engines(World& world) {
  change_devices(world.catalogue, [](catalog::Device& device) {
    if (!device.core) return;
    scale(device.core->vector_clock, 1.5);
    scale(device.core->scalar_clock, 1.5);
    scale(device.core->gpsimd_clock, 1.5);
  });
}
void enlarge_memory(World& world) {
  change_devices(world.catalogue, [](catalog::Device& device) { scale(device.memory, 2); });
}
void widen_links(World& world) {
  change_devices(world.catalogue,
                 [](catalog::Device& device) { scale(device.link_bandwidth, 1.5); });
  change_instances(world.catalogue, [](catalog::Instance& instance) {
    scale(instance.topology.link_bandwidth, 1.5);
    scale(instance.network_bandwidth, 1.5);
  });
}
void shorten_latencies(World& world) {
  change_devices(world.catalogue, [](catalog::Device& device) {
    if (device.core) scale(device.core->dma_start_latency, 0.5);
  });
  change_instances(world.catalogue,
                   [](catalog::Instance& instance) { scale(instance.topology.hop_latency, 0.5); });
}
/// Halves every parameter that is a time.
template <class Table, class Parameters>
void halve_seconds(const Table& table, Parameters& parameters) {
  for (const auto& info : table) {
    if (info.unit == "s") parameters.*info.member *= 0.5;
  }
}
void shorten_launches(World& world) {
  halve_seconds(parameter_table(), world.calibration.parameters);
  halve_seconds(gpu_parameter_table(), world.gpu_calibration.parameters);
  world.launches = 0.5;
}

/// Replaces the type of the weights (or of a kernel) by `narrow`. False if it is not narrower.
bool narrow_weights(Configuration& configuration, const std::string& narrow) {
  const auto narrower_than = [&](const std::string& type) {
    static const std::map<std::string, int> kRank{
        {"fp32", 0}, {"bf16x2", 1}, {"bf16", 2},  {"fp16", 2},  {"int8", 3},
        {"fp8", 3},  {"int4", 3},   {"mxfp8", 4}, {"mxfp4", 5}, {"fp4", 5}};
    return kRank.at(narrow) > kRank.at(type);
  };
  const auto replace = [&](std::string& type) {
    if (!narrower_than(type)) return false;
    type = narrow;
    return true;
  };
  return std::visit(
      Overloaded{[&](Workload& workload) {
                   auto* const kernel = std::get_if<KernelSetup>(&workload.kind);
                   if (kernel != nullptr) {
                     return (narrow == "fp8" || narrow == "mxfp8") && replace(kernel->dtype);
                   }
                   return replace(workload.weight_dtype);
                 },
                 [&](GpuWorkload& workload) { return replace(workload.weight_dtype); }},
      configuration);
}

/// Replaces fp32 by bf16 everywhere.
bool narrow_everything(Configuration& configuration) {
  if (auto* const workload = std::get_if<Workload>(&configuration)) {
    if (auto* const kernel = std::get_if<KernelSetup>(&workload->kind)) {
      if (kernel->dtype != "fp32") return false;
      kernel->dtype = "bf16";
      return true;
    }
  }
  return std::visit(
      [](auto& workload) {
        if (workload.dtype != "fp32") return false;
        workload.dtype = "bf16";
        if (workload.weight_dtype == "fp32") workload.weight_dtype = "bf16";
        if constexpr (std::is_same_v<std::remove_reference_t<decltype(workload)>, Workload>) {
          workload.casts_matmuls = false;
        }
        return true;
      },
      configuration);
}

}  // namespace

const World& usual_world() {
  static const World world{catalogue(), *built_in_calibration(), *built_in_gpu_calibration()};
  return world;
}

std::vector<Improvement> improvements() {
  const auto narrow = [](const char* type) {
    return [type](Configuration& configuration) { return narrow_weights(configuration, type); };
  };
  return {{"more memory bandwidth", widen_memory_bandwidth},
          {"faster DMA engines", speed_up_dma},
          {"faster matrix engines", speed_up_matrices},
          {"faster other engines", speed_up_other_engines},
          {"more memory", enlarge_memory},
          {"faster links and networks", widen_links},
          {"shorter latencies", shorten_latencies},
          {"shorter launches", shorten_launches},
          {"fp8 weights", {}, narrow("fp8")},
          {"int8 weights", {}, narrow("int8")},
          {"int4 weights", {}, narrow("int4")},
          {"mxfp8 weights", {}, narrow("mxfp8")},
          {"4-bit floating-point weights",
           {},
           [](Configuration& configuration) {
             const bool gpu = std::holds_alternative<GpuWorkload>(configuration);
             return narrow_weights(configuration, gpu ? "fp4" : "mxfp4");
           }},
          {"bf16 instead of fp32", {}, narrow_everything},
          {"fp8 KV cache", {}, [](Configuration& configuration) {
             auto* const workload = std::get_if<Workload>(&configuration);
             if (workload == nullptr || !workload->kv_dtype.empty()) return false;
             workload->kv_dtype = "fp8";
             return true;
           }}};
}

}  // namespace nscope::sim
