// AWS's Savings Plans price list as CSV: the five lines of every list, then a row for
// each rate.
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

struct Columns {
  std::array<std::size_t, kRateColumns.size()> rate{};
  std::array<std::size_t, kPlanColumns.size()> plan{};
};

Result<Columns> find_columns(const CsvColumns& heading, const std::string& where) {
  Columns columns;
  std::string_view missing;
  const auto need = [&](std::string_view name) {
    const std::size_t at = heading.find(name);
    if (at == CsvColumns::kNone && missing.empty()) missing = name;
    return at;
  };
  for (std::size_t i = 0; i < kRateColumns.size(); ++i)
    columns.rate[i] = need(kRateColumns[i].heading);
  for (std::size_t i = 0; i < kPlanColumns.size(); ++i) columns.plan[i] = need(kPlanColumns[i]);
  if (missing.empty()) return columns;
  return fail(ErrorCode::kBadInput, fmt::format("the heading has no column '{}'", missing), where);
}

SavingsPlan plan_of(const Columns& columns, const std::vector<std::string>& fields) {
  const auto field = [&](std::size_t i) { return fields[columns.plan[i]]; };
  return {.family = field(0),
          .lease = field(2) == "year" ? field(1) + "yr" : field(1) + field(2),
          .payment = field(3),
          .effective = field(4)};
}

}  // namespace

bool sniff_aws_savings_plan_csv(std::string_view head) {
  return sniff_list_csv(head) && head.find("DiscountedSKU") != std::string_view::npos;
}

Result<> read_aws_savings_plan_csv(const PriceInput& input, PriceSink& sink, TaskControl& control) {
  auto stream = TextStream::open(input.file, control);
  if (!stream) return fail(stream.error());
  CsvStream csv(std::move(*stream));
  const auto head = read_list_head(csv);
  if (!head) return fail(head.error());
  const auto columns = find_columns(head->columns, csv.where());
  if (!columns) return fail(columns.error());
  const PriceDate published =
      head->published.value_or(PriceDate{input.today, PriceDate::Precision::kDay});
  std::vector<std::string> fields;
  SavingsPlanRate rate;
  while (true) {
    const auto more = csv.next(fields);
    if (!more) return fail(more.error());
    if (!*more) break;
    if (fields.size() != head->columns.size()) {
      return fail(ErrorCode::kBadInput,
                  fmt::format("{} fields instead of {}: the row is cut off or damaged",
                              fields.size(), head->columns.size()),
                  csv.where());
    }
    for (std::size_t i = 0; i < kRateColumns.size(); ++i) {
      rate.*kRateColumns[i].member = fields[columns->rate[i]];
    }
    const std::string_view why = why_not_the_true_rate(rate, sink);
    if (!why.empty()) {
      sink.drop(why, fmt::format("{} {} {}", rate.sku, rate.usage_type, rate.operation));
      continue;
    }
    auto ok = give_rate(plan_of(*columns, fields), rate, published, sink);
    if (!ok && ok.error().where.empty()) ok.error().where = csv.where();
    if (!ok) return ok;
  }
  describe_list(head->list, "AWS Savings Plans price list, version", input, sink);
  return {};
}

}  // namespace nscope::cost
