#pragma once

#include "costmodel/bills/bill.h"
#include "costmodel/bills/read_bill.h"
#include "tests/support/zip_writer.h"

#include <span>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

// Bills for tests and short forms of their content.
namespace nscope::cost {

inline ByteSource source_of(const std::string& text, std::string name = "bill.csv") {
  const auto bytes = std::as_bytes(std::span(text.data(), text.size()));
  return ByteSource::from_bytes(std::move(name), {bytes.begin(), bytes.end()});
}

inline Result<Bill> read(const std::string& text, const BillFilter& filter = {},
                         const std::string& name = "bill.csv") {
  BillBuilder builder(filter);
  TaskControl control;
  const ByteSource file = source_of(text, name);
  if (auto ok = read_bill_file(file, builder, control); !ok) return fail(ok.error());
  return builder.finish();
}

inline Bill bill_of(const std::string& text, const BillFilter& filter = {}) {
  auto bill = read(text, filter);
  EXPECT_TRUE(bill) << (bill ? "" : to_string(bill.error()));
  return bill ? std::move(*bill) : Bill{};
}

inline std::string error_of(const std::string& text, const std::string& name = "bill.csv") {
  const auto bill = read(text, {}, name);
  return bill ? "no error" : to_string(bill.error());
}

/// The sums of all lines for which `counts` returns true: "billed / effective / hours".
template <class Counts>
std::string sums(const Bill& bill, Counts counts) {
  Measure billed;
  Measure effective;
  Measure hours;
  for (const BillLine& line : bill.lines) {
    if (!counts(line)) continue;
    EXPECT_TRUE(add(billed, line.billed));
    EXPECT_TRUE(add(effective, line.effective));
    EXPECT_TRUE(add(hours, line.hours));
  }
  return fmt::format("{} / {} / {}", billed.sum.to_text(), effective.sum.to_text(),
                     hours.sum.to_text());
}

inline std::string all_sums(const Bill& bill) {
  return sums(bill, [](const BillLine&) { return true; });
}

inline std::string kind_sums(const Bill& bill, ChargeKind kind) {
  return sums(bill, [kind](const BillLine& line) { return line.kind == kind; });
}

inline std::string bought_sums(const Bill& bill, BoughtAs bought) {
  return sums(bill, [bought](const BillLine& line) { return line.bought == bought; });
}

inline std::vector<std::string> codes(const Bill& bill) {
  std::vector<std::string> result;
  for (const BillDiagnostic& diagnostic : bill.diagnostics) {
    result.push_back(fmt::format("{} {}", diagnostic.code, diagnostic.count));
  }
  return result;
}

// Cost and Usage Reports in the legacy form.

inline constexpr std::string_view kLegacyHeading =
    "bill/BillingPeriodStartDate,lineItem/UsageAccountId,lineItem/LineItemType,"
    "lineItem/UsageStartDate,lineItem/UsageEndDate,lineItem/ProductCode,lineItem/UsageType,"
    "lineItem/UsageAmount,lineItem/CurrencyCode,lineItem/UnblendedCost,lineItem/NetUnblendedCost,"
    "pricing/publicOnDemandCost,pricing/unit,product/regionCode,reservation/ReservationARN,"
    "reservation/EffectiveCost,reservation/NetEffectiveCost,reservation/UnusedRecurringFee,"
    "reservation/UnusedAmortizedUpfrontFeeForBillingPeriod,savingsPlan/SavingsPlanARN,"
    "savingsPlan/OfferingType,savingsPlan/SavingsPlanEffectiveCost,"
    "savingsPlan/TotalCommitmentToDate,savingsPlan/UsedCommitment,resourceTags/user:team\n";

/// A row of the legacy CUR; members in the order of the heading.
struct LegacyRow {
  std::string type = "Usage";
  std::string usage = "BoxUsage:trn1.32xlarge";
  std::string amount = "1.0";
  std::string cost = "21.5";
  std::string net{};
  std::string list{};
  std::string unit = "Hrs";
  std::string arn{};
  std::string ri_cost{};
  std::string ri_net{};
  std::string ri_unused{};
  std::string ri_unused_upfront{};
  std::string plan{};
  std::string plan_type{};
  std::string plan_cost{};
  std::string plan_total{};
  std::string plan_used{};
  std::string team{};
  std::string account = "111122223333";
  std::string currency = "USD";
};

inline std::string row(const LegacyRow& r) {
  return fmt::format(
      "2026-07-01T00:00:00.000Z,{},{},2026-07-01T00:00:00Z,2026-07-01T01:00:00Z,AmazonEC2,{},{},{},"
      "{},{},{},{},us-east-1,{},{},{},{},{},{},{},{},{},{},{}\n",
      r.account, r.type, r.usage, r.amount, r.currency, r.cost, r.net, r.list, r.unit, r.arn,
      r.ri_cost, r.ri_net, r.ri_unused, r.ri_unused_upfront, r.plan, r.plan_type, r.plan_cost,
      r.plan_total, r.plan_used, r.team);
}

inline std::string legacy(const std::vector<LegacyRow>& rows) {
  std::string text(kLegacyHeading);
  for (const LegacyRow& r : rows) text += row(r);
  return text;
}

// Cost and usage in FOCUS.

inline constexpr std::string_view kFocusChargeHeading =
    "BilledCost,EffectiveCost,BillingCurrency,BillingPeriodStart,ChargeCategory,ChargePeriodStart,"
    "ChargePeriodEnd,CapacityReservationId,CapacityReservationStatus,CommitmentDiscountId,"
    "CommitmentDiscountStatus,ConsumedQuantity,ConsumedUnit,PricingCategory,PricingQuantity,"
    "PricingUnit,RegionId,SubAccountId,Tags,AllocatedMethodId,AllocatedTags,x_UsageType\n";

/// A charge of a FOCUS file; the times and quantities are in text as in the file.
struct FocusCharge {
  std::string billed = "21.5";
  std::string effective = "21.5";
  std::string category = "Usage";
  std::string reservation{};
  std::string reservation_use{};
  std::string commitment{};
  std::string commitment_use{};
  std::string consumed = "1";
  std::string priced = "1";
  std::string usage = "BoxUsage:trn2.48xlarge";
  std::string account = "111";
  std::string tags{};
  std::string method{};
  std::string allocated_tags{};
  std::string pricing = "Standard";
  std::string end = "2026-07-01T01:00:00Z";
  std::string currency = "USD";
};

inline std::string focus_text(const std::vector<FocusCharge>& charges) {
  std::string text(kFocusChargeHeading);
  for (const FocusCharge& c : charges) {
    text += fmt::format(
        "{},{},{},2026-07-01T00:00:00Z,{},2026-07-01T00:00:00Z,{},{},{},{},{},{},Hours,{},{},Hours,"
        "us-east-2,{},{},{},{},{}\n",
        c.billed, c.effective, c.currency, c.category, c.end, c.reservation, c.reservation_use,
        c.commitment, c.commitment_use, c.consumed, c.pricing, c.priced, c.account, c.tags,
        c.method, c.allocated_tags, c.usage);
  }
  return text;
}

}  // namespace nscope::cost
