#include "importers/neuron_monitor/monitor_trace.h"

#include "importers/shared/json_values.h"
#include "importers/shared/printable.h"
#include "importers/shared/text_lines.h"
#include "profiler/trace/vocabulary.h"

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

namespace nscope::importers {
namespace {

using simdjson::dom::element;
using simdjson::dom::object;

constexpr std::array<std::string_view, 5> kIdentifyingMembers = {
    "neuron_runtime_data", "system_data", "instance_info", "neuron_hardware_info",
    "neuron_k8s_info"};
constexpr std::array<std::string_view, 5> kStampMembers = {"timestamp", "@timestamp", "time", "ts",
                                                           "collected_at"};
constexpr int kDeepestGroup = 8;

/// Unix nanoseconds. Whether `value` is in s, ms, µs or ns follows from its magnitude: the units
/// differ by 1000, and a year is only 3 % of the time since 1970.
std::optional<std::int64_t> unix_ns(double value) {
  constexpr double kLatest = 7e18;  // the year 2191: the difference of two times fits into 64 bits
  for (const auto& [limit, scale] : {std::pair{1e11, 1e9}, {1e14, 1e6}, {1e17, 1e3}, {9e18, 1.0}}) {
    if (value < 1e8 || value >= limit) continue;
    return value * scale < kLatest ? std::optional(std::int64_t{std::llround(value * scale)})
                                   : std::nullopt;
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
                                   Text place, std::optional<std::int64_t> arrival_ns) {
  place_ = std::move(place);
  object report;
  const auto error = parser_.parse(json.data(), json.size(), true).get(report);
  if (error != simdjson::SUCCESS) {
    return fail(ErrorCode::kBadInput, tr("not a JSON object: {}", simdjson::error_message(error)),
                place_.english());
  }
  const bool known = std::any_of(
      kIdentifyingMembers.begin(), kIdentifyingMembers.end(),
      [&](std::string_view key) { return object_at(report, key) || list_at(report, key); });
  if (!known) {
    return fail(ErrorCode::kBadInput,
                tr("not a neuron-monitor report: there is no 'neuron_runtime_data' and no "
                   "'system_data'"),
                place_.english());
  }
  figures_ = {.reports = figures_.reports + 1};
  if (!stamp_ns) stamp_ns = stamp_of(report);
  if (!stamp_ns && arrival_ns) {
    stamp_ns = arrival_ns;
    ++reports_by_arrival_;
  }
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
  for (const auto& [key, period] : groups) {
    figures_.period_seconds = std::min(figures_.period_seconds.value_or(period), period);
  }
  const double before = static_cast<double>(now_.value()) / 1e9;
  if (stamp_ns) {
    if (!origin_ns_) origin_ns_ = *stamp_ns - now_.value();
    now_ = TraceTime(*stamp_ns - *origin_ns_);
  } else {
    ++reports_without_stamp_;
    if (figures_.reports > 1) {
      // A group is updated one period after its last update. The time of the report is that of
      // its latest group.
      double seconds = -1.0;
      double shortest = -1.0;
      for (const auto& [key, period] : groups) {
        const auto last = group_seconds_.find(key);
        if (last != group_seconds_.end()) seconds = std::max(seconds, last->second + period);
        if (shortest < 0.0 || period < shortest) shortest = period;
      }
      if (seconds < 0.0 && shortest > 0.0) seconds = before + shortest;
      constexpr double kLongest = 1e9;  // 30 years: longer periods are damaged
      if (seconds > before && seconds < kLongest) now_ = TraceTime(std::llround(seconds * 1e9));
    }
  }
  for (const auto& [key, period] : groups) {
    group_seconds_[key] = static_cast<double>(now_.value()) / 1e9;
  }
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
  if (!interval.slice.valid() || interval.last_report + 1 < figures_.reports) {
    if (interval.slice.valid()) out_.close_slice(interval.slice, interval.end);
    interval.slice = out_.open_slice(track, out_.intern(name), now_);
    interval.end = now_;
  }
  interval.end = std::max(interval.end, now_);  // time stamps may decrease
  interval.last_report = figures_.reports;
}

void MonitorTrace::finish() {
  for (auto& [name, interval] : intervals_) {
    if (interval.slice.valid()) out_.close_slice(interval.slice, interval.end);
  }
  out_.time_base({.ticks_per_ns = 1, .window_begin = TraceTime(0), .window_end = now_});
  out_.property("report_count", PropertyValue(figures_.reports));
  for (auto& [name, value] : facts_) out_.property(name, std::move(value));
  if (origin_ns_) {
    out_.property(std::string(property::kClock), PropertyValue(std::string("unix")));
    out_.property(std::string(property::kClockOrigin), PropertyValue(*origin_ns_));
  }
  for (const auto& [core, mean] : utilization_) {
    out_.metric({.name = fmt::format("neuroncore{}.utilization_mean", printable(core)),
                 .value = mean.weighted_sum / mean.weight,
                 .unit = "%",
                 .provenance = Provenance::kImported,
                 .note = tr_plural(mean.samples, "mean of {} sample, weighted by its period",
                                   "mean of {} samples, weighted by their periods",
                                   as::count(mean.samples))});
  }
  for (const auto& [name, sum] : sums_) {
    out_.metric({.name = name,
                 .value = sum,
                 .unit = "count",
                 .provenance = Provenance::kImported,
                 .note = tr("sum over all reports")});
  }
  for (const auto& [name, peak] : peaks_) {
    out_.metric({.name = name,
                 .value = peak.first,
                 .unit = peak.second,
                 .provenance = Provenance::kImported,
                 .note = tr("largest reported value")});
  }
  if (reports_without_stamp_ > 0) {
    out_.diagnose("no_time_stamps", Severity::kInfo,
                  tr("a report has no time stamp: its time is the sum of the stated periods, so "
                     "pauses between reports are missing"),
                  reports_without_stamp_);
  }
  if (reports_by_arrival_ > 0) {
    out_.diagnose("arrival_times", Severity::kInfo,
                  tr("a report has no time stamp: its time of arrival was used"),
                  reports_by_arrival_);
  }
  if (reports_without_runtime_ > 0) {
    out_.diagnose("no_runtime_attached", Severity::kInfo,
                  tr("a report has no samples because no Neuron application was running"),
                  reports_without_runtime_);
  }
}

}  // namespace nscope::importers
