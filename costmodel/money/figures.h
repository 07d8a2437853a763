#pragma once

#include "costmodel/money/cost_arithmetic.h"
#include "profiler/base/format.h"
#include "profiler/base/provenance.h"
#include "profiler/base/severity.h"
#include "profiler/base/text.h"
#include "profiler/base/text_number.h"
#include "profiler/base/units.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace nscope::cost {

// Arguments of texts: tr("USD {} for {} hours", as_usd(total), as_digits(hours, 6)).

/// An amount of money with grouped thousands: "12,460.80"; "unknown (exceeds 9.2 billion)" if it is
/// not in the range of Usd.
inline TextNumber as_usd(Usd amount, int decimals = 2) {
  if (!is_usd_range(amount)) return as::exact("unknown (exceeds 9.2 billion)");
  return as::exact(format_usd(amount, decimals));
}

/// The price of an hour: cents, and below USD 1,000 up to four decimals if it has them: "36.00",
/// "21.9576".
inline TextNumber as_price(Usd per_hour) {
  constexpr Usd kCentsOnly = Usd::from_dollars(1000);
  TextNumber price = as_usd(per_hour, per_hour < kCentsOnly ? 4 : 2);
  constexpr std::size_t kCents = 2;
  const std::size_t point = price.exact.rfind('.');
  if (point == std::string::npos) return price;
  const std::size_t last = price.exact.find_last_not_of('0');
  price.exact.resize(std::min(price.exact.size(), std::max(last, point + kCents) + 1));
  return price;
}

/// A number with `digits` significant digits and without trailing zeros: "0.214", "12,000,000".
/// From 10^15 on with an exponent.
inline TextNumber as_digits(double value, int digits) {
  constexpr double kLast = 1e15;
  const double size = std::abs(value);
  if (!(size >= std::pow(10.0, digits) - 0.5 && size < kLast)) {
    std::string plain = fmt::format("{:.{}g}", value, digits);
    if (plain.find('e') != std::string::npos) return as::exact(std::move(plain));
    return as::exact(group_thousands(std::move(plain)));
  }
  const double unit = std::pow(10.0, std::floor(std::log10(size)) - digits + 1);
  return as::count(std::llround(std::round(value / unit) * unit));
}

/// A rate in dollars of any size: as as_usd() in the range of Usd, else "10,460,000,000".
inline TextNumber as_dollars(double dollars, int decimals = 2) {
  const Usd rounded = Usd::round(dollars);
  return is_usd_range(rounded) ? as_usd(rounded, decimals) : as_digits(dollars, 4);
}

/// A cost per million tokens of any size: as as_price() in the range of Usd, else as as_dollars().
inline TextNumber as_rate(double dollars) {
  const Usd rounded = Usd::round(dollars);
  return is_usd_range(rounded) ? as_price(rounded) : as_dollars(dollars);
}

/// The cost of a million tokens in a sentence: cents, and below USD 10 three significant digits:
/// "0.515", "4.60", "12.24".
inline TextNumber as_token_cost(double dollars) {
  constexpr int kDigits = 3;
  constexpr double kCentsOnly = 9.995;
  constexpr double kLeast = 1e-6;
  if (!(dollars >= kLeast)) return as_digits(dollars, kDigits);
  if (dollars >= kCentsOnly) return as_dollars(dollars);
  const int decimals = kDigits - 1 - static_cast<int>(std::floor(std::log10(dollars)));
  return as::exact(fmt::format("{:.{}f}", dollars, decimals));
}

/// The word that people read; the same in English as to_string(), which JSON uses.
constexpr Phrase provenance_word(Provenance provenance) {
  switch (provenance) {
    case Provenance::kMeasured: return phrase("measured");
    case Provenance::kImported: return phrase("imported");
    case Provenance::kPublished: return phrase("published");
    case Provenance::kSimulated: return phrase("simulated");
    case Provenance::kInterpolated: return phrase("interpolated");
    case Provenance::kAssumed: return phrase("assumed");
    case Provenance::kApproximate: return phrase("approximate");
  }
  return phrase("assumed");
}

/// The word that people read; the same in English as to_string(), which JSON uses.
constexpr Phrase severity_word(Severity severity) {
  switch (severity) {
    case Severity::kInfo: return phrase("info");
    case Severity::kWarning: return phrase("warning");
    case Severity::kError: return phrase("error");
  }
  return phrase("warning");
}

}  // namespace nscope::cost
