#pragma once

#include "profiler/base/provenance.h"
#include "simcore/engine/calibration/error_factors.h"

#include <algorithm>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace nscope::sim {

/// Collects metrics with error bands from the residuals of calibrated metrics. Bands are wider
/// outside the measured domain.
class MetricList {
 public:
  /// `generation` is that of the NeuronCores.
  MetricList(const Calibration& calibration, std::string class_name, std::string generation,
             bool inside)
      : calibration_(calibration),
        class_name_(std::move(class_name)),
        generation_(std::move(generation)),
        exponent_(inside ? 1 : calibration.parameters.outside_factor) {}

  /// With bands that are raised to `exponent`, which is at least 1; if it is greater, the widest of
  /// the bands of the class and of its `related` classes applies.
  MetricList(const Calibration& calibration, std::string class_name, std::string generation,
             double exponent, std::vector<std::string> related)
      : calibration_(calibration),
        class_name_(std::move(class_name)),
        generation_(std::move(generation)),
        related_(std::move(related)),
        exponent_(exponent) {}

  /// `band` names the calibrated metric whose residuals apply; "" for none.
  void add(std::string name, double value, std::string unit, std::string_view band,
           Text note = {}) {
    Metric metric{.name = std::move(name),
                  .value = value,
                  .unit = std::move(unit),
                  .provenance = Provenance::kSimulated,
                  .note = std::move(note)};
    add_band(metric, band, false);
    metrics_.push_back(std::move(metric));
  }
  /// Adds a rate. Its band is that of measured rates, or the inverted band of the latency if no
  /// rates were measured.
  void add_rate(std::string name, double value, std::string unit, Text note) {
    add_either(std::move(name), value, std::move(unit), {"throughput", "latency_p50"},
               std::move(note));
  }
  /// Adds the time of a call. Its band is that of measured latencies, or the inverted band of the
  /// throughput if no latencies were measured.
  void add_latency(std::string name, double value, Text note) {
    add_either(std::move(name), value, "s", {"latency_p50", "throughput"}, std::move(note));
  }
  /// Adds a rate that is a constant divided by the duration `time`. Its band is that of measured
  /// rates or, if they have none, that of the duration, inverted.
  void add_rate_of(std::string name, double value, std::string unit, const Metric& time,
                   Text note) {
    const bool own = factors("throughput", false).range.has_value();
    const bool inverse = !own && time.low && time.high && *time.low > 0;
    add(std::move(name), value, std::move(unit), inverse ? "" : "throughput", std::move(note));
    if (!inverse) return;
    Metric& metric = metrics_.back();
    metric.low = value * time.value / *time.high;
    metric.high = value * time.value / *time.low;
    limit_share(metric);
  }
  /// Adds a duration. Its band is the inverted band of the throughput.
  void add_duration(std::string name, double value, Text note) {
    add(std::move(name), value, "s", "", std::move(note));
    add_band(metrics_.back(), "throughput", true);
  }
  void add(Metric metric) { metrics_.push_back(std::move(metric)); }
  /// The 90 % band of a calibrated metric as factors of a predicted value; nullopt if the class has
  /// no measurements of it, or if it is too wide (error_factors()).
  std::optional<ValueRange> factors_of(std::string_view metric) const {
    return factors(metric, false).range;
  }
  const Metric& back() const { return metrics_.back(); }
  std::vector<Metric> take() { return std::move(metrics_); }

 private:
  /// A calibrated metric, and the one whose inverted band applies if the first has none.
  struct OwnOrInverse {
    std::string_view own;
    std::string_view inverse;
  };
  void add_either(std::string name, double value, std::string unit, OwnOrInverse bands, Text note) {
    const bool inverted = calibration_.find(class_name_, bands.own, generation_) == nullptr;
    add(std::move(name), value, std::move(unit), inverted ? "" : bands.own, std::move(note));
    if (inverted) add_band(metrics_.back(), bands.inverse, true);
  }
  ErrorFactors factors(std::string_view metric, bool inverted) const {
    std::vector<MeasuredAs> measured{MeasuredAs{class_name_, metric, inverted}};
    const bool known = calibration_.find(class_name_, metric, generation_) != nullptr;
    if (exponent_ > 1 && known) {
      for (const std::string& one : related_) measured.push_back({one, metric, inverted});
    }
    return widened_factors(calibration_, measured, generation_, exponent_);
  }
  void add_band(Metric& metric, std::string_view band, bool inverted) const {
    set_band(metric, factors(band, inverted));
    if (metric.high) limit_share(metric);
  }
  /// Limits the band of a share to 1, because no rate exceeds the peak.
  static void limit_share(Metric& metric) {
    if (metric.unit == "share") metric.high = std::max(metric.value, std::min(*metric.high, 1.0));
  }

  const Calibration& calibration_;
  std::string class_name_;
  std::string generation_;
  std::vector<std::string> related_{};
  double exponent_;
  std::vector<Metric> metrics_;
};

}  // namespace nscope::sim
