#include "costmodel/prices/price_citation.h"

#include "costmodel/money/figures.h"

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
    add(low < high ? tr("USD {} to {} in the zones", as_usd(low, 4), as_usd(high, 4))
                   : tr("USD {} in the zones", as_usd(low, 4)));
  }
  if (price.upfront != Usd()) {
    add(tr("USD {} upfront and USD {} per hour", as_usd(price.upfront),
           as_usd(price.recurring, 4)));
  }
  if (price.list) add(tr("list price USD {}", as_usd(*price.list, 4)));
  return remark;
}

}  // namespace nscope::cost
