#pragma once

#include "costmodel/price_formats/registry.h"

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace nscope::cost {

// Synthetic price lists in the formats that AWS documents.

inline ByteSource price_list(std::string_view text, const std::string& name = "list") {
  const auto bytes = std::as_bytes(std::span(text.data(), text.size()));
  return ByteSource::from_bytes(name, {bytes.begin(), bytes.end()});
}

/// An on-demand and a Reserved price of trn1.32xlarge. All other entries must be skipped.
inline constexpr std::string_view kOfferJson = R"list({
  "formatVersion" : "v1.0",
  "disclaimer" : "A \"list\" { with } brackets ] in \\ texts",
  "offerCode" : "AmazonEC2",
  "version" : "20260901000000",
  "publicationDate" : "2026-09-03T12:00:00Z",
  "products" : {
    "TRN1AAAAAAAAAAAA" : {"sku" : "TRN1AAAAAAAAAAAA", "productFamily" : "Compute Instance",
      "attributes" : {"servicecode" : "AmazonEC2", "location" : "US West (Oregon)",
        "locationType" : "AWS Region", "instanceType" : "trn1.32xlarge", "tenancy" : "Shared",
        "operatingSystem" : "Linux", "licenseModel" : "No License required",
        "usagetype" : "USW2-BoxUsage:trn1.32xlarge", "operation" : "RunInstances",
        "capacitystatus" : "Used", "marketoption" : "OnDemand", "regionCode" : "us-west-2",
        "preInstalledSw" : "NA", "gpu" : "16"}},
    "WINDOWSAAAAAAAAA" : {"sku" : "WINDOWSAAAAAAAAA", "productFamily" : "Compute Instance",
      "attributes" : {"instanceType" : "trn1.32xlarge", "tenancy" : "Shared",
        "operatingSystem" : "Windows", "regionCode" : "us-west-2"}},
    "RESERVATIONAAAAA" : {"sku" : "RESERVATIONAAAAA", "productFamily" : "Compute Instance",
      "attributes" : {"instanceType" : "trn1.32xlarge", "tenancy" : "Shared",
        "operatingSystem" : "Linux", "regionCode" : "us-west-2",
        "capacitystatus" : "AllocatedCapacityReservation"}},
    "BLOCKAAAAAAAAAAA" : {"sku" : "BLOCKAAAAAAAAAAA", "productFamily" : "Compute Instance",
      "attributes" : {"instanceType" : "trn1.32xlarge", "tenancy" : "Shared",
        "operatingSystem" : "Linux", "regionCode" : "us-west-2", "capacitystatus" : "Used",
        "marketoption" : "CapacityBlock"}},
    "METALAAAAAAAAAAA" : {"sku" : "METALAAAAAAAAAAA",
      "productFamily" : "Compute Instance (bare metal)",
      "attributes" : {"instanceType" : "g4dn.metal", "tenancy" : "Shared",
        "operatingSystem" : "Linux", "regionCode" : "us-west-2"}},
    "ZEROAAAAAAAAAAAA" : {"sku" : "ZEROAAAAAAAAAAAA", "productFamily" : "Compute Instance",
      "attributes" : {"instanceType" : "p5.48xlarge", "tenancy" : "Shared",
        "operatingSystem" : "Linux", "location" : "EU (Ireland)",
        "usagetype" : "EU-BoxUsage:p5.48xlarge"}},
    "STORAGEAAAAAAAAA" : {"sku" : "STORAGEAAAAAAAAA", "productFamily" : "Storage",
      "attributes" : {}}
  },
  "terms" : {
    "OnDemand" : {
      "TRN1AAAAAAAAAAAA" : {"TRN1AAAAAAAAAAAA.JRTCKXETXF" : {"offerTermCode" : "JRTCKXETXF",
        "sku" : "TRN1AAAAAAAAAAAA", "effectiveDate" : "2026-09-01T00:00:00Z",
        "priceDimensions" : {"TRN1AAAAAAAAAAAA.JRTCKXETXF.6YS6EN2CT7" : {"unit" : "Hrs",
          "endRange" : "Inf", "beginRange" : "0", "description" : "per hour",
          "pricePerUnit" : {"USD" : "21.5000000000"}, "appliesTo" : [ ]}},
        "termAttributes" : { }}},
      "ZEROAAAAAAAAAAAA" : {"ZEROAAAAAAAAAAAA.JRTCKXETXF" : {
        "effectiveDate" : "2026-09-01T00:00:00Z",
        "priceDimensions" : {"ZEROAAAAAAAAAAAA.JRTCKXETXF.6YS6EN2CT7" : {"unit" : "Hrs",
          "pricePerUnit" : {"USD" : "0.0000000000"}}}, "termAttributes" : { }}},
      "WINDOWSAAAAAAAAA" : {"any" : {"thing" : ["skipped", {"x" : "}"}]}}
    },
    "Reserved" : {
      "TRN1AAAAAAAAAAAA" : {"TRN1AAAAAAAAAAAA.HU7G6KETJZ" : {
        "effectiveDate" : "2026-08-31T23:59:59Z",
        "priceDimensions" : {
          "TRN1AAAAAAAAAAAA.HU7G6KETJZ.2TG2D8R56U" : {"unit" : "Quantity",
            "pricePerUnit" : {"USD" : "52560"}},
          "TRN1AAAAAAAAAAAA.HU7G6KETJZ.6YS6EN2CT7" : {"unit" : "Hrs",
            "pricePerUnit" : {"USD" : "6.0000000000"}}},
        "termAttributes" : {"LeaseContractLength" : "1yr", "OfferingClass" : "convertible",
          "PurchaseOption" : "Partial Upfront"}}}
    }
  }
}
)list";

