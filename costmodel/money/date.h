#pragma once

#include "profiler/base/result.h"

#include <chrono>
#include <compare>
#include <string>
#include <string_view>

namespace nscope::cost {

/// A calendar day (UTC). Nothing here reads the clock: the caller says which day
/// "today" is, so that a report comes out the same next year.
using Day = std::chrono::sys_days;

/// Parses "2026-07-20". Errors: kBadInput for anything else, and for days that
/// the calendar does not have.
Result<Day> parse_day(std::string_view text);
std::string to_string(Day day);

/// When a price was seen, as precisely as its source says. Ordered by first day.
struct PriceDate {
  enum class Precision { kDay, kMonth, kYear };

  Day first{};  ///< the earliest day it can have been
  Precision precision = Precision::kDay;

  friend auto operator<=>(const PriceDate&, const PriceDate&) = default;
};

/// Parses "2026-07-20", "2024-12" or "2026". Errors: kBadInput.
Result<PriceDate> parse_price_date(std::string_view text);
/// As the source says it: "2026-07-20", "2024-12" or "2026".
std::string to_string(const PriceDate& date);

/// Whole days from the first day that the price can have been seen to `day`: a
/// vague date counts as old as it may be. Negative for prices of the future.
int age_days(const PriceDate& date, Day day);

/// Prices older than this many days are flagged: twelve months.
inline constexpr int kStaleAfterDays = 365;
inline bool is_stale(const PriceDate& date, Day day) {
  return age_days(date, day) > kStaleAfterDays;
}

}  // namespace nscope::cost
