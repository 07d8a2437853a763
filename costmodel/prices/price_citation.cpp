#include "costmodel/prices/price_citation.h"

#include "costmodel/money/figures.h"

#include <algorithm>

namespace nscope::cost {

PriceCitation citation(const PriceState& state) {
  if (const auto* price = std::get_if<Priced>(&state)) {
    return {price->dated ? Text::verbatim(to_string(price->date)) : tr("undated"), price->source};
  }
  if (const auto* none = std::get_if<NotOffered>(&state)) {
    return {Text::verbatim(to_string(none->date)), Text::verbatim(none->source)};
  }
  return {};
}

Text remark(const PriceState& state) {
  if (const auto* none = std::get_if<NotOffered>(&state)) return Text::verbatim(none->reason);
  if (const auto* unknown = std::get_if<UnknownPrice>(&state)) return unknown->remedy;
  const auto& price = std::get<Priced>(state);
  Text remark;
  const auto add = [&](const Text& more) {
    if (!more.empty()) remark = remark.empty() ? more : tr("{}; {}", remark, more);
  };
  add(Text::verbatim(price.term));
  add(Text::verbatim(price.zone));
  add(price.note);
  if (price.zones && price.zone.empty()) {
    const auto& [low, high] = *price.zones;
    add(low < high ? tr("USD {} to {} in the zones", as_price(low), as_price(high))
                   : tr("USD {} in the zones", as_price(low)));
  }
  if (price.upfront != Usd()) {
    add(tr("USD {} upfront and USD {} per hour", as_usd(price.upfront), as_price(price.recurring)));
  }
  if (price.list) add(tr("list price USD {}", as_price(*price.list)));
  return remark;
}

Text short_list(const std::vector<Text>& texts, std::size_t most) {
  if (texts.size() <= most) return joined(texts);
  const auto end = texts.begin() + static_cast<std::ptrdiff_t>(most);
  return tr("{} and {} more", joined({texts.begin(), end}), texts.size() - most);
}

namespace {

/// 0 for a region of the list, 1 for one in the same part of the world ("eu-north-1" for
/// "eu-central-1"), else 2.
int distance(std::string_view region, std::span<const std::string> wanted) {
  const auto part = [](std::string_view name) { return name.substr(0, name.find('-')); };
  int nearest = 2;
  for (const std::string& one : wanted) {
    if (one == region) return 0;
    if (part(one) == part(region)) nearest = 1;
  }
  return nearest;
}

}  // namespace

Text other_offers_text(const PriceBook& book, std::string_view instance,
                       std::span<const std::string> wanted, Day day) {
  std::vector<Text> others;
  std::vector<std::string> regions = book.regions();
  std::ranges::stable_sort(regions, {},
                           [&](const std::string& region) { return distance(region, wanted); });
  for (const std::string& region : regions) {
    for (const Purchase& option : kPurchaseOptions) {
      const auto state = book.as_of(instance, region, option, day);
      const auto* const priced = std::get_if<Priced>(&state);
      if (priced == nullptr) continue;
      Text offer =
          tr("{} in {} for USD {} per hour", title(option), region, as_price(priced->per_hour));
      if (!is_current(*priced, option, day)) offer = tr("{} (price out of date)", offer);
      others.push_back(std::move(offer));
    }
  }
  constexpr std::size_t kMost = 4;
  return short_list(others, kMost);
}

}  // namespace nscope::cost
