#pragma once

#include "costmodel/prices/price_book.h"
#include "profiler/base/json.h"
#include "simcore/catalog/catalog.h"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace nscope::capacity {

/// The price of an instance-hour with one purchase option in one region.
struct Offer {
  std::string region;
  cost::Purchase purchase;
  cost::PriceState price;
  bool current = true;  ///< see cost::is_current()
  /// Whether the best fleet can rest on it: it is current, no other purchase option was requested,
  /// or no requested price is current (see let_all_lead()).
  bool may_lead = true;

  const cost::Priced* priced() const { return std::get_if<cost::Priced>(&price); }
};

/// Errors: kNotFound for a region that the price book does not have, with the closest names.
Result<> check_regions(const cost::PriceBook& book, std::span<const std::string> regions);

/// The instances with these names. If `names` is empty: all instances, those with GPUs only if
/// `gpus`. Errors: kNotFound with the closest names.
Result<std::vector<const catalog::Instance*>> named_instances(const catalog::Catalog& catalog,
                                                              const std::vector<std::string>& names,
                                                              bool gpus);

/// All regions and purchase options of an instance type on a day, with or without a price.
std::vector<Offer> offers_of(const cost::PriceBook& book, std::string_view instance,
                             std::span<const std::string> regions,
                             std::span<const cost::Purchase> options, cost::Day day);

/// The usual purchase options, and after them those of `allowed` that are not among them.
std::vector<cost::Purchase> shown_purchases(std::span<const cost::Purchase> allowed);

/// Whether one of the types has a current price.
bool has_current_price(const cost::PriceBook& book,
                       std::span<const catalog::Instance* const> instances,
                       std::span<const std::string> regions,
                       std::span<const cost::Purchase> options, cost::Day day);
/// Lets the offers lead that are out of date, because no requested price is current.
void let_all_lead(std::vector<Offer>& offers);

/// Region, purchase option and price with its source, or the reason why there is no price.
Json to_json(const Offer& offer);

/// "AWS price list, 2026-07-20" or "AWS price list, undated". Precondition: priced.
Text source_text(const Offer& offer);

/// The offer with the lowest price among those that may lead, if there is one, else among all.
/// Among equals the one that binds less (cost::binds_less()), then the first one. Empty if no offer
/// has a price.
std::optional<Offer> cheapest(std::span<const Offer> offers);
/// The cheapest offer that may not lead, if it is cheaper than `than`.
std::optional<Offer> cheaper_but_stale(std::span<const Offer> offers, const Offer& than);

/// "2025-06-28 (517 days old)". Precondition: priced.
Text age_text(const Offer& offer, cost::Day day);
/// "Download a current price with: aws ec2 ..."
Text fetch_text(const std::string& instance, const Offer& offer, cost::Day day);
/// "Spot", or "Spot (price out of date)".
Text purchase_title(const Offer& offer);

/// Price of `count` instances per hour. Empty if their monthly cost exceeds the range of Usd (9.2
/// billion).
std::optional<Usd> fleet_per_hour(const cost::Priced& price, int count);

/// Adds which discounts of the book are not used, because plans have no costs of other services.
void add_discounts(const cost::PriceBook& book, cost::Day day, std::vector<Text>& assumptions);

/// Why no offer has a price: "not offered (no on-demand list price): On-Demand in us-east-1".
/// Offers with the same reason are listed together.
Text unpriced_text(std::span<const Offer> offers);

}  // namespace nscope::capacity
