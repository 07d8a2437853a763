// The output of `aws ec2 describe-reserved-instances-offerings`.
#include "costmodel/money/figures.h"
#include "costmodel/price_formats/json_list.h"
#include "costmodel/price_formats/readers.h"
#include "costmodel/prices/price_book.h"
#include "profiler/base/text/closest_names.h"

#include <filesystem>
#include <string>
#include <vector>

#include <fmt/format.h>

namespace nscope::cost {
namespace {

constexpr std::int64_t kSecondsPerYear = 31'536'000;
constexpr Phrase kNoRegion = phrase("region is not stated");
constexpr Phrase kNotARegion = phrase("unknown region");

/// Says which known region the name of the file can mean.
Result<> advise_region(std::string_view region, PriceSink& sink) {
  const auto book = PriceBook::load();
  if (!book) return fail(book.error());
  const std::vector<std::string> known = book->regions();
  const auto similar = closest_names(region, known, 1);
  sink.advise(tr("The name of the file states the unknown region '{}'; did you mean '{}'?", region,
                 similar.empty() ? std::string() : similar.front()));
  return {};
}

std::optional<Payment> payment_of(std::string_view type) {
  if (type == "No Upfront") return Payment::kNoUpfront;
  if (type == "Partial Upfront") return Payment::kPartialUpfront;
  if (type == "All Upfront") return Payment::kAllUpfront;
  return std::nullopt;
}

/// The sum of the hourly charges; empty if a charge is not hourly.
std::optional<Usd> recurring_charges(StrictObject& in, const std::string& where) {
  Usd sum;
  const Json* const charges = in.optional("RecurringCharges");
  if (charges == nullptr) return sum;
  if (!charges->is_array()) {
    in.reject("RecurringCharges", tr("must be an array"));
    return std::nullopt;
  }
  for (std::size_t i = 0; i < charges->size(); ++i) {
    StrictObject charge((*charges)[i], fmt::format("{}/{}", where, i));
    const std::string frequency = charge.string("Frequency");
    const auto amount = json_price(charge, "Amount");
    if (auto ok = charge.first_error(); !ok) {
      in.adopt(ok.error());
      return std::nullopt;
    }
    if (frequency != "Hourly" || !amount) return std::nullopt;
    sum += *amount;
    if (sum > kMostPerHour) {
      in.reject("RecurringCharges",
                tr("value out of range; the limit is {}", as_usd(kMostPerHour, 0)));
      return std::nullopt;
    }
  }
  return sum;
}

struct Offering {
  PriceObservation row;
  Phrase drop{};  ///< why the offering is skipped; empty if it is not
};

Offering read_offering(StrictObject& in, std::string_view file_region) {
  Offering offering;
  PriceObservation& row = offering.row;
  row.instance = in.string("InstanceType");
  const std::string product = in.string("ProductDescription");
  const std::string tenancy = in.optional_string("InstanceTenancy").value_or("default");
  row.currency = in.optional_string("CurrencyCode").value_or("USD");
  const std::int64_t seconds = in.integer("Duration");
  const auto fee = json_price(in, "FixedPrice", kMostUpfront);
  const auto usage = json_price(in, "UsagePrice");
  const std::string offering_class = in.optional_string("OfferingClass").value_or("standard");
  const auto payment = payment_of(in.string("OfferingType"));
  const bool resale = in.optional_boolean("Marketplace", false);
  const std::string zone = in.optional_string("AvailabilityZone").value_or("");
  const auto recurring = recurring_charges(in, in.path("RecurringCharges"));
  row.region = zone.empty() ? file_region : region_of_zone(zone);
  const bool whole_years = seconds == kSecondsPerYear || seconds == 3 * kSecondsPerYear;
  const bool convertible = offering_class == "convertible";
  if (!is_plain_linux(product)) {
    offering.drop = kNotLinux;
  } else if (tenancy != "default") {
    offering.drop = kOtherTenancy;
  } else if (resale) {
    offering.drop = phrase("resale in the Reserved Instance Marketplace");
  } else if (!whole_years) {
    offering.drop = phrase("term is not one or three years");
  } else if (!payment) {
    offering.drop = phrase("payment option that is no longer sold");
  } else if (!convertible && offering_class != "standard") {
    offering.drop = phrase("unknown offering class");
  } else if (!recurring) {
    offering.drop = phrase("charges that are not hourly");
  } else if (row.region.empty()) {
    offering.drop = kNoRegion;
  } else if (!is_region_code(row.region) && zone.empty()) {
    offering.drop = kNotARegion;
  }
  if (!offering.drop.english.empty()) return offering;
  row.purchase =
      Purchase(PurchaseOption::kReserved, static_cast<int>(seconds / kSecondsPerYear), *payment,
               convertible ? OfferingClass::kConvertible : OfferingClass::kStandard);
  row.per_hour = usage.value_or(Usd()) + *recurring;
  row.upfront = fee.value_or(Usd());
  if (!zone.empty()) row.note = "for zone " + zone;
  if (row.per_hour == Usd() && row.upfront == Usd()) offering.drop = kZeroPrice;
  return offering;
}

}  // namespace

bool sniff_reserved_offerings(std::string_view head) {
  return head.find("\"ReservedInstancesOfferings\"") != std::string_view::npos;
}

Result<> read_reserved_offerings(const PriceInput& input, PriceSink& sink, TaskControl& control) {
  const auto observed = download_day(input);
  if (!observed) return fail(observed.error());
  const std::string name = std::filesystem::path(input.file.name()).filename().string();
  const std::string_view region = find_region(name);
  auto ok = read_json_list(input, "ReservedInstancesOfferings", control,
                           [&](StrictObject& in) -> Result<> {
                             Offering offering = read_offering(in, region);
                             if (auto read = in.first_error(); !read) return read;
                             const bool kept = offering.drop.english.empty();
                             if (kept && !sink.wants(offering.row.instance)) {
                               offering.drop = kOtherInstance;
                             }
                             if (!offering.drop.english.empty()) {
                               sink.drop(offering.drop, offering.row.instance);
                               return {};
                             }
                             offering.row.observed = *observed;
                             return sink.row(std::move(offering.row));
                           });
  if (!ok) return ok;
  if (sink.dropped().contains(kNoRegion.english)) {
    sink.advise(
        tr("The file does not state its region. Add the region to the file name, for example "
           "reserved.us-east-1.json."));
  }
  if (!region.empty() && !is_region_code(region)) {
    if (auto advised = advise_region(region, sink); !advised) return advised;
  }
  sink.describe({.id = {},
                 .name = "AWS Reserved Instance offerings",
                 .origin = "aws ec2 describe-reserved-instances-offerings",
                 .retrieved = to_string(*observed),
                 .note = {}});
  return {};
}

}  // namespace nscope::cost
