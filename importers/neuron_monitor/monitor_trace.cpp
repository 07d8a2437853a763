#include "importers/neuron_monitor/monitor_trace.h"

#include "importers/shared/json_values.h"
#include "importers/shared/printable.h"
#include "importers/shared/text_lines.h"
#include "importers/shared/unix_time.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include <fmt/format.h>

namespace nscope::importers {
namespace {

using simdjson::dom::element;
using simdjson::dom::object;

constexpr auto kIdentifyingMembers = std::to_array<std::string_view>(
    {"neuron_runtime_data", "runtime_data", "system_data", "instance_info", "instance_data",
     "neuron_hardware_info", "neuron_k8s_info"});
constexpr std::array<std::string_view, 5> kStampMembers = {"timestamp", "@timestamp", "time", "ts",
                                                           "collected_at"};
constexpr int kDeepestGroup = 8;

std::optional<std::int64_t> stamp_of(object report) {
  for (const std::string_view key : kStampMembers) {
    if (const auto number = number_at(report, key)) return unix_nanoseconds(*number);
    const auto stamp = find_time_stamp(text_at(report, key), Fraction::kDecimal);
    if (stamp) return stamp->ns;
  }
  return std::nullopt;
}

bool is_report(object report) {
  return std::any_of(
      kIdentifyingMembers.begin(), kIdentifyingMembers.end(),
      [&](std::string_view key) { return object_at(report, key) || list_at(report, key); });
}

/// The report in a member of an object into which a program wrapped it.
std::optional<object> report_inside(object wrapper) {
  for (const auto member : wrapper) {
    object inner;
    if (member.value.get(inner) == simdjson::SUCCESS && is_report(inner)) return inner;
  }
  return std::nullopt;
}

/// Calls `visit(key, period)` for the metric groups of an object.
template <class Visit>
void for_each_group(object groups, std::string_view prefix, const Visit& visit) {
  std::string key(prefix);
  key += '/';
  const std::size_t common = key.size();
  for (const auto member : groups) {
    object group;
    if (member.value.get(group) != simdjson::SUCCESS) continue;
    const auto period = number_at(group, "period");
    if (!period || !(*period > 0.0)) continue;
    key.resize(common);
    key += member.key;
    visit(std::string_view(key), *period);
  }
}

std::optional<simdjson::dom::array> runtimes_of(object report) {
  if (const auto runtimes = list_at(report, "neuron_runtime_data")) return runtimes;
  return list_at(report, "runtime_data");
}

}  // namespace

std::optional<object> MonitorTrace::first_object(object in,
                                                 std::initializer_list<std::string_view> keys) {
  for (const std::string_view key : keys) {
    if (const auto found = object_at(in, key)) return found;
  }
  return std::nullopt;
}

std::optional<double> MonitorTrace::first_number(object in,
                                                 std::initializer_list<std::string_view> keys) {
  for (const std::string_view key : keys) {
    if (const auto found = number_at(in, key)) return found;
  }
  return std::nullopt;
}

Result<> MonitorTrace::read_report(std::string_view json, std::optional<std::int64_t> stamp_ns,
                                   Text place, std::optional<std::int64_t> arrival_ns) {
  simdjson::dom::element document;
  object report;
  auto error = parse_values(parser_, json, out_, document);
  if (error == simdjson::SUCCESS) error = document.get(report);
  if (error != simdjson::SUCCESS) {
    return fail(ErrorCode::kBadInput, tr("not a JSON object: {}", simdjson::error_message(error)),
                place.english());
  }
  return read_report(report, stamp_ns, std::move(place), arrival_ns);
}

Result<> MonitorTrace::read_report(object report, std::optional<std::int64_t> stamp_ns, Text place,
                                   std::optional<std::int64_t> arrival_ns) {
  place_ = std::move(place);
  if (!is_report(report)) {
    if (const auto inner = report_inside(report)) {
      return read_report(*inner, stamp_ns ? stamp_ns : stamp_of(report), place_, arrival_ns);
    }
    return fail(ErrorCode::kBadInput,
                tr("not a neuron-monitor report: there is no 'neuron_runtime_data' and no "
                   "'system_data'"),
                place_.english());
  }
  instance_ = instance_of(report);
  if (instance_ == nullptr) return {};
  figures_ = {.reports = figures_.reports + 1};
  ++instance_->reports;
  if (!stamp_ns) stamp_ns = stamp_of(report);
  if (!stamp_ns && arrival_ns) {
    stamp_ns = arrival_ns;
    ++reports_by_arrival_;
  }
  advance_time(report, stamp_ns);
  if (const auto runtimes = runtimes_of(report)) {
    if (runtimes->size() == 0) ++reports_without_runtime_;
    for (const element value : *runtimes) {
      object runtime;
      if (value.get(runtime) == simdjson::SUCCESS) read_runtime(runtime);
    }
  }
  if (const auto system = object_at(report, "system_data")) read_system(*system);
  read_facts(report);
  end_report();
  return {};
}

MonitorTrace::Instance* MonitorTrace::instance_of(object report) {
  constexpr std::size_t kMostInstances = 4096;
  std::string_view id;
  const auto info = first_object(report, {"instance_info", "instance_data"});
  if (info) id = text_at(*info, "instance_id");
  if (instance_ != nullptr && (id.empty() || instance_->id == id)) return instance_;
  if (id.empty() && !instances_.empty()) return &instances_.front();
  for (Instance& instance : instances_) {
    if (instance.id == id) return &instance;
  }
  if (instances_.size() == 1 && instances_.front().id.empty()) {
    instances_.front().id = id;  // its first reports did not state it
    return &instances_.front();
  }
  if (instances_.size() >= kMostInstances) {
    out_.diagnose("too_many_instances", Severity::kWarning,
                  tr("{}: a report was skipped: a file can have reports of at most {} instances",
                     place_, as::count(kMostInstances)));
    return nullptr;
  }
  Instance& added = instances_.emplace_back();
  added.id = id;
  if (instances_.size() > 1) {
    added.root = tracks_.group({}, fmt::format("Instance {}", printable(id)), 3);
  }
  return &added;
}

void MonitorTrace::advance_time(object report, std::optional<std::int64_t> stamp_ns) {
  struct Group {
    double* seconds;  // when it was last updated
    double period;
  };
  std::vector<Group> groups;
  const auto collect = [&](std::string_view key, double period) {
    double* seconds = instance_->group_seconds.find(key);
    if (seconds == nullptr) {
      constexpr double kNever = -std::numeric_limits<double>::infinity();
      seconds = &instance_->group_seconds.add(key, kNever);
    }
    groups.push_back({seconds, period});
  };
  if (const auto runtimes = runtimes_of(report)) {
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
  for (const Group& group : groups) {
    figures_.period_seconds =
        std::min(figures_.period_seconds.value_or(group.period), group.period);
  }
  now_ = instance_->now;
  const double before = static_cast<double>(now_.value()) / 1e9;
  if (stamp_ns) {
    if (!origin_ns_) origin_ns_ = *stamp_ns - now_.value();
    now_ = TraceTime(*stamp_ns - *origin_ns_);
    if (instance_->reports > 1 && now_ < instance_->now) {
      out_.diagnose(
          "time_goes_back", Severity::kWarning,
          tr("{}: the time of the report is {} before that of the report before it; the "
             "clock was set back, or reports of several programs are in one file",
             place_, as::seconds(static_cast<double>((instance_->now - now_).value()) / 1e9)));
    }
    begin_ = std::min(begin_, now_);
  } else {
    ++reports_without_stamp_;
    if (instance_->reports > 1) {
      // A group is updated one period after its last update. The time of the report is that of
      // its latest group.
      double seconds = -1.0;
      double shortest = -1.0;
      for (const Group& group : groups) {
        seconds = std::max(seconds, *group.seconds + group.period);
        if (shortest < 0.0 || group.period < shortest) shortest = group.period;
      }
      if (seconds < 0.0 && shortest > 0.0) seconds = before + shortest;
      constexpr double kLongest = 1e9;  // 30 years: longer periods are damaged
      if (seconds > before && seconds < kLongest) now_ = TraceTime(std::llround(seconds * 1e9));
    }
  }
  for (const Group& group : groups) *group.seconds = static_cast<double>(now_.value()) / 1e9;
  instance_->now = now_;
  end_ = figures_.reports == 1 ? now_ : std::max(end_, now_);
}

void MonitorTrace::end_report() {
  for (Core* const core : touched_) {
    if (core->utilization) {
      core->mean_utilization.add(*core->utilization, core->period);
      ++figures_.cores;
      // A running mean needs no list of cores.
      const double before = figures_.utilization_percent.value_or(0.0);
      figures_.utilization_percent = before + (*core->utilization - before) / figures_.cores;
    }
    if (core->flops) core->mean_flops.add(*core->flops, core->period);
    if (core->memory) core->memory_peak = std::max(core->memory_peak, *core->memory);
  }
  touched_.clear();
  if (figures_.device_memory_bytes) {
    raise("neuron_device_memory_peak", *figures_.device_memory_bytes, "B");
  }
  if (figures_.runtime_memory_bytes) {
    raise("runtime_host_memory_peak", *figures_.runtime_memory_bytes, "B");
  }
}

void MonitorTrace::Mean::add(double value, double by) {
  weighted_sum += value * by;
  weight += by;
  ++samples;
}

void MonitorTrace::raise(const std::string& name, double value, std::string_view unit) {
  if (!std::isfinite(value)) return;
  auto [entry, added] = instance_->peaks.try_emplace(name, value, std::string(unit));
  if (!added) entry->second.first = std::max(entry->second.first, value);
}

void MonitorTrace::check_error(object group, const Text& source) {
  const std::string_view error = text_at(group, "error");
  if (error.empty()) return;
  out_.diagnose(
      "neuron_monitor_error", Severity::kWarning,
      tr("{}: neuron-monitor reports an error of {}: {}", place_, source, printable(error)));
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
  out_.diagnose("unknown_metric_group", Severity::kInfo,
                tr("{}: the numbers of the unknown metric group '{}' have no units", place_,
                   printable(name)));
  object group;
  if (value.get(group) != simdjson::SUCCESS) return;
  const TrackId track = tracks_.group(parent, name, 90);
  if (track.valid()) numbers(track, group, "");
}

void MonitorTrace::extend(TrackId track, const std::string& name, Interval& interval) {
  if (!interval.slice.valid() || interval.last_report + 1 < instance_->reports) {
    if (interval.slice.valid()) out_.close_slice(interval.slice, interval.end);
    interval.slice = out_.open_slice(track, out_.intern(name), now_);
    interval.end = now_;
  }
  interval.end = std::max(interval.end, now_);  // time stamps may decrease
  interval.last_report = instance_->reports;
}

}  // namespace nscope::importers
