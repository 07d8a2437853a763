#pragma once

#include "app/gui/forms/capacity.h"
#include "profiler/base/tables/table.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace nscope::gui {

/// A fleet as a point in a chart of latency and cost. Plain data.
struct FleetPoint {
  enum class Kind { kType, kBest, kOtherLimits };
  Kind kind = Kind::kType;
  std::string instance;
  Text configuration;
  int count = 0;
  /// Simulated percentile of the limit (or p99) in s; for kOtherLimits the limit itself.
  double latency = 0;
  std::optional<std::pair<double, double>> confidence{};  ///< 95 % confidence interval, s
  std::optional<std::pair<double, double>> band{};        ///< 90 % error band, s
  double usd_per_hour = 0;
  /// USD per hour of the fleet that meets the limits at each end of the error band; empty if none
  /// does.
  std::pair<std::optional<double>, std::optional<double>> usd_band{};
};

/// The latencies for which a plan has figures or limits.
std::vector<capacity::Latency> latencies_of(const capacity::FleetPlan& plan);
/// The best fleet of each instance type, and the cheapest fleets for other limits.
std::vector<FleetPoint> fleet_points(const capacity::FleetPlan& plan, capacity::Latency latency);
/// The points as a table.
Table point_table(const std::vector<FleetPoint>& points, const capacity::Limit& shown);

}  // namespace nscope::gui
