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

/// A part of the note of a row, which is stored in English.
std::string_view payment_note(Payment payment) {
  switch (payment) {
    case Payment::kNoUpfront: return "";
    case Payment::kPartialUpfront:
      return "; half of the commitment is paid upfront and included in the rate";
    case Payment::kAllUpfront: return "; the commitment is paid upfront and included in the rate";
  }
  return "";
}

}  // namespace

Phrase why_not_the_true_rate(const SavingsPlanRate& rate, const PriceSink& sink) {
  if (rate.service != "AmazonEC2") return phrase("not a rate of EC2");
  if (rate.operation != "RunInstances") {
    return phrase("operation is not RunInstances: not plain Linux");
  }
  if (usage_kind(rate.usage_type) != "BoxUsage") {
    return phrase("usage is not BoxUsage: dedicated, a host or an unused reservation");
  }
  if (rate.instance.find('.') == std::string::npos) return phrase("not a single instance type");
  if (rate.instance.find(".metal") != std::string::npos) return phrase("bare metal");
  if (!sink.wants(rate.instance)) return kOtherInstance;
  if (rate.unit != "Hrs") return phrase("unit is not 'Hrs'");
  return {};
}

Result<> give_rate(const SavingsPlan& plan, const SavingsPlanRate& rate,
                   const std::optional<PriceDate>& published, PriceSink& sink) {
  const std::string what = fmt::format("{} {} {}", rate.sku, rate.instance, rate.region);
  const auto option = option_of(plan.family);
  if (!option) {
    sink.drop(phrase("other kind of Savings Plan"), fmt::format("{} {}", plan.family, what));
    return {};
  }
  const auto purchase = purchase_of(*option, plan.lease, plan.payment, {});
  if (!purchase) {
    sink.drop(phrase("unknown terms of a Savings Plan"),
              fmt::format("{} {} {}", what, plan.lease, plan.payment));
    return {};
  }
  if (rate.region.empty()) {
    return fail(ErrorCode::kBadInput, tr("missing key 'discountedRegionCode'"));
  }
  const auto money = parse_price(rate.amount, "discountedRate", kMostPerHour);
  if (!money) return fail(money.error());
  if (!is_currency(rate.currency)) {
    return fail(ErrorCode::kBadInput,
                tr("currency: must be three capital letters, for example USD"));
  }
  if (*money <= Usd()) {
    sink.drop(*money == Usd() ? kZeroPrice : phrase("price is negative"), what);
    return {};
  }
  PriceObservation row;
  row.instance = rate.instance;
  row.region = rate.region;
  row.purchase = *purchase;
  row.per_hour = *money;
  row.currency = rate.currency;
  if (!plan.effective.empty()) {
    const auto effective = day_of(plan.effective);
    if (!effective) {
      return fail(ErrorCode::kBadInput, tr("effectiveDate: {}", effective.error().message));
    }
    row.effective = *effective;
  }
  const auto observed = published ? published : row.effective;
  if (!observed) {
    sink.drop(kUndated, what);
    return {};
  }
  row.observed = *observed;
  row.note = fmt::format("SKU {}{}", rate.sku, payment_note(purchase->payment));
  return sink.row(std::move(row));
}

}  // namespace nscope::cost
