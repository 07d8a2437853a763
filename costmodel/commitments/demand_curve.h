#pragma once

#include "profiler/base/json.h"

#include <cstddef>
#include <string>
#include <vector>

namespace nscope::cost {

/// What is in use in each hour: instances (parts of one are possible: it ran for part of the
/// hour) or a load to be served. The hours repeat for ever: a week stands for a year. Plain
/// data; not empty, no value negative.
struct DemandCurve {
  std::string what;  ///< an instance type, or empty
  std::vector<double> hours;
  std::string source;

  double peak() const;
  double mean() const;
  /// The same curve, every hour multiplied.
  DemandCurve scaled(double factor) const;
};

/// No curve is longer than five years, and no hour higher than this.
inline constexpr std::size_t kMostDemandHours = 5 * 8784;
inline constexpr double kMostDemand = 1e12;

/// A synthetic week from Monday 0 h, 168 hours: a cosine over the day around the level of the
/// day, scaled to the mean.
struct WeeklyProfile {
  double mean = 0;         ///< of the week; positive
  double daily_swing = 0;  ///< 0..1: the day goes from (1 - s) to (1 + s) times its level
  int peak_hour = 14;      ///< 0..23
  double weekend = 1;      ///< level of Saturday and Sunday to that of a working day
};
DemandCurve weekly_profile(const WeeklyProfile& profile);

/// Reads {"hours": [...]} (a day of 24, a week of 168 or any number of hours), or {"profile":
/// {"mean", "daily_swing", "peak_hour", "weekend"}}; both with "source". Errors go to `in`.
DemandCurve read_demand(StrictObject& in);

/// Instances that a load takes in each hour: groups of `count` instances that serve
/// `per_group` each, whole groups, as many as each hour needs.
DemandCurve instances_for(const DemandCurve& load, double per_group, int count);

}  // namespace nscope::cost
