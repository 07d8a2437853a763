#pragma once

#include "profiler/base/json.h"

#include <cstddef>
#include <string>
#include <vector>

namespace nscope::cost {

/// Demand per hour: instances in use (fractions are instances that ran for part of the hour)
/// or a load. The curve repeats, so that a week can describe a year. Plain data; not empty, no
/// negative values.
struct DemandCurve {
  std::string what;  ///< an instance type, or empty
  std::vector<double> hours;
  Text source;

  double peak() const;
  double mean() const;
  /// The curve with all values multiplied.
  DemandCurve scaled(double factor) const;
};

/// Limits of a curve: five years, and the value of an hour.
inline constexpr std::size_t kMostDemandHours = 5 * 8784;
inline constexpr double kMostDemand = 1e12;
inline constexpr double kMostInstances = 1e6;

/// A synthetic week of 168 hours from Monday 0:00: a cosine over each day, scaled to the mean.
struct WeeklyProfile {
  double mean = 0;         ///< of the week; positive
  double daily_swing = 0;  ///< 0 to 1; a day ranges from (1 - s) to (1 + s) times its level
  int peak_hour = 14;      ///< 0 to 23
  double weekend = 1;      ///< level of Saturday and Sunday relative to a working day
};
DemandCurve weekly_profile(const WeeklyProfile& profile);

/// Reads {"hours": [...]} (a day of 24, a week of 168 or any other number of hours) or
/// {"profile": {"mean", "daily_swing", "peak_hour", "weekend"}}, each with "source". Errors are
/// recorded in `in`.
DemandCurve read_demand(StrictObject& in);

/// Instances that serve a load in each hour: the smallest number of whole groups of `count`
/// instances, each of which serves `per_group`.
DemandCurve instances_for(const DemandCurve& load, double per_group, int count);

}  // namespace nscope::cost
