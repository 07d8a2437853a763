#include "importers/neuron_monitor/monitor_trace.h"

#include "importers/json_values.h"
#include "importers/printable.h"
#include "importers/text_lines.h"
#include "profiler/trace/vocabulary.h"

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

namespace nscope::importers {
namespace {

using simdjson::dom::element;
using simdjson::dom::object;

constexpr std::array<std::string_view, 5> kTellingMembers = {
    "neuron_runtime_data", "system_data", "instance_info", "neuron_hardware_info",
    "neuron_k8s_info"};
constexpr std::array<std::string_view, 5> kStampMembers = {"timestamp", "@timestamp", "time", "ts",
                                                           "collected_at"};
constexpr int kDeepestGroup = 8;

/// Unix nanoseconds; seconds, ms, µs and ns are told apart by their magnitude
/// (they differ by 1000 and a year is only 3 % of the time since 1970).
std::optional<std::int64_t> unix_ns(double value) {
  for (const auto& [limit, scale] : {std::pair{1e11, 1e9}, {1e14, 1e6}, {1e17, 1e3}, {9e18, 1.0}}) {
    if (value >= 1e8 && value < limit) return std::llround(value * scale);
  }
  return std::nullopt;
}

std::optional<std::int64_t> stamp_of(object report) {
  for (const std::string_view key : kStampMembers) {
    if (const auto number = number_at(report, key)) return unix_ns(*number);
    const auto stamp = find_time_stamp(text_at(report, key), Fraction::kDecimal);
    if (stamp) return stamp->ns;
  }
  return std::nullopt;
}

/// "1337" and its tag where that says more.
std::string runtime_name(object runtime) {
  const auto pid = integer_at(runtime, "pid");
  const std::string_view tag = text_at(runtime, "neuron_runtime_tag");
  const std::string number = pid ? std::to_string(*pid) : std::string();
  if (number.empty()) return tag.empty() ? "?" : printable(tag);
  return tag.empty() || tag == number ? number : fmt::format("{} ({})", number, printable(tag));
}

/// Calls `visit(key, group, period)` for the metric groups of an object.
template <class Visit>
void for_each_group(object groups, std::string_view prefix, const Visit& visit) {
  for (const auto member : groups) {
    object group;
    if (member.value.get(group) != simdjson::SUCCESS) continue;
    const auto period = number_at(group, "period");
    if (period && *period > 0.0) visit(fmt::format("{}/{}", prefix, member.key), *period);
  }
}

}  // namespace

Result<> MonitorTrace::read_report(std::string_view json, std::optional<std::int64_t> stamp_ns,
                                   std::string_view place) {
  place_ = place;
  object report;
  const auto error = parser_.parse(json.data(), json.size(), true).get(report);
  if (error != simdjson::SUCCESS) {
    return fail(ErrorCode::kBadInput,
                fmt::format("not a JSON object: {}", simdjson::error_message(error)), place_);
  }
  const bool known = std::any_of(
      kTellingMembers.begin(), kTellingMembers.end(),
      [&](std::string_view key) { return object_at(report, key) || list_at(report, key); });
  if (!known) {
    return fail(ErrorCode::kBadInput,
                "no report of neuron-monitor: neither neuron_runtime_data "
                "nor system_data",
                place_);
  }
  ++reports_;
  if (!stamp_ns) stamp_ns = stamp_of(report);
  advance_time(report, stamp_ns);
  if (const auto runtimes = list_at(report, "neuron_runtime_data")) {
    if (runtimes->size() == 0) ++reports_without_runtime_;
    for (const element value : *runtimes) {
      object runtime;
      if (value.get(runtime) == simdjson::SUCCESS) read_runtime(runtime);
    }
  }
  if (const auto system = object_at(report, "system_data")) read_system(*system);
  read_facts(report);
  return {};
}

void MonitorTrace::advance_time(object report, std::optional<std::int64_t> stamp_ns) {
  std::vector<std::pair<std::string, double>> groups;
  const auto collect = [&](std::string key, double period) {
    groups.emplace_back(std::move(key), period);
  };
  if (const auto runtimes = list_at(report, "neuron_runtime_data")) {
    for (const element value : *runtimes) {
      object runtime;
      if (value.get(runtime) != simdjson::SUCCESS) continue;
      if (const auto groups_of = object_at(runtime, "report")) {
        for_each_group(*groups_of, runtime_name(runtime), collect);
      }
    }
  }
  if (const auto system = object_at(report, "system_data")) {
    for_each_group(*system, "system", collect);
  }
  const double before = static_cast<double>(now_.value()) / 1e9;
  if (stamp_ns) {
    if (!origin_ns_) origin_ns_ = *stamp_ns - now_.value();
    now_ = TraceTime(*stamp_ns - *origin_ns_);
  } else {
    ++reports_without_stamp_;
    if (reports_ > 1) {
      // A group was updated one period after its last update; the report is as
      // late as its latest group.
      double seconds = -1.0;
      double shortest = -1.0;
      for (const auto& [key, period] : groups) {
        const auto last = group_seconds_.find(key);
        if (last != group_seconds_.end()) seconds = std::max(seconds, last->second + period);
        if (shortest < 0.0 || period < shortest) shortest = period;
      }
      if (seconds < 0.0 && shortest > 0.0) seconds = before + shortest;
      constexpr double kLongest = 1e9;  // 30 years: a broken period
      if (seconds > before && seconds < kLongest) now_ = TraceTime(std::llround(seconds * 1e9));
    }
  }
  for (const auto& [key, period] : groups) {
    group_seconds_[key] = static_cast<double>(now_.value()) / 1e9;
  }
}

void MonitorTrace::check_error(object group, std::string_view where) {
  const std::string_view error = text_at(group, "error");
  if (error.empty()) return;
  out_.diagnose("neuron_monitor_error", Severity::kWarning,
                fmt::format("{}, {}: {}", place_, printable(where), printable(error)));
}

void MonitorTrace::numbers(TrackId parent, object values, std::string_view unit, int depth) {
  for (const auto member : values) {
    double number = 0.0;
    object nested;
    if (member.value.get(number) == simdjson::SUCCESS) {
      if (member.key != "period") tracks_.sample(parent, member.key, unit, now_, number);
    } else if (depth < kDeepestGroup && member.value.get(nested) == simdjson::SUCCESS) {
      const TrackId below = tracks_.group(parent, member.key);
      if (below.valid()) numbers(below, nested, unit, depth + 1);
    }
  }
}

void MonitorTrace::unknown_group(TrackId parent, std::string_view name, element value) {
  out_.diagnose(
      "unknown_metric_group", Severity::kInfo,
      fmt::format("{}: '{}': its numbers are shown without units", place_, printable(name)));
  object group;
  if (value.get(group) != simdjson::SUCCESS) return;
  const TrackId track = tracks_.group(parent, name, 90);
  if (track.valid()) numbers(track, group, "");
}

void MonitorTrace::extend(TrackId track, const std::string& name, Interval& interval) {
  if (!interval.slice.valid() || interval.last_report + 1 < reports_) {
    if (interval.slice.valid()) out_.close_slice(interval.slice, interval.end);
    interval.slice = out_.open_slice(track, out_.intern(name), now_);
    interval.end = now_;
  }
  interval.end = std::max(interval.end, now_);  // stamps may go back
  interval.last_report = reports_;
}

void MonitorTrace::read_runtime(object runtime) {
  const std::string name = runtime_name(runtime);
  const TrackId group = tracks_.group({}, fmt::format("Neuron runtime {}", name), 1);
  if (!group.valid()) return;
  check_error(runtime, fmt::format("runtime {}", name));
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
    check_error(values, fmt::format("runtime {}, {}", name, member.key));
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
        // Older versions say "flops", newer ones "effective_flops": one row.
        const std::string_view name = rate ? "effective_flops" : value.key;
        tracks_.sample(track, name, rate ? "FLOP/s" : share ? "%" : "", now_, number);
        if (share && std::isfinite(number)) {
          Mean& mean = utilization_[std::string(core.key)];
          mean.weighted_sum += number * period;
          mean.weight += period;
          ++mean.samples;
        }
      } else if (value.value.get(nested) == simdjson::SUCCESS) {
        // "v3d": the physical cores of a logical one, {"nc_v3.0": {...}}.
        numbers(tracks_.group(track, value.key), nested, "%");
      }
    }
  }
}