/// The same price as a CSV list with few columns, the halves of the Reserved price apart.
inline constexpr std::string_view kOfferCsv =
    R"list("FormatVersion","v1.0"
"Disclaimer","All prices, and ""all"" words"
"Publication Date","2026-09-03T12:00:00Z"
"Version","20260901000000"
"OfferCode","AmazonEC2"
"SKU","OfferTermCode","RateCode","TermType","PriceDescription","EffectiveDate","Unit","PricePerUnit","Currency","LeaseContractLength","PurchaseOption","OfferingClass","Product Family","Location","Instance Type","Tenancy","Operating System","CapacityStatus","MarketOption","usageType","operation"
"TRN1","HU7G6KETJZ","a","Reserved","half","2026-08-31","Hrs","6.0000000000","USD","1yr","Partial Upfront","convertible","Compute Instance","US West (Oregon)","trn1.32xlarge","Shared","Linux","Used","OnDemand","USW2-BoxUsage:trn1.32xlarge","RunInstances"
"TRN1","JRTCKXETXF","b","OnDemand","$21.5 per hour","2026-09-01","Hrs","21.5000000000","USD",,,,"Compute Instance","US West (Oregon)","trn1.32xlarge","Shared","Linux","Used","OnDemand","USW2-BoxUsage:trn1.32xlarge","RunInstances"
"TRN1","HU7G6KETJZ","c","Reserved","Upfront Fee","2026-08-31","Quantity","52560","USD","1yr","Partial Upfront","convertible","Compute Instance","US West (Oregon)","trn1.32xlarge","Shared","Linux","Used","OnDemand","USW2-BoxUsage:trn1.32xlarge","RunInstances"
"TRN1","6QCMYABX3D","d","Reserved","Upfront Fee","2026-08-31","Quantity","100000","USD","1yr","All Upfront","standard","Compute Instance","US West (Oregon)","trn1.32xlarge","Shared","Linux","Used","OnDemand","USW2-BoxUsage:trn1.32xlarge","RunInstances"
"TRN1","38NPMPTW36","e","Reserved","half is missing","2026-08-31","Hrs","3","USD","3yr","Partial Upfront","standard","Compute Instance","US West (Oregon)","trn1.32xlarge","Shared","Linux","Used","OnDemand","USW2-BoxUsage:trn1.32xlarge","RunInstances"
"P5","JRTCKXETXF","f","OnDemand","zero","2026-09-01","Hrs","0.0000000000","USD",,,,"Compute Instance","EU (Ireland)","p5.48xlarge","Shared","Linux","Used","OnDemand","EU-BoxUsage:p5.48xlarge","RunInstances"
"P5","JRTCKXETXF","g","OnDemand","host","2026-09-01","Hrs","60","USD",,,,"Compute Instance","EU (Ireland)","p5.48xlarge","Host","Linux","Used","OnDemand","EU-HostBoxUsage:p5.48xlarge","RunInstances"
"P5","JRTCKXETXF","h","OnDemand","nowhere","2026-09-01","Hrs","60","USD",,,,"Compute Instance","The Moon","p5.48xlarge","Shared","Linux","Used","OnDemand","BoxUsage:p5.48xlarge","RunInstances"
)list";

