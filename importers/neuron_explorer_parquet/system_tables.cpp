#include "importers/neuron_explorer_parquet/tables.h"
#include "importers/shared/possible_time.h"
#include "profiler/trace/vocabulary.h"

#include <algorithm>
#include <array>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

namespace nscope::importers {
namespace {

// Smaller times are not Unix times: they have another origin.
constexpr std::int64_t kEarliestUnix = 100'000'000'000'000'000;  // March 1973

struct SystemTime {
  std::string_view table;
  std::string_view column;
};
constexpr auto kSystemTimes = std::to_array<SystemTime>({{"SystemProfileEvents", "start_ts"},
                                                         {"CpuUsage", "timestamp"},
                                                         {"HostMemUsage", "timestamp"},
                                                         {"SystemProfileHbmUsage", "timestamp"}});

/// The smallest valid time in a column; nullopt if there is none.
Result<std::optional<std::int64_t>> first_of(const Profile& profile, const SystemTime& time) {
  std::optional<std::int64_t> first;
  const ParquetTableFiles* const table = profile.folder.find(time.table);
  if (table == nullptr) return first;
  for (const ParquetFile& file : table->files) {
    if (!file.has_column(time.column)) continue;
    const auto least = profile.folder.first_row(
        file,
        fmt::format(
            "min(TRY_CAST({0} AS BIGINT)) FILTER (WHERE abs(TRY_CAST({0} AS HUGEINT)) < {1})",
            sql_identifier(time.column), limits::kFarthestTime),
        profile.control);
    if (!least) return fail(least.error());
    const auto* const value = std::get_if<std::int64_t>(&least->front());
    if (value != nullptr && (!first || *value < *first)) first = *value;
  }
  return first;
}

std::string label(ParquetRows& rows, std::size_t field) {
  const DuckValue value = rows.value(field);
  if (const auto number = whole_number(value)) return std::to_string(*number);
  if (const auto* text = std::get_if<std::string_view>(&value)) return plain_text(*text);
  return {};
}

TrackId instance_group(Profile& profile, std::string_view instance) {
  return profile.named.group(
      {}, instance.empty() ? std::string("Instance") : fmt::format("Instance {}", instance));
}

std::optional<TraceTime> system_time(ParquetRows& rows, std::size_t field, Profile& profile) {
  const auto time = time_of(rows, field, profile);
  if (!time) return std::nullopt;
  const TraceTime at(time->value() - profile.system_origin);
  profile.latest_event = std::max(profile.latest_event, at.value());
  return at;
}

enum Column : std::size_t {
  kId,
  kName,
  kStart,
  kEnd,
  kDuration,
  kInstance,
  kProcess,
  kThread,
  kSource,
  kDeviceCore,
  kFlowId,
};
constexpr auto kColumns = std::to_array<std::string_view>(
    {"id", "name", "start_ts", "end_ts", "duration_ns", "instance_id", "process_id", "thread_id",
     "trace_event_source", "nc_idx", "flow_id"});

/// Calls of the runtime and the framework, and executions reported by the hardware. The tracks are
/// those of the system profile in JSON.
class SystemEvents {
 public:
  explicit SystemEvents(Profile& profile)
      : profile_(profile), index_(profile.ids.find("SystemProfileEvents")) {}

  void add_row(ParquetRows& rows);
  void link();

 private:
  struct FlowEnd {
    std::string flow;
    std::int64_t start = 0;
    SliceId slice;
  };
  TrackId track(ParquetRows& rows);

