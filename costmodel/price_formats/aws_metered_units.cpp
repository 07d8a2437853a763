// The small lists per region and operating system behind aws.amazon.com/ec2/pricing/on-demand:
// pricing/2.0/meteredUnitMaps/ec2/USD/current/ec2-ondemand-without-sec-sel/<location>/Linux/index.json
#include "costmodel/price_formats/aws_offer.h"
#include "costmodel/price_formats/json_list.h"
#include "costmodel/price_formats/readers.h"

#include <fmt/format.h>

namespace nscope::cost {
namespace {

/// Reads the products of one location.
class LocationReader {
 public:
  LocationReader(PriceDate observed, std::string currency, PriceSink& sink)
      : observed_(observed), currency_(std::move(currency)), sink_(sink) {}

  Result<> read(const Json& products, const std::string& location, const std::string& where) {
    if (!products.is_object()) return fail(ErrorCode::kBadInput, tr("must be an object"), where);
    for (const auto& [name, product] : products.items()) {
      StrictObject in(product, fmt::format("{}/{}", where, name));
      if (auto ok = add(in, location); !ok) return ok;
    }
    return {};
  }

 private:
  Result<> add(StrictObject& in, const std::string& location) {
    PriceObservation row;
    row.instance = in.string("Instance Type");
    const std::string system = in.optional_string("Operating System").value_or("Linux");
    const std::string software = in.optional_string("Pre Installed S/W").value_or("NA");
    const std::string license = in.optional_string("License Model").value_or(kNoLicense);
    const std::string stated = in.optional_string("Location").value_or(location);
    const auto price = json_price(in, "price");
    if (!price) in.reject("price", tr("missing key"));
    if (auto ok = in.first_error(); !ok) return ok;
    row.region = region_of({}, stated);
    if (system != "Linux") {
      sink_.drop(phrase("operating system is not Linux"), system);
    } else if (software != "NA" || license != kNoLicense) {
      sink_.drop(phrase("with pre-installed software"), row.instance);
    } else if (*price == Usd()) {
      sink_.drop(kZeroPrice, row.instance);
    } else if (!sink_.wants(row.instance)) {
      sink_.drop(kOtherInstance, row.instance);
    } else if (row.region.empty()) {
      sink_.drop(phrase("unknown location"), stated);
    } else {
      row.per_hour = *price;
      row.currency = currency_;
      row.observed = observed_;
      return sink_.row(std::move(row));
    }
    return {};
  }

  static constexpr const char* kNoLicense = "No License required";

  PriceDate observed_;
  std::string currency_;
  PriceSink& sink_;
};

/// The publication date of the list or, without one, the stated day of the download.
Result<PriceDate> list_day(StrictObject& manifest, const PriceInput& input) {
  const auto published = manifest.optional_string("hawkFilePublicationDate");
  if (auto ok = manifest.first_error(); !ok) return fail(ok.error());
  if (!published) return download_day(input);
  const auto day = day_of(*published);
  if (day) return *day;
  manifest.reject("hawkFilePublicationDate", day.error().message);
  return fail(manifest.first_error().error());
}

}  // namespace

bool sniff_aws_metered_units(std::string_view head) {
  const auto has = [&](std::string_view name) { return head.find(name) != std::string_view::npos; };
  return has("\"manifest\"") && (has("\"hawkFilePublicationDate\"") || has("\"serviceId\""));
}

Result<> read_aws_metered_units(const PriceInput& input, PriceSink& sink, TaskControl& control) {
  const auto document = whole_json(input, control);
  if (!document) return fail(document.error());
  const std::string where = input.file.name() + ": ";
  StrictObject top(*document, input.file.name());
  const Json& about = top.object("manifest");
  const Json& regions = top.object("regions");
  if (auto ok = top.first_error(); !ok) return ok;
  StrictObject manifest(about, where + "/manifest");
  const std::string service = manifest.optional_string("serviceId").value_or("ec2");
  const std::string currency = manifest.optional_string("currencyCode").value_or("USD");
  const auto observed = list_day(manifest, input);
  if (!observed) return fail(observed.error());
  if (service != "ec2") {
    return fail(ErrorCode::kBadInput,
                tr("the list is of the service '{}'; only lists of ec2 are supported",
                   service.substr(0, 40)),
                where + "/manifest/serviceId");
  }
  if (!is_currency(currency)) {
    return fail(ErrorCode::kBadInput, tr("must be three capital letters, for example USD"),
                where + "/manifest/currencyCode");
  }
  LocationReader reader(*observed, currency, sink);
  for (const auto& [location, products] : regions.items()) {
    if (control.cancelled()) return cancelled();
    const std::string place = fmt::format("{}/regions/{}", where, location);
    if (auto ok = reader.read(products, location, place); !ok) return ok;
  }
  sink.describe({.id = {},
                 .name = "AWS on-demand list of one region",
                 .origin = "aws.amazon.com/ec2/pricing/on-demand (meteredUnitMaps)",
                 .retrieved = to_string(*observed),
                 .note = {}});
  return {};
}

}  // namespace nscope::cost
