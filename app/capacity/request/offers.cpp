#include "app/capacity/request/offers.h"

#include "costmodel/money/cost_arithmetic.h"
#include "costmodel/money/figures.h"
#include "costmodel/prices/price_citation.h"
#include "costmodel/prices/price_needs.h"
#include "costmodel/prices/service_discount.h"
#include "profiler/base/text/closest_names.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

namespace nscope::capacity {
namespace {

/// Why an offer has no price.
Text reason_of(const Offer& offer) {
  const auto* const not_offered = std::get_if<cost::NotOffered>(&offer.price);
  if (not_offered == nullptr) return tr("unknown price");
  return not_offered->reason.empty() ? tr("not offered")
                                     : tr("not offered ({})", not_offered->reason);
}

bool is_better(const Offer& a, const Offer& b) {
  if (a.may_lead != b.may_lead) return a.may_lead;
  if (a.priced()->per_hour != b.priced()->per_hour) {
    return a.priced()->per_hour < b.priced()->per_hour;
  }
  return cost::binds_less(a.purchase, b.purchase);
}

}  // namespace

Result<> check_regions(const cost::PriceBook& book, std::span<const std::string> regions) {
  const std::vector<std::string> known = book.regions();
  for (const std::string& region : regions) {
    if (std::find(known.begin(), known.end(), region) != known.end()) continue;
    return fail(ErrorCode::kNotFound,
                tr("unknown region '{}'; the closest regions in the price book are {}", region,
                   fmt::format("{}", fmt::join(closest_names(region, known, 3), ", "))));
  }
  return {};
}

Result<std::vector<const catalog::Instance*>> named_instances(const catalog::Catalog& catalog,
                                                              const std::vector<std::string>& names,
                                                              bool gpus) {
  std::vector<const catalog::Instance*> found;
  for (const std::string& name : names) {
    const auto instance = catalog.instance(name);
    if (!instance) return fail(instance.error());
    found.push_back(*instance);
  }
  if (!names.empty()) return found;
  for (const catalog::Instance& instance : catalog.instances()) {
    const bool gpu = catalog.device_of(instance).kind == catalog::DeviceKind::kGpu;
    if (!gpu || gpus) found.push_back(&instance);
  }
  return found;
}

std::vector<Offer> offers_of(const cost::PriceBook& book, std::string_view instance,
                             std::span<const std::string> regions,
                             std::span<const cost::Purchase> options, cost::Day day) {
  std::vector<Offer> offers;
  for (const std::string& region : regions) {
    for (const cost::Purchase& option : options) {
      Offer offer{region, option, book.as_of(instance, region, option, day)};
      const cost::Priced* const priced = offer.priced();
      offer.current = priced == nullptr || cost::is_current(*priced, option, day);
      offer.may_lead = offer.current || options.size() == 1;
      offers.push_back(std::move(offer));
    }
  }
  return offers;
}

std::vector<cost::Purchase> shown_purchases(std::span<const cost::Purchase> allowed) {
  std::vector<cost::Purchase> shown(cost::kPurchaseOptions.begin(), cost::kPurchaseOptions.end());
  for (const cost::Purchase& one : allowed) {
    if (std::ranges::find(shown, one) == shown.end()) shown.push_back(one);
  }
  return shown;
}

bool has_current_price(const cost::PriceBook& book,
                       std::span<const catalog::Instance* const> instances,
                       std::span<const std::string> regions,
                       std::span<const cost::Purchase> options, cost::Day day) {
  return std::any_of(instances.begin(), instances.end(), [&](const catalog::Instance* instance) {
    const auto offers = offers_of(book, instance->id, regions, options, day);
    return std::any_of(offers.begin(), offers.end(), [](const Offer& offer) {
      return offer.priced() != nullptr && offer.current;
    });
  });
}

void let_all_lead(std::vector<Offer>& offers) {
  for (Offer& offer : offers) offer.may_lead = true;
}

Text source_text(const Offer& offer) {
  const auto [date, source] = cost::citation(offer.price);
  return joined({source, date});
}

std::optional<Offer> cheapest(std::span<const Offer> offers) {
  const Offer* best = nullptr;
  for (const Offer& offer : offers) {
    if (offer.priced() == nullptr) continue;
    if (best == nullptr || is_better(offer, *best)) best = &offer;
  }
  if (best == nullptr) return std::nullopt;
  return *best;
}

std::optional<Offer> cheaper_but_stale(std::span<const Offer> offers, const Offer& than) {
  const Offer* found = nullptr;
  Usd least = than.priced()->per_hour;
  for (const Offer& offer : offers) {
    if (offer.priced() == nullptr || offer.may_lead || offer.priced()->per_hour >= least) continue;
    least = offer.priced()->per_hour;
    found = &offer;
  }
  if (found == nullptr) return std::nullopt;
  return *found;
}

Text age_text(const Offer& offer, cost::Day day) {
  return tr("{} ({} days old)", cost::citation(offer.price).date,
            as::count(cost::age_days(offer.priced()->date, day)));
}

Text fetch_text(const std::string& instance, const Offer& offer, cost::Day day) {
  return cost::fetch_text(cost::fetch_command({instance, offer.region, offer.purchase}, day));
}

Text purchase_title(const Offer& offer) {
  const Text title = cost::title(offer.purchase);
  return offer.current ? title : tr("{} (price out of date)", title);
}

std::optional<Usd> fleet_per_hour(const cost::Priced& price, int count) {
  constexpr double kMost = 9.2e9;
  const double per_month = price.per_hour.dollars() * count * kHoursPerMonth;
  if (!(per_month < kMost)) return std::nullopt;
  return price.per_hour * static_cast<std::int64_t>(count);
}

void add_discounts(const cost::PriceBook& book, cost::Day day, std::vector<Text>& assumptions) {
  const Text unused = cost::other_service_discounts(book.discounts(), day);
  if (unused.empty()) return;
  assumptions.push_back(
      tr("Discounts that are not used, because the plan has no costs of storage and data transfer: "
         "{}. nscope cost applies them.",
         unused));
}

Text unpriced_text(std::span<const Offer> offers) {
  std::vector<std::pair<Text, std::vector<Text>>> groups;  // offers by reason
  for (const Offer& offer : offers) {
    if (offer.priced() != nullptr) continue;
    const Text reason = reason_of(offer);
    const Text title = tr("{} in {}", cost::title(offer.purchase), offer.region);
    const auto same = std::find_if(groups.begin(), groups.end(),
                                   [&](const auto& group) { return group.first == reason; });
    if (same != groups.end()) {
      same->second.push_back(title);
    } else {
      groups.push_back({reason, {title}});
    }
  }
  constexpr std::size_t kMost = 3;
  std::vector<Text> texts;
  for (const auto& [reason, titles] : groups) {
    texts.push_back(tr("{}: {}", reason, cost::short_list(titles, kMost)));
  }
  return joined_by_semicolons(texts);
}

Json to_json(const Offer& offer) {
  Json json{{"region", offer.region}, {"option", cost::to_string(offer.purchase)}};
  const cost::Priced* const priced = offer.priced();
  if (priced == nullptr) {
    json["usd_per_hour"] = nullptr;
    json["state"] = Text(cost::missing_word(offer.price));
    if (const auto* none = std::get_if<cost::NotOffered>(&offer.price)) {
      json["reason"] = none->reason;
    } else if (const auto* unknown = std::get_if<cost::UnknownPrice>(&offer.price)) {
      json["reason"] = unknown->remedy;
    }
    return json;
  }
  json["usd_per_hour"] = priced->per_hour.dollars();
  json["state"] = "priced";
  json["date"] = cost::citation(offer.price).date;
  json["current"] = offer.current;
  json["source"] = priced->source;
  json["provenance"] = to_string(priced->provenance);
  if (!priced->term.empty()) json["term"] = priced->term;
  if (!priced->note.empty()) json["note"] = priced->note;
  return json;
}

}  // namespace nscope::capacity
