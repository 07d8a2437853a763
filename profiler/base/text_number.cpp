#include "profiler/base/text_number.h"

#include "profiler/base/format.h"

#include <utility>

#include <fmt/format.h>

namespace nscope {

std::string TextNumber::english() const {
  switch (form) {
    case Form::kShortest: return fmt::format("{}", value);
    case Form::kFixed: return group_thousands(fmt::format("{:.{}f}", value, digits));
    case Form::kCount: return format_count(static_cast<std::int64_t>(value));
    case Form::kPercent: return format_percent(value, digits);
    case Form::kValue: return format_value(value, unit);
    case Form::kExact: return exact;
  }
  return {};
}

namespace as {

TextNumber shortest(double value) {
  return {.value = value};
}
TextNumber fixed(double value, int decimals) {
  return {.value = value, .form = TextNumber::Form::kFixed, .digits = decimals};
}
TextNumber count(std::int64_t value) {
  return {.value = static_cast<double>(value), .form = TextNumber::Form::kCount};
}
TextNumber percent(double share, int decimals) {
  return {.value = share, .form = TextNumber::Form::kPercent, .digits = decimals};
}
TextNumber value(double value, std::string unit) {
  return {.value = value, .form = TextNumber::Form::kValue, .unit = std::move(unit)};
}
TextNumber bytes(double value) {
  return as::value(value, "B");
}
TextNumber duration_ns(double nanoseconds) {
  return as::value(nanoseconds, "ns");
}
TextNumber seconds(double value) {
  return as::value(value, "s");
}
TextNumber exact(std::string digits) {
  return {.form = TextNumber::Form::kExact, .exact = std::move(digits)};
}

}  // namespace as
}  // namespace nscope
