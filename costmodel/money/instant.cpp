#include "costmodel/money/instant.h"

#include <algorithm>
#include <cctype>
#include <optional>

#include <fmt/format.h>

namespace nscope::cost {
namespace {

/// "04:15:22" or "04:15" as seconds since midnight.
std::optional<std::chrono::seconds> parse_clock(std::string_view text) {
  if ((text.size() != 5 && text.size() != 8) || text[2] != ':') return std::nullopt;
  if (text.size() == 8 && text[5] != ':') return std::nullopt;
  int parts[3] = {};
  for (std::size_t i = 0; i * 3 < text.size(); ++i) {
    for (const char c : text.substr(i * 3, 2)) {
      if (c < '0' || c > '9') return std::nullopt;
      parts[i] = parts[i] * 10 + (c - '0');
    }
  }
  constexpr int kLastHour = 23;
  constexpr int kLast = 59;
  if (parts[0] > kLastHour || parts[1] > kLast || parts[2] > kLast + 1) return std::nullopt;
  return std::chrono::hours(parts[0]) + std::chrono::minutes(parts[1]) +
         std::chrono::seconds(parts[2]);
}

/// The offset from UTC of "", "Z", "+02:00", "-0500" or "+00".
std::optional<std::chrono::seconds> parse_zone(std::string_view text) {
  if (text.empty() || text == "Z") return std::chrono::seconds(0);
  const bool west = text.front() == '-';
  if (!west && text.front() != '+') return std::nullopt;
  std::string clock(text.substr(1));
  if (clock.size() == 2) clock += "00";
  if (clock.size() == 4) clock.insert(2, ":");
  if (clock.size() != 5) return std::nullopt;
  const auto offset = parse_clock(clock);
  if (!offset) return std::nullopt;
  return west ? -*offset : *offset;
}

}  // namespace

Result<Instant> parse_instant(std::string_view text) {
  const auto bad = [&] {
    return fail(ErrorCode::kBadInput,
                tr("'{}' is not a date and time; use a form like 2026-07-01T04:15:22Z",
                   text.substr(0, 40)));
  };
  constexpr std::size_t kDate = 10;
  const auto day = parse_day(text.substr(0, kDate));
  if (!day) return bad();
  if (text.size() <= kDate) return Instant(*day);
  if (text[kDate] != 'T' && text[kDate] != ' ') return bad();
  std::string_view rest = text.substr(kDate + 1);
  const std::size_t zone_at = std::min(rest.find_first_of("Z+-"), rest.size());
  std::string_view clock = rest.substr(0, zone_at);
  const std::size_t point = clock.find('.');
  if (point != std::string_view::npos) {
    const std::string_view fraction = clock.substr(point + 1);
    const bool digits =
        std::all_of(fraction.begin(), fraction.end(), [](char c) { return c >= '0' && c <= '9'; });
    if (!digits || fraction.empty()) return bad();
    clock = clock.substr(0, point);
  }
  const auto seconds = parse_clock(clock);
  const auto zone = parse_zone(rest.substr(zone_at));
  if (!seconds || !zone) return bad();
  return Instant(*day) + *seconds - *zone;
}

std::string to_string(Instant instant) {
  const Day day = day_of(instant);
  const std::chrono::hh_mm_ss clock(instant - Instant(day));
  return fmt::format("{}T{:02}:{:02}:{:02}Z", to_string(day), clock.hours().count(),
                     clock.minutes().count(), clock.seconds().count());
}

}  // namespace nscope::cost
