#include "app/documents/today.h"

#include <charconv>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include <fmt/chrono.h>

namespace nscope::app {
namespace {

std::int64_t seconds_now() {
  // 9999-12-31, the last date with a four-digit year.
  constexpr std::int64_t kLast = 253'402'300'799;
  if (const char* given = std::getenv("SOURCE_DATE_EPOCH")) {
    const std::string_view text(given);
    std::int64_t seconds = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), seconds);
    if (error == std::errc() && end == text.data() + text.size() && seconds >= 0 &&
        seconds <= kLast) {
      return seconds;
    }
  }
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  return std::chrono::duration_cast<std::chrono::seconds>(now).count();
}

}  // namespace

cost::Day today() {
  return std::chrono::floor<std::chrono::days>(
      std::chrono::sys_seconds(std::chrono::seconds(seconds_now())));
}

std::string time_stamp() {
  return fmt::format("{:%Y-%m-%dT%H:%M:%S}", fmt::gmtime(static_cast<std::time_t>(seconds_now())));
}

}  // namespace nscope::app
