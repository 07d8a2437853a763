#pragma once

#include "profiler/base/result.h"

#include <compare>
#include <cstdint>
#include <string>
#include <string_view>

namespace nscope {

/// A number with a unit; quantities of different units do not convert into each other. `Rep`
/// is the type of the number, `Tag` the unit.
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

/// Time in simulations and dependency graphs. 64 bits cover 106 days in both directions.
using Picoseconds = std::int64_t;

inline constexpr std::int64_t kKiB = 1024;
inline constexpr std::int64_t kMiB = 1024 * kKiB;
inline constexpr std::int64_t kGiB = 1024 * kMiB;  ///< HBM capacities are GiB
inline constexpr double kGB = 1e9;                 ///< bandwidths are GB/s

/// Hours per month in AWS pricing and in this program (8760 / 12).
inline constexpr double kHoursPerMonth = 730.0;
inline constexpr double kSecondsPerHour = 3600.0;
inline constexpr double kSecondsPerDay = 86'400.0;

/// An amount of US dollars in units of one nano-dollar. Sums are exact; products with a real
/// factor are rounded once, in operator*.
class Usd {
 public:
  constexpr Usd() = default;

  static constexpr Usd from_nano(std::int64_t nano) { return Usd(nano); }
  static constexpr Usd from_dollars(std::int64_t dollars) { return Usd(dollars * 1'000'000'000); }

  /// Parses a decimal number such as "21.5000000000" or "-0.25". Digits after the ninth
  /// decimal are rounded half away from zero. Errors: kBadInput for other text and for
  /// amounts outside +-9.2e9 dollars.
  static Result<Usd> parse(std::string_view text);

  /// `dollars` rounded to the nearest nano-dollar, half away from zero. The only conversion of
  /// a real number to money. Saturates at the ends of the range. `dollars` must not be NaN
  /// (asserted).
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

/// The amount with the given number of decimals and thousands separators, without a currency:
/// "12,460.80".
std::string format_usd(Usd amount, int decimals = 2);

}  // namespace nscope
