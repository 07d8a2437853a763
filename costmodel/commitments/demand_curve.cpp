#include "costmodel/commitments/demand_curve.h"

#include "costmodel/money/cost_arithmetic.h"
#include "costmodel/money/figures.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

#include <fmt/format.h>

namespace nscope::cost {
namespace {

constexpr int kDayHours = 24;
constexpr int kWeekHours = 7 * kDayHours;

bool is_demand(double value) {
  return value >= 0 && value <= kMostDemand;
}

/// Reads the array "hours".
std::vector<double> read_hours(StrictObject& in) {
  std::vector<double> hours;
  const Json& list = in.array("hours");
  if (list.empty() || list.size() > kMostDemandHours) {
    in.reject("hours", tr("must have between 1 and {} values", as::count(kMostDemandHours)));
    return {0};
  }
  for (std::size_t i = 0; i < list.size(); ++i) {
    if (!list[i].is_number() || !is_demand(list[i].get<double>())) {
      in.reject(fmt::format("hours/{}", i), tr("must be a non-negative number"));
      return {0};
    }
    hours.push_back(list[i].get<double>());
  }
  return hours;
}

WeeklyProfile read_profile(StrictObject& in) {
  WeeklyProfile profile;
  profile.mean = in.number("mean");
  profile.daily_swing = in.optional_number("daily_swing").value_or(0);
  const auto peak = in.optional_integer("peak_hour").value_or(profile.peak_hour);
  profile.weekend = in.optional_number("weekend").value_or(1);
  if (!(profile.mean > 0) || !is_demand(profile.mean)) {
    in.reject("mean", tr("must be greater than 0"));
  }
  if (!(profile.daily_swing >= 0 && profile.daily_swing <= 1)) {
    in.reject("daily_swing", tr("must be between 0 and 1"));
  }
  if (peak < 0 || peak >= kDayHours) in.reject("peak_hour", tr("must be between 0 and 23"));
  if (!(profile.weekend >= 0 && profile.weekend <= 10)) {
    in.reject("weekend", tr("must be between 0 and 10"));
  }
  profile.peak_hour = static_cast<int>(std::clamp<std::int64_t>(peak, 0, kDayHours - 1));
  return profile;
}

}  // namespace

double DemandCurve::peak() const {
  return *std::max_element(hours.begin(), hours.end());
}

double DemandCurve::mean() const {
  return std::accumulate(hours.begin(), hours.end(), 0.0) / static_cast<double>(hours.size());
}

DemandCurve DemandCurve::scaled(double factor) const {
  DemandCurve other = *this;
  for (double& hour : other.hours) hour *= factor;
  return other;
}

DemandCurve weekly_profile(const WeeklyProfile& profile) {
  DemandCurve curve;
  for (int hour = 0; hour < kWeekHours; ++hour) {
    const double level = hour / kDayHours >= 5 ? profile.weekend : 1;
    const double turn = 2 * std::numbers::pi * (hour % kDayHours - profile.peak_hour) / kDayHours;
    curve.hours.push_back(level * (1 + profile.daily_swing * std::cos(turn)));
  }
  // Rounding makes the same hours of different days equal, so that they become one state.
  const double scale = profile.mean / curve.mean();
  constexpr double kDigits = 1e9;
  for (double& hour : curve.hours) hour = std::round(hour * scale * kDigits) / kDigits;
  curve.source = tr("synthetic week: mean {}, daily swing {}, peak at {}:00, weekend x {}",
                    as_digits(profile.mean, 4), as_digits(profile.daily_swing, 3),
                    profile.peak_hour, as_digits(profile.weekend, 3));
  return curve;
}

DemandCurve read_demand(StrictObject& in) {
  DemandCurve curve;
  const bool hours = in.optional("hours") != nullptr;
  const Json* profile = in.optional("profile");
  if (hours == (profile != nullptr)) {
    in.reject("hours", tr("exactly one of 'hours' and 'profile' is required"));
    curve.hours = {0};
    return curve;
  }
  const std::string source = in.string("source");
  if (hours) {
    curve.hours = read_hours(in);
    curve.source = Text::verbatim(source);
  } else {
    StrictObject inner(*profile, in.path("profile"));
    const WeeklyProfile week = read_profile(inner);
    in.adopt(inner);
    curve = weekly_profile(week);
    curve.source = tr("{}; {}", source, curve.source);
  }
  return curve;
}

DemandCurve instances_for(const DemandCurve& load, double per_group, int count) {
  DemandCurve curve = load;
  for (double& hour : curve.hours) {
    hour = static_cast<double>(instances_for_load(hour, per_group)) * count;
  }
  return curve;
}

}  // namespace nscope::cost
