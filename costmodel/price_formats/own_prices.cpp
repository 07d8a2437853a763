// The CSV format of resources/prices/, in which users state prices that are in no list.
#include "costmodel/price_formats/json_list.h"
#include "costmodel/price_formats/readers.h"
#include "costmodel/prices/price_file.h"
#include "profiler/base/files/unpacked_text.h"
#include "profiler/base/text/closest_names.h"

#include <algorithm>
#include <functional>
#include <set>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace nscope::cost {
namespace {

/// Compares the rows of one file with the built-in prices.
class RowCheck {
 public:
  RowCheck(PriceBook book, Day today, PriceSink& sink)
      : book_(std::move(book)),
        instances_(book_.instances()),
        regions_(book_.regions()),
        today_(today),
        sink_(sink) {}

  /// Errors: kBadInput without a place for a day in the future and for an impossible price.
  Result<> operator()(const PriceObservation& row, const Place& where) {
    if (row.observed.first > today_) {
      return fail(ErrorCode::kBadInput,
                  tr("date: {} is in the future; state the day on which the price was seen, and a "
                     "later first day in the column 'effective'",
                     to_string(row.observed)));
    }
    if (auto ok = check_zone(row); !ok) return ok;
    if (row.region != "*") check_name(phrase("region"), row.region, regions_, where);
    check_name(phrase("instance type"), row.instance, instances_, where);
    if (row.currency != "USD") {
      if (currencies_.insert(row.currency).second) {
        sink_.advise(
            tr("{}: prices in {} are stored but not used for answers in US dollars; state "
               "the price in USD to use it",
               where, row.currency));
      }
      return {};
    }
    return book_.check_amount(row.instance, effective_hourly(row));
  }

 private:
  /// Only Spot prices differ between zones. Errors: kBadInput without a place.
  static Result<> check_zone(const PriceObservation& row) {
    if (row.zone.empty()) return {};
    if (row.purchase.option != PurchaseOption::kSpot) {
      return fail(ErrorCode::kBadInput, tr("zone: only Spot prices have a zone; omit '{}' for {}",
                                           row.zone, to_string(row.purchase)));
    }
    std::string_view region = region_of_zone(row.zone);
    if (region.empty()) region = region_of_zone_id(row.zone);
    if (region.empty() || region == row.region) return {};
    return fail(ErrorCode::kBadInput,
                tr("zone: '{}' belongs to {}, not to {}", row.zone, region, row.region));
  }

  /// Warns of a name without prices that is similar to one with prices. New names are possible.
  void check_name(Phrase what, const std::string& name, const std::vector<std::string>& known,
                  const Place& where) {
    constexpr std::size_t kMostCompared = 100;  // comparing takes long, and a file has few names
    if (seen_.size() >= kMostCompared || std::binary_search(known.begin(), known.end(), name) ||
        !seen_.insert(name).second) {
      return;
    }
    const auto similar = similar_name(name, known);
    if (!similar) return;
    sink_.advise(tr("{}: no other price is for the {} '{}'; did you mean '{}'?", where, what, name,
                    *similar));
  }

  PriceBook book_;
  std::vector<std::string> instances_;
  std::vector<std::string> regions_;
  Day today_;
  PriceSink& sink_;
  std::set<std::string> seen_;
  std::set<std::string> currencies_;  ///< with a warning
};

}  // namespace

bool sniff_own_prices(std::string_view head) {
  return head.starts_with("instance,region,zone,option,term,usd_per_hour,date,source,state,note");
}

Result<> read_own_prices(const PriceInput& input, PriceSink& sink, TaskControl& control) {
  const auto text = whole_text(input.file, control);
  if (!text) return fail(text.error());
  auto book = PriceBook::load();
  if (!book) return fail(book.error());
  RowCheck check(std::move(*book), input.today, sink);
  auto rows = read_prices(*text, input.file.name(), std::ref(check));
  if (!rows) return fail(rows.error());
  std::set<std::string> cited;
  for (PriceObservation& row : *rows) {
    if (cited.size() < 8) cited.insert(row.source);
    if (auto ok = sink.row(std::move(row)); !ok) return ok;
  }
  sink.describe({.id = {},
                 .name = fmt::format("Own price file ({})", fmt::join(cited, ", ")),
                 .origin = input.file.name(),
                 .retrieved = to_string(input.today),
                 .note = {}});
  return {};
}

}  // namespace nscope::cost
