#include "importers/chrome_json/file/decimal_time.h"

#include "importers/chrome_json/file/json_scan.h"

#include <algorithm>

namespace nscope::importers {
namespace {

constexpr std::uint64_t kMaxMicroseconds = 9'223'372'036'854'774u;

void negate(DecimalTime& time) {
  time.ns = -time.ns;
  if (time.ps == 0) return;
  --time.ns;
  time.ps = 1000 - time.ps;
}

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

/// Reads a number with an exponent exactly: its digits are a whole number of picoseconds times a
/// power of ten.
const char* parse_with_exponent(const char* p, const char* end, DecimalTime& time) {
  __extension__ using Wide = unsigned __int128;  // not in ISO C++, but in GCC and Clang
  constexpr Wide kMaxPicoseconds = Wide{kMaxMicroseconds} * 1'000'000;
  constexpr Wide kMaxDigits = ~Wide{0} / 100;  // later digits are below a picosecond
  constexpr int kPicoseconds = 6;              // decimals of a microsecond
  constexpr int kMaxExponent = 10'000;
  const bool negative = *p == '-';
  if (negative) ++p;
  Wide digits = 0;
  int power = kPicoseconds;
  bool decimals = false;
  for (; p < end && (is_digit(*p) || (*p == '.' && !decimals)); ++p) {
    if (*p == '.') {
      decimals = true;
    } else if (digits < kMaxDigits) {
      digits = digits * 10 + static_cast<unsigned>(*p - '0');
      power -= decimals ? 1 : 0;
    } else {
      power += decimals ? 0 : 1;
    }
  }
  const char* const mantissa_end = p++;
  const bool negative_power = p < end && *p == '-';
  if (p < end && (*p == '-' || *p == '+')) ++p;
  if (p >= end || !is_digit(*p)) {
    p = mantissa_end;  // the exponent may continue in the next block
  } else {
    int exponent = 0;
    for (; p < end && is_digit(*p); ++p) {
      exponent = std::min(exponent * 10 + (*p - '0'), kMaxExponent);
    }
    power += negative_power ? -exponent : exponent;
  }
  for (; power > 0 && digits != 0; --power) {
    if (digits > kMaxPicoseconds) return nullptr;
    digits *= 10;
  }
  unsigned last = 0;
  for (; power < 0 && (digits != 0 || last != 0); ++power) {
    last = static_cast<unsigned>(digits % 10);
    digits /= 10;
  }
  if (last >= 5) ++digits;
  if (digits > kMaxPicoseconds) return nullptr;
  time.ns = static_cast<std::int64_t>(digits / 1000);
  time.ps = static_cast<std::int32_t>(digits % 1000);
  if (negative) negate(time);
  return p;
}

}  // namespace

const char* parse_microseconds(const char* p, const char* end, DecimalTime& time) {
  const char* const first = p;
  const bool negative = p < end && *p == '-';
  if (negative) ++p;
  std::uint64_t whole = 0;
  const int digits = json_scan::parse_digits(p, whole);
  if (digits == 0 || p + digits > end) return nullptr;
  p += digits;
  if (whole > kMaxMicroseconds || (p < end && is_digit(*p))) {
    while (p < end && (is_digit(*p) || *p == '.')) ++p;
    const bool has_exponent = p < end && (*p == 'e' || *p == 'E');
    return has_exponent ? parse_with_exponent(first, end, time) : nullptr;
  }
  std::int64_t ps = 0;
  if (p < end && *p == '.') ps = parse_decimals(++p, end);
  if (p > end) return nullptr;
  if (p < end && (*p == 'e' || *p == 'E')) return parse_with_exponent(first, end, time);
  time.ns = static_cast<std::int64_t>(whole * 1000) + ps / 1000;
  time.ps = static_cast<std::int32_t>(ps % 1000);
  if (negative) negate(time);
  return p;
}

}  // namespace nscope::importers
