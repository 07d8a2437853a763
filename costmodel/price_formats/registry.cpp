#include "costmodel/price_formats/registry.h"

#include "costmodel/price_formats/readers.h"
#include "costmodel/price_formats/text_stream.h"

#include <array>

#include <fmt/format.h>

namespace nscope::cost {
namespace {

constexpr std::array kFormats = {
    PriceFormat{"aws-offer-json", "AWS price list of EC2, JSON",
                "curl --compressed -O https://pricing.us-east-1.amazonaws.com/offers/v1.0/aws/"
                "AmazonEC2/current/REGION/index.json",
                sniff_aws_offer_json, read_aws_offer_json},
    PriceFormat{"aws-offer-csv", "AWS price list of EC2, CSV", "the same address with index.csv",
                sniff_aws_offer_csv, read_aws_offer_csv},
    PriceFormat{"aws-query-json", "AWS Price List Query API",
                "aws pricing get-products --service-code AmazonEC2 --filters ...",
                sniff_aws_query_json, read_aws_query_json},
    PriceFormat{"aws-savings-plan-json", "AWS Savings Plans price list, JSON",
                "an address from https://pricing.us-east-1.amazonaws.com/savingsPlan/v1.0/aws/"
                "AWSComputeSavingsPlan/current/region_index.json",
                sniff_aws_savings_plan_json, read_aws_savings_plan_json},
    PriceFormat{"aws-savings-plan-csv", "AWS Savings Plans price list, CSV",
                "the same address with index.csv", sniff_aws_savings_plan_csv,
                read_aws_savings_plan_csv},
    PriceFormat{"aws-index", "AWS index of services, versions or regions (says what to download)",
                "https://pricing.us-east-1.amazonaws.com/offers/v1.0/aws/index.json",
                sniff_aws_index, read_aws_index},
    PriceFormat{"nscope-prices-csv", "Price file of this program", "write it: docs/prices.md",
                sniff_own_prices, read_own_prices},
};

}  // namespace

std::span<const PriceFormat> price_formats() {
  return kFormats;
}

Result<const PriceFormat*> recognise_prices(const ByteSource& file) {
  const auto head = text_head(file, kSniffBytes);
  if (!head) return fail(head.error());
  for (const PriceFormat& format : kFormats) {
    if (format.sniff(*head)) return &format;
  }
  std::string known;
  for (const PriceFormat& format : kFormats) known += fmt::format("\n  {}", format.title);
  return fail(ErrorCode::kBadInput, "is no list of prices that can be read. These can:" + known,
              file.name());
}

}  // namespace nscope::cost
