#include "costmodel/price_book.h"

#include "costmodel/price_file.h"
#include "profiler/base/resources.h"

#include <algorithm>
#include <set>
#include <tuple>

#include <fmt/format.h>

namespace nscope::cost {
namespace {

using State = PriceObservation::State;

auto sort_key(const PriceObservation& row) {
  return std::tie(row.instance, row.region, row.option, row.zone, row.date.first);
}

/// What one lookup may see: the rows of an instance, filtered.
struct Lookup {
  std::span<const PriceObservation> rows;
  PurchaseOption option;
  Day day;

  bool visible(const PriceObservation& row, std::string_view region, bool own) const {
    return row.option == option && row.region == region && row.own == own && row.date.first <= day;
  }

  /// The latest visible row of exactly that zone. Rows are sorted by date and,
  /// within a date, in the order of loading.
  const PriceObservation* latest(std::string_view region, std::string_view zone, bool own) const {
    const PriceObservation* found = nullptr;
    for (const auto& row : rows) {
      if (visible(row, region, own) && row.zone == zone &&
          (found == nullptr || row.date.first >= found->date.first)) {
        found = &row;
      }
    }
    return found;
  }

  /// The latest visible row of each zone of the region.
  std::vector<const PriceObservation*> zones(std::string_view region, bool own) const {
    std::map<std::string_view, const PriceObservation*> latest_of;
    for (const auto& row : rows) {
      if (!row.zone.empty() && visible(row, region, own) && row.state != State::kNotOffered) {
        latest_of[row.zone] = &row;
      }
    }
    std::vector<const PriceObservation*> found;
    for (const auto& [zone, row] : latest_of) found.push_back(row);
    return found;
  }

  const PriceObservation* find(std::string_view region, std::string_view zone, bool own) const {
    if (!zone.empty()) {
      if (const auto* row = latest(region, zone, own)) return row;
    }
    if (const auto* row = latest(region, "", own)) return row;
    const auto by_zone = zones(region, own);
    if (!zone.empty() || by_zone.empty()) return nullptr;
    return *std::min_element(by_zone.begin(), by_zone.end(), [](const auto* a, const auto* b) {
      return a->per_hour < b->per_hour;
    });
  }
};

std::string_view import_hint(PurchaseOption option) {
  switch (option) {
    case PurchaseOption::kOnDemand:
      return "import the AWS price list, or state your own price in the scenario";
    case PurchaseOption::kRi1Year:
    case PurchaseOption::kRi3Year:
      return "import the AWS price list (Reserved terms), or state your own price in the scenario";
    case PurchaseOption::kSpot:
      return "import the output of describe-spot-price-history, or state a price in the scenario";
    case PurchaseOption::kCapacityBlock:
      return "import the output of describe-capacity-block-offerings, or state a price in the "
             "scenario";
  }
  return "";
}

std::string remedy(const Lookup& lookup, std::string_view region) {
  const PriceObservation* first = nullptr;
  for (const auto& row : lookup.rows) {
    const bool here = row.region == region && row.option == lookup.option;
    if (here && (first == nullptr || row.date.first < first->date.first)) first = &row;
  }
  if (first == nullptr) return std::string(import_hint(lookup.option));
  return fmt::format("the first price in the book is of {}; {}", to_string(first->date),
                     import_hint(lookup.option));
}

}  // namespace

std::string_view to_string(PurchaseOption option) {
  switch (option) {
    case PurchaseOption::kOnDemand: return "on_demand";
    case PurchaseOption::kRi1Year: return "ri_1yr";
    case PurchaseOption::kRi3Year: return "ri_3yr";
    case PurchaseOption::kSpot: return "spot";
    case PurchaseOption::kCapacityBlock: return "capacity_block";
  }
  return "";
}

std::string_view title(PurchaseOption option) {
  switch (option) {
    case PurchaseOption::kOnDemand: return "On-demand";
    case PurchaseOption::kRi1Year: return "1-yr RI";
    case PurchaseOption::kRi3Year: return "3-yr RI";
    case PurchaseOption::kSpot: return "Spot";
    case PurchaseOption::kCapacityBlock: return "Capacity Block";
  }
  return "";
}

std::optional<PurchaseOption> parse_purchase_option(std::string_view text) {
  for (const PurchaseOption option : kPurchaseOptions) {
    if (text == to_string(option)) return option;
  }
  return std::nullopt;
}

std::string_view missing_word(const PriceState& state) {
  if (std::holds_alternative<NotOffered>(state)) return "not offered";
  if (std::holds_alternative<UnknownPrice>(state)) return "unknown";
  return "";
}

Result<PriceBook> PriceBook::load(std::span<const PriceFile> files) {
  constexpr std::string_view kFolder = "prices/";
  constexpr std::string_view kSources = "prices/sources.json";
  PriceBook book;
  for (const Resource& file : list_resources(kFolder)) {
    if (file.path == kSources) {
      auto sources = read_price_sources(file.content, file.path);
      if (!sources) return fail(sources.error());
      book.sources_ = std::move(*sources);
    } else {
      auto rows = read_prices(file.content, file.path);
      if (!rows) return fail(rows.error());
      std::move(rows->begin(), rows->end(), std::back_inserter(book.rows_));
    }
  }
  for (const PriceFile& file : files) {
    auto rows = read_prices(file.content, file.name);
    if (!rows) return fail(rows.error());
    for (PriceObservation& row : *rows) {
      row.own = file.own;
      book.rows_.push_back(std::move(row));
    }
  }
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

PriceState PriceBook::as_of(std::string_view instance, std::string_view region,
                            PurchaseOption option, Day day, std::string_view zone) const {
  const Lookup lookup{observations(instance), option, day};
  const PriceObservation* row = nullptr;
  for (const bool own : {true, false}) {
    for (const std::string_view where : {region, std::string_view("*")}) {
      if (row == nullptr) row = lookup.find(where, zone, own);
    }
  }
  if (row == nullptr) return UnknownPrice{remedy(lookup, region)};
  if (row->state == State::kNotOffered) {
    return NotOffered{row->note, source_name(row->source), row->date};
  }
  Priced price{.per_hour = row->per_hour,
               .date = row->date,
               .dated = true,
               .provenance = row->state == State::kEstimate ? Provenance::kApproximate
                                                            : Provenance::kPublished,
               .source = source_name(row->source),
               .term = row->term,
               .zone = row->zone,
               .note = row->note,
               .zones = std::nullopt};
  const auto by_zone = lookup.zones(region, row->own);
  for (const PriceObservation* seen : by_zone) {
    if (!price.zones) price.zones = {seen->per_hour, seen->per_hour};
    price.zones->first = std::min(price.zones->first, seen->per_hour);
    price.zones->second = std::max(price.zones->second, seen->per_hour);
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

Day PriceBook::latest() const {
  Day latest{};
  for (const auto& row : rows_) latest = std::max(latest, row.date.first);
  return latest;
}

}  // namespace nscope::cost
