#pragma once

#include "app/gui/plan/forms/capacity.h"
#include "profiler/base/tables/table.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace nscope::gui {

/// A fleet as a point of latency against cost. Plain data.
struct FleetPoint {
  enum class Kind { kType, kBest, kOtherLimits };
  Kind kind = Kind::kType;
  std::string instance;
  std::string configuration;
  int count = 0;
  /// p99 of the simulation, s; of other limits the limit itself.
  double latency = 0;
  std::optional<std::pair<double, double>> confidence{};  ///< 95 %, s
  std::optional<std::pair<double, double>> band{};        ///< 90 % of the model, s
  double usd_per_hour = 0;
  /// Where the fleet of each end of the band holds; an end where none does is absent.
  std::pair<std::optional<double>, std::optional<double>> usd_band{};
};

/// The latencies that a plan has figures or limits of.
std::vector<capacity::Latency> latencies_of(const capacity::FleetPlan& plan);
/// The best fleet of each type, and the cheapest ones for other limits.
std::vector<FleetPoint> fleet_points(const capacity::FleetPlan& plan, capacity::Latency latency);
/// The same as a table.
Table point_table(const std::vector<FleetPoint>& points, capacity::Latency latency);

}  // namespace nscope::gui
