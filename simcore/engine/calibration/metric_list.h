#pragma once

#include "profiler/base/provenance.h"
#include "simcore/engine/calibration/calibration.h"

#include <algorithm>
#include <cmath>
#include <optional>
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
        exponent_(inside ? 1.0 : calibration.parameters.outside_factor) {}

  /// `band` names the calibrated metric whose residuals apply; "" for none.
  void add(std::string name, double value, std::string unit, std::string_view band,
           Text note = {}) {
    Metric metric{.name = std::move(name),
                  .value = value,
                  .unit = std::move(unit),
                  .provenance = Provenance::kSimulated,
                  .note = std::move(note)};
    if (const auto factors = factors_of(band)) {
      metric.low = value * factors->low;
      metric.high = value * factors->high;
      limit_share(metric);
    }
    metrics_.push_back(std::move(metric));
  }
  /// Adds a rate. Its band is that of measured rates, or the inverted band of the latency if no
  /// rates were measured.
  void add_rate(std::string name, double value, std::string unit, Text note) {
    add(std::move(name), value, std::move(unit), "throughput", std::move(note));
    Metric& metric = metrics_.back();
    const auto latency = factors_of("latency_p50");
    if (metric.low || !latency) return;
    metric.low = value / latency->high;
    metric.high = value / latency->low;
    limit_share(metric);
  }
  /// Adds a duration. Its band is the inverted band of the throughput.
  void add_duration(std::string name, double value, Text note) {
    add(std::move(name), value, "s", "", std::move(note));
    Metric& metric = metrics_.back();
    if (const auto rate = factors_of("throughput")) {
      metric.low = value / rate->high;
      metric.high = value / rate->low;
    }
  }
  void add(Metric metric) { metrics_.push_back(std::move(metric)); }
  /// The 90 % band of a calibrated metric as factors of a predicted value; nullopt if the class has
  /// no measurements of it.
  std::optional<ValueRange> factors_of(std::string_view metric) const {
    const ResidualStatistics* const residuals = calibration_.find(class_name_, metric, generation_);
    if (residuals == nullptr) return std::nullopt;
    return ValueRange{std::pow(residuals->low_ratio, exponent_),
                      std::pow(residuals->high_ratio, exponent_)};
  }
  const Metric& back() const { return metrics_.back(); }
  std::vector<Metric> take() { return std::move(metrics_); }

 private:
  /// Limits the band of a share to 1, because no rate exceeds the peak.
  static void limit_share(Metric& metric) {
    if (metric.unit == "share") metric.high = std::max(metric.value, std::min(*metric.high, 1.0));
  }

  const Calibration& calibration_;
  std::string class_name_;
  std::string generation_;
  double exponent_;
  std::vector<Metric> metrics_;
};

}  // namespace nscope::sim
