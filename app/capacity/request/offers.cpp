#include "app/capacity/request/offers.h"

#include "costmodel/money/cost_arithmetic.h"
#include "costmodel/prices/price_citation.h"
#include "profiler/base/text/closest_names.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

namespace nscope::capacity {

Result<> check_regions(const cost::PriceBook& book, std::span<const std::string> regions) {
  const std::vector<std::string> known = book.regions();
  for (const std::string& region : regions) {
    if (std::find(known.begin(), known.end(), region) != known.end()) continue;
    return fail(ErrorCode::kNotFound,
                fmt::format("the price book has no region \"{}\" (closest: {})", region,
                            fmt::join(closest_names(region, known, 3), ", ")));
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
      offers.push_back({region, option, book.as_of(instance, region, option, day)});
    }
  }
  return offers;
}

std::string source_text(const Offer& offer) {
  const auto [date, source] = cost::citation(offer.price);
  return fmt::format("{}, {}", source, date);
}

std::optional<Offer> cheapest(std::span<const Offer> offers) {
  const Offer* best = nullptr;
  for (const Offer& offer : offers) {
    if (offer.priced() == nullptr) continue;
    if (best == nullptr || offer.priced()->per_hour < best->priced()->per_hour) best = &offer;
  }
  if (best == nullptr) return std::nullopt;
  return *best;
}

std::optional<Usd> fleet_per_hour(const cost::Priced& price, int count) {
  constexpr double kMost = 9.2e9;
  const double per_month = price.per_hour.dollars() * count * kHoursPerMonth;
  if (!(per_month < kMost)) return std::nullopt;
  return price.per_hour * static_cast<std::int64_t>(count);
}

std::string unpriced_text(std::span<const Offer> offers) {
  // What is said of several offers is said once.
  std::vector<std::pair<std::string, std::vector<std::string>>> said;
  for (const Offer& offer : offers) {
    if (offer.priced() != nullptr) continue;
    std::string what(cost::missing_word(offer.price));
    if (what == "unknown") what = "no price known";
    const auto* const not_offered = std::get_if<cost::NotOffered>(&offer.price);
    if (not_offered != nullptr && !not_offered->reason.empty()) {
      what += fmt::format(" ({})", not_offered->reason);
    }
    std::string where = fmt::format("{} in {}", cost::title(offer.purchase), offer.region);
    const auto same = std::find_if(said.begin(), said.end(),
                                   [&](const auto& each) { return each.first == what; });
    if (same != said.end()) {
      same->second.push_back(std::move(where));
    } else {
      said.push_back({std::move(what), {std::move(where)}});
    }
  }
  std::string text;
  for (const auto& [what, where] : said) {
    constexpr std::size_t kMost = 3;
    const std::size_t shown = std::min(kMost, where.size());
    text += fmt::format(
        "{}{}: {}", text.empty() ? "" : "; ", what,
        fmt::join(where.begin(), where.begin() + static_cast<std::ptrdiff_t>(shown), ", "));
    if (where.size() > shown) text += fmt::format(" and {} more", where.size() - shown);
  }
  return text;
}

std::string sold_elsewhere(const cost::PriceBook& book, std::string_view instance, cost::Day day) {
  std::string text;
  int more = 0;
  for (const std::string& region : book.regions()) {
    for (const cost::Purchase& option : cost::kPurchaseOptions) {
      const auto state = book.as_of(instance, region, option, day);
      const auto* const priced = std::get_if<cost::Priced>(&state);
      if (priced == nullptr) continue;
      constexpr int kMost = 4;
      if (++more > kMost) continue;
      text += fmt::format("{}{} in {} at {} USD/h", text.empty() ? "" : ", ", cost::title(option),
                          region, format_usd(priced->per_hour, 4));
    }
  }
  constexpr int kMost = 4;
  if (more > kMost) text += fmt::format(" and {} more", more - kMost);
  return text;
}

Json to_json(const Offer& offer) {
  Json json{{"region", offer.region}, {"option", cost::to_string(offer.purchase)}};
  const cost::Priced* const priced = offer.priced();
  if (priced == nullptr) {
    json["usd_per_hour"] = nullptr;
    json["state"] = cost::missing_word(offer.price);
    if (const auto* none = std::get_if<cost::NotOffered>(&offer.price)) {
      json["reason"] = none->reason;
    } else if (const auto* unknown = std::get_if<cost::UnknownPrice>(&offer.price)) {
      json["reason"] = unknown->remedy;
    }
    return json;
  }
  json["usd_per_hour"] = priced->per_hour.dollars();
  json["state"] = "priced";
  json["date"] = cost::citation(offer.price).first;
  json["source"] = priced->source;
  json["provenance"] = to_string(priced->provenance);
  if (!priced->term.empty()) json["term"] = priced->term;
  if (!priced->note.empty()) json["note"] = priced->note;
  return json;
}

}  // namespace nscope::capacity
