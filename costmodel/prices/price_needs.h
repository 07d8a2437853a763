#pragma once

#include "costmodel/prices/price_book.h"
#include "profiler/base/tables/table.h"

#include <compare>
#include <span>
#include <string>
#include <vector>

namespace nscope::cost {

/// A price that a question needs.
struct PriceNeed {
  std::string instance;
  std::string region;
  Purchase purchase;

  friend auto operator<=>(const PriceNeed&, const PriceNeed&) = default;
};

/// The shell command that downloads the file with this price; for Spot, the last seven days before
/// `today`. It uses curl, jq and the AWS command line.
std::string fetch_command(const PriceNeed& need, Day today);
/// "Download a current price with: aws ec2 ..."
Text fetch_text(const std::string& command);

/// A row for each different need: price, date, age, the age from which it is out of date, and
/// whether it is "current", "out of date", "unknown" or "not offered". Pure.
Table price_needs_table(const PriceBook& book, std::span<const PriceNeed> needs, Day day);

/// The commands for the prices that are out of date or unknown, each once, in the order of the
/// table.
std::vector<std::string> fetch_commands(const PriceBook& book, std::span<const PriceNeed> needs,
                                        Day day);

/// Number of needs whose price is out of date or unknown.
int open_needs(const PriceBook& book, std::span<const PriceNeed> needs, Day day);

}  // namespace nscope::cost
