#include "app/cli/options/day_or_today.h"

#include "app/documents/today.h"

namespace nscope::cli {

Result<cost::Day> day_or_today(const std::string& text) {
  if (text.empty()) return app::today();
  const auto day = cost::parse_day(text);
  if (!day) return fail(ErrorCode::kInvalidArgument, day.error().message);
  return *day;
}

}  // namespace nscope::cli
