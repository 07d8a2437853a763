#include "costmodel/price_formats/aws_savings_plan.h"

#include "costmodel/prices/price_file.h"

#include <fmt/format.h>

namespace nscope::cost {
namespace {

std::optional<PurchaseOption> option_of(std::string_view family) {
  if (family == "ComputeSavingsPlans") return PurchaseOption::kComputeSavingsPlan;
  if (family == "EC2InstanceSavingsPlans") return PurchaseOption::kInstanceSavingsPlan;
  return std::nullopt;
}

std::string_view payment_note(Payment payment) {
  switch (payment) {
    case Payment::kNoUpfront: return "";
    case Payment::kPartialUpfront:
      return "; half of the commitment is paid upfront, the rate has it in it";
    case Payment::kAllUpfront: return "; the commitment is paid upfront, the rate has it in it";
  }
  return "";
}

}  // namespace

std::string_view why_not_the_true_rate(const SavingsPlanRate& rate, const PriceSink& sink) {
  if (rate.service != "AmazonEC2") return "not a rate of EC2";
  if (rate.operation != "RunInstances") return "operation is not RunInstances: not plain Linux";
  if (usage_kind(rate.usage_type) != "BoxUsage") {
    return "usage is not BoxUsage: dedicated, a host or an unused reservation";
  }
  if (rate.instance.find('.') == std::string::npos) return "no single instance type";
  if (rate.instance.find(".metal") != std::string::npos) return "bare metal";
  if (!sink.wants(rate.instance)) return "another instance type than asked for";
  if (rate.unit != "Hrs") return "the unit is not Hrs";
  return {};
}

Result<> give_rate(const SavingsPlan& plan, const SavingsPlanRate& rate, const PriceDate& published,
                   PriceSink& sink) {
  const std::string what = fmt::format("{} {} {}", rate.sku, rate.instance, rate.region);
  const auto option = option_of(plan.family);
  if (!option) {
    sink.drop("a Savings Plan of another kind", fmt::format("{} {}", plan.family, what));
    return {};
  }
  const auto purchase = purchase_of(*option, plan.lease, plan.payment, {});
  if (!purchase) {
    sink.drop("terms of a Savings Plan that we do not know",
              fmt::format("{} {} {}", what, plan.lease, plan.payment));
    return {};
  }
  if (rate.region.empty()) return fail(ErrorCode::kBadInput, "discountedRegionCode: is missing");
  const auto money = parse_price(rate.amount, "discountedRate", kMostPerHour);
  if (!money) return fail(money.error());
  if (!is_currency(rate.currency)) {
    return fail(ErrorCode::kBadInput, "currency: must be three capital letters like USD");
  }
  if (*money <= Usd()) {
    sink.drop(*money == Usd() ? "the price is zero" : "the price is negative", what);
    return {};
  }
  PriceObservation row;
  row.instance = rate.instance;
  row.region = rate.region;
  row.purchase = *purchase;
  row.per_hour = *money;
  row.currency = rate.currency;
  row.observed = published;
  if (!plan.effective.empty()) {
    const auto effective = day_of(plan.effective);
    if (!effective)
      return fail(ErrorCode::kBadInput, "effectiveDate: " + effective.error().message);
    row.effective = *effective;
  }
  row.note = fmt::format("SKU {}{}", rate.sku, payment_note(purchase->payment));
  return sink.row(std::move(row));
}

}  // namespace nscope::cost
