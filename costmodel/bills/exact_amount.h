#pragma once

#include "profiler/base/result.h"
#include "profiler/base/units.h"

#include <compare>
#include <optional>
#include <string>
#include <string_view>

namespace nscope::cost {

/// A decimal number in units of 10^-18: an amount of a bill, in the bill's
/// currency, or a quantity. Bills state costs with 11 and more decimals and in
/// scientific notation ("4.65E-8"); these are summed as they stand and rounded
/// once, when they become Usd. Single values reach 10^15, sums 1.7 x 10^20.
class ExactAmount {
 public:
  constexpr ExactAmount() = default;

  /// Parses "21.5000000000", "-.5" or "4.65E-8". Digits beyond the 18th decimal
  /// are rounded half away from zero, which sets `rounded`. Errors: kBadInput for
  /// anything else and for 10^15 and more.
  static Result<ExactAmount> parse(std::string_view text, bool* rounded = nullptr);

  /// Adds; false where the sum leaves the range, which changes nothing.
  [[nodiscard]] bool add(ExactAmount other) {
    Units sum = 0;
    if (__builtin_add_overflow(units_, other.units_, &sum)) return false;
    units_ = sum;
    return true;
  }
  constexpr ExactAmount absolute() const { return ExactAmount(units_ < 0 ? -units_ : units_); }
  /// The difference of two parsed values, which cannot leave the range.
  friend constexpr ExactAmount operator-(ExactAmount a, ExactAmount b) {
    return ExactAmount(a.units_ - b.units_);
  }
  friend constexpr auto operator<=>(ExactAmount, ExactAmount) = default;
  constexpr bool is_zero() const { return units_ == 0; }

  /// To the nano-dollar, half away from zero; nothing outside Usd's range. The
  /// caller knows that the currency is USD.
  std::optional<Usd> to_usd() const;
  /// Rounds to 53 bits: for ratios, never for sums.
  double to_double() const;
  /// Exact decimal text without trailing zeros: "1459.158476".
  std::string to_text() const;

 private:
  __extension__ using Units = __int128;  // ISO C++ has no such type; gcc and clang do
  constexpr explicit ExactAmount(Units units) : units_(units) {}

  Units units_ = 0;
};

}  // namespace nscope::cost
