#include "costmodel/bills/exact_amount.h"

#include "profiler/base/ascii.h"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <limits>

namespace nscope::cost {
namespace {

constexpr int kExactDecimals = 18;
constexpr int kMaxWholeDigits = 15;
constexpr std::size_t kLongestText = 400;
constexpr int kMaxExponent = 400;

/// The digits of a number.
struct Digits {
  bool negative = false;
  std::string text;  ///< without leading zeros
  int decimals = 0;  ///< number of decimals in `text`; can be negative
};

/// Parses the exponent "-8" of "4.65E-8". False if the text is not an exponent.
bool read_exponent(std::string_view text, int& exponent) {
  if (text.starts_with('+')) text.remove_prefix(1);
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), exponent);
  return error == std::errc() && end == text.data() + text.size() && !text.empty() &&
         exponent >= -kMaxExponent && exponent <= kMaxExponent;
}

std::optional<Digits> read_digits(std::string_view text) {
  if (text.empty() || text.size() > kLongestText) return std::nullopt;
  Digits digits;
  digits.negative = text.front() == '-';
  if (digits.negative || text.front() == '+') text.remove_prefix(1);
  const std::size_t e = text.find_first_of("eE");
  int exponent = 0;
  if (e != std::string_view::npos) {
    if (!read_exponent(text.substr(e + 1), exponent)) return std::nullopt;
    text = text.substr(0, e);
  }
  const std::size_t point = std::min(text.find('.'), text.size());
  const std::string_view whole = text.substr(0, point);
  const std::string_view fraction = text.substr(std::min(point + 1, text.size()));
  if (whole.empty() && fraction.empty()) return std::nullopt;
  if (!std::all_of(whole.begin(), whole.end(), is_digit)) return std::nullopt;
  if (!std::all_of(fraction.begin(), fraction.end(), is_digit)) return std::nullopt;
  digits.text.append(whole).append(fraction);
  digits.text.erase(0, std::min(digits.text.find_first_not_of('0'), digits.text.size()));
  digits.decimals = static_cast<int>(fraction.size()) - exponent;
  return digits;
}

}  // namespace

Result<ExactAmount> ExactAmount::parse(std::string_view text, bool* rounded) {
  auto digits = read_digits(text);
  if (!digits) {
    return fail(ErrorCode::kBadInput,
                tr("invalid amount '{}'; use a decimal number", text.substr(0, 40)));
  }
  if (digits->text.empty()) return ExactAmount();
  const int whole = static_cast<int>(digits->text.size()) - digits->decimals;
  if (whole > kMaxWholeDigits) {
    return fail(ErrorCode::kBadInput, tr("value out of range; {} must be less than 10^{}",
                                         text.substr(0, 40), kMaxWholeDigits));
  }
  bool round_up = false;
  const int surplus = digits->decimals - kExactDecimals;
  if (surplus > 0) {
    const auto kept = std::max<std::int64_t>(std::int64_t(digits->text.size()) - surplus, 0);
    const auto cut = static_cast<std::size_t>(kept);
    // Values below half of the last unit can have no digit at that place.
    const bool has_digit = std::int64_t(digits->text.size()) >= surplus;
    round_up = has_digit && digits->text[cut] >= '5';
    if (rounded != nullptr && digits->text.find_first_not_of('0', cut) != std::string::npos) {
      *rounded = true;
    }
    digits->text.resize(cut);
  } else {
    digits->text.append(static_cast<std::size_t>(-surplus), '0');
  }
  Units units = 0;
  for (const char c : digits->text) units = units * 10 + (c - '0');
  units += round_up ? 1 : 0;
  return ExactAmount(digits->negative ? -units : units);
}

std::optional<ExactAmount> ExactAmount::times(Usd rate) const {
  constexpr Units kPerNano = 1'000'000'000;
  Units whole = 0;
  if (__builtin_mul_overflow(units_ / kPerNano, Units{rate.nano()}, &whole)) return std::nullopt;
  Units sum = 0;
  if (__builtin_add_overflow(whole, units_ % kPerNano * rate.nano() / kPerNano, &sum)) {
    return std::nullopt;
  }
  return ExactAmount(sum);
}

ExactAmount ExactAmount::divided(int divisor) const {
  const Units half = units_ < 0 ? -divisor / 2 : divisor / 2;
  return ExactAmount((units_ + half) / divisor);
}

std::optional<ExactAmount> ExactAmount::multiplied(int factor) const {
  Units product = 0;
  if (__builtin_mul_overflow(units_, Units{factor}, &product)) return std::nullopt;
  return ExactAmount(product);
}

ExactAmount ExactAmount::share(ExactAmount part, ExactAmount whole) const {
  // Below the exact share by at most the rounding of 53 bits, so that the rest is never negative.
  constexpr double kBelow = 1.0 - 1e-15;
  const double ratio = std::clamp(part.to_double() / whole.to_double() * kBelow, 0.0, 1.0);
  constexpr Units kParts = 1'000'000'000;  // in two steps, because the product can overflow
  const auto high = static_cast<Units>(ratio * static_cast<double>(kParts));
  const double low = ratio * static_cast<double>(kParts) - static_cast<double>(high);
  return ExactAmount(units_ / kParts * high +
                     static_cast<Units>(static_cast<double>(units_ / kParts) * low));
}

std::optional<Usd> ExactAmount::to_usd() const {
  constexpr Units kPerNano = 1'000'000'000;
  const Units half = units_ < 0 ? -kPerNano / 2 : kPerNano / 2;
  Units nano = 0;
  if (__builtin_add_overflow(units_, half, &nano)) return std::nullopt;
  nano /= kPerNano;
  constexpr auto kMost = std::numeric_limits<std::int64_t>::max();
  if (nano > kMost || nano < -kMost) return std::nullopt;
  return Usd::from_nano(static_cast<std::int64_t>(nano));
}

double ExactAmount::to_double() const {
  // A division would round twice, which makes 301.935 hours 301.93500000000006.
  const std::string text = to_text();
  double value = 0;
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

std::string ExactAmount::to_text() const {
  __extension__ using Unsigned = unsigned __int128;
  const bool negative = units_ < 0;
  Unsigned rest = negative ? -static_cast<Unsigned>(units_) : static_cast<Unsigned>(units_);
  std::string digits;
  for (int i = 0; rest > 0 || i <= kExactDecimals; ++i) {
    digits += static_cast<char>('0' + static_cast<int>(rest % 10));
    rest /= 10;
  }
  std::reverse(digits.begin(), digits.end());
  digits.insert(digits.size() - kExactDecimals, 1, '.');
  digits.erase(digits.find_last_not_of('0') + 1);
  if (digits.back() == '.') digits.pop_back();
  return negative ? "-" + digits : digits;
}

}  // namespace nscope::cost
