#include "importers/neuron_ls/device_list.h"

#include "profiler/trace/vocabulary.h"

#include <algorithm>
#include <set>

#include <fmt/format.h>

namespace nscope::importers {
namespace {

void put(TraceWriter& out, const std::string& name, const std::string& value) {
  if (!value.empty()) out.property(name, PropertyValue(value));
}
void put(TraceWriter& out, const std::string& name, std::optional<std::int64_t> value) {
  if (value) out.property(name, PropertyValue(*value));
}

void put_metric(TraceWriter& out, std::string name, std::int64_t value, std::string unit,
                Text note) {
  out.metric({.name = std::move(name),
              .value = static_cast<double>(value),
              .unit = std::move(unit),
              .provenance = Provenance::kImported,
              .note = std::move(note)});
}

void write_device(std::int64_t index, const NeuronDevice& device, TraceWriter& out) {
  const std::string prefix = fmt::format("device{}.", index);
  put(out, prefix + "nc_count", device.cores);
  put(out, prefix + "logical_nc_count", device.logical_cores);
  put(out, prefix + "neuroncore_ids", device.core_ids);
  put(out, prefix + "memory_size", device.memory_bytes);
  if (device.connected_to) {
    put(out, prefix + "connected_to", fmt::format("{}", fmt::join(*device.connected_to, ", ")));
  }
  put(out, prefix + "bdf", device.bdf);
  put(out, prefix + "cpu_affinity", device.cpu_affinity);
  put(out, prefix + "numa_node", device.numa_node);
  for (const auto& [name, value] : device.others) put(out, prefix + name, value);
  for (const auto& [pid, process] : device.processes) {
    put(out, fmt::format("{}process.{}.command", prefix, pid), process.command);
    put(out, fmt::format("{}process.{}.neuron_runtime_version", prefix, pid),
        process.runtime_version);
  }
}

/// The sum over all devices; nullopt if a device does not state the value.
template <class Member>
std::optional<std::int64_t> total(const DeviceList& list, Member member) {
  std::int64_t sum = 0;
  for (const auto& [index, device] : list.devices) {
    const std::optional<std::int64_t>& value = device.*member;
    // The limit is more than any machine has, and a million devices cannot overflow the sum.
    if (!value || *value < 0 || *value > std::int64_t{1} << 42) return std::nullopt;
    sum += *value;
  }
  return sum;
}

void check_links(const DeviceList& list, TraceWriter& out) {
  for (const auto& [index, device] : list.devices) {
    if (!device.connected_to) continue;
    for (const std::int64_t other : *device.connected_to) {
      const auto peer = list.devices.find(other);
      if (peer == list.devices.end() || !peer->second.connected_to) continue;
      const auto& back = *peer->second.connected_to;
      if (std::find(back.begin(), back.end(), index) == back.end()) {
        out.diagnose(
            "one_way_link", Severity::kWarning,
            tr("device {} lists a link to device {}, which does not list the link", index, other));
      }
    }
  }
}

}  // namespace

void write_device_list(const DeviceList& list, TraceWriter& out) {
  put(out, std::string(property::kInstanceType), list.instance_type);
  put(out, std::string(property::kInstanceId), list.instance_id);
  put(out, "logical_neuroncore_config", list.logical_core_config);
  std::set<std::int64_t> pids;
  for (const auto& [index, device] : list.devices) {
    write_device(index, device, out);
    for (const auto& [pid, process] : device.processes) {
      if (process.has_runtime) pids.insert(pid);
    }
  }
  put_metric(out, "neuron_device_count", static_cast<std::int64_t>(list.devices.size()), "count",
             tr("number of devices in the list"));
  if (const auto cores = total(list, &NeuronDevice::cores)) {
    put_metric(out, "neuroncore_count", *cores, "count", tr("sum of nc_count"));
  }
  if (const auto cores = total(list, &NeuronDevice::logical_cores)) {
    put_metric(out, "logical_neuroncore_count", *cores, "count", tr("sum of logical_nc_count"));
  }
  if (const auto bytes = total(list, &NeuronDevice::memory_bytes)) {
    put_metric(out, "neuron_device_memory", *bytes, "B", tr("sum of memory_size"));
  }
  if (list.shows_processes) {
    put_metric(out, "neuron_process_count", static_cast<std::int64_t>(pids.size()), "count",
               tr("number of processes with a Neuron runtime"));
  }
  check_links(list, out);
  out.diagnose("no_events", Severity::kInfo,
               tr("there is no timeline: the file contains only a list of devices"));
}

}  // namespace nscope::importers
