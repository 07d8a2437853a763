#include "profiler/base/large_number.h"

#include <cmath>

#include <fmt/format.h>

namespace nscope {
namespace {

constexpr double kMillion = 1e6;
constexpr double kBillion = 1e9;
constexpr double kTrillion = 1e12;
constexpr double kQuadrillion = 1e15;
constexpr double kEnd = 1e19;  // beyond it, a word does not help

TextNumber digits_of(double value) {
  return as::exact(fmt::format("{:.4g}", value));
}

/// Digits before the word of a scale, 10^`power`, with the value for languages with other scales.
TextNumber scaled(double value, int power) {
  return {.value = value,
          .form = TextNumber::Form::kExact,
          .digits = power,
          .exact = fmt::format("{:.4g}", value / std::pow(10.0, power))};
}

/// The number that decides on the form of the word of a scale: German has a singular for 1, but
/// not for 1.5. English has the same form for all.
int number_of(const TextNumber& digits) {
  return digits.exact == "1" || digits.exact == "-1" ? 1 : 2;
}

/// Whether the value, rounded to four digits, is at least one unit.
bool reaches(double value, double unit) {
  constexpr double kRounds = 0.99995;
  return std::abs(value) >= kRounds * unit;
}

}  // namespace

Text large_number(double value) {
  if (!(std::abs(value) < kEnd)) return tr("{}", digits_of(value));
  if (reaches(value, kQuadrillion)) {
    const TextNumber digits = scaled(value, 15);
    return tr_plural(number_of(digits), "{} quadrillion", "{} quadrillion", digits);
  }
  if (reaches(value, kTrillion)) {
    const TextNumber digits = scaled(value, 12);
    return tr_plural(number_of(digits), "{} trillion", "{} trillion", digits);
  }
  if (reaches(value, kBillion)) {
    const TextNumber digits = scaled(value, 9);
    return tr_plural(number_of(digits), "{} billion", "{} billion", digits);
  }
  if (reaches(value, kMillion)) {
    const TextNumber digits = scaled(value, 6);
    return tr_plural(number_of(digits), "{} million", "{} million", digits);
  }
  constexpr double kFourDigits = 999.95;
  const bool whole = value == std::floor(value);
  if (whole || std::abs(value) >= kFourDigits) return tr("{}", as::count(std::llround(value)));
  return tr("{}", digits_of(value));
}

}  // namespace nscope
