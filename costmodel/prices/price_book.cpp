#include "costmodel/prices/price_book.h"

#include "costmodel/money/cost_arithmetic.h"
#include "costmodel/money/figures.h"
#include "costmodel/prices/price_file.h"
#include "costmodel/prices/service_discount.h"
#include "profiler/base/resources.h"
#include "profiler/base/text/closest_names.h"

#include <algorithm>
#include <chrono>
#include <set>
#include <tuple>

#include <fmt/format.h>

namespace nscope::cost {
namespace {

using State = PriceObservation::State;

constexpr std::string_view kUsd = "USD";

auto sort_key(const PriceObservation& row) {
  return std::tie(row.instance, row.region, row.purchase, row.zone, row.observed.first);
}

/// The newest day up to `day` on which the row is known to apply; empty if it does not.
std::optional<Day> evidence(const PriceObservation& row, Day day) {
  const Day seen = row.observed.first;
  const Day since = row.effective ? row.effective->first : seen;
  if (since > day) return std::nullopt;
  return seen <= day ? std::max(seen, since) : since;
}

/// Zones that were observed within this time of each other are compared with each other.
constexpr std::chrono::days kSameSurvey{30};

/// The row that gives a price, or the zones that together give the price of their region.
struct Match {
  const PriceObservation* row = nullptr;         ///< null: there is none
  std::vector<const PriceObservation*> zones{};  ///< cheapest first; empty: `row` is the price
};

/// The rows of one instance, filtered by purchase and day.
struct Lookup {
  std::span<const PriceObservation> rows;
  const Purchase& purchase;
  Day day;

  bool concerns(const PriceObservation& row, std::string_view region, bool own) const {
    return row.purchase == purchase && row.region == region && row.own == own &&
           row.currency == kUsd;
  }

  /// The row with the newest evidence() for exactly this zone. Rows are sorted by day and,
  /// within a day, in the order of loading.
  const PriceObservation* latest(std::string_view region, std::string_view zone, bool own) const {
    const PriceObservation* found = nullptr;
    std::optional<Day> newest;
    for (const auto& row : rows) {
      if (row.zone != zone || !concerns(row, region, own)) continue;
      const auto seen = evidence(row, day);
      if (!seen || (newest && *seen < *newest)) continue;
      newest = seen;
      found = &row;
    }
    return found;
  }

  /// The latest offer in each zone of the region.
  std::vector<const PriceObservation*> zones(std::string_view region, bool own) const {
    std::set<std::string_view> names;
    for (const auto& row : rows) {
      if (!row.zone.empty() && concerns(row, region, own)) names.insert(row.zone);
    }
    std::vector<const PriceObservation*> found;
    for (const std::string_view name : names) {
      const PriceObservation* row = latest(region, name, own);
      if (row != nullptr && row->state != State::kNotOffered) found.push_back(row);
    }
    return found;
  }

  /// The zones that together give the price of the region, cheapest first: those with a stated
  /// price that is at least as new as `whole`, the row of the whole region. Zones that were last
  /// seen long before the newest one are excluded. Estimates count only if there is nothing else.
  std::vector<const PriceObservation*> pricing_zones(std::string_view region, bool own,
                                                     const PriceObservation* whole) const {
    std::vector<const PriceObservation*> found = zones(region, own);
    const bool stated = std::any_of(found.begin(), found.end(), is_stated);
    if (!stated && whole != nullptr) return {};
    if (stated) std::erase_if(found, [](const auto* row) { return !is_stated(row); });
    Day newest{};
    for (const auto* row : found) newest = std::max(newest, evidence(*row, day).value_or(Day()));
    if (whole != nullptr && newest < evidence(*whole, day).value_or(Day())) return {};
    std::erase_if(found, [&](const auto* row) {
      return evidence(*row, day).value_or(Day()) + kSameSurvey < newest;
    });
    std::stable_sort(found.begin(), found.end(),
                     [](const auto* a, const auto* b) { return a->per_hour < b->per_hour; });
    return found;
  }

