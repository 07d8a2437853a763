#include "costmodel/price_formats/aws_offer.h"

#include <array>

#include <fmt/format.h>

namespace nscope::cost {
namespace {

struct Attribute {
  std::string_view name;
  std::string OfferProduct::* member;
};

constexpr std::array kAttributes = {
    Attribute{"instanceType", &OfferProduct::instance},
    Attribute{"regionCode", &OfferProduct::region},
    Attribute{"location", &OfferProduct::location},
    Attribute{"locationType", &OfferProduct::location_type},
    Attribute{"tenancy", &OfferProduct::tenancy},
    Attribute{"operatingSystem", &OfferProduct::system},
    Attribute{"preInstalledSw", &OfferProduct::software},
    Attribute{"licenseModel", &OfferProduct::license},
    Attribute{"capacitystatus", &OfferProduct::capacity_status},
    Attribute{"marketoption", &OfferProduct::market},
    Attribute{"usagetype", &OfferProduct::usage_type},
    Attribute{"operation", &OfferProduct::operation},
};

struct Location {
  std::string_view name;
  std::string_view code;
};

/// Names of locations, for lists without region codes (before 2021). From "Regions and Zones" of
/// the AWS documentation and the names in the price list.
constexpr std::array kLocations = {
    Location{"US East (N. Virginia)", "us-east-1"},
    Location{"US East (Ohio)", "us-east-2"},
    Location{"US West (N. California)", "us-west-1"},
    Location{"US West (Oregon)", "us-west-2"},
    Location{"AWS GovCloud (US)", "us-gov-west-1"},
    Location{"AWS GovCloud (US-West)", "us-gov-west-1"},
    Location{"AWS GovCloud (US-East)", "us-gov-east-1"},
    Location{"Africa (Cape Town)", "af-south-1"},
    Location{"Asia Pacific (Hong Kong)", "ap-east-1"},
    Location{"Asia Pacific (Taipei)", "ap-east-2"},
    Location{"Asia Pacific (Tokyo)", "ap-northeast-1"},
    Location{"Asia Pacific (Seoul)", "ap-northeast-2"},
    Location{"Asia Pacific (Osaka)", "ap-northeast-3"},
    Location{"Asia Pacific (Osaka-Local)", "ap-northeast-3"},
    Location{"Asia Pacific (Mumbai)", "ap-south-1"},
    Location{"Asia Pacific (Hyderabad)", "ap-south-2"},
    Location{"Asia Pacific (Singapore)", "ap-southeast-1"},
    Location{"Asia Pacific (Sydney)", "ap-southeast-2"},
    Location{"Asia Pacific (Jakarta)", "ap-southeast-3"},
    Location{"Asia Pacific (Melbourne)", "ap-southeast-4"},
    Location{"Asia Pacific (Malaysia)", "ap-southeast-5"},
    Location{"Asia Pacific (New Zealand)", "ap-southeast-6"},
    Location{"Asia Pacific (Thailand)", "ap-southeast-7"},
    Location{"Canada (Central)", "ca-central-1"},
    Location{"Canada West (Calgary)", "ca-west-1"},
    Location{"China (Beijing)", "cn-north-1"},
    Location{"China (Ningxia)", "cn-northwest-1"},
    Location{"EU (Frankfurt)", "eu-central-1"},
    Location{"Europe (Zurich)", "eu-central-2"},
    Location{"EU (Stockholm)", "eu-north-1"},
    Location{"EU (Milan)", "eu-south-1"},
    Location{"Europe (Spain)", "eu-south-2"},
    Location{"EU (Ireland)", "eu-west-1"},
    Location{"EU (London)", "eu-west-2"},
    Location{"EU (Paris)", "eu-west-3"},
    Location{"Israel (Tel Aviv)", "il-central-1"},
    Location{"Middle East (UAE)", "me-central-1"},
    Location{"Middle East (Bahrain)", "me-south-1"},
    Location{"Mexico (Central)", "mx-central-1"},
    Location{"South America (Sao Paulo)", "sa-east-1"},
};

/// Whether an attribute has a value, or is absent as in old lists.
bool is_or_absent(std::string_view value, std::string_view wanted) {
  return value.empty() || value == wanted;
}

std::string row_text(const OfferProduct& product) {
  return fmt::format("{} {} {}", product.sku, product.instance, product.region);
}

/// The term of a row, which is stored in English.
std::string term_text(const Purchase& purchase) {
  if (purchase.option != PurchaseOption::kReserved) return {};
  const bool convertible = purchase.offering == OfferingClass::kConvertible;
  constexpr std::array kPayments = {"no upfront", "partial upfront", "all upfront"};
  return fmt::format("{} {}", convertible ? "convertible" : "standard",
                     kPayments[static_cast<std::size_t>(purchase.payment)]);
}

/// Why the fees contradict the payment option; empty if they do not.
Phrase why_fees_are_wrong(const Purchase& purchase, Usd hourly, Usd upfront) {
  constexpr Phrase kIncomplete = phrase("Reserved price without hourly or upfront fee");
  if (hourly == Usd() && upfront == Usd()) return phrase("price is zero");
  const bool has_upfront = upfront != Usd();
  if (!is_commitment(purchase.option)) {
    return has_upfront ? phrase("upfront fee without commitment") : Phrase();
  }
  switch (purchase.payment) {
    case Payment::kNoUpfront:
      return has_upfront ? phrase("No Upfront with an upfront fee") : Phrase();
    case Payment::kPartialUpfront: return has_upfront && hourly != Usd() ? Phrase() : kIncomplete;
    case Payment::kAllUpfront: return has_upfront ? Phrase() : kIncomplete;
  }
  return {};
}

/// Why the price of the product is not that of the instance in the book; empty if it is.
Phrase why_not_the_true_row(const OfferProduct& product) {
  if (product.family == "Compute Instance (bare metal)") return phrase("bare metal");
  if (product.family != "Compute Instance") return phrase("not a compute instance");
  if (product.instance.find('.') == std::string::npos) {
    return phrase("not a single instance type");
  }
  if (product.tenancy != "Shared") return phrase("tenancy is not Shared");
  if (product.system != "Linux") return phrase("operating system is not Linux");
  if (!is_or_absent(product.software, "NA")) return phrase("with pre-installed software");
  if (!is_or_absent(product.license, "No License required")) {
    return phrase("bring your own licence");
  }
  if (!is_or_absent(product.capacity_status, "Used")) {
    return phrase("capacity reservation, not its use");
  }
  if (!is_or_absent(product.market, "OnDemand")) return phrase("market option is not OnDemand");
  if (!is_or_absent(product.operation, "RunInstances")) {
    return phrase("operation is not RunInstances");
  }
  if (!is_or_absent(usage_kind(product.usage_type), "BoxUsage")) {
    return phrase("usage is not BoxUsage");
  }
  if (product.location_type == "AWS Outposts") return phrase("AWS Outposts");
  return {};
}

}  // namespace

std::string* offer_attribute(OfferProduct& product, std::string_view name) {
  for (const Attribute& attribute : kAttributes) {
    if (attribute.name == name) return &(product.*attribute.member);
  }
  return nullptr;
}

std::string_view usage_kind(std::string_view usage_type) {
  const std::string_view kind = usage_type.substr(0, usage_type.find(':'));
  const std::size_t prefix = kind.rfind('-');
  return prefix == std::string_view::npos ? kind : kind.substr(prefix + 1);
}

bool drop_unwanted(const OfferProduct& product, PriceSink& sink) {
  Phrase why = why_not_the_true_row(product);
  if (why.english.empty() && !sink.wants(product.instance)) why = kOtherInstance;
  if (why.english.empty() && product.region.empty()) why = phrase("unknown location");
  if (why.english.empty()) return false;
  sink.drop(why, row_text(product));
  return true;
}

std::string region_of(std::string_view region_code, std::string_view location) {
  if (!region_code.empty()) return std::string(region_code);
  for (const auto& [name, code] : kLocations) {
    if (name == location) return std::string(code);
  }
  return {};
}

std::optional<Purchase> purchase_of(PurchaseOption option, std::string_view lease,
                                    std::string_view payment, std::string_view offering) {
  Purchase purchase(option);
  if (lease == "1yr" || lease == "1 yr") {
    purchase.years = 1;
  } else if (lease == "3yr" || lease == "3 yr") {
    purchase.years = 3;
  } else {
    return std::nullopt;
  }
  if (payment == "No Upfront") {
    purchase.payment = Payment::kNoUpfront;
  } else if (payment == "Partial Upfront") {
    purchase.payment = Payment::kPartialUpfront;
  } else if (payment == "All Upfront") {
    purchase.payment = Payment::kAllUpfront;
  } else {
    return std::nullopt;
  }
  if (offering == "convertible") {
    purchase.offering = OfferingClass::kConvertible;
  } else if (!offering.empty() && offering != "standard") {
    return std::nullopt;
  }
  return purchase;
}

Result<PriceDate> day_of(std::string_view timestamp) {
  const std::size_t time = timestamp.find('T');
  const auto day = parse_day(timestamp.substr(0, time));
  if (!day) return fail(day.error());
  return PriceDate{*day, PriceDate::Precision::kDay};
}

Result<> give_price(const OfferProduct& product, const OfferPrice& price,
                    const std::optional<PriceDate>& published, PriceSink& sink) {
  PriceObservation row;
  if (price.reserved) {
    const auto purchase =
        purchase_of(PurchaseOption::kReserved, price.lease, price.payment, price.offering);
    if (!purchase) {
      sink.drop(phrase("unknown terms of a Reserved Instance"),
                fmt::format("{}: {} {} {}", row_text(product), price.lease, price.payment,
                            price.offering));
      return {};
    }
    row.purchase = *purchase;
  }
  row.per_hour = price.hourly.value_or(Usd());
  row.upfront = price.upfront.value_or(Usd());
  if (row.per_hour < Usd() || row.upfront < Usd()) {
    sink.drop(phrase("price is negative"), row_text(product));
    return {};
  }
  const Phrase wrong = why_fees_are_wrong(row.purchase, row.per_hour, row.upfront);
  if (!wrong.english.empty()) {
    sink.drop(wrong, row_text(product));
    return {};
  }
  row.instance = product.instance;
  row.region = product.region;
  row.term = term_text(row.purchase);
  row.currency = price.currency;
  if (!price.effective.empty()) {
    const auto effective = day_of(price.effective);
    if (!effective) {
      return fail(ErrorCode::kBadInput, tr("effectiveDate: {}", effective.error().message));
    }
    row.effective = *effective;
  }
  const auto observed = published ? published : row.effective;
  if (!observed) {
    sink.drop(kUndated, row_text(product));
    return {};
  }
  row.observed = *observed;
  row.note = fmt::format("SKU {}", product.sku);
  return sink.row(std::move(row));
}

std::optional<PriceDate> stated_day(const PriceInput& input) {
  if (!input.observed) return std::nullopt;
  return PriceDate{*input.observed, PriceDate::Precision::kDay};
}

void describe_list(const OfferList& list, std::string_view what, const PriceInput& input,
                   PriceSink& sink) {
  const auto day = day_of(list.published);
  sink.describe({.id = {},
                 .name = fmt::format("{}{}{}", what, list.version.empty() ? "" : " ", list.version),
                 .origin = input.file.name(),
                 .retrieved = day              ? to_string(day->first)
                               : input.observed ? to_string(*input.observed)
                                                : std::string("undated"),
                 .note = day ? "" : "the file has no publication date"});
}

}  // namespace nscope::cost
