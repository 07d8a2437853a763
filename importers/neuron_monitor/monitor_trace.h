#pragma once

#include "importers/neuron_monitor/monitor_figures.h"
#include "importers/shared/counter_tracks.h"
#include "importers/shared/repeating_keys.h"
#include "profiler/base/result.h"
#include "profiler/trace/build/trace_writer.h"

#include <cstdint>
#include <deque>
#include <initializer_list>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <simdjson.h>

namespace nscope::importers {

/// Converts the reports of neuron-monitor into counters: one group of tracks for each Neuron
/// runtime (process) and one for the system. A value that is not in a report gets no sample,
/// because absent is not 0. For files and live streams. One thread.
///
/// Metrics combine the runtimes of a report: a core belongs to one process at a time, and the
/// others report 0 for it, so its utilisation, FLOP/s and memory are sums over the runtimes of a
/// report. docs/formats/neuron-monitor.md states the rule of each figure.
///
/// Reports of several instances have separate tracks, times and metrics. Those of the first
/// instance are at the top, those of others in a group with the instance's id.
///
/// The time of a report is its time stamp. Without one it is the time of arrival if that is known,
/// else the sum of the periods that its metric groups state; both are counted in diagnostics. The
/// first report is at 0.
class MonitorTrace {
 public:
  explicit MonitorTrace(TraceWriter& out) : out_(out), tracks_(out) {}

  /// Adds one report, the JSON text of an object. `stamp_ns` is its time in Unix nanoseconds if
  /// that is known from outside the JSON; `arrival_ns` is used if the report has no time stamp.
  /// `place` is the place of the report in messages ("line 12"). Errors: kBadInput if the text is
  /// not a JSON object or not a report; nothing is added then.
  Result<> read_report(std::string_view json, std::optional<std::int64_t> stamp_ns, Text place,
                       std::optional<std::int64_t> arrival_ns = std::nullopt);
  /// The same for a parsed report.
  Result<> read_report(simdjson::dom::object report, std::optional<std::int64_t> stamp_ns,
                       Text place, std::optional<std::int64_t> arrival_ns = std::nullopt);

  std::int64_t report_count() const { return figures_.reports; }
  const MonitorFigures& figures() const { return figures_; }
  TraceTime now() const { return now_; }  ///< of the newest report

  /// Closes open slices and writes metrics, properties and the time base.
  void finish();

 private:
  using Object = simdjson::dom::object;
  struct Interval {  // of a runtime or a loaded model, while reports contain it
    SliceId slice;
    TraceTime end{};
    std::int64_t last_report = 0;
  };
  /// A mean weighted by the periods of the samples.
  struct Mean {
    double weighted_sum = 0.0;
    double weight = 0.0;
    std::int64_t samples = 0;
    void add(double value, double by);
  };
  /// One NeuronCore: the sums over the runtimes of the current report, and over all reports.
  struct Core {
    std::int64_t report = 0;  // the one that the next members belong to
    double period = 0.0;
    std::optional<double> utilization{};
    std::optional<double> flops{};
    std::optional<double> memory{};
    Mean mean_utilization{};
    Mean mean_flops{};
    double memory_peak = -1.0;  // negative: unknown
  };
  struct Runtime {
    TrackId group;
    TrackId attached;
    Interval interval{};
    RepeatingKeys<TrackId> cores{};
  };
  /// Latencies of one kind ("total_latency") over all runtimes and reports.
  struct Latency {
    double shortest = -1.0;
    double longest = -1.0;
    std::map<std::string, Mean, std::less<>> means{};  // "p50", weighted by executions
  };
  /// One instance (machine).
  struct Instance {
    std::string id;  // "" if no report states it
    TrackId root{};  // invalid for the first instance
    std::int64_t reports = 0;
    TraceTime now{};
    RepeatingKeys<double> group_seconds{};  // when each metric group was last updated
    RepeatingKeys<Runtime> runtimes{};
    std::map<std::string, Interval> models{};
    RepeatingKeys<Core> cores{};
    RepeatingKeys<double> executions{};  // sums over reports, by kind
    RepeatingKeys<double> execution_errors{};
    std::map<std::string, std::pair<double, std::string>> peaks{};  // maximum and unit
    std::map<std::string, Latency> latencies{};
    std::map<std::string, PropertyValue> facts{};
  };

  /// The instance of a report; null if the file has too many.
  Instance* instance_of(Object report);
  void advance_time(Object report, std::optional<std::int64_t> stamp_ns);
  /// The member with the first of these names that is there: versions name the same thing
  /// differently.
  static std::optional<Object> first_object(Object in, std::initializer_list<std::string_view> keys);
  static std::optional<double> first_number(Object in, std::initializer_list<std::string_view> keys);
  /// "1337", or "1337 (tag)" if the tag is not the number; "index 0" in versions that number the
  /// runtimes.
  static std::string runtime_name(Object runtime);
  void read_runtime(Object runtime);
  /// The sums of a core for the current report.
  Core& core_of(std::string_view key);
  TrackId core_track(Runtime& runtime, std::string_view key);
  void read_cores(Object group, Runtime& runtime);
  void read_core_value(std::string_view name, double number, TrackId track, Core& core);
  void read_execution(Object group, TrackId parent);
  static void add_up(Object counts, RepeatingKeys<double>& sums);
  void read_latency(Object group, TrackId parent, double executions);
  void read_memory(Object group, Runtime& runtime, const std::string& name);
  void read_memory_breakdown(Object breakdown, Runtime& runtime, TrackId memory);
  void read_models(Object group, TrackId parent);
  void read_system(Object system);
  void read_ecc(Object group, TrackId parent);
  void read_vcpu(Object group, TrackId parent);
  void read_facts(Object report);
  void read_pods(Object info, std::string_view list, std::string_view prefix);
  /// Adds the sums of the current report to those of the instance.
  void end_report();

  void numbers(TrackId parent, Object object, std::string_view unit, int depth = 0);
  void unknown_group(TrackId parent, std::string_view name, simdjson::dom::element value);
  /// Counts the error in a group, if any. `source` is the part of the report: "system_data".
  void check_error(Object group, const Text& source);
  /// Keeps the slice `name` on `track` open while consecutive reports contain it.
  void extend(TrackId track, const std::string& name, Interval& interval);
  void put_value(const std::string& name, simdjson::dom::element value);
  void raise(const std::string& name, double value, std::string_view unit);
  void write_metrics(const Instance& instance, const std::string& prefix);
  void write_diagnostics();

  TraceWriter& out_;
  CounterTracks tracks_;
  simdjson::dom::parser parser_;
  Text place_;

  MonitorFigures figures_;
  std::int64_t reports_without_runtime_ = 0;
  std::int64_t reports_without_stamp_ = 0;
  std::int64_t reports_by_arrival_ = 0;
  TraceTime now_{};
  TraceTime begin_{};                      // of the earliest report, or 0
  TraceTime end_{};                        // of the latest report
  std::optional<std::int64_t> origin_ns_;  // Unix time of tick 0
  std::deque<Instance> instances_;
  Instance* instance_ = nullptr;  // of the current report
  std::vector<Core*> touched_;    // cores of the current report
};

}  // namespace nscope::importers
