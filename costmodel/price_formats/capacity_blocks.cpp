// Capacity Blocks for ML: the offerings of the EC2 API, and the price page of AWS as collected by
// a community repository.
#include "costmodel/money/instant.h"
#include "costmodel/price_formats/json_list.h"
#include "costmodel/price_formats/readers.h"

#include <cmath>
#include <optional>

#include <fmt/format.h>

namespace nscope::cost {
namespace {

/// The length of a Capacity Block: from start to end if both are stated, else the stated duration.
struct BlockLength {
  double hours = 0.0;
  std::string begin{};                 ///< the day as stated
  std::optional<Instant> start{};      ///< empty if it is not stated
  bool contradicts = false;            ///< the duration differs from the time from start to end
};

Result<BlockLength> block_length(StrictObject& in) {
  const std::string start = in.optional_string("StartDate").value_or("");
  const std::string end = in.optional_string("EndDate").value_or("");
  const auto hours = in.optional_number("CapacityBlockDurationHours");
  const auto minutes = in.optional_number("CapacityBlockDurationMinutes");
  if (auto ok = in.first_error(); !ok) return fail(ok.error());
  BlockLength length{hours.value_or(0.0) + minutes.value_or(0.0) / 60.0, start.substr(0, 10)};
  const auto instant = [&](const char* key, const std::string& text) -> std::optional<Instant> {
    if (text.empty()) return std::nullopt;
    const auto read = parse_instant(text);
    if (!read) in.reject(key, read.error().message);
    return read ? std::optional(*read) : std::nullopt;
  };
  length.start = instant("StartDate", start);
  const auto to = instant("EndDate", end);
  if (auto ok = in.first_error(); !ok) return fail(ok.error());
  if (!length.start || !to) return length;
  const double stated = length.hours;
  length.hours = static_cast<double>((*to - *length.start).count()) / kSecondsPerHour;
  constexpr double kTolerance = 1.0;  // the API states whole hours without the minutes
  length.contradicts = (hours || minutes) && std::abs(length.hours - stated) > kTolerance;
  return length;
}

Result<> read_offering(StrictObject& in, const PriceDate& observed, PriceSink& sink) {
  PriceObservation row;
  row.instance = in.string("InstanceType");
  const std::string zone = in.string("AvailabilityZone");
  const double count = in.number("InstanceCount");
  const auto fee = json_price(in, "UpfrontFee", kMostUpfront);
  row.currency = in.string("CurrencyCode");
  const std::string tenancy = in.optional_string("Tenancy").value_or("default");
  const std::string server = in.optional_string("UltraserverType").value_or("");
  const auto length = block_length(in);
  if (!length) return fail(length.error());
  if (!fee) in.reject("UpfrontFee", tr("missing key"));
  if (auto ok = in.first_error(); !ok) return ok;
  row.region = region_of_zone(zone);
  if (row.region.empty()) {
    sink.drop(kUnknownZone, zone);
  } else if (tenancy != "default") {
    sink.drop(kOtherTenancy, tenancy);
  } else if (length->contradicts) {
    sink.drop(phrase("duration differs from the time between start and end"),
              row.instance + " from " + length->begin);
  } else if (length->start && day_of(*length->start) < observed.first) {
    sink.drop(phrase("begins before the day of the download (--observed)"),
              row.instance + " from " + length->begin);
  } else if (!(count >= 1.0) || !(length->hours > 0.0) || !std::isfinite(count)) {
    sink.drop(phrase("invalid number of instances or hours"), row.instance);
  } else if (*fee == Usd()) {
    sink.drop(kZeroPrice, row.instance);
  } else if (!sink.wants(row.instance)) {
    sink.drop(kOtherInstance, row.instance);
  } else {
    row.purchase = PurchaseOption::kCapacityBlock;
    row.per_hour = Usd::round(fee->dollars() / (count * length->hours));
    row.term = "fee upfront";
    row.observed = observed;
    row.note =
        fmt::format("offering of {:.0f} instances for {:.4g} h from {} in {}", count, length->hours,
                    length->begin.empty() ? "an unstated day" : length->begin, zone);
    if (!server.empty()) row.note += ", UltraServer " + server;
    return sink.row(std::move(row));
  }
  return {};
}

/// Reads one region of an instance type on the page.
Result<> read_page_row(StrictObject& in, const std::string& instance, double accelerators,
                       PriceDate observed, PriceSink& sink) {
  const std::string region = in.string("region_code");
  const auto hourly = json_price(in, "hourly_rate_usd");
  const auto each = json_price(in, "accelerator_hourly_rate_usd");
  if (auto ok = in.first_error(); !ok) return ok;
  constexpr double kTolerance = 0.005;
  const bool adds_up = !hourly || !each || accelerators <= 0.0 ||
                       std::abs(each->dollars() * accelerators - hourly->dollars()) <=
                           kTolerance * hourly->dollars();
  if (region == "unknown" || region.empty()) {
    sink.drop(phrase("unknown region"), instance);
  } else if (!hourly || *hourly == Usd()) {
    sink.drop(kZeroPrice, instance + " " + region);
  } else if (!adds_up) {
    sink.drop(phrase("price of the instance differs from that of its accelerators"),
              instance + " " + region);
  } else if (!sink.wants(instance)) {
    sink.drop(kOtherInstance, instance);
  } else {
    PriceObservation row;
    row.instance = instance;
    row.region = region;
    row.purchase = PurchaseOption::kCapacityBlock;
    row.per_hour = *hourly;
    row.term = "fee upfront";
    row.observed = observed;
    return sink.row(std::move(row));
  }
  return {};
}

Result<> read_page_instance(const Json& json, const std::string& instance, const std::string& where,
                            PriceDate observed, PriceSink& sink) {
  StrictObject in(json, where);
  const double accelerators = in.optional_number("accelerator_count").value_or(0.0);
  const Json& pricing = in.array("pricing");
  if (auto ok = in.first_error(); !ok) return ok;
  for (std::size_t i = 0; i < pricing.size(); ++i) {
    StrictObject row(pricing[i], fmt::format("{}/pricing/{}", where, i));
    if (auto ok = read_page_row(row, instance, accelerators, observed, sink); !ok) return ok;
    if (auto ok = row.first_error(); !ok) return ok;
  }
  return {};
}

}  // namespace

bool sniff_capacity_block_offerings(std::string_view head) {
  return head.find("\"CapacityBlockOfferings\"") != std::string_view::npos;
}

Result<> read_capacity_block_offerings(const PriceInput& input, PriceSink& sink,
                                       TaskControl& control) {
  const auto observed = download_day(input);
  if (!observed) return fail(observed.error());
  auto ok = read_json_list(input, "CapacityBlockOfferings", control,
                           [&](StrictObject& in) { return read_offering(in, *observed, sink); });
  if (!ok) return ok;
  sink.describe({.id = {},
                 .name = "AWS Capacity Block offerings",
                 .origin = "aws ec2 describe-capacity-block-offerings",
                 .retrieved = to_string(*observed),
                 .note = "fee / (instances x hours)"});
  return {};
}

bool sniff_capacity_block_page(std::string_view head) {
  return head.find("\"hourly_rate_usd\"") != std::string_view::npos &&
         head.find("\"instance_types\"") != std::string_view::npos;
}

Result<> read_capacity_block_page(const PriceInput& input, PriceSink& sink, TaskControl& control) {
  const auto document = whole_json(input, control);
  if (!document) return fail(document.error());
  const std::string where = input.file.name() + ": ";
  StrictObject top(*document, input.file.name());
  const Json& instances = top.object("instance_types");
  const Json& metadata = top.object("metadata");
  if (auto ok = top.first_error(); !ok) return ok;
  StrictObject about(metadata, where + "/metadata");
  const std::string updated = about.string("last_updated");
  const std::string page = about.optional_string("source_url").value_or("");
  const auto seen = parse_instant(updated);
  if (!seen) about.reject("last_updated", seen.error().message);
  if (auto ok = about.first_error(); !ok) return ok;
  const PriceDate observed{day_of(*seen), PriceDate::Precision::kDay};
  for (const auto& [instance, entry] : instances.items()) {
    if (control.cancelled()) return cancelled();
    const std::string place = fmt::format("{}/instance_types/{}", where, instance);
    if (auto ok = read_page_instance(entry, instance, place, observed, sink); !ok) return ok;
  }
  sink.describe({.id = {},
                 .name = "AWS Capacity Block price page (collected)",
                 .origin = page,
                 .retrieved = to_string(observed),
                 .note = {}});
  return {};
}

}  // namespace nscope::cost
