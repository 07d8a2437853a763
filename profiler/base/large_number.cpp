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

/// Whether the value, rounded to four digits, is at least one unit.
bool reaches(double value, double unit) {
  constexpr double kRounds = 0.99995;
  return std::abs(value) >= kRounds * unit;
}

}  // namespace

Text large_number(double value) {
  if (!(std::abs(value) < kEnd)) return tr("{}", digits_of(value));
  if (reaches(value, kQuadrillion)) return tr("{} quadrillion", scaled(value, 15));
  if (reaches(value, kTrillion)) return tr("{} trillion", scaled(value, 12));
  if (reaches(value, kBillion)) return tr("{} billion", scaled(value, 9));
  if (reaches(value, kMillion)) return tr("{} million", scaled(value, 6));
  constexpr double kFourDigits = 999.95;
  const bool whole = value == std::floor(value);
  if (whole || std::abs(value) >= kFourDigits) return tr("{}", as::count(std::llround(value)));
  return tr("{}", digits_of(value));
}

}  // namespace nscope
