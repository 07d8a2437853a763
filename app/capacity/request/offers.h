#pragma once

#include "costmodel/prices/price_book.h"
#include "profiler/base/json.h"
#include "simcore/catalog/catalog.h"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace nscope::capacity {

/// One way to buy an instance-hour.
struct Offer {
  std::string region;
  cost::Purchase purchase;
  cost::PriceState price;

  const cost::Priced* priced() const { return std::get_if<cost::Priced>(&price); }
};

/// Errors: kNotFound for a region that the price book does not have, with the closest names.
Result<> check_regions(const cost::PriceBook& book, std::span<const std::string> regions);

/// The instances of those names; of none all, those with GPUs only if `gpus`. Errors: kNotFound
/// with the closest names.
Result<std::vector<const catalog::Instance*>> named_instances(const catalog::Catalog& catalog,
                                                              const std::vector<std::string>& names,
                                                              bool gpus);

/// Every region x option of an instance type on a day, priced or not.
std::vector<Offer> offers_of(const cost::PriceBook& book, std::string_view instance,
                             std::span<const std::string> regions,
                             std::span<const cost::Purchase> options, cost::Day day);

/// Region, option and price with its source; without a price the reason.
Json to_json(const Offer& offer);

/// "AWS price list, 2026-07-20", or "..., undated". Precondition: priced.
std::string source_text(const Offer& offer);

/// The lowest price; of equal ones the first. Empty where nothing has a price.
std::optional<Offer> cheapest(std::span<const Offer> offers);

/// What `count` instances cost an hour; empty where a month of them is more than Usd holds (9.2
/// billion).
std::optional<Usd> fleet_per_hour(const cost::Priced& price, int count);

/// Why nothing can be bought: "not offered (no on-demand list price): On-demand in us-east-1".
std::string unpriced_text(std::span<const Offer> offers);

/// Where else the type has a price that day, in words; empty where nowhere.
std::string sold_elsewhere(const cost::PriceBook& book, std::string_view instance, cost::Day day);

}  // namespace nscope::capacity