/// The rates stand in front of what they need, as after `jq -S`.
inline constexpr std::string_view kSavingsPlanJson = R"list({
 "disclaimer": "x", "publicationDate": "2026-09-03T00:00:00Z", "regionCode": "us-east-1",
 "version": "20260903",
 "products": [
  {"sku": "PLAN1", "productFamily": "ComputeSavingsPlans",
   "attributes": {"purchaseOption": "No Upfront", "purchaseTerm": "1yr"}},
  {"sku": "PLAN3", "productFamily": "EC2InstanceSavingsPlans",
   "attributes": {"purchaseOption": "All Upfront", "purchaseTerm": "3yr"}}],
 "terms": {"savingsPlan": [
  {"rates": [
    {"discountedSku": "S1", "discountedUsageType": "BoxUsage:trn1.32xlarge",
     "discountedOperation": "RunInstances", "discountedServiceCode": "AmazonEC2",
     "rateCode": "PLAN1.S1", "unit": "Hrs",
     "discountedRate": {"price": "15.48", "currency": "USD"},
     "discountedRegionCode": "us-east-1", "discountedInstanceType": "trn1.32xlarge"},
    {"discountedSku": "S2", "discountedUsageType": "UnusedBox:trn1.32xlarge",
     "discountedOperation": "RunInstances", "discountedServiceCode": "AmazonEC2", "unit": "Hrs",
     "discountedRate": {"price": "15.48", "currency": "USD"},
     "discountedRegionCode": "us-east-1", "discountedInstanceType": "trn1.32xlarge"},
    {"discountedSku": "S3", "discountedUsageType": "Lambda-GB-Second",
     "discountedOperation": "", "discountedServiceCode": "AWSLambda", "unit": "s",
     "discountedRate": {"price": "0.1", "currency": "USD"}}],
   "description": "1 year", "effectiveDate": "2026-08-01T00:00:00Z",
   "leaseContractLength": {"duration": 1, "unit": "year"}, "sku": "PLAN1"},
  {"sku": "PLAN3", "effectiveDate": "2026-08-01T00:00:00Z",
   "leaseContractLength": {"duration": 3, "unit": "year"},
   "rates": [
    {"discountedSku": "S1", "discountedUsageType": "BoxUsage:trn1.32xlarge",
     "discountedOperation": "RunInstances", "discountedServiceCode": "AmazonEC2", "unit": "Hrs",
     "discountedRate": {"price": "8.09", "currency": "USD"},
     "discountedRegionCode": "us-east-1", "discountedInstanceType": "trn1.32xlarge"}]},
  {"sku": "NOPLAN", "effectiveDate": "2026-08-01T00:00:00Z", "rates": [
    {"discountedSku": "S1", "discountedUsageType": "BoxUsage:trn1.32xlarge",
     "discountedOperation": "RunInstances", "discountedServiceCode": "AmazonEC2", "unit": "Hrs",
     "discountedRate": {"price": "1", "currency": "USD"},
     "discountedRegionCode": "us-east-1", "discountedInstanceType": "trn1.32xlarge"}]}
 ]}}
)list";

