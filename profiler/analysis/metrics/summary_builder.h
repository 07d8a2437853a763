#pragma once

#include "profiler/analysis/metrics/summary.h"

#include <map>
#include <string>
#include <string_view>

namespace nscope::analysis {

/// How the metrics of one summary come about: their provenance, and whether the
/// source's times are only whole nanoseconds.
struct MetricBasis {
  Provenance provenance = Provenance::kMeasured;
  bool whole_nanoseconds = false;
};

/// Collects metrics under the units of their definitions. One thread.
class SummaryBuilder {
 public:
  explicit SummaryBuilder(const MetricBasis& basis) : basis_(basis) {}

  /// A figure that the events give exactly.
  void exact(std::string_view name, double value, std::string_view note = {});
  /// A figure made of times: approximate where those are whole nanoseconds.
  void timed(std::string_view name, double value, std::string_view note = {});
  /// A count of rows: approximate where the source may have left out rows.
  void counted(std::string_view name, double value, std::string_view note = {});
  /// A stand-in for a figure that nothing gives.
  void assumed(std::string_view name, double value, std::string_view note);
  void put(Metric metric) { metrics_.insert_or_assign(metric.name, metric); }
  void unavailable(std::string_view name, std::string_view reason);

  bool has(std::string_view name) const { return metrics_.contains(std::string(name)); }
  Summary finish() const;

 private:
  void approximate(std::string_view name, double value, std::string_view why,
                   std::string_view note);
  void add(std::string_view name, double value, Provenance provenance, std::string note);

  MetricBasis basis_;
  std::map<std::string, Metric> metrics_;
  std::map<std::string, std::string> unavailable_;
};

}  // namespace nscope::analysis
