#pragma once

#include "profiler/base/result.h"

#include <chrono>
#include <compare>
#include <string>
#include <string_view>

namespace nscope::cost {

/// A calendar day (UTC). This library does not read the clock: the caller passes the
/// current day, so that a report can be reproduced later.
using Day = std::chrono::sys_days;

/// Parses "2026-07-20". Errors: kBadInput for other forms and for days that do not exist.
Result<Day> parse_day(std::string_view text);
std::string to_string(Day day);

/// Checks the day for which prices are looked up. Errors: kInvalidArgument for a day more than a
/// year after `today`, for which no price can be known.
Result<> check_price_day(Day day, Day today);

/// The date of a price with the precision of its source. Ordered by first day.
struct PriceDate {
  enum class Precision { kDay, kMonth, kYear };

  Day first{};  ///< the first day of the month or year
  Precision precision = Precision::kDay;

  friend auto operator<=>(const PriceDate&, const PriceDate&) = default;
};

/// Parses "2026-07-20", "2024-12" or "2026". Errors: kBadInput.
Result<PriceDate> parse_price_date(std::string_view text);
/// "2026-07-20", "2024-12" or "2026", depending on the precision.
std::string to_string(const PriceDate& date);

/// Whole days from `date.first` to `day`; a month or a year therefore counts from its first
/// day. Negative for dates in the future.
int age_days(const PriceDate& date, Day day);

/// Prices older than this are reported as stale: twelve months.
inline constexpr int kStaleAfterDays = 365;
inline bool is_stale(const PriceDate& date, Day day) {
  return age_days(date, day) > kStaleAfterDays;
}

}  // namespace nscope::cost
