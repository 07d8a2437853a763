#include "costmodel/price_formats/registry.h"

#include "costmodel/price_formats/readers.h"
#include "profiler/base/files/unpacked_text.h"

#include <array>
#include <utility>
#include <vector>

namespace nscope::cost {
namespace {

constexpr std::array kFormats = {
    PriceFormat{"aws-offer-json", phrase("AWS price list of EC2, JSON"), sniff_aws_offer_json,
                read_aws_offer_json},
    PriceFormat{"aws-offer-csv", phrase("AWS price list of EC2, CSV"), sniff_aws_offer_csv,
                read_aws_offer_csv},
    PriceFormat{"aws-metered-units", phrase("AWS on-demand list of one region (meteredUnitMaps)"),
                sniff_aws_metered_units, read_aws_metered_units},
    PriceFormat{"aws-query-json", phrase("AWS Price List Query API, also from the AWS Pricing MCP server"), sniff_aws_query_json,
                read_aws_query_json},
    PriceFormat{"aws-savings-plan-json", phrase("AWS Savings Plans price list, JSON"),
                sniff_aws_savings_plan_json, read_aws_savings_plan_json},
    PriceFormat{"aws-savings-plan-csv", phrase("AWS Savings Plans price list, CSV"),
                sniff_aws_savings_plan_csv, read_aws_savings_plan_csv},
    PriceFormat{"aws-index", phrase("AWS index of services, versions or regions (no prices)"),
                sniff_aws_index, read_aws_index},
    PriceFormat{"nscope-prices-csv", phrase("Price file of Neuronscope"), sniff_own_prices,
                read_own_prices},
    PriceFormat{"aws-spot-history", phrase("Spot price history"), sniff_spot_history,
                read_spot_history_prices},
    PriceFormat{"aws-spot-advisor", phrase("Spot Instance Advisor"), sniff_spot_advisor,
                read_spot_advisor_prices},
    PriceFormat{"aws-capacity-block-offerings", phrase("Capacity Block offerings"),
                sniff_capacity_block_offerings, read_capacity_block_offerings},
    PriceFormat{"capacity-block-page", phrase("Capacity Block prices collected from the AWS page"),
                sniff_capacity_block_page, read_capacity_block_page},
    PriceFormat{"aws-reserved-offerings", phrase("Reserved Instance offerings"),
                sniff_reserved_offerings, read_reserved_offerings},
    PriceFormat{"aws-instance-types",
                phrase("Instance types (no prices; compared with the catalogue)"),
                sniff_instance_types, read_instance_type_facts},
    PriceFormat{"skypilot", phrase("SkyPilot catalogue"), sniff_skypilot, read_skypilot},
    PriceFormat{"ec2instances-info", phrase("ec2instances.info (Vantage)"), sniff_ec2instances_info,
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
  Text known;
  for (const PriceFormat& format : kFormats) known = tr("{}\n  {}", known, format.title);
  return fail(ErrorCode::kBadInput, tr("unknown price list format; supported:{}", known),
              file.name());
}

Result<PriceList> recognise_price_list(ByteSource file) {
  const auto format = recognise_prices(file);
  if (!format) return fail(format.error());
  return PriceList{std::move(file), *format};
}

Result<PriceDate> download_day(const PriceInput& input) {
  if (input.observed) return PriceDate{*input.observed, PriceDate::Precision::kDay};
  return fail(ErrorCode::kInvalidArgument,
              tr("this kind of file has no date; state the day on which it was downloaded: nscope "
                 "prices import --observed DAY"),
              input.file.name());
}

}  // namespace nscope::cost
