// The part of a report about the instance.
#include "importers/neuron_monitor/monitor_trace.h"
#include "importers/shared/json_values.h"
#include "importers/shared/printable.h"
#include "profiler/trace/vocabulary.h"

#include <algorithm>

#include <fmt/format.h>

namespace nscope::importers {

using simdjson::dom::element;
using simdjson::dom::object;

void MonitorTrace::read_system(object system) {
  const TrackId group = tracks_.group(instance_->root, "System", 2);
  if (!group.valid()) return;
  for (const auto member : system) {
    object values;
    if (member.value.get(values) != simdjson::SUCCESS) continue;
    if (!text_at(values, "error").empty()) {
      check_error(values, tr("system_data, group {}", printable(member.key)));
    }
    if (member.key == "memory_info") {
      const TrackId track = tracks_.group(group, "Memory", 20);
      if (track.valid()) numbers(track, values, "B");
    } else if (member.key == "vcpu_usage" || member.key == "cpu_usage") {
      read_vcpu(values, group);
    } else if (member.key == "neuron_hw_counters") {
      read_ecc(values, group);
    } else {
      unknown_group(group, member.key, member.value);
    }
  }
}

void MonitorTrace::read_vcpu(object group, TrackId parent) {
  const TrackId track = tracks_.group(parent, "vCPU", 10);
  if (!track.valid()) return;
  if (const auto average = object_at(group, "average_usage")) {
    const TrackId of_all = tracks_.group(track, "average of all");
    if (of_all.valid()) numbers(of_all, *average, "%");
  }
  if (const auto switches = number_at(group, "context_switch_count")) {
    tracks_.sample(track, "context_switch_count", "count", now_, *switches);
  }
  const auto each = object_at(group, "usage_data");
  if (!each) return;
  // One track per vCPU instead of seven, because large instances have 192 vCPUs.
  for (const auto cpu : *each) {
    object usage;
    if (cpu.value.get(usage) != simdjson::SUCCESS) continue;
    if (const auto idle = number_at(usage, "idle")) {
      tracks_.sample(track, fmt::format("vCPU {} busy", cpu.key), "%", now_,
                     std::max(0.0, 100.0 - *idle));
    }
  }
}

void MonitorTrace::read_ecc(object group, TrackId parent) {
  const auto devices = list_at(group, "neuron_devices");
  if (!devices) return;
  const TrackId ecc = tracks_.group(parent, "ECC events", 30);
  if (!ecc.valid()) return;
  for (const element value : *devices) {
    object device;
    if (value.get(device) != simdjson::SUCCESS) continue;
    auto index = integer_at(device, "neuron_device_index");
    if (!index) index = integer_at(device, "device_index");
    if (!index) continue;
    const TrackId track = tracks_.group(ecc, fmt::format("Neuron device {}", *index));
    if (!track.valid()) return;
    for (const auto member : device) {
      double count = 0.0;
      if (member.key == "neuron_device_index" || member.key == "device_index") continue;
      if (member.value.get(count) != simdjson::SUCCESS) continue;
      tracks_.sample(track, member.key, "count", now_, count);
      raise(fmt::format("device{}.{}", *index, printable(member.key)), count, "count");
    }
  }
}

void MonitorTrace::put_value(const std::string& name, element value) {
  if (auto property = property_of(value)) instance_->facts[name] = std::move(*property);
}

void MonitorTrace::read_facts(object report) {
  for (const std::string_view part : {"instance_info", "instance_data", "neuron_hardware_info"}) {
    const auto info = object_at(report, part);
    if (!info) continue;
    if (!text_at(*info, "error").empty()) check_error(*info, Text::verbatim(std::string(part)));
    for (const auto member : *info) {
      if (member.key == "error") continue;
      const bool generation = member.key == "neuroncore_version";
      put_value(generation ? std::string(property::kGeneration) : printable(member.key),
                member.value);
    }
  }
  if (const auto pods = object_at(report, "neuron_k8s_info")) {
    check_error(*pods, Text::verbatim("neuron_k8s_info"));
    read_pods(*pods, "neuroncores_k8s_info", "k8s.neuroncore");
    read_pods(*pods, "neurondevices_k8s_info", "k8s.neuron_device");
  }
}

void MonitorTrace::read_pods(object info, std::string_view list, std::string_view prefix) {
  const auto entries = object_at(info, list);
  if (!entries) return;
  for (const auto entry : *entries) {
    object pod;
    if (entry.value.get(pod) != simdjson::SUCCESS) continue;
    for (const auto member : pod) {
      if (instance_->facts.size() >= CounterTracks::kMaxTracks) return;
      put_value(fmt::format("{}{}.{}", prefix, printable(entry.key), printable(member.key)),
                member.value);
    }
  }
}

}  // namespace nscope::importers
