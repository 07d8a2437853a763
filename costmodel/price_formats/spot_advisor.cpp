// The data of the AWS Spot Instance Advisor: savings in whole per cent without prices. Prices are
// estimated from the built-in on-demand prices.
#include "costmodel/price_formats/spot_advisor.h"

#include "costmodel/price_formats/json_list.h"
#include "costmodel/price_formats/readers.h"
#include "costmodel/prices/price_book.h"

#include <cstdlib>
#include <map>
#include <utility>

#include <fmt/format.h>

namespace nscope::cost {
namespace {

constexpr std::int64_t kHundred = 100;

/// The labels of the ranges of interruptions by index.
using RangeLabels = std::map<std::int64_t, std::string>;

/// A whole number from `least` to 100.
int percent(StrictObject& in, const char* key, std::int64_t least = 0) {
  const std::int64_t value = in.integer(key);
  if (value >= least && value <= kHundred) return static_cast<int>(value);
  in.reject(key, tr("must be between {} and 100", least));
  return 0;
}

// The published file has savings such as -62: the Spot price can be above the on-demand price.
constexpr std::int64_t kLeastSaving = -1000;

Result<RangeLabels> read_ranges(const Json& ranges, const std::string& where) {
  RangeLabels result;
  for (std::size_t i = 0; i < ranges.size(); ++i) {
    StrictObject in(ranges[i], fmt::format("{}/ranges/{}", where, i));
    const std::int64_t index = in.integer("index");
    result[index] = in.string("label");
    percent(in, "max");  // required, because other formats do not have it
    if (auto ok = in.first_error(); !ok) return fail(ok.error());
  }
  return result;
}

/// Reads the instance types of one region.
class RegionReader {
 public:
  RegionReader(const RangeLabels& ranges, PriceSink& sink, std::vector<SpotAdvice>& out)
      : ranges_(ranges), sink_(sink), out_(out) {}

  Result<> read(const std::string& region, const Json& systems, const std::string& where) {
    if (!systems.is_object()) return fail(ErrorCode::kBadInput, tr("must be an object"), where);
    for (const auto& [system, types] : systems.items()) {
      const std::string place = where + "/" + system;
      if (!types.is_object()) return fail(ErrorCode::kBadInput, tr("must be an object"), place);
      if (system != "Linux") {
        sink_.drop(phrase("operating system is not Linux"), system,
                   static_cast<std::int64_t>(types.size()));
        continue;
      }
      for (const auto& [instance, entry] : types.items()) {
        StrictObject in(entry, place + "/" + instance);
        if (auto ok = add(region, instance, in); !ok) return ok;
      }
    }
    return {};
  }

 private:
  Result<> add(const std::string& region, const std::string& instance, StrictObject& in) {
    const int saving = percent(in, "s", kLeastSaving);
    const auto range = ranges_.find(in.integer("r"));
    if (range == ranges_.end()) in.reject("r", tr("must be an index of 'ranges'"));
    if (auto ok = in.first_error(); !ok) return ok;
    if (!sink_.wants(instance)) {
      sink_.drop(kOtherInstance, instance);
      return {};
    }
    out_.push_back({instance, region, saving, range->second});
    return {};
  }

  const RangeLabels& ranges_;
  PriceSink& sink_;
  std::vector<SpotAdvice>& out_;
};

}  // namespace

Result<std::vector<SpotAdvice>> read_spot_advice(const PriceInput& input, PriceSink& sink,
                                                 TaskControl& control) {
  const auto document = whole_json(input, control);
  if (!document) return fail(document.error());
  const std::string where = input.file.name() + ": ";
  StrictObject top(*document, input.file.name());
  const Json& ranges = top.array("ranges");
  const Json& regions = top.object("spot_advisor");
  if (auto ok = top.first_error(); !ok) return fail(ok.error());
  const auto known = read_ranges(ranges, where);
  if (!known) return fail(known.error());
  std::vector<SpotAdvice> advice;
  RegionReader reader(*known, sink, advice);
  for (const auto& [region, systems] : regions.items()) {
    if (control.cancelled()) return cancelled();
    const std::string place = fmt::format("{}/spot_advisor/{}", where, region);
    if (auto ok = reader.read(region, systems, place); !ok) return fail(ok.error());
  }
  return advice;
}

bool sniff_spot_advisor(std::string_view head) {
  const auto has = [&](std::string_view name) { return head.find(name) != std::string_view::npos; };
  return (has("\"ranges\"") && has("\"dots\"")) || (has("\"emr\"") && has("\"ram_gb\""));
}

Result<> read_spot_advisor_prices(const PriceInput& input, PriceSink& sink, TaskControl& control) {
  const auto observed = download_day(input);
  if (!observed) return fail(observed.error());
  const auto advice = read_spot_advice(input, sink, control);
  if (!advice) return fail(advice.error());
  const auto book = PriceBook::load();
  if (!book) return fail(book.error());
  for (const SpotAdvice& entry : *advice) {
    const auto state =
        book->as_of(entry.instance, entry.region, PurchaseOption::kOnDemand, observed->first);
    const auto* const on_demand = std::get_if<Priced>(&state);
    if (on_demand == nullptr) {
      sink.drop(phrase("saving without a known on-demand price"),
                entry.instance + " " + entry.region);
      continue;
    }
    if (entry.saving_percent == kHundred) {
      sink.drop(kZeroPrice, entry.instance + " " + entry.region);
      continue;
    }
    PriceObservation row;
    row.instance = entry.instance;
    row.region = entry.region;
    row.purchase = PurchaseOption::kSpot;
    row.state = PriceObservation::State::kEstimate;
    row.per_hour = Usd::round(on_demand->per_hour.dollars() *
                              (1.0 - entry.saving_percent / static_cast<double>(kHundred)));
    row.observed = *observed;
    row.note = fmt::format(
        "{} % {} the on-demand price of USD {} from {}; {} interrupted per month",
        std::abs(entry.saving_percent), entry.saving_percent < 0 ? "above" : "below", format_usd(on_demand->per_hour, 6), to_string(on_demand->date),
        entry.interruption);
    if (auto ok = sink.row(std::move(row)); !ok) return ok;
  }
  sink.advise(
      tr("Savings are whole percentages of the last month, so the prices are estimates."));
  sink.describe({.id = {},
                 .name = "AWS Spot Instance Advisor",
                 .origin = "spot-bid-advisor.s3.amazonaws.com/spot-advisor-data.json",
                 .retrieved = to_string(*observed),
                 .note = "estimates: on-demand price minus the saving"});
  return {};
}

}  // namespace nscope::cost
