#include "simcore/catalog/device.h"

#include "simcore/catalog/fact_reader.h"

#include <fmt/format.h>

namespace nscope::catalog {
namespace {

NeuronCore read_core(StrictObject& in, FactReader& facts) {
  NeuronCore core;
  core.tensor_clock = facts.optional_measure(in, "tensor_clock", UnitKind::kHertz);
  core.vector_clock = facts.optional_measure(in, "vector_clock", UnitKind::kHertz);
  core.scalar_clock = facts.optional_measure(in, "scalar_clock", UnitKind::kHertz);
  core.gpsimd_clock = facts.optional_measure(in, "gpsimd_clock", UnitKind::kHertz);
  core.pe_rows = facts.optional_count(in, "pe_rows", "rows");
  core.pe_columns = facts.optional_count(in, "pe_columns", "columns");
  core.vector_lanes = facts.optional_count(in, "vector_lanes", "elements/cycle");
  core.scalar_lanes = facts.optional_count(in, "scalar_lanes", "elements/cycle");
  core.sbuf = facts.optional_measure(in, "sbuf", UnitKind::kBytes);
  core.sbuf_partition_usable =
      facts.optional_measure(in, "sbuf_partition_usable", UnitKind::kBytes);
  core.psum = facts.optional_measure(in, "psum", UnitKind::kBytes);
  core.dma_engines = facts.optional_count(in, "dma_engines", "engines");
  core.dma_engine_bandwidth =
      facts.optional_measure(in, "dma_engine_bandwidth", UnitKind::kBytesPerSecond);
  core.dma_start_latency = facts.optional_measure(in, "dma_start_latency", UnitKind::kSeconds);
  core.dma_issue_time = facts.optional_measure(in, "dma_issue_time", UnitKind::kSeconds);
  core.dma_row_floor = facts.optional_measure(in, "dma_row_floor", UnitKind::kBytes);
  core.clock_gating_window = facts.optional_measure(in, "clock_gating_window", UnitKind::kSeconds);
  core.peak = facts.measures(in, "peak", UnitKind::kFlopsPerSecond);
  return core;
}

void read_cores(StrictObject& in, FactReader& facts, Device& device) {
  const bool gpu = device.kind == DeviceKind::kGpu;
  device.core_count = facts.count(in, "cores", gpu ? "GPUs" : "cores");
  device.logical_core_count = facts.count(in, "logical_cores", gpu ? "GPUs" : "cores");
  device.cores = static_cast<int>(device.core_count.value);
  device.logical_cores = static_cast<int>(device.logical_core_count.value);
  if (device.logical_cores < 1) device.logical_cores = 1;
  if (device.cores % device.logical_cores != 0) {
    in.reject("logical_cores", tr("must divide the number of cores"));
  }
  if (gpu && device.cores != 1) in.reject("cores", tr("must be 1 for a GPU"));
}

}  // namespace

std::string_view to_string(DeviceKind kind) {
  switch (kind) {
    case DeviceKind::kNeuron: return "neuron";
    case DeviceKind::kGpu: return "gpu";
  }
  return "neuron";
}

Device with_logical_core_size(const Device& device, int size) {
  Device changed = device;
  const double share = 1.0 * size / device.logical_core_size();
  changed.logical_cores = device.cores / size;
  changed.logical_core_count.value = changed.logical_cores;
  changed.logical_core_count.printed = fmt::format("{} cores", changed.logical_cores);
  changed.logical_core_count.confidence = Confidence::kDerived;
  changed.logical_core_count.note =
      fmt::format("{} cores / {} physical cores of a logical core", device.cores, size);
  if (changed.runtime_reserve) changed.runtime_reserve->value *= share;
  return changed;
}

Result<Device> device_from_json(const Json& json, std::string_view name) {
  StrictObject in{json, std::string(name)};
  if (in.string("schema") != "nscope.device/1") in.reject("schema", tr("must be nscope.device/1"));
  FactReader facts(in);
  Device device;
  device.id = in.string("id");
  if (device.id.empty()) in.reject("id", tr("must not be empty"));
  device.title = in.string("title");
  device.generation = in.string("generation");
  const std::string kind = in.string("kind");
  if (kind == to_string(DeviceKind::kGpu)) {
    device.kind = DeviceKind::kGpu;
  } else if (kind != to_string(DeviceKind::kNeuron)) {
    in.reject("kind", tr("must be neuron or gpu"));
  }
  read_cores(in, facts, device);
  device.memory = facts.measure(in, "memory", UnitKind::kBytes);
  device.memory_bandwidth = facts.measure(in, "memory_bandwidth", UnitKind::kBytesPerSecond);
  device.peak = facts.measures(in, "peak", UnitKind::kFlopsPerSecond);
  device.link_bandwidth = facts.optional_measure(in, "link_bandwidth", UnitKind::kBytesPerSecond);
  device.power = facts.optional_measure(in, "power", UnitKind::kWatts);
  device.runtime_reserve = facts.optional_measure(in, "runtime_reserve", UnitKind::kBytes);
  if (const Json* const core = in.optional("core"); core != nullptr) {
    StrictObject inner(*core, in.path("core"));
    device.core = read_core(inner, facts);
    forward_error(inner, in);
    if (device.kind == DeviceKind::kGpu) in.reject("core", tr("applies to Neuron devices only"));
  } else if (device.kind == DeviceKind::kNeuron) {
    in.reject("core", tr("is required for a Neuron device"));
  }
  if (const Json* const view = in.optional("profiler_view"); view != nullptr) {
    StrictObject inner(*view, in.path("profiler_view"));
    device.profiler_view = {facts.measure(inner, "engine_clock", UnitKind::kHertz),
                            facts.measure(inner, "hbm_bandwidth", UnitKind::kBytesPerSecond)};
    forward_error(inner, in);
    const NeuronCore core = device.core.value_or(NeuronCore());
    if (!core.tensor_clock || !core.pe_rows || !core.pe_columns) {
      in.reject("profiler_view", tr("requires tensor_clock, pe_rows and pe_columns of the core"));
    }
  }
  facts.finish(in);
  if (const auto done = in.finish(); !done) return fail(done.error());
  return device;
}

std::vector<NamedFact> facts_of(const Device& device) {
  std::vector<NamedFact> facts;
  const auto add = [&](std::string name, const std::optional<Fact>& fact) {
    if (fact) facts.push_back({std::move(name), &*fact});
  };
  facts.push_back({"cores", &device.core_count});
  facts.push_back({"logical_cores", &device.logical_core_count});
  facts.push_back({"memory", &device.memory});
  facts.push_back({"memory_bandwidth", &device.memory_bandwidth});
  for (const auto& [dtype, fact] : device.peak) facts.push_back({"peak/" + dtype, &fact});
  add("link_bandwidth", device.link_bandwidth);
  add("power", device.power);
  add("runtime_reserve", device.runtime_reserve);
  if (device.profiler_view) {
    facts.push_back({"profiler_view/engine_clock", &device.profiler_view->engine_clock});
    facts.push_back({"profiler_view/hbm_bandwidth", &device.profiler_view->hbm_bandwidth});
  }
  if (!device.core) return facts;
  const NeuronCore& core = *device.core;
  add("core/tensor_clock", core.tensor_clock);
  add("core/vector_clock", core.vector_clock);
  add("core/scalar_clock", core.scalar_clock);
  add("core/gpsimd_clock", core.gpsimd_clock);
  add("core/pe_rows", core.pe_rows);
  add("core/pe_columns", core.pe_columns);
  add("core/vector_lanes", core.vector_lanes);
  add("core/scalar_lanes", core.scalar_lanes);
  add("core/sbuf", core.sbuf);
  add("core/sbuf_partition_usable", core.sbuf_partition_usable);
  add("core/psum", core.psum);
  add("core/dma_engines", core.dma_engines);
  add("core/dma_engine_bandwidth", core.dma_engine_bandwidth);
  add("core/dma_start_latency", core.dma_start_latency);
  add("core/dma_issue_time", core.dma_issue_time);
  add("core/dma_row_floor", core.dma_row_floor);
  add("core/clock_gating_window", core.clock_gating_window);
  for (const auto& [dtype, fact] : core.peak) facts.push_back({"core/peak/" + dtype, &fact});
  return facts;
}

}  // namespace nscope::catalog