void MonitorTrace::read_execution(object group, TrackId parent) {
  if (const auto summary = object_at(group, "execution_summary")) {
    const TrackId track = tracks_.group(parent, "Executions per period", 20);
    if (track.valid()) numbers(track, *summary, "count");
    for (const auto member : *summary) {
      double number = 0.0;
      if (member.value.get(number) == simdjson::SUCCESS) {
        sums_[fmt::format("executions.{}", member.key)] += number;
      }
    }
  }
  if (const auto errors = object_at(group, "error_summary")) {
    const TrackId track = tracks_.group(parent, "Errors per period", 30);
    if (track.valid()) numbers(track, *errors, "count");
    for (const auto member : *errors) {
      double number = 0.0;
      if (member.value.get(number) == simdjson::SUCCESS) {
        sums_[fmt::format("execution_errors.{}", member.key)] += number;
      }
    }
  }
  if (const auto latency = object_at(group, "latency_stats")) read_latency(*latency, parent);
}

void MonitorTrace::read_latency(object group, TrackId parent) {
  const TrackId latency = tracks_.group(parent, "Latency", 25);
  if (!latency.valid()) return;
  for (const auto kind : group) {
    object percentiles;  // null while nothing ran: then there is no latency
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

void MonitorTrace::read_system(object system) {
  const TrackId group = tracks_.group({}, "System", 2);
  if (!group.valid()) return;
  for (const auto member : system) {
    object values;
    if (member.value.get(values) != simdjson::SUCCESS) continue;
    check_error(values, fmt::format("system_data, {}", member.key));
    if (member.key == "memory_info") {
      const TrackId track = tracks_.group(group, "Memory", 20);
      if (track.valid()) numbers(track, values, "B");
    } else if (member.key == "vcpu_usage") {
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
  // One row per vCPU, not seven: large instances have 192 of them.
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
    const auto index = integer_at(device, "neuron_device_index");
    if (!index) continue;
    const TrackId track = tracks_.group(ecc, fmt::format("Neuron device {}", *index));
    if (!track.valid()) return;
    for (const auto member : device) {
      double count = 0.0;
      if (member.key == "neuron_device_index") continue;
      if (member.value.get(count) != simdjson::SUCCESS) continue;
      tracks_.sample(track, member.key, "count", now_, count);
      auto& peak = peaks_[fmt::format("device{}.{}", *index, member.key)];
      peak = {std::max(peak.first, count), "count"};
    }
  }
}

void MonitorTrace::fact(const std::string& name, element value) {
  if (auto property = property_of(value)) facts_[name] = std::move(*property);
}

void MonitorTrace::read_facts(object report) {
  for (const std::string_view part : {"instance_info", "neuron_hardware_info"}) {
    const auto info = object_at(report, part);
    if (!info) continue;
    check_error(*info, part);
    for (const auto member : *info) {
      if (member.key == "error") continue;
      const bool generation = member.key == "neuroncore_version";
      fact(generation ? std::string(property::kGeneration) : printable(member.key), member.value);
    }
  }
  if (const auto pods = object_at(report, "neuron_k8s_info")) {
    check_error(*pods, "neuron_k8s_info");
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
      if (facts_.size() >= CounterTracks::kMaxTracks) return;
      fact(fmt::format("{}{}.{}", prefix, printable(entry.key), printable(member.key)),
           member.value);
    }
  }
}

void MonitorTrace::finish() {
  for (auto& [name, interval] : intervals_) {
    if (interval.slice.valid()) out_.close_slice(interval.slice, interval.end);
  }
  out_.time_base({.ticks_per_ns = 1, .window_begin = TraceTime(0), .window_end = now_});
  out_.property("report_count", PropertyValue(reports_));
  for (auto& [name, value] : facts_) out_.property(name, std::move(value));
  if (origin_ns_) {
    out_.property(std::string(property::kClock), PropertyValue(std::string("unix")));
    out_.property(std::string(property::kClockOrigin), PropertyValue(*origin_ns_));
  }
  for (const auto& [core, mean] : utilization_) {
    out_.metric(
        {.name = fmt::format("neuroncore{}.utilization_mean", printable(core)),
         .value = mean.weighted_sum / mean.weight,
         .unit = "%",
         .provenance = Provenance::kImported,
         .note = fmt::format("mean of {} samples, weighted by their periods", mean.samples)});
  }
  for (const auto& [name, sum] : sums_) {
    out_.metric({.name = name,
                 .value = sum,
                 .unit = "count",
                 .provenance = Provenance::kImported,
                 .note = "sum over all reports"});
  }
  for (const auto& [name, peak] : peaks_) {
    out_.metric({.name = name,
                 .value = peak.first,
                 .unit = peak.second,
                 .provenance = Provenance::kImported,
                 .note = "largest value reported"});
  }
  if (reports_without_stamp_ > 0) {
    out_.diagnose("no_time_stamps", Severity::kInfo,
                  "reports carry no time: the periods they state are added up, so pauses between "
                  "reports are not seen",
                  reports_without_stamp_);
  }
  if (reports_without_runtime_ > 0) {
    out_.diagnose("no_runtime_attached", Severity::kInfo,
                  "no Neuron application was running: there are no samples then, not zeros",
                  reports_without_runtime_);
  }
}

}  // namespace nscope::importers
