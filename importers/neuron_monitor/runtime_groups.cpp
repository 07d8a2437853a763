// The part of a report about one Neuron runtime.
#include "importers/neuron_monitor/monitor_trace.h"
#include "importers/shared/json_values.h"
#include "importers/shared/printable.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace nscope::importers {

using simdjson::dom::element;
using simdjson::dom::object;

std::string MonitorTrace::runtime_name(object runtime) {
  const auto pid = integer_at(runtime, "pid");
  const std::string_view tag = text_at(runtime, "neuron_runtime_tag");
  const std::string number = pid ? std::to_string(*pid) : std::string();
  if (number.empty()) return tag.empty() ? "?" : printable(tag);
  return tag.empty() || tag == number ? number : fmt::format("{} ({})", number, printable(tag));
}

void MonitorTrace::read_runtime(object runtime) {
  const std::string name = runtime_name(runtime);
  const TrackId group = tracks_.group({}, fmt::format("Neuron runtime {}", name), 1);
  if (!group.valid()) return;
  check_error(runtime, tr("runtime {}", name));
  const TrackId attached = tracks_.track({.name = "Reported",
                                          .kind = TrackKind::kHost,
                                          .parent = group,
                                          .slice_kind = SliceKind::kHost,
                                          .order = -1});
  if (attached.valid()) extend(attached, fmt::format("runtime {}", name), intervals_[name]);
  const auto report = object_at(runtime, "report");
  if (!report) return;
  for (const auto member : *report) {
    object values;
    if (member.value.get(values) != simdjson::SUCCESS) continue;
    check_error(values, tr("runtime {}, group {}", name, printable(member.key)));
    if (member.key == "neuroncore_counters") {
      read_cores(values, group);
    } else if (member.key == "execution_stats") {
      read_execution(values, group);
    } else if (member.key == "memory_used") {
      read_memory(values, group, name);
    } else if (member.key == "neuron_runtime_vcpu_usage") {
      const auto usage = object_at(values, "vcpu_usage");
      const TrackId track = tracks_.group(group, "vCPU", 50);
      if (usage && track.valid()) numbers(track, *usage, "%");
    } else {
      unknown_group(group, member.key, member.value);
    }
  }
}

void MonitorTrace::read_cores(object group, TrackId parent) {
  const auto cores = object_at(group, "neuroncores_in_use");
  if (!cores) return;
  const double stated = number_at(group, "period").value_or(1.0);
  const double period = stated > 0.0 ? stated : 1.0;
  for (const auto core : *cores) {
    object values;
    if (core.value.get(values) != simdjson::SUCCESS) continue;
    const TrackId track = tracks_.group(parent, fmt::format("NeuronCore {}", core.key), 10);
    if (!track.valid()) return;
    for (const auto value : values) {
      double number = 0.0;
      object nested;
      if (value.value.get(number) == simdjson::SUCCESS) {
        const bool rate = value.key == "flops" || value.key == "effective_flops";
        const bool share = value.key == "neuroncore_utilization";
        // Older versions have "flops", newer ones "effective_flops": both are on one track.
        const std::string_view name = rate ? "effective_flops" : value.key;
        tracks_.sample(track, name, rate ? "FLOP/s" : share ? "%" : "", now_, number);
        if (share && std::isfinite(number)) {
          Mean& mean = utilization_[std::string(core.key)];
          mean.weighted_sum += number * period;
          mean.weight += period;
          ++mean.samples;
          ++figures_.cores;
          // A running mean needs no list of cores.
          const double before = figures_.utilization_percent.value_or(0.0);
          figures_.utilization_percent = before + (number - before) / figures_.cores;
        }
      } else if (value.value.get(nested) == simdjson::SUCCESS) {
        // "v3d": the physical cores of a logical one, {"nc_v3.0": {...}}.
        numbers(tracks_.group(track, value.key), nested, "%");
      }
    }
  }
}

void MonitorTrace::add_up(object counts, std::string_view prefix) {
  for (const auto member : counts) {
    double number = 0.0;
    if (member.value.get(number) == simdjson::SUCCESS) {
      sums_[fmt::format("{}.{}", prefix, printable(member.key))] += number;
    }
  }
}

void MonitorTrace::read_execution(object group, TrackId parent) {
  if (const auto summary = object_at(group, "execution_summary")) {
    const TrackId track = tracks_.group(parent, "Executions per period", 20);
    if (track.valid()) numbers(track, *summary, "count");
    add_up(*summary, "executions");
  }
  if (const auto errors = object_at(group, "error_summary")) {
    const TrackId track = tracks_.group(parent, "Errors per period", 30);
    if (track.valid()) numbers(track, *errors, "count");
    add_up(*errors, "execution_errors");
  }
  if (const auto latency = object_at(group, "latency_stats")) read_latency(*latency, parent);
}

