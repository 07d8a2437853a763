// The output of `aws ec2 describe-spot-price-history`: changes of Spot prices, newest first.
#include "costmodel/price_formats/json_list.h"
#include "costmodel/price_formats/readers.h"
#include "costmodel/price_formats/spot_series.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include <fmt/format.h>

namespace nscope::cost {
namespace {

// AWS stores 90 days; longer files are collected from several queries.
constexpr std::chrono::days kLongest{3 * 366};

using SpotKey = std::tuple<std::string, std::string, std::string, bool>;
using Changes = std::map<Instant, Usd>;

Result<> read_change(StrictObject& in, PriceSink& sink, std::map<SpotKey, Changes>& found) {
  const std::string instance = in.string("InstanceType");
  const std::string product = in.string("ProductDescription");
  const std::string zone = in.optional_string("AvailabilityZone").value_or("");
  const std::string zone_id = in.optional_string("AvailabilityZoneId").value_or("");
  const std::string moment = in.string("Timestamp");
  const auto price = json_price(in, "SpotPrice");
  if (auto ok = in.first_error(); !ok) return ok;
  if (!price) {
    in.reject("SpotPrice", tr("missing key"));
    return in.first_error();
  }
  const auto instant = parse_instant(moment);
  if (!instant) {
    in.reject("Timestamp", instant.error().message);
    return in.first_error();
  }
  std::string region(region_of_zone(zone));
  if (region.empty()) region = region_of_zone_id(zone_id);
  if (!is_plain_linux(product)) {
    sink.drop(kNotLinux, product);
  } else if (region.empty()) {
    sink.drop(kUnknownZone, zone.empty() ? zone_id : zone);
  } else if (*price == Usd()) {
    sink.drop(kZeroPrice, instance);
  } else if (!sink.wants(instance)) {
    sink.drop(kOtherInstance, instance);
  } else {
    const bool has_id = !zone_id.empty();
    found[{instance, region, has_id ? zone_id : zone, has_id}].insert_or_assign(*instant, *price);
  }
  return {};
}

/// The row of one day: the mean of the known hours.
PriceObservation row_of(const SpotSeries& series, Instant from, Instant to) {
  PriceObservation row;
  row.instance = series.instance;
  row.region = series.region;
  row.zone = series.zone;
  row.purchase = PurchaseOption::kSpot;
  // The latest change of a file has no duration, so its price is used.
  row.per_hour = series.mean(from, to).value_or(*series.at(to));
  row.observed = {day_of(from), PriceDate::Precision::kDay};
  row.note = fmt::format("time-weighted mean of the day; USD {} at its end",
                         format_usd(*series.at(to), 6));
  if (!series.zone_id) row.note += "; the letter of the zone is specific to the account";
  return row;
}

/// Passes a row for each day on which the price differs from the day before, and for the last day
/// of the file, on which every series is known.
Result<> put_days(const SpotSeries& series, Instant end, PriceSink& sink) {
  std::optional<Usd> before;
  for (Day day = day_of(series.changes.front().first); Instant(day) <= end;
       day += std::chrono::days(1)) {
    const Instant to = std::min(end, Instant(day + std::chrono::days(1)));
    if (!series.at(to)) continue;
    PriceObservation row = row_of(series, Instant(day), to);
    if (row.per_hour == before && day != day_of(end)) continue;
    before = row.per_hour;
    if (auto ok = sink.row(std::move(row)); !ok) return ok;
  }
  return {};
}

}  // namespace

std::optional<Usd> SpotSeries::at(Instant moment) const {
  const auto after = std::upper_bound(
      changes.begin(), changes.end(), moment,
      [](Instant time, const std::pair<Instant, Usd>& change) { return time < change.first; });
  if (after == changes.begin()) return std::nullopt;
  return std::prev(after)->second;
}

std::optional<Usd> SpotSeries::mean(Instant from, Instant to) const {
  double paid = 0.0;
  std::int64_t seconds = 0;
  for (std::size_t i = 0; i < changes.size(); ++i) {
    const Instant begin = std::max(from, changes[i].first);
    const Instant end = i + 1 < changes.size() ? std::min(to, changes[i + 1].first) : to;
    if (end <= begin) continue;
    const auto length = (end - begin).count();
    paid += changes[i].second.dollars() * static_cast<double>(length);
    seconds += length;
  }
  if (seconds == 0) return std::nullopt;
  return Usd::round(paid / static_cast<double>(seconds));
}

Result<SpotHistory> read_spot_history(const PriceInput& input, PriceSink& sink,
                                      TaskControl& control) {
  std::map<SpotKey, Changes> found;
  auto ok = read_json_list(input, "SpotPriceHistory", control,
                           [&](StrictObject& in) { return read_change(in, sink, found); });
  if (!ok) return fail(ok.error());
  SpotHistory history;
  for (const auto& [key, changes] : found) {
    const auto& [instance, region, zone, is_id] = key;
    history.series.push_back({instance, region, zone, is_id, {changes.begin(), changes.end()}});
    const Instant last = changes.rbegin()->first;
    history.end = history.series.size() == 1 ? last : std::max(history.end, last);
  }
  return history;
}

bool sniff_spot_history(std::string_view head) {
  return head.find("\"SpotPriceHistory\"") != std::string_view::npos;
}

Result<> read_spot_history_prices(const PriceInput& input, PriceSink& sink, TaskControl& control) {
  const auto history = read_spot_history(input, sink, control);
  if (!history) return fail(history.error());
  bool letters = false;
  for (const SpotSeries& series : history->series) {
    if (history->end - series.changes.front().first > kLongest) {
      return fail(
          ErrorCode::kBadInput,
          tr("the prices of {} in {} start on {} and cover more than three years, but AWS stores "
             "90 days",
             series.instance, series.zone, to_string(series.changes.front().first)),
          input.file.name());
    }
    letters = letters || !series.zone_id;
    if (auto ok = put_days(series, history->end, sink); !ok) return ok;
  }
  if (letters) {
    sink.advise(
        tr("The zones have letters, which differ between accounts. Use 'aws ec2 "
           "describe-availability-zones' to map them to zone ids."));
  }
  sink.describe({.id = {},
                 .name = "AWS spot price history",
                 .origin = "aws ec2 describe-spot-price-history",
                 .retrieved = history->series.empty() ? to_string(input.today)
                                                      : to_string(day_of(history->end)),
                 .note = "time-weighted mean of each day on which the price changed"});
  return {};
}

}  // namespace nscope::cost