  Match find(std::string_view region, std::string_view zone, bool own) const {
    if (!zone.empty()) {
      if (const auto* row = latest(region, zone, own)) return {row, {}};
    }
    const PriceObservation* const whole = latest(region, "", own);
    if (!zone.empty()) return {whole, {}};
    auto by_zone = pricing_zones(region, own, whole);
    if (by_zone.empty()) return {whole, {}};
    return {by_zone[(by_zone.size() - 1) / 2], std::move(by_zone)};
  }

 private:
  static bool is_stated(const PriceObservation* row) { return row->state == State::kPriced; }
};

/// One observation with the median price of several zones, cheapest first, and the oldest of their
/// days.
PriceObservation median_row(const std::vector<const PriceObservation*>& zones) {
  const std::size_t middle = (zones.size() - 1) / 2;
  PriceObservation row = *zones[middle];
  if (zones.size() == 1) return row;
  const bool even = zones.size() % 2 == 0;
  const std::int64_t low = row.per_hour.nano();
  const std::int64_t high = even ? zones[middle + 1]->per_hour.nano() : low;
  row.per_hour = Usd::from_nano(low + (high - low) / 2);
  row.zone.clear();
  row.note.clear();
  row.effective.reset();
  for (const PriceObservation* zone : zones) row.observed = std::min(row.observed, zone->observed);
  return row;
}

Phrase import_hint(PurchaseOption option) {
  switch (option) {
    case PurchaseOption::kOnDemand:
      return phrase("import the AWS price list or state your own price in the scenario");
    case PurchaseOption::kReserved:
      return phrase(
          "import the AWS price list with Reserved terms or state your own price in the scenario");
    case PurchaseOption::kComputeSavingsPlan:
    case PurchaseOption::kInstanceSavingsPlan:
      return phrase(
          "import the AWS Savings Plans price list or state your own price in the scenario");
    case PurchaseOption::kSpot:
      return phrase(
          "import the output of describe-spot-price-history or state a price in the scenario");
    case PurchaseOption::kCapacityBlock:
      return phrase(
          "import the output of describe-capacity-block-offerings or state a price in the "
          "scenario");
  }
  return {};
}

Text remedy(const Lookup& lookup, std::string_view region) {
  const PriceObservation* first = nullptr;
  const PriceObservation* foreign = nullptr;
  for (const auto& row : lookup.rows) {
    if (row.region != region || row.purchase != lookup.purchase) continue;
    if (row.currency != kUsd) {
      foreign = &row;
    } else if (first == nullptr || row.observed.first < first->observed.first) {
      first = &row;
    }
  }
  const Phrase hint = import_hint(lookup.purchase.option);
  if (first != nullptr) {
    return tr("the first price in the book is from {}; {}", to_string(first->observed), hint);
  }
  if (foreign != nullptr) {
    return tr("the book has the price only in {} ({} per hour) and does not convert it; {}",
              foreign->currency, as_price(effective_hourly(*foreign)), hint);
  }
  return hint;
}

/// How specific a discount is: the instance counts most, then the region, then the option. One on
/// all services comes last.
int rank(const Discount& discount) {
  constexpr int kLast = -8;
  const bool one_type = discount.instance.find('.') != std::string::npos;
  return (is_cross_service(discount.instance) ? kLast
          : discount.instance.empty()         ? 0
          : one_type                          ? 8
                                              : 4) +
         (discount.region.empty() ? 0 : 2) + (discount.purchase ? 1 : 0);
}

Result<> add_built_in(std::vector<PriceObservation>& rows, std::vector<PriceSource>& sources,
                      const std::optional<Day>& known) {
  constexpr std::string_view kSources = "prices/sources.json";
  for (const Resource& file : list_resources("prices/")) {
    if (file.path == kSources) {
      auto read = read_price_sources(file.content, file.path);
      if (!read) return fail(read.error());
      sources = std::move(*read);
      continue;
    }
    auto read = read_prices(file.content, file.path);
    if (!read) return fail(read.error());
    for (PriceObservation& row : *read) {
      if (!known || row.observed.first <= *known) rows.push_back(std::move(row));
    }
  }
  return {};
}

}  // namespace

Usd effective_hourly(const PriceObservation& row) {
  if (row.upfront == Usd() || row.purchase.years == 0) return row.per_hour;
  if (!is_savings_plan(row.purchase.option)) {
    return effective_hourly(row.per_hour, row.upfront, row.purchase.years);
  }
  return std::max(row.per_hour, upfront_per_hour(row));
}

Usd upfront_per_hour(const PriceObservation& row) {
  if (row.purchase.years == 0) return Usd();
  return effective_hourly(Usd(), row.upfront, row.purchase.years);
}

bool is_current(const Priced& price, const Purchase& purchase, Day day) {
  return price.own || (price.dated && !is_stale(purchase.option, price.date, day));
}

Phrase missing_word(const PriceState& state) {
  if (std::holds_alternative<NotOffered>(state)) return phrase("not offered");
  if (std::holds_alternative<UnknownPrice>(state)) return phrase("unknown");
  return {};
}

Result<PriceBook> PriceBook::load(std::span<const PriceFile> files, BookLayer layer) {
  PriceBook book;
  if (auto ok = add_built_in(book.rows_, book.sources_, layer.known); !ok) return fail(ok.error());
  for (const PriceFile& file : files) {
    auto rows = read_prices(file.content, file.name);
    if (!rows) return fail(rows.error());
    for (PriceObservation& row : *rows) {
      row.own = file.own;
      book.rows_.push_back(std::move(row));
    }
  }
  std::move(layer.rows.begin(), layer.rows.end(), std::back_inserter(book.rows_));
  std::move(layer.sources.begin(), layer.sources.end(), std::back_inserter(book.sources_));
  book.discounts_ = std::move(layer.discounts);
  book.sort();
  return book;
}

PriceBook PriceBook::with(std::vector<PriceObservation> more) const {
  PriceBook book = *this;
  std::move(more.begin(), more.end(), std::back_inserter(book.rows_));
  book.sort();
  return book;
}

void PriceBook::sort() {
  std::stable_sort(rows_.begin(), rows_.end(),
                   [](const auto& a, const auto& b) { return sort_key(a) < sort_key(b); });
}

std::span<const PriceObservation> PriceBook::observations(std::string_view instance) const {
  const auto begin =
      std::lower_bound(rows_.begin(), rows_.end(), instance,
                       [](const auto& row, std::string_view key) { return row.instance < key; });
  const auto end =
      std::upper_bound(begin, rows_.end(), instance,
                       [](std::string_view key, const auto& row) { return key < row.instance; });
  return {begin, end};
}

const Discount* PriceBook::discount(const PriceObservation& row, std::string_view region,
                                    Day day) const {
  const Discount* best = nullptr;
  for (const Discount& candidate : discounts_) {
    const bool applies = !row.own && candidate.from <= day &&
                         (!candidate.until || day <= *candidate.until) &&
                         (candidate.instance.empty() || is_cross_service(candidate.instance) ||
                          matches_instance(candidate.instance, row.instance)) &&
                         (candidate.region.empty() || candidate.region == region) &&
                         (!candidate.purchase || *candidate.purchase == row.purchase);
    if (applies && (best == nullptr || rank(candidate) >= rank(*best))) best = &candidate;
  }
  return best;
}

Priced PriceBook::priced(const PriceObservation& row, std::string_view region, Day day) const {
  Priced price{.per_hour = effective_hourly(row),
               .date = row.observed,
               .dated = true,
               .provenance = row.state == State::kEstimate ? Provenance::kApproximate
                                                           : Provenance::kPublished,
               .source = Text::verbatim(source_name(row.source)),
               .term = row.term,
               .zone = row.zone,
               .note = Text::verbatim(row.note),
               .zones = std::nullopt,
               .recurring = is_savings_plan(row.purchase.option)
                                ? effective_hourly(row) - upfront_per_hour(row)
                                : row.per_hour,
               .upfront = row.upfront,
               .effective = row.effective,
               .list = std::nullopt,
               .own = row.own};
  if (const Discount* taken = discount(row, region, day)) {
    price.list = price.per_hour;
    price.per_hour = discounted(price.per_hour, *taken);
    price.recurring = discounted(price.recurring, *taken);
    price.upfront = discounted(price.upfront, *taken);
    price.source = tr("{}, {}", price.source, to_text(*taken));
  }
  return price;
}

PriceState PriceBook::as_of(std::string_view instance, std::string_view region,
                            const Purchase& purchase, Day day, std::string_view zone) const {
  const Lookup lookup{observations(instance), purchase, day};
  Match match;
  for (const bool own : {true, false}) {
    for (const std::string_view where : {region, std::string_view("*")}) {
      if (match.row == nullptr) match = lookup.find(where, zone, own);
    }
  }
  if (match.row == nullptr) return UnknownPrice{remedy(lookup, region)};
  const PriceObservation row = match.zones.empty() ? *match.row : median_row(match.zones);
  if (row.state == State::kNotOffered) {
    return NotOffered{row.note, source_name(row.source), row.observed};
  }
  Priced price = priced(row, region, day);
  if (match.zones.size() > 1) {
    const PriceObservation& cheapest = *match.zones.front();
    price.note = tr("median of {} zones; cheapest: {} with USD {}", match.zones.size(),
                    cheapest.zone, as_price(priced(cheapest, region, day).per_hour));
  }
  const auto shown = match.zones.empty() ? lookup.zones(region, row.own) : match.zones;
  for (const PriceObservation* seen : shown) {
    const Usd here = priced(*seen, region, day).per_hour;
    if (!price.zones) price.zones = {here, here};
    price.zones->first = std::min(price.zones->first, here);
    price.zones->second = std::max(price.zones->second, here);
  }
  return price;
}

std::string PriceBook::source_name(std::string_view id) const {
  for (const PriceSource& source : sources_) {
    if (source.id == id) return source.name;
  }
  return std::string(id);
}

std::vector<std::string> PriceBook::instances() const {
  std::vector<std::string> names;
  for (const auto& row : rows_) {
    if (names.empty() || names.back() != row.instance) names.push_back(row.instance);
  }
  return names;
}

std::vector<std::string> PriceBook::regions() const {
  std::set<std::string> names;
  for (const auto& row : rows_) names.insert(row.region);
  names.erase("*");
  return {names.begin(), names.end()};
}

Result<> PriceBook::check_region(const std::string& region) const {
  const std::vector<std::string> known = regions();
  if (std::binary_search(known.begin(), known.end(), region)) return {};
  constexpr std::size_t kShown = 3;
  return fail(ErrorCode::kNotFound,
              tr("unknown region '{}'; the closest regions in the price book are {}", region,
                 fmt::format("{}", fmt::join(closest_names(region, known, kShown), ", "))));
}

Result<> PriceBook::check_amount(std::string_view instance, Usd per_hour) const {
  constexpr std::int64_t kTooHigh = 10;
  Usd highest;
  for (const PriceObservation& row : observations(instance)) {
    if (row.currency == kUsd && !row.own) highest = std::max(highest, effective_hourly(row));
  }
  if (highest == Usd() || per_hour.nano() / kTooHigh <= highest.nano()) return {};
  return fail(ErrorCode::kBadInput,
              tr("USD {} for one hour of {} is more than {} times the highest known price, USD {}; "
                 "state the price of one instance in dollars per hour",
                 as_price(per_hour), instance, kTooHigh, as_price(highest)));
}

Day PriceBook::latest() const {
  Day latest{};
  for (const auto& row : rows_) latest = std::max(latest, row.observed.first);
  return latest;
}

bool matches_instance(std::string_view pattern, std::string_view type) {
  if (!type.starts_with(pattern)) return false;
  return type.size() == pattern.size() || type[pattern.size()] == '.';
}

}  // namespace nscope::cost
