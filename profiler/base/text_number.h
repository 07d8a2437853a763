#pragma once

#include <cstdint>
#include <string>

namespace nscope {

/// A number in a text with the way to print it. English writes "1,234.5 µs"; a language may
/// use other separators (`Language::number`).
struct TextNumber {
  enum class Form : std::uint8_t {
    kShortest,  ///< fewest digits that read back as the same number
    kFixed,     ///< `digits` decimals
    kCount,     ///< whole, thousands grouped
    kPercent,   ///< a share 0..1 with `digits` decimals
    kValue,     ///< with the prefix and the unit that suit it: format_value(value, unit)
    kExact      ///< `exact` as it is: decimal digits of money
  };
  double value = 0;
  Form form = Form::kShortest;
  int digits = 0;
  std::string unit{};  ///< "ns", "B", "FLOP/s"
  std::string exact{};

  /// As English writes it (format.h).
  std::string english() const;
};

/// Quantities by the way they are printed: tr("{} of {}", as::bytes(used), as::percent(share)).
namespace as {

TextNumber shortest(double value);
TextNumber fixed(double value, int decimals);
TextNumber count(std::int64_t value);
TextNumber percent(double share, int decimals = 1);
TextNumber value(double value, std::string unit);  ///< as format_value()
TextNumber bytes(double value);
TextNumber duration_ns(double nanoseconds);
TextNumber seconds(double value);
/// Decimal digits that are printed as they are, except for the separators: "12,460.80".
TextNumber exact(std::string digits);

}  // namespace as
}  // namespace nscope
