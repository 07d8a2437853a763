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

/// Converts the reports of neuron-monitor into counters: one group of tracks for each Neuron
/// runtime (process) and one for the system. A value that is not in a report gets no sample,
/// because absent is not 0. For files and live streams. One thread.
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
  struct Mean {
    double weighted_sum = 0.0;
    double weight = 0.0;
    std::int64_t samples = 0;
  };

  void advance_time(Object report, std::optional<std::int64_t> stamp_ns);
  /// "1337", or "1337 (tag)" if the tag is not the number.
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
  /// Counts the error in a group, if any. `source` is the part of the report: "system_data".
  void check_error(Object group, const Text& source);
  /// Keeps the slice `name` on `track` open while consecutive reports contain it.
  void extend(TrackId track, const std::string& name, Interval& interval);
  void put_value(const std::string& name, simdjson::dom::element value);

  TraceWriter& out_;
  CounterTracks tracks_;
  simdjson::dom::parser parser_;
  Text place_;

  MonitorFigures figures_;
  std::int64_t reports_without_runtime_ = 0;
  std::int64_t reports_without_stamp_ = 0;
  std::int64_t reports_by_arrival_ = 0;
  TraceTime now_{};
  std::optional<std::int64_t> origin_ns_;        // Unix time of tick 0
  std::map<std::string, double> group_seconds_;  // when each metric group was last updated
  std::map<std::string, Interval> intervals_;
  std::map<std::string, Mean> utilization_;                      // by core
  std::map<std::string, double> sums_;                           // metrics summed over reports
  std::map<std::string, std::pair<double, std::string>> peaks_;  // maximum and unit
  std::map<std::string, PropertyValue> facts_;
};

}  // namespace nscope::importers
