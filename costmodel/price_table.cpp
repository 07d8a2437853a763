#include "costmodel/price_table.h"

#include <set>
#include <tuple>

namespace nscope::cost {
namespace {

bool matches(const PriceFilter& filter, const PriceObservation& row) {
  return (filter.instance.empty() || matches_instance(filter.instance, row.instance)) &&
         (filter.region.empty() || filter.region == row.region) &&
         (!filter.purchase || *filter.purchase == row.purchase);
}

using Key = std::tuple<std::string, std::string, Purchase>;

/// Everything that has a row by then. A rule for all regions is asked for in the
/// filter's region, so that it is shown there too.
std::set<Key> keys(const PriceBook& book, const PriceFilter& filter, Day day) {
  std::set<Key> found;
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

std::string_view state_word(PriceObservation::State state) {
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
      add(price->zone.empty() ? price->note : price->zone + ": " + price->note);
    } else if (const auto* none = std::get_if<NotOffered>(&state)) {
      add(Missing{std::string(missing_word(state))});
      add(std::string(to_string(Provenance::kPublished)));
      add(std::string());
      add(to_string(none->date));
      add(std::int64_t{age_days(none->date, day)});
      add(is_stale(none->date, day));
      add(none->source);
      add(none->reason);
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
               {"usd_per_hour", "price", "USD/h"},
               {"state"},
               {"source"},
               {"note"}});
  for (const auto& row : book.observations()) {
    if (!matches(filter, row)) continue;
    const bool offered = row.state != PriceObservation::State::kNotOffered;
    table.add_row({row.instance, row.region, row.zone, to_string(row.purchase),
                   to_string(row.observed),
                   offered ? Cell(row.per_hour.dollars()) : Cell(Missing{"not offered"}),
                   std::string(state_word(row.state)), book.source_name(row.source), row.note});
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
