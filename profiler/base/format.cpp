#include "profiler/base/format.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include <fmt/compile.h>
#include <fmt/format.h>

namespace nscope {
namespace {

constexpr std::string_view kThinSpace = "\u202f";

struct Unit {
  double factor;
  std::string_view name;
};
constexpr std::array<Unit, 4> kTimeUnits{{{1e9, "s"}, {1e6, "ms"}, {1e3, "µs"}, {1.0, "ns"}}};
/// Units of durations that people do not read in seconds, and the least duration for each.
constexpr std::array<std::pair<double, Unit>, 3> kLongUnits{
    {{72 * 3600e9, {86400e9, "d"}}, {2 * 3600e9, {3600e9, "h"}}, {600e9, {60e9, "min"}}}};
constexpr std::array<Unit, 5> kByteUnits{{{1099511627776.0, "TiB"},
                                          {1073741824.0, "GiB"},
                                          {1048576.0, "MiB"},
                                          {1024.0, "KiB"},
                                          {1.0, "B"}}};

template <std::size_t N>
const Unit& unit_for(double magnitude, const std::array<Unit, N>& units) {
  for (const Unit& unit : units) {
    if (magnitude >= unit.factor) return unit;
  }
  return units.back();
}

int decimals_of_three_digits(double value) {
  const double magnitude = std::abs(value);
  return magnitude >= 99.95 || magnitude == 0 ? 0 : magnitude >= 9.995 ? 1 : 2;
}

/// Three significant digits without exponent.
std::string three_digits(double value) {
  return fmt::format("{:.{}f}", value, decimals_of_three_digits(value));
}

/// Four significant digits; without exponent from 1,000 to below 10^15: 1,862, 18,620.
std::string four_digits(double value) {
  constexpr double kFirst = 999.95;  // rounds to 1,000
  constexpr double kLast = 1e15;
  const double size = std::abs(value);
  if (!(size >= kFirst && size < kLast)) return fmt::format("{:.4g}", value);
  const double unit = std::pow(10.0, std::floor(std::log10(size)) - 3);
  return group_thousands(fmt::format("{:.0f}", std::round(value / unit) * unit));
}

/// The unit in which a duration of this size is easiest to read.
const Unit& duration_unit(double magnitude) {
  for (const auto& [least, unit] : kLongUnits) {
    if (magnitude >= least) return unit;
  }
  return unit_for(magnitude, kTimeUnits);
}

}  // namespace

std::string format_duration_ns(double nanoseconds) {
  const Unit& unit = duration_unit(std::abs(nanoseconds));
  const double value = nanoseconds / unit.factor;
  const std::string digits = unit.factor == 1.0 && value == std::floor(value)
                                 ? fmt::format("{:.0f}", value)
                                 : three_digits(value);
  return fmt::format("{}{}{}", digits, kThinSpace, unit.name);
}

std::string format_time_ns(double nanoseconds, double step_ns) {
  const Unit& unit = unit_for(std::abs(nanoseconds), kTimeUnits);
  const double step = std::max(step_ns / unit.factor, 1e-9);
  const int decimals = std::clamp(static_cast<int>(std::ceil(-std::log10(step) - 1e-9)), 0, 9);
  return fmt::format("{:.{}f}{}{}", nanoseconds / unit.factor, decimals, kThinSpace, unit.name);
}

std::string format_bytes(double bytes) {
  const Unit& unit = unit_for(std::abs(bytes), kByteUnits);
  const double value = bytes / unit.factor;
  const int decimals = unit.factor == 1.0 ? 0 : decimals_of_three_digits(value);
  return fmt::format(FMT_COMPILE("{:.{}f}{}{}"), value, decimals, kThinSpace, unit.name);
}

std::string format_si(double value, std::string_view unit) {
  constexpr std::array<std::pair<double, std::string_view>, 6> kPrefixes{
      {{1e15, "P"}, {1e12, "T"}, {1e9, "G"}, {1e6, "M"}, {1e3, "k"}, {1.0, ""}}};
  for (const auto& [factor, prefix] : kPrefixes) {
    if (std::abs(value) >= factor) {
      return fmt::format("{}{}{}{}", three_digits(value / factor), kThinSpace, prefix, unit);
    }
  }
  return fmt::format("{:.3g}{}{}", value, kThinSpace, unit);
}

std::string format_value(double value, std::string_view unit) {
  if (unit == "s") return format_duration_ns(value * 1e9);
  if (unit == "ns") return format_duration_ns(value);
  if (unit == "B") return format_bytes(value);
  if (unit == "share") return format_percent(value);
  if (unit == "count") return format_count(std::llround(value));
  if (unit == "B/s" || unit == "FLOP" || unit == "FLOP/s") return format_si(value, unit);
  return fmt::format("{}{}{}", four_digits(value), unit.empty() ? "" : kThinSpace, unit);
}

std::string format_percent(double share, int decimals) {
  return fmt::format("{:.{}f}{}%", share * 100.0, decimals, kThinSpace);
}

std::string format_count(std::int64_t value) {
  return group_thousands(fmt::format("{}", value));
}

std::string group_thousands(std::string digits) {
  const std::size_t first = digits.starts_with('-') ? 1 : 0;
  const auto point = digits.find('.');
  for (std::size_t at = point == std::string::npos ? digits.size() : point; at > first + 3;) {
    at -= 3;
    digits.insert(at, 1, ',');
  }
  return digits;
}

bool shorten(std::string& text, std::size_t most) {
  if (text.size() <= most) return false;
  std::size_t end = most - 1;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xc0U) == 0x80U) --end;
  text.resize(end);
  text += "\u2026";
  return true;
}

std::size_t display_width(std::string_view utf8) {
  std::size_t columns = 0;
  for (std::size_t i = 0; i < utf8.size();) {
    const auto lead = static_cast<unsigned char>(utf8[i]);
    const std::size_t length = lead < 0x80 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
    columns += lead >= 0xE3 && lead < 0xF0 ? 2 : 1;  // CJK and kana start at U+3000
    i += length;
  }
  return columns;
}

}  // namespace nscope
