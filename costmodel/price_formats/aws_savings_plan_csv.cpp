// The AWS Savings Plans price list in CSV: five lines about the list, the column names, then one
// row per rate.
#include "costmodel/price_formats/aws_list_csv.h"
#include "costmodel/price_formats/aws_savings_plan.h"
#include "costmodel/price_formats/readers.h"

#include <array>

#include <fmt/format.h>

namespace nscope::cost {
namespace {

struct RateColumn {
  std::string_view heading;
  std::string SavingsPlanRate::* member;
};

constexpr std::array kRateColumns = {
    RateColumn{"DiscountedServiceCode", &SavingsPlanRate::service},
    RateColumn{"DiscountedUsageType", &SavingsPlanRate::usage_type},
    RateColumn{"DiscountedOperation", &SavingsPlanRate::operation},
    RateColumn{"DiscountedSKU", &SavingsPlanRate::sku},
    RateColumn{"DiscountedInstanceType", &SavingsPlanRate::instance},
    RateColumn{"DiscountedRegionCode", &SavingsPlanRate::region},
    RateColumn{"Unit", &SavingsPlanRate::unit},
    RateColumn{"DiscountedRate", &SavingsPlanRate::amount},
    RateColumn{"Currency", &SavingsPlanRate::currency},
};

constexpr std::array<std::string_view, 5> kPlanColumns = {"Product Family", "LeaseContractLength",
                                                          "LeaseContractLengthUnit",
                                                          "PurchaseOption", "EffectiveDate"};

struct SavingsPlanColumns {
  std::array<std::size_t, kRateColumns.size()> rate{};
  std::array<std::size_t, kPlanColumns.size()> plan{};
};

Result<SavingsPlanColumns> find_columns(const CsvRows& rows) {
  SavingsPlanColumns columns;
  const auto need = [&](std::string_view name, std::size_t& at) -> Result<> {
    const auto found = rows.need_column(name);
    if (!found) return fail(found.error());
    at = *found;
    return {};
  };
  for (std::size_t i = 0; i < kRateColumns.size(); ++i) {
    if (auto ok = need(kRateColumns[i].heading, columns.rate[i]); !ok) return fail(ok.error());
  }
  for (std::size_t i = 0; i < kPlanColumns.size(); ++i) {
    if (auto ok = need(kPlanColumns[i], columns.plan[i]); !ok) return fail(ok.error());
  }
  return columns;
}

SavingsPlan plan_of(const SavingsPlanColumns& columns, const CsvRows& rows) {
  const auto field = [&](std::size_t i) { return std::string(rows.field(columns.plan[i])); };
  return {.family = field(0),
          .lease = field(1) + (field(2) == "year" ? "yr" : field(2)),
          .payment = field(3),
          .effective = field(4)};
}

}  // namespace

bool sniff_aws_savings_plan_csv(std::string_view head) {
  return sniff_list_csv(head) && head.find("DiscountedSKU") != std::string_view::npos;
}

Result<> read_aws_savings_plan_csv(const PriceInput& input, PriceSink& sink, TaskControl& control) {
  auto list = AwsListCsv::open(input, control);
  if (!list) return fail(list.error());
  const CsvRows& rows = list->rows();
  const auto columns = find_columns(rows);
  if (!columns) return fail(columns.error());
  SavingsPlanRate rate;
  const auto read_row = [&]() -> Result<> {
    for (std::size_t i = 0; i < kRateColumns.size(); ++i) {
      rate.*kRateColumns[i].member = rows.field(columns->rate[i]);
    }
    const Phrase why = why_not_the_true_rate(rate, sink);
    if (why.english.empty()) {
      return give_rate(plan_of(*columns, rows), rate, list->published(), sink);
    }
    sink.drop(why, fmt::format("{} {} {}", rate.sku, rate.usage_type, rate.operation));
    return {};
  };
  if (auto ok = list->each_row(read_row); !ok) return ok;
  describe_list(list->list(), "AWS Savings Plans price list, version", input, sink);
  return {};
}

}  // namespace nscope::cost
