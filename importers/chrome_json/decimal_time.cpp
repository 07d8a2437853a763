#include "importers/chrome_json/decimal_time.h"

#include "importers/chrome_json/json_scan.h"

#include <charconv>
#include <cmath>

namespace nscope::importers {
namespace {

constexpr std::uint64_t kMaxMicroseconds = 9'223'372'036'854'774u;

/// The decimals at `p` in picoseconds; moves `p` past them.
std::int64_t parse_decimals(const char*& p, const char* end) {
  constexpr std::int64_t kScale[] = {0, 100'000, 10'000, 1'000, 100, 10, 1};
  std::uint64_t value = 0;
  const int digits = json_scan::parse_digits(p, value);
  if (digits <= 6) {
    p += digits;
    return static_cast<std::int64_t>(value) * kScale[digits];
  }
  std::int64_t ps = 0;
  const char* const sixth = p + 6;
  for (; p < sixth; ++p) ps = ps * 10 + (*p - '0');
  if (*p >= '5') ++ps;
  while (p < end && is_digit(*p)) ++p;
  return ps;
}

const char* parse_with_exponent(const char* first, const char* end, DecimalTime& time) {
  double microseconds = 0;
  const auto [last, error] = std::from_chars(first, end, microseconds);
  if (error != std::errc() || !(std::fabs(microseconds) < 9.2e15)) return nullptr;
  const double ns = std::floor(microseconds * 1e3);
  time.ns = static_cast<std::int64_t>(ns);
  time.ps = static_cast<std::int32_t>((microseconds * 1e3 - ns) * 1e3);
  return last;
}

}  // namespace

const char* parse_microseconds(const char* p, const char* end, DecimalTime& time) {
  const char* const first = p;
  const bool negative = p < end && *p == '-';
  if (negative) ++p;
  std::uint64_t whole = 0;
  const int digits = json_scan::parse_digits(p, whole);
  if (digits == 0 || p + digits > end || whole > kMaxMicroseconds) return nullptr;
  p += digits;
  if (p < end && is_digit(*p)) return nullptr;
  std::int64_t ps = 0;
  if (p < end && *p == '.') ps = parse_decimals(++p, end);
  if (p > end) return nullptr;
  if (p < end && (*p == 'e' || *p == 'E')) return parse_with_exponent(first, end, time);
  time.ns = static_cast<std::int64_t>(whole * 1000) + ps / 1000;
  time.ps = static_cast<std::int32_t>(ps % 1000);
  if (negative) {
    time.ns = -time.ns;
    if (time.ps != 0) {
      --time.ns;
      time.ps = 1000 - time.ps;
    }
  }
  return p;
}

}  // namespace nscope::importers