void MonitorTrace::read_latency(object group, TrackId parent) {
  const TrackId latency = tracks_.group(parent, "Latency", 25);
  if (!latency.valid()) return;
  for (const auto kind : group) {
    object percentiles;  // null if nothing ran in the period
    if (kind.value.get(percentiles) != simdjson::SUCCESS) continue;
    const TrackId track = tracks_.group(latency, kind.key);
    if (track.valid()) numbers(track, percentiles, "s");
  }
}

void MonitorTrace::read_memory(object group, TrackId parent, const std::string& runtime) {
  const TrackId memory = tracks_.group(parent, "Memory", 40);
  if (!memory.valid()) return;
  if (const auto used = object_at(group, "neuron_runtime_used_bytes")) {
    for (const std::string_view place : {"host", "neuron_device"}) {
      const auto bytes = number_at(*used, place);
      if (!bytes) continue;
      tracks_.sample(memory, place, "B", now_, *bytes);
      auto& sum = place == "host" ? figures_.runtime_memory_bytes : figures_.device_memory_bytes;
      sum = sum.value_or(0.0) + *bytes;
      auto& peak = peaks_[fmt::format("runtime{}.{}_memory_peak",
                                      runtime.substr(0, runtime.find(' ')), place)];
      peak = {std::max(peak.first, *bytes), "B"};
    }
    if (const auto breakdown = object_at(*used, "usage_breakdown")) {
      if (const auto host = object_at(*breakdown, "host")) {
        const TrackId track = tracks_.group(memory, "host by use");
        if (track.valid()) numbers(track, *host, "B");
      }
      if (const auto cores = object_at(*breakdown, "neuroncore_memory_usage")) {
        for (const auto core : *cores) {
          object uses;
          if (core.value.get(uses) != simdjson::SUCCESS) continue;
          const TrackId of_core = tracks_.group(parent, fmt::format("NeuronCore {}", core.key), 10);
          const TrackId track = tracks_.group(of_core, "device memory by use");
          if (track.valid()) numbers(track, uses, "B");
        }
      } else if (const auto device = object_at(*breakdown, "neuron_device")) {
        const TrackId track = tracks_.group(memory, "neuron_device by use");
        if (track.valid()) numbers(track, *device, "B");
      }
    }
  }
  read_models(group, parent);
}

void MonitorTrace::read_models(object group, TrackId parent) {
  const auto models = list_at(group, "loaded_models");
  if (!models) return;
  const TrackId track = tracks_.track({.name = "Loaded models",
                                       .kind = TrackKind::kHost,
                                       .parent = parent,
                                       .slice_kind = SliceKind::kHost,
                                       .order = 60});
  if (!track.valid()) return;
  for (const element value : *models) {
    object model;
    if (value.get(model) != simdjson::SUCCESS) continue;
    const std::string id = fmt::format("{}/{}/{}", track.index(), text_at(model, "uuid"),
                                       integer_at(model, "model_id").value_or(-1));
    Interval& interval = intervals_[id];
    const SliceId before = interval.slice;
    extend(track, file_name(text_at(model, "name")), interval);
    if (interval.slice == before) continue;
    for (const std::string_view key : {"name", "uuid", "model_id"}) {
      element field;
      if (model[key].get(field) != simdjson::SUCCESS) continue;
      if (const auto property = property_of(field)) {
        if (const auto* text = std::get_if<std::string>(&*property)) {
          out_.arg(interval.slice, out_.intern(key), std::string_view(*text));
        } else if (const auto* number = std::get_if<std::int64_t>(&*property)) {
          out_.arg(interval.slice, out_.intern(key), *number);
        }
      }
    }
    const auto subgraphs = object_at(model, "subgraphs");
    if (!subgraphs) continue;
    for (const auto member : *subgraphs) {
      object subgraph;
      if (member.value.get(subgraph) != simdjson::SUCCESS) continue;
      const auto write = [&](std::string_view name, std::optional<std::int64_t> number) {
        if (!number) return;
        out_.arg(interval.slice, out_.intern(fmt::format("{}.{}", member.key, name)), *number);
      };
      write("neuroncore_index", integer_at(subgraph, "neuroncore_index"));
      write("neuron_device_index", integer_at(subgraph, "neuron_device_index"));
      if (const auto bytes = object_at(subgraph, "memory_used_bytes")) {
        write("host_bytes", integer_at(*bytes, "host"));
        write("neuron_device_bytes", integer_at(*bytes, "neuron_device"));
      }
    }
  }
}

}  // namespace nscope::importers
