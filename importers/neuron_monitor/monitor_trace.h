#pragma once

#include "importers/neuron_monitor/monitor_figures.h"
#include "importers/shared/counter_tracks.h"
#include "profiler/base/result.h"
#include "profiler/trace/build/trace_writer.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <simdjson.h>

namespace nscope::importers {

/// Turns the reports of neuron-monitor, one after another, into counters: one
/// group of rows per Neuron runtime (process) and one for the system. What a
/// report does not have gets no sample: absent is not 0. Made for files and for
/// a live stream alike. One thread.
///
/// Time: the stamp that comes with a report where there is one; else the moment it
/// arrived, where that is known; else the periods that its metric groups state are
/// added up, group by group. A diagnostic says so. The first report stands at 0.
class MonitorTrace {
 public:
  explicit MonitorTrace(TraceWriter& out) : out_(out), tracks_(out) {}

  /// Adds one report, the JSON text of an object. `stamp_ns` is its time in Unix
  /// nanoseconds where something outside the JSON tells it, `arrival_ns` that of a
  /// report which has none; `place` names it in messages ("line 12"). Errors:
  /// kBadInput where the text is no JSON object or no report; nothing was added then.
  Result<> read_report(std::string_view json, std::optional<std::int64_t> stamp_ns,
                       std::string_view place,
                       std::optional<std::int64_t> arrival_ns = std::nullopt);

  std::int64_t report_count() const { return figures_.reports; }
  const MonitorFigures& figures() const { return figures_; }
  TraceTime now() const { return now_; }  ///< of the newest report

  /// Ends what is open and writes metrics, properties and the time base.
  void finish();

 private:
  using Object = simdjson::dom::object;
  struct Interval {  // a runtime, or a model of it, while reports name it
    SliceId slice;
    TraceTime end{};
    std::int64_t last_report = 0;
  };
  struct Mean {
    double weighted_sum = 0.0;
    double weight = 0.0;
    std::int64_t samples = 0;
  };

  void advance_time(Object report, std::optional<std::int64_t> stamp_ns);
  /// "1337", with its tag where that says more.
  static std::string runtime_name(Object runtime);
  void read_runtime(Object runtime);
  void read_cores(Object group, TrackId parent);
  void read_execution(Object group, TrackId parent);
  void add_up(Object counts, std::string_view prefix);
  void read_latency(Object group, TrackId parent);
  void read_memory(Object group, TrackId parent, const std::string& runtime);
  void read_models(Object group, TrackId parent);
  void read_system(Object system);
  void read_ecc(Object group, TrackId parent);
  void read_vcpu(Object group, TrackId parent);
  void read_facts(Object report);
  void read_pods(Object info, std::string_view list, std::string_view prefix);

  void numbers(TrackId parent, Object object, std::string_view unit, int depth = 0);
  void unknown_group(TrackId parent, std::string_view name, simdjson::dom::element value);
  void check_error(Object group, std::string_view where);
  /// Keeps the slice `name` on `track` open as long as reports go on naming it.
  void extend(TrackId track, const std::string& name, Interval& interval);
  void fact(const std::string& name, simdjson::dom::element value);

  TraceWriter& out_;
  CounterTracks tracks_;
  simdjson::dom::parser parser_;
  std::string place_;

  MonitorFigures figures_;
  std::int64_t reports_without_runtime_ = 0;
  std::int64_t reports_without_stamp_ = 0;
  std::int64_t reports_by_arrival_ = 0;
  TraceTime now_{};
  std::optional<std::int64_t> origin_ns_;        // Unix time of tick 0
  std::map<std::string, double> group_seconds_;  // when each metric group was last updated
  std::map<std::string, Interval> intervals_;
  std::map<std::string, Mean> utilization_;                      // by core
  std::map<std::string, double> sums_;                           // metrics that add up
  std::map<std::string, std::pair<double, std::string>> peaks_;  // and their units
  std::map<std::string, PropertyValue> facts_;
};

}  // namespace nscope::importers
