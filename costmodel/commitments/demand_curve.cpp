#include "costmodel/commitments/demand_curve.h"

#include "costmodel/money/cost_arithmetic.h"
#include "costmodel/money/date.h"
#include "profiler/base/tables/csv.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <numbers>
#include <numeric>
#include <optional>

#include <fmt/format.h>

namespace nscope::cost {
namespace {

constexpr int kDayHours = 24;
constexpr int kWeekHours = 7 * kDayHours;

template <class Number>
std::optional<Number> parse_number(std::string_view text) {
  Number value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

bool is_demand(double value) {
  return value >= 0 && value <= kMostDemand;
}

/// The hour since 1970 of "2026-07-01T13:00Z" and its relatives, or the number itself.
std::optional<std::int64_t> parse_hour(std::string_view text) {
  if (const auto number = parse_number<std::int64_t>(text)) return number;
  constexpr std::size_t kDate = 10;
  if (text.size() < kDate + 3 || (text[kDate] != 'T' && text[kDate] != ' ')) return std::nullopt;
  const auto day = parse_day(text.substr(0, kDate));
  const auto hour = parse_number<int>(text.substr(kDate + 1, 2));
  if (!day || !hour || *hour < 0 || *hour >= kDayHours) return std::nullopt;
  std::string_view rest = text.substr(kDate + 3);
  if (rest.ends_with('Z')) rest.remove_suffix(1);
  if (!rest.empty() && rest != ":00" && rest != ":00:00") return std::nullopt;
  return std::int64_t{day->time_since_epoch().count()} * kDayHours + *hour;
}

tl::unexpected<Error> bad(const CsvReader& reader, std::string_view column, std::string message) {
  return fail(ErrorCode::kBadInput, fmt::format("{}: {}", column, message), reader.where());
}

Result<std::vector<DemandCurve>> read_heading(CsvReader& reader, std::string_view name) {
  std::vector<std::string> heading;
  const auto any = reader.next(heading);
  if (!any) return fail(any.error());
  if (!*any || heading.size() < 2 || heading[0] != "hour") {
    return fail(ErrorCode::kBadInput,
                "the first line must be 'hour' and a column for each thing in demand",
                std::string(name));
  }
  std::vector<DemandCurve> curves;
  for (std::size_t i = 1; i < heading.size(); ++i) {
    const auto same = [&](const DemandCurve& curve) { return curve.what == heading[i]; };
    if (heading[i].empty() || std::any_of(curves.begin(), curves.end(), same)) {
      return bad(reader, heading[i], "the heading is empty or there twice");
    }
    curves.push_back({heading[i], {}, std::string(name)});
  }
  return curves;
}

/// A list of hours in JSON.
std::vector<double> read_hours(StrictObject& in) {
  std::vector<double> hours;
  const Json& list = in.array("hours");
  if (list.empty() || list.size() > kMostDemandHours) {
    in.reject("hours", fmt::format("must have from 1 to {} values", kMostDemandHours));
    return {0};
  }
  for (std::size_t i = 0; i < list.size(); ++i) {
    if (!list[i].is_number() || !is_demand(list[i].get<double>())) {
      in.reject(fmt::format("hours/{}", i), "must be a number that is not negative");
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
  if (!(profile.mean > 0) || !is_demand(profile.mean)) in.reject("mean", "must be positive");
  if (!(profile.daily_swing >= 0 && profile.daily_swing <= 1)) {
    in.reject("daily_swing", "must be from 0 to 1");
  }
  if (peak < 0 || peak >= kDayHours) in.reject("peak_hour", "must be from 0 to 23");
  if (!(profile.weekend >= 0 && profile.weekend <= 10)) {
    in.reject("weekend", "must be from 0 to 10");
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

double DemandCurve::share_above(double level) const {
  const auto above = std::count_if(hours.begin(), hours.end(), [&](double d) { return d > level; });
  return static_cast<double>(above) / static_cast<double>(hours.size());
}

DemandCurve DemandCurve::scaled(double factor) const {
  DemandCurve other = *this;
  for (double& hour : other.hours) hour *= factor;
  return other;
}

Result<std::vector<DemandCurve>> demand_from_csv(std::string_view text, std::string_view name) {
  CsvReader reader(text, std::string(name));
  auto curves = read_heading(reader, name);
  if (!curves) return curves;
  std::vector<std::string> fields;
  std::optional<std::int64_t> last;
  while (true) {
    const auto more = reader.next(fields);
    if (!more) return fail(more.error());
    if (!*more) break;
    if (fields.size() != curves->size() + 1) {
      return bad(
          reader, "hour",
          fmt::format("{} fields, but the heading has {}", fields.size(), curves->size() + 1));
    }
    const auto hour = parse_hour(fields[0]);
    if (!hour) return bad(reader, "hour", fmt::format("'{}' is no whole hour", fields[0]));
    if (last && *hour != *last + 1) {
      return bad(reader, "hour",
                 fmt::format("'{}' does not follow the hour before: hours must have neither gaps "
                             "nor repetitions",
                             fields[0]));
    }
    last = hour;
    for (std::size_t i = 0; i < curves->size(); ++i) {
      const auto value = parse_number<double>(fields[i + 1]);
      if (!value || !is_demand(*value)) {
        return bad(reader, (*curves)[i].what,
                   fmt::format("'{}' is no number that is not negative", fields[i + 1]));
      }
      (*curves)[i].hours.push_back(*value);
    }
    if (curves->front().hours.size() > kMostDemandHours) {
      return bad(reader, "hour", fmt::format("more than {} hours", kMostDemandHours));
    }
  }
  if (!last) return fail(ErrorCode::kBadInput, "there is no hour", std::string(name));
  return curves;
}

DemandCurve weekly_profile(const WeeklyProfile& profile) {
  DemandCurve curve;
  for (int hour = 0; hour < kWeekHours; ++hour) {
    const double level = hour / kDayHours >= 5 ? profile.weekend : 1;
    const double turn = 2 * std::numbers::pi * (hour % kDayHours - profile.peak_hour) / kDayHours;
    curve.hours.push_back(level * (1 + profile.daily_swing * std::cos(turn)));
  }
  // Equal hours of different days must be equal numbers, so that they are one state.
  const double scale = profile.mean / curve.mean();
  constexpr double kDigits = 1e9;
  for (double& hour : curve.hours) hour = std::round(hour * scale * kDigits) / kDigits;
  curve.source =
      fmt::format("synthetic week: mean {:.4g}, daily swing {:.3g}, peak at {} h, weekend x {:.3g}",
                  profile.mean, profile.daily_swing, profile.peak_hour, profile.weekend);
  return curve;
}

DemandCurve read_demand(StrictObject& in) {
  DemandCurve curve;
  const bool hours = in.optional("hours") != nullptr;
  const Json* profile = in.optional("profile");
  if (hours == (profile != nullptr)) {
    in.reject("hours", "exactly one of hours and profile is needed");
    curve.hours = {0};
    return curve;
  }
  const std::string source = in.string("source");
  if (hours) {
    curve.hours = read_hours(in);
    curve.source = source;
  } else {
    StrictObject inner(*profile, in.path("profile"));
    const WeeklyProfile week = read_profile(inner);
    in.adopt(inner);
    curve = weekly_profile(week);
    curve.source = source + "; " + curve.source;
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
