#include "costmodel/prices/price_table.h"

#include <set>
#include <tuple>

#include <fmt/format.h>

namespace nscope::cost {
namespace {

bool matches(const PriceFilter& filter, const PriceObservation& row) {
  return (filter.instance.empty() || matches_instance(filter.instance, row.instance)) &&
         (filter.region.empty() || filter.region == row.region) &&
         (!filter.purchase || *filter.purchase == row.purchase);
}

using PriceKey = std::tuple<std::string, std::string, Purchase>;

/// Everything that has a row by then. A rule for all regions is asked for in the
/// filter's region, so that it is shown there too.
std::set<PriceKey> keys(const PriceBook& book, const PriceFilter& filter, Day day) {
  std::set<PriceKey> found;
  PriceFilter anywhere = filter;
  anywhere.region.clear();
  for (const auto& row : book.observations()) {
    if ((row.effective ? std::min(*row.effective, row.observed) : row.observed).first > day)
      continue;
    if (row.region == "*" && !filter.region.empty() && matches(anywhere, row)) {
      found.emplace(row.instance, filter.region, row.purchase);
    } else if (matches(filter, row)) {
      found.emplace(row.instance, row.region, row.purchase);
    }
  }
  return found;
}

/// The latest row that only another currency has.
const PriceObservation* in_another_currency(const PriceBook& book, std::string_view instance,
                                            std::string_view region, const Purchase& purchase) {
  const PriceObservation* found = nullptr;
  for (const auto& row : book.observations(instance)) {
    if (row.region == region && row.purchase == purchase && row.currency != "USD") found = &row;
  }
  return found;
}

/// What stands behind a price: its upfront fee, and what it was before the discount.
std::string remark(const Priced& price) {
  std::string text = price.zone.empty() ? price.note : price.zone + ": " + price.note;
  const auto add = [&](const std::string& more) { text += (text.empty() ? "" : "; ") + more; };
  if (price.upfront != Usd()) {
    add(fmt::format("{} upfront and {} an hour", format_usd(price.upfront),
                    format_usd(price.recurring, 4)));
  }
  if (price.list) add("list " + format_usd(*price.list, 4));
  if (price.own) add("your own price");
  return text;
}

std::string_view state_text(PriceObservation::State state) {
  switch (state) {
    case PriceObservation::State::kPriced: return "priced";
    case PriceObservation::State::kEstimate: return "estimate";
    case PriceObservation::State::kNotOffered: return "not offered";
  }
  return "";
}

}  // namespace

Table price_table(const PriceBook& book, const PriceFilter& filter, Day day) {
  Table table({{"instance"},
               {"region"},
               {"option"},
               {"usd_per_hour", "price", "USD/h"},
               {"provenance"},
               {"term"},
               {"date"},
               {"age", "age", "days"},
               {"stale", "over 12 months"},
               {"source"},
               {"note"}});
  for (const auto& [instance, region, purchase] : keys(book, filter, day)) {
    std::vector<Cell> cells = {instance, region, to_string(purchase)};
    const auto add = [&](Cell cell) { cells.push_back(std::move(cell)); };
    const PriceState state = book.as_of(instance, region, purchase, day);
    if (const auto* price = std::get_if<Priced>(&state)) {
      add(price->per_hour.dollars());
      add(std::string(to_string(price->provenance)));
      add(price->term);
      add(to_string(price->date));
      add(std::int64_t{age_days(price->date, day)});
      add(is_stale(price->date, day));
      add(price->source);
      add(remark(*price));
    } else if (const auto* none = std::get_if<NotOffered>(&state)) {
      add(Missing{std::string(missing_word(state))});
      add(std::string(to_string(Provenance::kPublished)));
      add(std::string());
      add(to_string(none->date));
      add(std::int64_t{age_days(none->date, day)});
      add(is_stale(none->date, day));
      add(none->source);
      add(none->reason);
    } else if (const auto* foreign = in_another_currency(book, instance, region, purchase)) {
      add(Missing{"in " + foreign->currency + " only"});
      add(std::string(to_string(Provenance::kPublished)));
      add(foreign->term);
      add(to_string(foreign->observed));
      add(std::int64_t{age_days(foreign->observed, day)});
      add(is_stale(foreign->observed, day));
      add(book.source_name(foreign->source));
      add(std::get<UnknownPrice>(state).remedy);
    } else {
      continue;  // a rule of another region
    }
    table.add_row(std::move(cells));
  }
  return table;
}

Table price_history_table(const PriceBook& book, const PriceFilter& filter) {
  Table table({{"instance"},
               {"region"},
               {"zone"},
               {"option"},
               {"date"},
               {"per_hour", "price", "per hour"},
               {"state"},
               {"source"},
               {"note"},
               {"upfront"},
               {"currency"},
               {"effective"}});
  for (const auto& row : book.observations()) {
    if (!matches(filter, row)) continue;
    const bool offered = row.state != PriceObservation::State::kNotOffered;
    table.add_row(
        {row.instance, row.region, row.zone, to_string(row.purchase), to_string(row.observed),
         offered ? Cell(row.per_hour.dollars()) : Cell(Missing{"not offered"}),
         std::string(state_text(row.state)), book.source_name(row.source), row.note,
         row.upfront != Usd() ? Cell(row.upfront.dollars()) : Cell(Missing{"none"}), row.currency,
         row.effective ? Cell(to_string(*row.effective)) : Cell(Missing{"not stated"})});
  }
  return table;
}

int stale_count(const PriceBook& book, const PriceFilter& filter, Day day) {
  int count = 0;
  for (const auto& [instance, region, purchase] : keys(book, filter, day)) {
    const PriceState state = book.as_of(instance, region, purchase, day);
    const auto* price = std::get_if<Priced>(&state);
    if (price != nullptr && is_stale(price->date, day)) ++count;
  }
  return count;
}

}  // namespace nscope::cost
