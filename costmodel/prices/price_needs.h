#pragma once

#include "costmodel/prices/price_book.h"
#include "profiler/base/tables/table.h"

#include <compare>
#include <span>
#include <string>

namespace nscope::cost {

/// A price that a question needs.
struct PriceNeed {
  std::string instance;
  std::string region;
  Purchase purchase;

  friend auto operator<=>(const PriceNeed&, const PriceNeed&) = default;
};

/// The command that downloads the file with this price; for Spot, the last seven days before
/// `today`. Its placeholders are in capital letters.
std::string fetch_command(const PriceNeed& need, Day today);

/// A row for each different need: price, date, age, the age from which it is out of date, whether
/// it is "current", "out of date", "unknown" or "not offered", and the command that downloads the
/// file to import, unless it is current or not offered. Pure.
Table price_needs_table(const PriceBook& book, std::span<const PriceNeed> needs, Day day);

/// Number of needs whose price is out of date or unknown.
int open_needs(const PriceBook& book, std::span<const PriceNeed> needs, Day day);

}  // namespace nscope::cost
