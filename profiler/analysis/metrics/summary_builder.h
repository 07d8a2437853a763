#pragma once

#include "profiler/analysis/metrics/summary.h"
#include "profiler/trace/trace.h"

#include <map>
#include <string>
#include <string_view>

namespace nscope::analysis {

/// The provenance of the metrics of one summary, and whether the source rounds times to
/// nanoseconds.
struct MetricBasis {
  Provenance provenance = Provenance::kMeasured;
  bool whole_nanoseconds = false;

  static MetricBasis of(const Trace& trace);
};

/// Collects metrics and assigns the units of their definitions. One thread.
class SummaryBuilder {
 public:
  explicit SummaryBuilder(const MetricBasis& basis) : basis_(basis) {}

  /// A value that follows exactly from the events.
  void exact(std::string_view name, double value, const Text& note = {});
  /// A value computed from times: approximate if the times are rounded to nanoseconds.
  void timed(std::string_view name, double value, const Text& note = {});
  /// A number of rows: approximate if the source can lack rows.
  void counted(std::string_view name, double value, const Text& note = {});
  /// A substitute for a value that is unknown.
  void assumed(std::string_view name, double value, const Text& note);
  void put(Metric metric) { metrics_.insert_or_assign(metric.name, metric); }
  void unavailable(std::string_view name, Text reason);

  bool has(std::string_view name) const { return metrics_.contains(std::string(name)); }
  Summary finish() const;

 private:
  void approximate(std::string_view name, double value, const Text& reason, const Text& note);
  void add(std::string_view name, double value, Provenance provenance, const Text& note);

  MetricBasis basis_;
  std::map<std::string, Metric> metrics_;
  std::map<std::string, Text> unavailable_;
};

}  // namespace nscope::analysis
