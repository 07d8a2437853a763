#pragma once

#include "costmodel/price_formats/price_format.h"

#include <optional>
#include <string>
#include <string_view>

namespace nscope::cost {

// What the forms of AWS's EC2 price list (JSON, CSV, Query API) have in common.

/// A product as the list describes it; members that it does not have are empty. Old
/// lists lack many.
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

/// The member of a product for an attribute's name in JSON, or nullptr.
std::string* offer_attribute(OfferProduct& product, std::string_view name);

/// Counts a product that is not the one whose price is the instance's in the book (a whole
/// virtual instance, Linux without further licence, shared tenancy, in use: of the many
/// rows of an instance and region exactly one is), of another instance type than asked
/// for, or in a place that is not known. False for the others.
bool drop_unwanted(const OfferProduct& product, PriceSink& sink);

/// The kind in a usage type: "BoxUsage" of "USW2-BoxUsage:trn1.32xlarge". The prefix is
/// the region's (none in us-east-1, "EU-" in eu-west-1).
std::string_view usage_kind(std::string_view usage_type);

/// The region's code, from the code or the location's name. Empty where neither is known.
std::string region_of(std::string_view region_code, std::string_view location);

/// A price of a product before it is a row.
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

/// What a list says about itself.
struct OfferList {
  std::string code;  ///< "AmazonEC2"
  std::string version;
  std::string published;  ///< publicationDate
};

/// The purchase of a Reserved term's or Savings Plan's words, or nothing where AWS has
/// words that we do not know.
std::optional<Purchase> purchase_of(PurchaseOption option, std::string_view lease,
                                    std::string_view payment, std::string_view offering);

/// The day of "2025-09-12T22:53:08Z" or "2025-09-12". Errors: kBadInput without a place.
Result<PriceDate> day_of(std::string_view timestamp);

/// Gives the sink the row of a product's price, or counts why there is none (a price of
/// zero is no price; half of a Reserved price is none). Errors: kBadInput without a
/// place for dates; those of the sink.
Result<> give_price(const OfferProduct& product, const OfferPrice& price,
                    const PriceDate& published, PriceSink& sink);

/// Describes the list to the sink. `what` is "AWS price list" or so.
void describe_list(const OfferList& list, std::string_view what, const PriceInput& input,
                   PriceSink& sink);

}  // namespace nscope::cost
