#include "app/cli/options/day_or_today.h"

#include "app/documents/today.h"

namespace nscope::cli {

Result<cost::Day> day_or_today(const std::string& text) {
  if (text.empty()) return app::today();
  const auto day = cost::parse_day(text);
  if (!day) return fail(ErrorCode::kInvalidArgument, day.error().message);
  return *day;
}

Result<cost::Day> price_day_or_today(const std::string& text) {
  const auto day = day_or_today(text);
  if (!day) return day;
  if (auto ok = cost::check_price_day(*day, app::today()); !ok) return fail(ok.error());
  return day;
}

Result<> check_stated_day(const Json& document, const std::string& name) {
  const auto stated = document.is_object() ? document.find("as_of") : document.end();
  if (stated == document.end() || !stated->is_string()) return {};
  const auto day = cost::parse_day(stated->get<std::string>());
  if (!day) return {};  // the reader of the document says what is wrong
  const auto checked = cost::check_price_day(*day, app::today());
  if (checked) return {};
  return fail(ErrorCode::kBadInput, checked.error().message, name + ": /as_of");
}

}  // namespace nscope::cli
