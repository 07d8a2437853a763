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
  if (number.empty() && tag.empty()) {
    const auto index = first_number(runtime, {"neuron_runtime_index", "runtime_index"});
    return index ? fmt::format("index {}", *index) : "?";
  }
  if (number.empty()) return printable(tag);
  return tag.empty() || tag == number ? number : fmt::format("{} ({})", number, printable(tag));
}

void MonitorTrace::read_runtime(object runtime) {
  const std::string name = runtime_name(runtime);
  Runtime& known = instance_->runtimes[name];
  if (!known.group.valid()) {
    known.group = tracks_.group(instance_->root, fmt::format("Neuron runtime {}", name), 1);
    if (!known.group.valid()) return;
    known.attached = tracks_.track({.name = "Reported",
                                    .kind = TrackKind::kHost,
                                    .parent = known.group,
                                    .slice_kind = SliceKind::kHost,
                                    .order = -1});
  }
  if (!text_at(runtime, "error").empty()) check_error(runtime, tr("runtime {}", name));
  if (known.attached.valid())
    extend(known.attached, fmt::format("runtime {}", name), known.interval);
  const auto report = object_at(runtime, "report");
  if (!report) return;
  for (const auto member : *report) {
    object values;
    if (member.value.get(values) != simdjson::SUCCESS) continue;
    if (!text_at(values, "error").empty()) {
      check_error(values, tr("runtime {}, group {}", name, printable(member.key)));
    }
    // The second names are those of the first versions, for Inferentia 1.
    if (member.key == "neuroncore_counters" || member.key == "nc_counters") {
      read_cores(values, known);
    } else if (member.key == "execution_stats" || member.key == "inference_stats") {
      read_execution(values, known.group);
    } else if (member.key == "memory_used") {
      read_memory(values, known, name);
    } else if (member.key == "hw_counters") {
      read_ecc(values, known.group);
    } else if (member.key == "neuron_runtime_vcpu_usage" || member.key == "runtime_cpu_usage") {
      const auto usage = first_object(values, {"vcpu_usage", "cpu_usage"});
      const TrackId track = tracks_.group(known.group, "vCPU", 50);
      if (usage && track.valid()) numbers(track, *usage, "%");
    } else {
      unknown_group(known.group, member.key, member.value);
    }
  }
}

MonitorTrace::Core& MonitorTrace::core_of(std::string_view key) {
  Core& core = instance_->cores[key];
  if (core.report != instance_->reports) {
    core.report = instance_->reports;
    core.period = 0.0;
    core.utilization.reset();
    core.flops.reset();
    core.memory.reset();
    touched_.push_back(&core);
  }
  return core;
}

TrackId MonitorTrace::core_track(Runtime& runtime, std::string_view key) {
  TrackId& track = runtime.cores[key];
  if (!track.valid()) {
    track = tracks_.group(runtime.group, fmt::format("NeuronCore {}", key), 10);
  }
  return track;
}

void MonitorTrace::read_cores(object group, Runtime& runtime) {
  const auto cores = first_object(group, {"neuroncores_in_use", "neuron_cores"});
  if (!cores) return;
  const double stated = number_at(group, "period").value_or(1.0);
  const double period = stated > 0.0 ? stated : 1.0;
  for (const auto core : *cores) {
    object values;
    if (core.value.get(values) != simdjson::SUCCESS) continue;
    const TrackId track = core_track(runtime, core.key);
    if (!track.valid()) return;
    Core& sums = core_of(core.key);
    sums.period = std::max(sums.period, period);
    for (const auto value : values) {
      double number = 0.0;
      object nested;
      if (value.value.get(number) == simdjson::SUCCESS) {
        read_core_value(value.key, number, track, sums);
      } else if (value.value.get(nested) == simdjson::SUCCESS) {
        // "v3d": the physical cores of a logical one, {"nc_v3.0": {...}}.
        const TrackId physical = tracks_.group(track, value.key);
        if (physical.valid()) numbers(physical, nested, "%");
      } else if (!value.value.is_null()) {
        out_.diagnose("odd_value", Severity::kWarning,
                      tr("{}: '{}' of NeuronCore {} was skipped: it is not a number", place_,
                         printable(value.key), printable(core.key)));
      }
    }
  }
}

void MonitorTrace::read_core_value(std::string_view name, double number, TrackId track,
                                   Core& core) {
  if (name == "neuroncore_utilization") {
    tracks_.sample(track, name, "%", now_, number);
    if (std::isfinite(number)) core.utilization = core.utilization.value_or(0.0) + number;
  } else if (name == "flops" || name == "effective_flops") {
    // Older versions have "flops", newer ones "effective_flops": both are on one track.
    tracks_.sample(track, "effective_flops", "FLOP/s", now_, number);
    if (std::isfinite(number)) core.flops = core.flops.value_or(0.0) + number;
  } else {
    tracks_.sample(track, name, "", now_, number);
  }
}

void MonitorTrace::add_up(object counts, RepeatingKeys<double>& sums) {
  for (const auto member : counts) {
    double number = 0.0;
    if (member.value.get(number) == simdjson::SUCCESS) sums[member.key] += number;
  }
}