  Profile& profile_;
  SliceIndex* index_;
  std::vector<FlowEnd> ends_;
};

TrackId SystemEvents::track(ParquetRows& rows) {
  const std::string process = label(rows, kProcess);
  const std::string thread = label(rows, kThread);
  const std::string core = label(rows, kDeviceCore);
  const TrackId instance = instance_group(profile_, label(rows, kInstance));
  if (!instance.valid()) return {};
  const TrackId parent = profile_.named.group(
      instance, process.empty() ? std::string("Process") : fmt::format("Process {}", process));
  if (!parent.valid()) return {};
  // Executions on a core overlap the calls that started them, so they have a separate track.
  const bool hardware = rows.text(kSource) == "neuron_hw" && !core.empty();
  const std::string name = hardware         ? "NeuronCore " + core
                           : thread.empty() ? std::string("Events")
                                            : "thread " + thread;
  return profile_.named.track({.name = name,
                               .kind = TrackKind::kHost,
                               .parent = parent,
                               .slice_kind = SliceKind::kHost,
                               .layout = TrackLayout::kNested,
                               .order = hardware ? 1 : 0});
}

void SystemEvents::add_row(ParquetRows& rows) {
  const auto interval = interval_of(rows, kStart, kDuration, kEnd, profile_);
  if (!interval) return;
  const TrackId track = this->track(rows);
  if (!track.valid()) return;
  const std::string name = plain_text(rows.text(kName));
  const std::int64_t start = interval->start.value() - profile_.system_origin;
  const SliceId slice =
      profile_.out.slice(track, profile_.out.intern(name.empty() ? "unnamed" : name),
                         TraceTime(start), interval->duration);
  profile_.latest_event = std::max(profile_.latest_event, start + interval->duration.value());
  for (const Column column : {kSource, kDeviceCore, kFlowId}) {
    add_arg(profile_, slice, profile_.out.intern(kColumns[column]), rows.value(column));
  }
  add_other_columns(rows, slice, profile_);
  const auto id = rows.integer(kId);
  if (id && index_ != nullptr) index_->add(*id, slice);
  // A list has a separator after each element.
  std::string_view flows = rows.text(kFlowId);
  while (!flows.empty()) {
    const std::size_t end = std::min(flows.find(kListSeparator), flows.size());
    if (end > 0) ends_.push_back({std::string(flows.substr(0, end)), start, slice});
    flows.remove_prefix(std::min(end + 1, flows.size()));
  }
}

/// Adds flows between events with the same flow id, in the order of their starts.
void SystemEvents::link() {
  std::sort(ends_.begin(), ends_.end(), [](const FlowEnd& a, const FlowEnd& b) {
    return std::tie(a.flow, a.start, a.slice) < std::tie(b.flow, b.start, b.slice);
  });
  const StringId kind = profile_.out.intern("flow_id");
  for (std::size_t i = 1; i < ends_.size(); ++i) {
    if (ends_[i].flow != ends_[i - 1].flow) continue;
    profile_.out.flow(ends_[i - 1].slice, ends_[i].slice, kind);
  }
}

/// "Tensor instructions" for "tensor_instructions_bytes".
std::string usage_name(std::string_view column) {
  constexpr std::string_view kBytes = "_bytes";
  std::string name = plain_text(column);
  if (name.ends_with(kBytes)) name.resize(name.size() - kBytes.size());
  std::replace(name.begin(), name.end(), '_', ' ');
  if (!name.empty() && name.front() >= 'a' && name.front() <= 'z') {
    name.front() = static_cast<char>(name.front() - 'a' + 'A');
  }
  return name;
}

/// The columns of a table with a value other than 0.
Result<std::vector<std::string>> used_columns(const Profile& profile,
                                              const ParquetTableFiles& table) {
  std::vector<std::string> used;
  for (const ParquetFile& file : table.files) {
    std::string list;
    std::vector<std::string> names;
    for (const ParquetColumn& column : file.columns) {
      if (!column.name.ends_with("_bytes")) continue;
      list += fmt::format("{}max(abs(TRY_CAST({} AS DOUBLE)))", list.empty() ? "" : ", ",
                          sql_identifier(column.name));
      names.push_back(column.name);
    }
    if (names.empty()) continue;
    const auto most = profile.folder.first_row(file, list, profile.control);
    if (!most) return fail(most.error());
    for (std::size_t i = 0; i < names.size(); ++i) {
      const auto* const real = std::get_if<double>(&(*most)[i]);
      if (real != nullptr && *real > 0.0) used.push_back(names[i]);
    }
  }
  return used;
}

}  // namespace

Result<> find_system_origin(Profile& profile) {
  std::optional<std::int64_t> origin;
  for (const SystemTime& time : kSystemTimes) {
    const auto first = first_of(profile, time);
    if (!first) return fail(first.error());
    if (*first && (!origin || **first < *origin)) origin = *first;
  }
  if (!origin) return {};
  profile.has_system_events = true;
  profile.system_origin = *origin;
  if (*origin < kEarliestUnix) return {};
  put_property(profile, property::kClock, PropertyValue(std::string("unix")));
  put_property(profile, property::kClockOrigin, PropertyValue(*origin));
  return {};
}

Result<> read_system_events(Profile& profile, const ParquetTableFiles& table) {
  SystemEvents events(profile);
  auto read =
      for_each_row(profile, table, kColumns, [&](ParquetRows& rows) { events.add_row(rows); });
  if (read) events.link();
  return read;
}

Result<> read_cpu_usage(Profile& profile, const ParquetTableFiles& table) {
  enum : std::size_t { kTime, kUtil, kCpu, kOnInstance };
  static constexpr auto kFields =
      std::to_array<std::string_view>({"timestamp", "util_percent", "cpu_id", "instance_id"});
  return for_each_row(profile, table, kFields, [&](ParquetRows& rows) {
    const auto time = system_time(rows, kTime, profile);
    const auto percent = rows.number(kUtil);
    const TrackId instance = instance_group(profile, label(rows, kOnInstance));
    if (!time || !percent || !instance.valid()) return;
    constexpr int kAfterProcesses = 10;
    const TrackId cpus = profile.named.group(instance, "CPU", kAfterProcesses);
    const std::string cpu = label(rows, kCpu);
    if (!cpus.valid()) return;
    profile.named.sample(cpus, cpu.empty() ? std::string("CPU") : "CPU " + cpu, "%", *time,
                         *percent);
  });
}

Result<> read_host_memory(Profile& profile, const ParquetTableFiles& table) {
  enum : std::size_t { kTime, kBytes, kPercent, kOnInstance };
  static constexpr auto kFields =
      std::to_array<std::string_view>({"timestamp", "used_bytes", "used_percent", "instance_id"});
  return for_each_row(profile, table, kFields, [&](ParquetRows& rows) {
    const auto time = system_time(rows, kTime, profile);
    const TrackId instance = instance_group(profile, label(rows, kOnInstance));
    if (!time || !instance.valid()) return;
    if (const auto bytes = rows.number(kBytes)) {
      profile.named.sample(instance, "Host memory used", "B", *time, *bytes);
    }
    if (const auto percent = rows.number(kPercent)) {
      profile.named.sample(instance, "Host memory used, share", "%", *time, *percent);
    }
  });
}

Result<> read_system_hbm(Profile& profile, const ParquetTableFiles& table) {
  enum : std::size_t { kTime, kOnInstance, kDevice, kHbm };
  static constexpr auto kFields =
      std::to_array<std::string_view>({"timestamp", "instance_id", "device_idx", "hbm_idx"});
  const auto used = used_columns(profile, table);
  if (!used) return fail(used.error());
  constexpr int kAfterCpus = 20;
  return for_each_row(profile, table, kFields, [&](ParquetRows& rows) {
    const auto time = system_time(rows, kTime, profile);
    const TrackId instance = instance_group(profile, label(rows, kOnInstance));
    if (!time || !instance.valid()) return;
    const TrackId memory = profile.named.group(
        instance, fmt::format("HBM {} of device {}", label(rows, kHbm), label(rows, kDevice)),
        kAfterCpus);
    if (!memory.valid()) return;
    for (const ParquetRows::Other& other : rows.others()) {
      // Of about 24 uses, those that are always 0 are not imported.
      if (std::find(used->begin(), used->end(), other.name) == used->end()) continue;
      const DuckValue value = rows.value(other);
      if (const auto bytes = whole_number(value)) {
        profile.named.sample(memory, usage_name(other.name), "B", *time,
                             static_cast<double>(*bytes));
      }
    }
  });
}

}  // namespace nscope::importers
