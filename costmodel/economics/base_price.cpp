#include "costmodel/economics/base_price.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <span>
#include <utility>
#include <variant>
#include <vector>

namespace nscope::cost {

PriceState price_of(const PriceBook& book, const WorkEstimate& work, std::string_view region,
                    const Purchase& option, Day day) {
  if (!work.price || option.option != PurchaseOption::kOnDemand) {
    return book.as_of(work.instance, region, option, day);
  }
  const auto date = parse_price_date(work.price->date);
  return Priced{.per_hour = work.price->per_hour,
                .date = date.value_or(PriceDate{day, PriceDate::Precision::kDay}),
                .dated = date.has_value(),
                .provenance = Provenance::kPublished,
                .source = work.price->source,
                .term = {},
                .zone = {},
                .note = tr("stated with the work"),
                .zones = std::nullopt,
                .recurring = work.price->per_hour,
                .own = true};
}

BasePrice base_price(const PriceBook& book, const Scenario& scenario, const WorkEstimate& work,
                     std::string_view region, Day day) {
  BasePrice on_demand{{}, price_of(book, work, region, {}, day)};
  if (std::holds_alternative<Priced>(on_demand.state)) return on_demand;
  std::vector<Purchase> options = scenario.options;
  if (const auto& commitments = scenario.economics.commitments) {
    options.insert(options.end(), commitments->options.begin(), commitments->options.end());
  }
  const auto cheapest = [&](std::span<const Purchase> among) {
    std::optional<BasePrice> best;
    for (const Purchase& option : among) {
      if (option.option == PurchaseOption::kSpot) continue;
      PriceState state = price_of(book, work, region, option, day);
      const auto* price = std::get_if<Priced>(&state);
      if (price == nullptr) continue;
      if (best) {
        const Usd least = std::get<Priced>(best->state).per_hour;
        if (price->per_hour > least) continue;
        if (price->per_hour == least && !binds_less(option, best->option)) continue;
      }
      best = BasePrice{option, std::move(state)};
    }
    return best;
  };
  if (auto best = cheapest(options)) return std::move(*best);
  const Purchase block = PurchaseOption::kCapacityBlock;
  if (auto best = cheapest(std::span(&block, 1))) return std::move(*best);
  return on_demand;
}

DemandCurve paid_instances(const DemandCurve& demand, const Purchase& option) {
  if (option.option == PurchaseOption::kOnDemand || option.option == PurchaseOption::kSpot) {
    return demand;
  }
  DemandCurve paid = demand;
  constexpr std::size_t kDay = 24;
  const std::size_t span =
      option.option == PurchaseOption::kCapacityBlock ? kDay : demand.hours.size();
  for (std::size_t first = 0; first < paid.hours.size(); first += span) {
    const auto begin = paid.hours.begin() + static_cast<std::ptrdiff_t>(first);
    const auto end =
        paid.hours.begin() + static_cast<std::ptrdiff_t>(std::min(first + span, paid.hours.size()));
    std::fill(begin, end, *std::max_element(begin, end));
  }
  return paid;
}

}  // namespace nscope::cost