inline constexpr std::string_view kSavingsPlanCsv =
    R"list(FormatVersion,v1.0
Disclaimer,words without quotes
Publication Date,2026-09-03T00:00:00Z
Version,20260903
OfferCode,AmazonComputeSavingsPlan
SKU,RateCode,Unit,EffectiveDate,DiscountedRate,Currency,DiscountedSKU,DiscountedServiceCode,DiscountedUsageType,DiscountedOperation,PurchaseOption,LeaseContractLength,LeaseContractLengthUnit,Product Family,DiscountedRegionCode,DiscountedInstanceType
P,P.S,Hrs,2026-08-01T00:00:00Z,15.48,USD,S,AmazonEC2,BoxUsage:trn1.32xlarge,RunInstances,No Upfront,1,year,ComputeSavingsPlans,us-east-1,trn1.32xlarge
P,P.S,Hrs,2026-08-01T00:00:00Z,10.1,USD,S,AmazonEC2,BoxUsage:trn1.32xlarge,RunInstances,Partial Upfront,3,year,EC2InstanceSavingsPlans,us-east-1,trn1.32xlarge
P,P.S,Hrs,2026-08-01T00:00:00Z,10.1,USD,S,AmazonEC2,BoxUsage:g4dn.metal,RunInstances,No Upfront,3,year,EC2InstanceSavingsPlans,us-east-1,g4dn.metal
P,P.S,Hrs,2026-08-01T00:00:00Z,10.1,USD,S,AmazonEC2,UnusedDed:trn1.32xlarge,RunInstances,No Upfront,3,year,EC2InstanceSavingsPlans,us-east-1,trn1.32xlarge
P,P.S,Hrs,2026-08-01T00:00:00Z,1.1,USD,S,AmazonSageMaker,x,y,No Upfront,3,year,SageMakerSavingsPlans,us-east-1,ml.trn1.32xlarge
)list";

/// One entry as text within JSON, and one as an object.
inline constexpr std::string_view kQueryJson = R"list({
 "FormatVersion": "aws_v1",
 "PriceList": [
  "{\"terms\": {\"OnDemand\": {\"A.J\": {\"effectiveDate\": \"2026-09-01T00:00:00Z\", \"priceDimensions\": {\"A.J.6\": {\"unit\": \"Hrs\", \"pricePerUnit\": {\"USD\": \"0.7582000000\"}}}, \"termAttributes\": {}}}}, \"product\": {\"productFamily\": \"Compute Instance\", \"attributes\": {\"instanceType\": \"inf2.xlarge\", \"regionCode\": \"us-east-1\", \"tenancy\": \"Shared\", \"operatingSystem\": \"Linux\", \"usagetype\": \"BoxUsage:inf2.xlarge\"}, \"sku\": \"A\"}, \"publicationDate\": \"2026-09-02T00:00:00Z\"}",
  {"product": {"productFamily": "Compute Instance", "sku": "B", "attributes": {"instanceType": "p4d.24xlarge", "regionCode": "cn-north-1", "tenancy": "Shared", "operatingSystem": "Linux"}},
   "terms": {"OnDemand": {"B.J": {"priceDimensions": {"B.J.6": {"unit": "Hrs", "pricePerUnit": {"CNY": "150.5"}}}}}}}
 ],
 "NextToken": "more"
}
)list";

inline constexpr std::string_view kOwnCsv =
    "instance,region,zone,option,term,usd_per_hour,date,source,state,note\n"
    "trn1.32xlarge,us-east-1,,on_demand,,17.2,2026-10-01,contract 7,priced,\n";

}  // namespace nscope::cost
