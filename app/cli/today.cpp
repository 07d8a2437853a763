#include "app/cli/today.h"

#include <chrono>

namespace nscope::cli {

Result<cost::Day> day_or_today(const std::string& text) {
  if (text.empty()) {
    return std::chrono::floor<std::chrono::days>(std::chrono::system_clock::now());
  }
  const auto day = cost::parse_day(text);
  if (!day) return fail(ErrorCode::kInvalidArgument, day.error().message);
  return *day;
}

}  // namespace nscope::cli
