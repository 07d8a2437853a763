#pragma once

#include "profiler/base/result.h"
#include "profiler/base/units.h"

#include <compare>
#include <optional>
#include <string>
#include <string_view>

namespace nscope::cost {

/// A decimal number in units of 10^-18: an amount of a bill in its currency, or a quantity. Bills
/// contain costs with 11 and more decimals and in scientific notation ("4.65E-8"). These are summed
/// exactly and rounded once, by to_usd(). Single values are below 10^15, sums below 1.7 x 10^20.
class ExactAmount {
 public:
  constexpr ExactAmount() = default;

  /// Parses "21.5000000000", "-.5" or "4.65E-8". Sets `rounded` if digits beyond the 18th decimal
  /// were rounded half away from zero. Errors: kBadInput for other texts and for values of 10^15
  /// and more.
  static Result<ExactAmount> parse(std::string_view text, bool* rounded = nullptr);

  /// Adds an amount. Returns false, without a change, if the sum is out of range.
  [[nodiscard]] bool add(ExactAmount other) {
    Units sum = 0;
    if (__builtin_add_overflow(units_, other.units_, &sum)) return false;
    units_ = sum;
    return true;
  }
  constexpr ExactAmount absolute() const { return ExactAmount(units_ < 0 ? -units_ : units_); }
  /// The difference of two parsed values, which is always in range.
  friend constexpr ExactAmount operator-(ExactAmount a, ExactAmount b) {
    return ExactAmount(a.units_ - b.units_);
  }
  constexpr ExactAmount negated() const { return ExactAmount(-units_); }
  /// The product with an exchange rate with nine decimals, rounded to zero at 10^-18; null if it is
  /// out of range.
  std::optional<ExactAmount> times(Usd rate) const;
  /// The amount divided by `divisor`, which is greater than 0, rounded half away from zero at
  /// 10^-18.
  ExactAmount divided(int divisor) const;
  /// The amount multiplied by `factor`; null if it is out of range.
  std::optional<ExactAmount> multiplied(int factor) const;
  /// This amount x part / whole, rounded to zero. Shares of one amount add up to at most the
  /// amount; the caller assigns the rest. `whole` must not be zero.
  ExactAmount share(ExactAmount part, ExactAmount whole) const;
  friend constexpr auto operator<=>(ExactAmount, ExactAmount) = default;
  constexpr bool is_zero() const { return units_ == 0; }

  /// Rounds to nano-dollars, half away from zero; null outside the range of Usd. The
  /// caller must know that the currency is USD.
  std::optional<Usd> to_usd() const;
  /// The nearest number with 53 bits. For ratios, not for sums.
  double to_double() const;
  /// Exact decimal text without trailing zeros: "1459.158476".
  std::string to_text() const;

 private:
  __extension__ using Units = __int128;  // not in ISO C++, but in GCC and Clang
  constexpr explicit ExactAmount(Units units) : units_(units) {}

  Units units_ = 0;
};

}  // namespace nscope::cost
