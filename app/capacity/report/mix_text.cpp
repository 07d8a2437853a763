#include "app/capacity/report/mix_text.h"

#include "costmodel/money/figures.h"

#include <algorithm>
#include <vector>

namespace nscope::capacity {
namespace {

constexpr double kPercent = 100;

}  // namespace

const PurchaseMix* leading_mix(const ScaledFleet& scaled) {
  const auto cheapest = std::ranges::min_element(scaled.mixes, {}, &PurchaseMix::per_hour);
  if (cheapest == scaled.mixes.end()) return nullptr;
  return scaled.per_hour && *scaled.per_hour <= cheapest->per_hour ? nullptr : &*cheapest;
}

Text offers_text(const PurchaseMix& mix) {
  std::vector<Text> texts;
  for (const MixedOffer& each : mix.offers) {
    const Text bought = purchase_title(each.offer);
    texts.push_back(cost::is_commitment(each.offer.purchase.option)
                        ? tr("{} with {}", as::count(each.instances), bought)
                        : tr("up to {} with {}", as::count(each.instances), bought));
  }
  return joined(texts);
}

Text mix_sentence(const PurchaseMix& mix) {
  const Text single = cost::title(mix.single.purchase);
  if (mix.per_hour >= mix.single_per_hour) {
    return tr_plural(
        mix.years,
        "If the load stays the same for {} year, {} for all instances is the cheapest: "
        "USD {} per hour on average.",
        "If the load stays the same for {} years, {} for all instances is the "
        "cheapest: USD {} per hour on average.",
        as::count(mix.years), single, cost::as_usd(mix.single_per_hour));
  }
  return tr_plural(
      mix.years,
      "If the load stays the same for {} year, the cheapest mix of purchase options costs USD {} "
      "per hour on average, {} less than {} for all instances.",
      "If the load stays the same for {} years, the cheapest mix of purchase options costs USD {} "
      "per hour on average, {} less than {} for all instances.",
      as::count(mix.years), cost::as_usd(mix.per_hour),
      as::percent(1 - mix.per_hour / mix.single_per_hour), single);
}

Table mix_table(std::span<const PurchaseMix> mixes) {
  Table table({{"years", tr("Term"), "years"},
               {"option", tr("Purchase option")},
               {"instances", tr("Instances")},
               {"used", tr("In use"), "%", 1},
               {"break_even", tr("Pays off from"), "%", 1},
               {"usd", tr("Mean cost"), "USD/h", 2}});
  for (const PurchaseMix& mix : mixes) {
    for (const MixedOffer& each : mix.offers) {
      const bool commitment = cost::is_commitment(each.offer.purchase.option);
      const Missing as_needed{tr("as needed")};
      table.add_row({std::int64_t{mix.years}, purchase_title(each.offer),
                     std::int64_t{each.instances},
                     commitment ? Cell(each.used * kPercent) : Cell(as_needed),
                     commitment ? Cell(each.break_even * kPercent) : Cell(Missing{tr("n/a")}),
                     each.per_hour.dollars()});
    }
  }
  return table;
}

Json to_json(const PurchaseMix& mix) {
  Json json{{"years", mix.years},
            {"usd_per_hour", mix.per_hour.dollars()},
            {"single",
             {{"offer", to_json(mix.single)}, {"usd_per_hour", mix.single_per_hour.dollars()}}}};
  json["offers"] = Json::array();
  for (const MixedOffer& each : mix.offers) {
    Json one{{"offer", to_json(each.offer)},
             {"instances", each.instances},
             {"usd_per_hour", each.per_hour.dollars()}};
    if (cost::is_commitment(each.offer.purchase.option)) {
      one["used"] = each.used;
      one["break_even"] = each.break_even;
    }
    json["offers"].push_back(std::move(one));
  }
  return json;
}

}  // namespace nscope::capacity
