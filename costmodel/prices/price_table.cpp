#include "costmodel/prices/price_table.h"

#include "costmodel/money/figures.h"

#include <set>
#include <tuple>

namespace nscope::cost {
namespace {

bool matches(const PriceFilter& filter, const PriceObservation& row) {
  return (filter.instance.empty() || matches_instance(filter.instance, row.instance)) &&
         (filter.region.empty() || filter.region == row.region) &&
         (!filter.purchase || *filter.purchase == row.purchase);
}

using PriceKey = std::tuple<std::string, std::string, Purchase>;

/// All combinations with a row up to `day`. A row for all regions counts for the region of
/// the filter, so that it is listed there.
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

/// The latest row in a currency other than US dollars.
const PriceObservation* in_another_currency(const PriceBook& book, std::string_view instance,
                                            std::string_view region, const Purchase& purchase) {
  const PriceObservation* found = nullptr;
  for (const auto& row : book.observations(instance)) {
    if (row.region == region && row.purchase == purchase && row.currency != "USD") found = &row;
  }
  return found;
}

/// Zone and note, fees, the price before the discount, and whether it is the user's own.
Text note_of(const Priced& price) {
  Text note = price.zone.empty()   ? price.note
              : price.note.empty() ? Text::verbatim(price.zone)
                                   : tr("{}: {}", price.zone, price.note);
  const auto add = [&](const Text& more) { note = note.empty() ? more : tr("{}; {}", note, more); };
  if (price.upfront != Usd()) {
    add(tr("USD {} upfront and USD {} per hour", as_usd(price.upfront), as_price(price.recurring)));
  }
  if (price.list) add(tr("list price USD {}", as_price(*price.list)));
  if (price.own) add(tr("your own price"));
  return note;
}

Phrase state_title(PriceObservation::State state) {
  switch (state) {
    case PriceObservation::State::kPriced: return phrase("priced");
    case PriceObservation::State::kEstimate: return phrase("estimate");
    case PriceObservation::State::kNotOffered: return phrase("not offered");
  }
  return {};
}

}  // namespace

Table price_table(const PriceBook& book, const PriceFilter& filter, Day day) {
  Table table({{"instance", tr("Instance type")},
               {"region", tr("Region")},
               {"option", tr("Option")},
               {"usd_per_hour", tr("Price"), "USD/h"},
               {"provenance", tr("Provenance")},
               {"term", tr("Term")},
               {"date", tr("Date")},
               {"age", tr("Age"), "days"},
               {"stale", tr("Out of date")},
               {"source", tr("Source")},
               {"note", tr("Note")}});
  for (const auto& [instance, region, purchase] : keys(book, filter, day)) {
    std::vector<Cell> cells = {instance, region, to_string(purchase)};
    const auto add = [&](Cell cell) { cells.push_back(std::move(cell)); };
    const PriceState state = book.as_of(instance, region, purchase, day);
    if (const auto* price = std::get_if<Priced>(&state)) {
      add(price->per_hour.dollars());
      add(provenance_word(price->provenance));
      add(price->term);
      add(to_string(price->date));
      add(std::int64_t{age_days(price->date, day)});
      add(is_stale(purchase.option, price->date, day));
      add(price->source);
      add(note_of(*price));
    } else if (const auto* none = std::get_if<NotOffered>(&state)) {
      add(Missing{missing_word(state)});
      add(provenance_word(Provenance::kPublished));
      add(std::string());
      add(to_string(none->date));
      add(std::int64_t{age_days(none->date, day)});
      add(is_stale(purchase.option, none->date, day));
      add(none->source);
      add(none->reason);
    } else if (const auto* foreign = in_another_currency(book, instance, region, purchase)) {
      add(Missing{tr("only in {}", foreign->currency)});
      add(provenance_word(Provenance::kPublished));
      add(foreign->term);
      add(to_string(foreign->observed));
      add(std::int64_t{age_days(foreign->observed, day)});
      add(is_stale(purchase.option, foreign->observed, day));
      add(book.source_name(foreign->source));
      add(std::get<UnknownPrice>(state).remedy);
    } else {
      continue;  // no row applies on this day
    }
    table.add_row(std::move(cells));
  }
  return table;
}

Table price_history_table(const PriceBook& book, const PriceFilter& filter) {
  Table table({{"instance", tr("Instance type")},
               {"region", tr("Region")},
               {"zone", tr("Zone")},
               {"option", tr("Option")},
               {"date", tr("Date")},
               {"per_hour", tr("Price per hour")},
               {"state", tr("State")},
               {"source", tr("Source")},
               {"note", tr("Note")},
               {"upfront", tr("Upfront")},
               {"currency", tr("Currency")},
               {"effective", tr("Effective from")}});
  for (const auto& row : book.observations()) {
    if (!matches(filter, row)) continue;
    const bool offered = row.state != PriceObservation::State::kNotOffered;
    table.add_row(
        {row.instance, row.region, row.zone, to_string(row.purchase), to_string(row.observed),
         offered ? Cell(row.per_hour.dollars()) : Cell(Missing{tr("not offered")}),
         state_title(row.state), book.source_name(row.source), row.note,
         row.upfront != Usd() ? Cell(row.upfront.dollars()) : Cell(Missing{tr("none")}),
         row.currency,
         row.effective ? Cell(to_string(*row.effective)) : Cell(Missing{tr("not stated")})});
  }
  return table;
}

int stale_count(const PriceBook& book, const PriceFilter& filter, Day day) {
  int count = 0;
  for (const auto& [instance, region, purchase] : keys(book, filter, day)) {
    const PriceState state = book.as_of(instance, region, purchase, day);
    const auto* price = std::get_if<Priced>(&state);
    if (price != nullptr && is_stale(purchase.option, price->date, day)) ++count;
  }
  return count;
}

}  // namespace nscope::cost
