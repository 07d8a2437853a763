#pragma once

#include "costmodel/price_formats/price_format.h"

#include <optional>
#include <string>
#include <string_view>

namespace nscope::cost {

// Common parts of the readers of the EC2 price list (JSON, CSV, Query API).

/// The attributes of a product in the list. Absent attributes are empty; old lists lack many.
struct OfferProduct {
  std::string sku;
  std::string family;    ///< productFamily
  std::string instance;  ///< instanceType
  std::string region;    ///< regionCode
  std::string location;
  std::string location_type;
  std::string tenancy;
  std::string system;           ///< operatingSystem
  std::string software;         ///< preInstalledSw
  std::string license;          ///< licenseModel
  std::string capacity_status;  ///< capacitystatus
  std::string market;           ///< marketoption
  std::string usage_type;
  std::string operation;
};

/// The member of a product for the name of an attribute in JSON, or nullptr.
std::string* offer_attribute(OfferProduct& product, std::string_view name);

/// Skips and counts products that are not wanted, and returns true for them. Wanted are products
/// of the requested instance types in known regions for whole virtual instances, Linux without
/// further licence, shared tenancy, in use; exactly one product of each instance and region meets
/// these conditions.
bool drop_unwanted(const OfferProduct& product, PriceSink& sink);

/// The kind of a usage type: "BoxUsage" of "USW2-BoxUsage:trn1.32xlarge". The prefix is that of
/// the region; usage types of us-east-1 have none.
std::string_view usage_kind(std::string_view usage_type);

/// The region code, from the code or from the name of the location. Empty if neither is known.
std::string region_of(std::string_view region_code, std::string_view location);

/// A price of a product, from which give_price() makes a row.
struct OfferPrice {
  bool reserved = false;
  std::string effective;  ///< effectiveDate
  std::string lease;      ///< "1yr", "3yr", as in "LeaseContractLength"
  std::string payment;    ///< "No Upfront"
  std::string offering;   ///< "standard", "convertible"
  std::string currency;
  std::optional<Usd> hourly;
  std::optional<Usd> upfront;
};

/// The header of a list.
struct OfferList {
  std::string code;  ///< "AmazonEC2"
  std::string version;
  std::string published;  ///< publicationDate
};

/// The purchase of a Reserved term or Savings Plan; empty for unknown terms.
std::optional<Purchase> purchase_of(PurchaseOption option, std::string_view lease,
                                    std::string_view payment, std::string_view offering);

/// The day of "2025-09-12T22:53:08Z" or "2025-09-12". Errors: kBadInput without a place.
Result<PriceDate> day_of(std::string_view timestamp);

/// Passes the row of a price to the sink, or counts it as skipped (a price of zero, a Reserved price
/// of which the hourly or the upfront fee is missing, or a price without any date). A price of a list
/// without a date was observed on the day from which it applies. Errors: kBadInput without a place for
/// invalid dates; those of the sink.
Result<> give_price(const OfferProduct& product, const OfferPrice& price,
                    const std::optional<PriceDate>& published, PriceSink& sink);

/// The day of the download that the user stated.
std::optional<PriceDate> stated_day(const PriceInput& input);

/// Describes the list to the sink. `what` is the English name of the list, which is stored.
void describe_list(const OfferList& list, std::string_view what, const PriceInput& input,
                   PriceSink& sink);

}  // namespace nscope::cost
