#pragma once

#include "profiler/base/result.h"

#include <compare>
#include <cstdint>
#include <string>
#include <string_view>

namespace nscope {

/// A number with a unit that does not convert by accident. `Rep` is the number,
/// `Tag` the unit.
template <class Rep, class Tag>
class Quantity {
 public:
  constexpr Quantity() = default;
  constexpr explicit Quantity(Rep value) : value_(value) {}

  constexpr Rep value() const { return value_; }

  friend constexpr auto operator<=>(Quantity, Quantity) = default;
  friend constexpr Quantity operator+(Quantity a, Quantity b) {
    return Quantity(a.value_ + b.value_);
  }
  friend constexpr Quantity operator-(Quantity a, Quantity b) {
    return Quantity(a.value_ - b.value_);
  }
  friend constexpr Quantity operator*(Quantity a, Rep factor) {
    return Quantity(a.value_ * factor);
  }
  friend constexpr double operator/(Quantity a, Quantity b) {
    return static_cast<double>(a.value_) / static_cast<double>(b.value_);
  }
  constexpr Quantity& operator+=(Quantity b) { return *this = *this + b; }
  constexpr Quantity& operator-=(Quantity b) { return *this = *this - b; }

 private:
  Rep value_{};
};

/// Time of simulations and of dependencies. 64 bits hold 106 days either way.
using Picoseconds = std::int64_t;

inline constexpr std::int64_t kKiB = 1024;
inline constexpr std::int64_t kMiB = 1024 * kKiB;
inline constexpr std::int64_t kGiB = 1024 * kMiB;  ///< HBM capacities are GiB
inline constexpr double kGB = 1e9;                 ///< bandwidths are GB/s

/// Hours in the accounting month of AWS and of this project (8760 / 12).
inline constexpr double kHoursPerMonth = 730.0;
inline constexpr double kSecondsPerHour = 3600.0;
inline constexpr double kSecondsPerDay = 86'400.0;

/// An amount of US dollars, exact in units of one nano-dollar. Sums never pass
/// through floating point; products with a real factor round once, here.
class Usd {
 public:
  constexpr Usd() = default;

  static constexpr Usd from_nano(std::int64_t nano) { return Usd(nano); }
  static constexpr Usd from_dollars(std::int64_t dollars) { return Usd(dollars * 1'000'000'000); }

  /// Parses decimal text such as "21.5000000000" or "-0.25". Digits beyond the
  /// ninth decimal are rounded half away from zero. Errors: kBadInput for
  /// anything that is not a plain decimal, or outside +-9.2e9 dollars.
  static Result<Usd> parse(std::string_view text);

  /// The nearest nano-dollar to `dollars` (half away from zero): the only place
  /// where a real number becomes money. Saturates at the range's ends.
  /// `dollars` must be a number (asserted).
  static Usd round(double dollars);

  constexpr std::int64_t nano() const { return nano_; }
  constexpr double dollars() const { return static_cast<double>(nano_) / 1e9; }

  friend constexpr auto operator<=>(Usd, Usd) = default;
  friend constexpr Usd operator+(Usd a, Usd b) { return Usd(a.nano_ + b.nano_); }
  friend constexpr Usd operator-(Usd a, Usd b) { return Usd(a.nano_ - b.nano_); }
  constexpr Usd& operator+=(Usd b) { return *this = *this + b; }
  friend Usd operator*(Usd a, double factor) { return round(a.dollars() * factor); }
  friend constexpr Usd operator*(Usd a, std::int64_t count) { return Usd(a.nano_ * count); }
  friend constexpr double operator/(Usd a, Usd b) {
    return static_cast<double>(a.nano_) / static_cast<double>(b.nano_);
  }

 private:
  constexpr explicit Usd(std::int64_t nano) : nano_(nano) {}

  std::int64_t nano_ = 0;
};

/// Decimal text with the given number of decimals, thousands separated by
/// commas: "12,460.80". No currency sign.
std::string format_usd(Usd amount, int decimals = 2);

}  // namespace nscope
