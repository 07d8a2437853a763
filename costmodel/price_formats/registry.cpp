#include "costmodel/price_formats/registry.h"

#include "costmodel/price_formats/readers.h"
#include "profiler/base/files/unpacked_text.h"

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
    PriceFormat{"aws-spot-history", "Spot price history",
                "aws ec2 describe-spot-price-history --output json", sniff_spot_history,
                read_spot_history_prices},
    PriceFormat{"aws-spot-advisor", "Spot Instance Advisor",
                "https://spot-bid-advisor.s3.amazonaws.com/spot-advisor-data.json",
                sniff_spot_advisor, read_spot_advisor_prices},
    PriceFormat{"aws-capacity-block-offerings", "Capacity Block offerings",
                "aws ec2 describe-capacity-block-offerings --output json",
                sniff_capacity_block_offerings, read_capacity_block_offerings},
    PriceFormat{"capacity-block-page", "Capacity Block prices, collected from AWS's page",
                "github.com/koyakimu/ec2-capacity-blocks-for-ml-pricing-json, data/pricing.json",
                sniff_capacity_block_page, read_capacity_block_page},
    PriceFormat{"aws-reserved-offerings", "Reserved Instance offerings",
                "aws ec2 describe-reserved-instances-offerings --output json, in a file named "
                "after its region",
                sniff_reserved_offerings, read_reserved_offerings},
    PriceFormat{"aws-instance-types", "Instance types (no prices: held against the catalogue)",
                "aws ec2 describe-instance-types --output json", sniff_instance_types,
                read_instance_type_facts},
    PriceFormat{"skypilot", "SkyPilot catalogue",
                "github.com/skypilot-org/skypilot-catalog, catalogs/*/aws/vms.csv", sniff_skypilot,
                read_skypilot},
    PriceFormat{"ec2instances-info", "ec2instances.info (Vantage)",
                "https://instances.vantage.sh/instances.json", sniff_ec2instances_info,
                read_ec2instances_info},
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
