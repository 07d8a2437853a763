#include "costmodel/money/date.h"

#include <charconv>
#include <optional>

#include <fmt/format.h>

namespace nscope::cost {
namespace {

/// The value of `text` if it consists of exactly `count` digits.
std::optional<int> digits(std::string_view text, std::size_t count) {
  int value = 0;
  if (text.size() != count || text.find_first_not_of("0123456789") != std::string_view::npos) {
    return std::nullopt;
  }
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

}  // namespace

Result<PriceDate> parse_price_date(std::string_view text) {
  using Precision = PriceDate::Precision;
  const auto bad = [&] {
    return fail(ErrorCode::kBadInput,
                tr("'{}' is not a date; use YYYY-MM-DD, YYYY-MM or YYYY", text.substr(0, 40)));
  };
  const bool has_month = text.size() > 4;
  const bool has_day = text.size() > 7;
  if ((has_month && text[4] != '-') || (has_day && text[7] != '-')) return bad();
  const auto year = digits(text.substr(0, 4), 4);
  const auto month = has_month ? digits(text.substr(5, 2), 2) : 1;
  const auto day = has_day ? digits(text.substr(8), 2) : 1;
  if (!year || !month || !day) return bad();
  const std::chrono::year_month_day date{std::chrono::year(*year),
                                         std::chrono::month(static_cast<unsigned>(*month)),
                                         std::chrono::day(static_cast<unsigned>(*day))};
  if (!date.ok()) return bad();
  return PriceDate{Day(date), has_day     ? Precision::kDay
                              : has_month ? Precision::kMonth
                                          : Precision::kYear};
}

Result<Day> parse_day(std::string_view text) {
  const auto date = parse_price_date(text);
  if (!date || date->precision != PriceDate::Precision::kDay) {
    return fail(ErrorCode::kBadInput, tr("'{}' is not a date; use YYYY-MM-DD", text.substr(0, 40)));
  }
  return date->first;
}

std::string to_string(Day day) {
  const std::chrono::year_month_day date(day);
  return fmt::format("{:04}-{:02}-{:02}", static_cast<int>(date.year()),
                     static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()));
}

std::string to_string(const PriceDate& date) {
  const std::string day = to_string(date.first);
  switch (date.precision) {
    case PriceDate::Precision::kDay: return day;
    case PriceDate::Precision::kMonth: return day.substr(0, 7);
    case PriceDate::Precision::kYear: return day.substr(0, 4);
  }
  return day;
}

int age_days(const PriceDate& date, Day day) {
  return static_cast<int>((day - date.first).count());
}

Result<> check_price_day(Day day, Day today) {
  constexpr std::chrono::days kYear{366};
  if (day <= today + kYear) return {};
  return fail(ErrorCode::kInvalidArgument,
              tr("{} is more than a year in the future (today is {}), so its prices cannot be known",
                 to_string(day), to_string(today)));
}

}  // namespace nscope::cost
