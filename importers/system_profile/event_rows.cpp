#include "importers/system_profile/event_rows.h"

#include "importers/shared/printable.h"
#include "profiler/trace/vocabulary.h"

#include <algorithm>
#include <array>
#include <functional>

#include <fmt/format.h>

namespace nscope::importers {
namespace {

enum EventField : std::size_t {
  kTimestamp,
  kDuration,
  kName,
  kGroup,
  kId,
  kParentId,
  kInstanceId,
  kProcessId,
  kThreadId,
  kDeviceCore,
  kFlowId,
  kFlowIdDashed,
  kUnit,
  kSize,
  kFirstArg,  // this field and those after it are copied unchanged
};

constexpr auto kEventFields = std::to_array<std::string_view>(
    {"timestamp", "duration", "name", "group", "id", "parent_id", "instance_id", "process_id",
     "thread_id", "device_core_idx", "flow_id", "flow-id", "timestamp_unit", "size",
     // copied unchanged
     "type", "lnc_idx", "nc_idx", "nd_idx", "tensor_id", "tensor_name", "model_name", "model_id",
     "exec_id", "status", "worker_gid", "pcore_idx", "framework_stream_id", "trace_event_source"});

/// A key for the id of an event in its process: ids are small numbers that every process counts
/// from the start.
std::uint64_t key_of(std::string_view instance, std::string_view process, std::int64_t id) {
  const std::hash<std::string_view> hash;
  std::uint64_t key = hash(instance) * 0x9E3779B97F4A7C15u;
  key = (key ^ hash(process)) * 0x9E3779B97F4A7C15u;
  return (key ^ static_cast<std::uint64_t>(id)) * 0x9E3779B97F4A7C15u;
}

/// An id as text: ids are numbers in some versions and strings in others.
std::string label(RowReader& rows, std::size_t field) {
  if (!rows.has(field)) return {};
  if (const auto number = whole_number(rows.value(field))) return std::to_string(*number);
  return collapse_space(rows.text(field));
}

}  // namespace

TrackId SystemProfile::instance_group(std::string_view instance) {
  return tracks_.group(
      {}, instance.empty() ? std::string("Instance") : fmt::format("Instance {}", instance));
}

TrackId SystemProfile::event_track(RowReader& rows) {
  const std::string process = label(rows, kProcessId);
  const std::string group = label(rows, kGroup);
  const std::string thread = label(rows, kThreadId);
  const std::string core = label(rows, kDeviceCore);
  const TrackId instance = instance_group(label(rows, kInstanceId));
  if (!instance.valid()) return {};
  const TrackId parent = tracks_.group(
      instance, process.empty() ? std::string("Process") : fmt::format("Process {}", process));
  if (!parent.valid()) return {};
  std::string name = group;
  // Executions on a core overlap the calls that started them, so they have a separate track.
  if (!core.empty()) {
    name += fmt::format("{}NeuronCore {}", name.empty() ? "" : ", ", core);
  } else if (!thread.empty() && !group.ends_with(thread)) {
    name += fmt::format("{}thread {}", name.empty() ? "" : ", ", thread);
  }
  if (name.empty()) name = "Events";
  return tracks_.track({.name = name,
                        .kind = TrackKind::kHost,
                        .parent = parent,
                        .slice_kind = SliceKind::kHost,
                        .layout = TrackLayout::kNested});
}

void SystemProfile::read_event(RowReader& rows) {
  const auto interval = interval_of(rows, kTimestamp, kDuration, state_);
  if (!interval) return;
  if (rows.has(kUnit) && rows.text(kUnit) != "ns") {
    out_.diagnose(
        "unknown_time_unit", Severity::kWarning,
        tr("{}: the unknown time unit '{}' was read as ns", rows.place(), label(rows, kUnit)));
  }
  const TrackId track = event_track(rows);
  if (!track.valid()) return;
  const std::string name = label(rows, kName);
  const std::int64_t start = interval->start.value() - origin_;
  const SliceId slice = out_.slice(track, out_.intern(name.empty() ? "unnamed" : name),
                                   TraceTime(start), interval->duration);
  last_time_ = std::max(last_time_, start + interval->duration.value());
  if (const auto size = rows.integer(kSize)) out_.arg(slice, out_.intern("size"), *size);
  for (std::size_t field = kFirstArg; field < kEventFields.size(); ++field) {
    if (rows.has(field))
      add_arg(state_, slice, out_.intern(kEventFields[field]), rows.value(field));
  }
  add_other_fields(rows, slice, state_);

  const std::string instance = label(rows, kInstanceId);
  const std::string process = label(rows, kProcessId);
  const Place place{slice, track};
  if (const auto id = rows.integer(kId)) {
    if (!by_id_.emplace(key_of(instance, process, *id), place).second) ++repeated_ids_;
  }
  if (const auto parent = rows.integer(kParentId); parent && *parent > 0) {
    children_.push_back({key_of(instance, process, *parent), place});
  }
  const std::string flow = rows.has(kFlowId) ? label(rows, kFlowId) : label(rows, kFlowIdDashed);
  if (!flow.empty() && flow != "0" && flow != "-1") {
    out_.arg(slice, out_.intern("flow_id"), std::string_view(flow));
    flow_ends_.push_back({key_of(instance, flow, 0), start, slice});
  }
}

Result<> SystemProfile::read_events(const ListInput& in) {
  RowReader rows(in.file, in.list, kEventFields, out_, in.control);
  auto more = rows.next();
  for (; more && *more; more = rows.next()) read_event(rows);
  return end_of(more);
}

Result<> SystemProfile::read_memory(const ListInput& in) {
  enum Field : std::size_t { kTime, kUsage, kPercent, kInstance, kLength };
  static constexpr auto kFields = std::to_array<std::string_view>(
      {"timestamp", "usage", "percent_usage", "instance_id", "duration"});
  RowReader rows(in.file, in.list, kFields, out_, in.control);
  auto more = rows.next();
  for (; more && *more; more = rows.next()) {
    const auto time = time_of(rows, kTime, state_);
    const TrackId instance = instance_group(label(rows, kInstance));
    if (!time || !instance.valid()) continue;
    const TraceTime at = *time - TraceTime(origin_);
    last_time_ = std::max(last_time_, at.value());
    if (const auto bytes = rows.number(kUsage)) {
      tracks_.sample(instance, "Host memory used", "B", at, *bytes);
    }
    if (const auto percent = rows.number(kPercent)) {
      tracks_.sample(instance, "Host memory used, share", "%", at, *percent);
    }
    count_other_fields(rows, state_);
  }
  return end_of(more);
}

Result<> SystemProfile::read_cpu(const ListInput& in) {
  enum Field : std::size_t { kTime, kCpu, kUtil, kInstance, kLength };
  static constexpr auto kFields =
      std::to_array<std::string_view>({"timestamp", "cpu_id", "util", "instance_id", "duration"});
  RowReader rows(in.file, in.list, kFields, out_, in.control);
  auto more = rows.next();
  for (; more && *more; more = rows.next()) {
    const auto time = time_of(rows, kTime, state_);
    const auto percent = rows.number(kUtil);
    const TrackId instance = instance_group(label(rows, kInstance));
    if (!time || !percent || !instance.valid()) continue;
    const TraceTime at = *time - TraceTime(origin_);
    last_time_ = std::max(last_time_, at.value());
    const TrackId cpus = tracks_.group(instance, "CPU", 10);
    const std::string cpu = label(rows, kCpu);
    if (cpus.valid()) {
      tracks_.sample(cpus, cpu.empty() ? std::string("CPU") : fmt::format("CPU {}", cpu), "%", at,
                     *percent);
    }
    count_other_fields(rows, state_);
  }
  return end_of(more);
}

void SystemProfile::link_parents() {
  // Slices on one track are nested by their times; a parent on another track needs a flow.
  const StringId kind = out_.intern("parent");
  std::int64_t dangling = 0;
  for (const Pending& pending : children_) {
    const auto parent = by_id_.find(pending.parent_key);
    if (parent == by_id_.end()) {
      ++dangling;
    } else if (parent->second.track != pending.child.track) {
      out_.flow(parent->second.slice, pending.child.slice, kind);
    }
  }
  if (dangling > 0) {
    out_.diagnose("dangling_parent", Severity::kInfo,
                  tr("the parent of an event is missing: no event of its process has the id"),
                  dangling);
  }
  if (repeated_ids_ > 0) {
    out_.diagnose("repeated_event_id", Severity::kInfo,
                  tr("events of one process have the same id; only the first can be a parent"),
                  repeated_ids_);
  }
}

void SystemProfile::link_flows() {
  std::sort(flow_ends_.begin(), flow_ends_.end(), [](const FlowEnd& a, const FlowEnd& b) {
    return std::tuple(a.flow_key, a.start, a.slice) < std::tuple(b.flow_key, b.start, b.slice);
  });
  const StringId kind = out_.intern("flow_id");
  for (std::size_t i = 1; i < flow_ends_.size(); ++i) {
    if (flow_ends_[i].flow_key == flow_ends_[i - 1].flow_key) {
      out_.flow(flow_ends_[i - 1].slice, flow_ends_[i].slice, kind);
    }
  }
}

void SystemProfile::finish() {
  link_parents();
  link_flows();
  out_.time_base(
      {.ticks_per_ns = 1, .window_begin = TraceTime(0), .window_end = TraceTime(last_time_)});
  out_.property(std::string(property::kClock), PropertyValue(std::string("unix")));
  out_.property(std::string(property::kClockOrigin), PropertyValue(origin_));
}

}  // namespace nscope::importers