void MonitorTrace::read_execution(object group, TrackId parent) {
  double executions = 0.0;
  if (const auto summary = first_object(group, {"execution_summary", "inference_summary"})) {
    const TrackId track = tracks_.group(parent, "Executions per period", 20);
    if (track.valid()) numbers(track, *summary, "count");
    add_up(*summary, instance_->executions);
    executions = number_at(*summary, "completed").value_or(0.0);
  }
  if (const auto errors = object_at(group, "error_summary")) {
    const TrackId track = tracks_.group(parent, "Errors per period", 30);
    if (track.valid()) numbers(track, *errors, "count");
    add_up(*errors, instance_->execution_errors);
  }
  if (const auto latency = object_at(group, "latency_stats")) {
    read_latency(*latency, parent, executions);
  }
}

void MonitorTrace::read_latency(object group, TrackId parent, double executions) {
  const TrackId latency = tracks_.group(parent, "Latency", 25);
  if (!latency.valid()) return;
  for (const auto kind : group) {
    object percentiles;  // null if nothing ran in the period
    if (kind.value.get(percentiles) != simdjson::SUCCESS) continue;
    const TrackId track = tracks_.group(latency, kind.key);
    if (!track.valid()) return;
    numbers(track, percentiles, "s");
    Latency& all = instance_->latencies[std::string(kind.key)];
    const auto shortest = number_at(percentiles, "p0");
    const auto longest = number_at(percentiles, "p100");
    if (shortest && *shortest >= 0.0 && (all.shortest < 0.0 || *shortest < all.shortest)) {
      all.shortest = *shortest;
    }
    if (longest) all.longest = std::max(all.longest, *longest);
    if (!(executions > 0.0)) continue;
    for (const std::string_view percentile : {"p50", "p99"}) {
      const auto value = number_at(percentiles, percentile);
      if (value && std::isfinite(*value)) {
        all.means[std::string(percentile)].add(*value, executions);
      }
    }
  }
}

void MonitorTrace::read_memory(object group, Runtime& runtime, const std::string& name) {
  const TrackId memory = tracks_.group(runtime.group, "Memory", 40);
  if (!memory.valid()) return;
  if (const auto used = first_object(group, {"neuron_runtime_used_bytes", "runtime_memory"})) {
    for (const std::string_view place : {"host", "neuron_device"}) {
      const auto bytes = place == "host" ? number_at(*used, place)
                                         : first_number(*used, {"neuron_device", "device"});
      if (!bytes) continue;
      tracks_.sample(memory, place, "B", now_, *bytes);
      auto& sum = place == "host" ? figures_.runtime_memory_bytes : figures_.device_memory_bytes;
      sum = sum.value_or(0.0) + *bytes;
      raise(fmt::format("runtime{}.{}_memory_peak", name.substr(0, name.find(' ')), place), *bytes,
            "B");
    }
    if (const auto breakdown = object_at(*used, "usage_breakdown")) {
      read_memory_breakdown(*breakdown, runtime, memory);
    }
  }
  read_models(group, runtime.group);
}

void MonitorTrace::read_memory_breakdown(object breakdown, Runtime& runtime, TrackId memory) {
  if (const auto host = object_at(breakdown, "host")) {
    const TrackId track = tracks_.group(memory, "host by use");
    if (track.valid()) numbers(track, *host, "B");
  }
  if (const auto cores = object_at(breakdown, "neuroncore_memory_usage")) {
    for (const auto core : *cores) {
      object uses;
      if (core.value.get(uses) != simdjson::SUCCESS) continue;
      const TrackId of_core = core_track(runtime, core.key);
      const TrackId track =
          of_core.valid() ? tracks_.group(of_core, "device memory by use") : TrackId();
      if (!track.valid()) return;
      double all = 0.0;
      for (const auto use : uses) {
        double bytes = 0.0;
        if (use.value.get(bytes) != simdjson::SUCCESS) continue;
        tracks_.sample(track, use.key, "B", now_, bytes);
        all += bytes;
      }
      Core& sums = core_of(core.key);
      if (std::isfinite(all)) sums.memory = sums.memory.value_or(0.0) + all;
    }
  } else if (const auto device = object_at(breakdown, "neuron_device")) {
    const TrackId track = tracks_.group(memory, "neuron_device by use");
    if (track.valid()) numbers(track, *device, "B");
  }
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
    Interval& interval = instance_->models[id];
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
      const auto write = [&](std::string_view name, object in,
                             std::initializer_list<std::string_view> keys) {
        for (const std::string_view key : keys) {
          const auto number = integer_at(in, key);
          if (!number) continue;
          out_.arg(interval.slice, out_.intern(fmt::format("{}.{}", member.key, name)), *number);
          return;
        }
      };
      write("neuroncore_index", subgraph, {"neuroncore_index", "neuron_core"});
      write("neuron_device_index", subgraph, {"neuron_device_index", "neuron_device"});
      if (const auto bytes =
              first_object(subgraph, {"memory_used_bytes", "memory_used", "memory_usage"})) {
        write("host_bytes", *bytes, {"host"});
        write("neuron_device_bytes", *bytes, {"neuron_device", "device"});
      }
    }
  }
}

}  // namespace nscope::importers
