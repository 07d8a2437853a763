#include "profiler/base/units.h"

#include "profiler/base/format.h"

#include <cassert>
#include <cctype>
#include <cmath>
#include <cstdlib>
#include <limits>

#include <fmt/format.h>

namespace nscope {

Result<Usd> Usd::parse(std::string_view text) {
  const auto bad = [&] {
    return fail(ErrorCode::kBadInput, tr("invalid amount of money '{}'", text.substr(0, 40)));
  };
  std::string_view rest = text;
  const bool negative = !rest.empty() && rest.front() == '-';
  if (negative || (!rest.empty() && rest.front() == '+')) rest.remove_prefix(1);

  constexpr std::int64_t kMaxDollars = 9'200'000'000;
  std::int64_t whole = 0;
  std::int64_t fraction = 0;
  int decimals = 0;
  bool any_digit = false;
  bool round_up = false;
  bool after_point = false;
  for (const char c : rest) {
    if (c == '.' && !after_point) {
      after_point = true;
      continue;
    }
    if (std::isdigit(static_cast<unsigned char>(c)) == 0) return bad();
    any_digit = true;
    const int digit = c - '0';
    if (!after_point) {
      whole = whole * 10 + digit;
      if (whole > kMaxDollars) return bad();
    } else if (decimals < 9) {
      fraction = fraction * 10 + digit;
      ++decimals;
    } else if (decimals == 9) {
      round_up = digit >= 5;
      ++decimals;
    }
  }
  if (!any_digit) return bad();
  for (; decimals < 9; ++decimals) fraction *= 10;
  const std::int64_t nano = whole * 1'000'000'000 + fraction + (round_up ? 1 : 0);
  return Usd(negative ? -nano : nano);
}

Usd Usd::round(double dollars) {
  constexpr double kLimit = 9.2e18;
  assert(!std::isnan(dollars));  // an unknown amount is a Missing cell
  const double nano = std::round(dollars * 1e9);
  if (!(nano < kLimit)) return Usd(std::numeric_limits<std::int64_t>::max());
  if (nano <= -kLimit) return Usd(std::numeric_limits<std::int64_t>::min());
  return Usd(static_cast<std::int64_t>(nano));
}

std::string format_usd(Usd amount, int decimals) {
  return group_thousands(fmt::format("{:.{}f}", amount.dollars(), decimals));
}

}  // namespace nscope
