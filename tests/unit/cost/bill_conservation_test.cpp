// For each format of a bill: all amounts are conserved to the nano-dollar, and the figures per
// instance-hour are those of a hand calculation.
#include "costmodel/bills/baseline.h"
#include "tests/unit/cost/bills.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <random>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace nscope::cost {
namespace {

using Row = std::map<std::string, std::string>;

std::string csv(const std::vector<Row>& rows) {
  std::map<std::string, int> columns;
  for (const Row& row : rows) {
    for (const auto& [name, value] : row) columns[name];
  }
  std::string text;
  for (const auto& [name, unused] : columns) text += (text.empty() ? "" : ",") + name;
  for (const Row& row : rows) {
    std::string line;
    for (const auto& [name, unused] : columns) {
      const auto found = row.find(name);
      line += (found == row.end() ? std::string() : found->second) + ",";
    }
    line.pop_back();
    text += "\n" + line;
  }
  return text + "\n";
}

/// "-12.000000345" of nano-dollars.
std::string dollars(std::int64_t nano) {
  const std::int64_t size = nano < 0 ? -nano : nano;
  return fmt::format("{}{}.{:09}", nano < 0 ? "-" : "", size / 1'000'000'000, size % 1'000'000'000);
}

/// The kinds of lines of a bill, in the terms of all formats.
enum class LineKind {
  kOnDemand,
  kSpot,
  kReserved,
  kPlan,
  kBlock,
  kInBlock,
  kFee,
  kTax,
  kCredit,
  kRefund,
  kDiscount
};
constexpr int kLines = 11;

struct ChargedLine {
  LineKind line = LineKind::kOnDemand;
  std::int64_t billed = 0;     ///< nano-dollars
  std::int64_t effective = 0;  ///< nano-dollars
  int hours = 0;
};

/// Random lines; all have amounts with nine decimals.
std::vector<ChargedLine> random_charges(std::mt19937_64& random, int count) {
  std::vector<ChargedLine> charges;
  const auto amount = [&] { return static_cast<std::int64_t>(random() % 500'000'000'000); };
  for (int i = 0; i < count; ++i) {
    ChargedLine charge{.line = static_cast<LineKind>(random() % kLines)};
    charge.billed = charge.effective = amount();
    charge.hours = 1 + static_cast<int>(random() % 700);
    switch (charge.line) {
      case LineKind::kOnDemand:
      case LineKind::kSpot:
      case LineKind::kBlock: break;
      case LineKind::kReserved:
        charge.billed = 0;
        charge.effective = amount() + 1;
        break;
      case LineKind::kPlan: charge.effective = amount() + 1; break;
      case LineKind::kInBlock: charge.billed = charge.effective = 0; break;
      case LineKind::kFee:
      case LineKind::kTax: charge.hours = 0; break;
      case LineKind::kCredit:
      case LineKind::kRefund:
      case LineKind::kDiscount:
        charge.billed = charge.effective = -amount();
        charge.hours = 0;
        break;
    }
    charges.push_back(charge);
  }
  return charges;
}

/// A bill of `version` of FOCUS.
std::string focus_bill(const std::vector<ChargedLine>& charges, const std::string& version) {
  std::vector<Row> rows;
  for (const ChargedLine& charge : charges) {
    Row row{{"BilledCost", dollars(charge.billed)},
            {"EffectiveCost", dollars(charge.effective)},
            {"BillingCurrency", "USD"},
            {"BillingPeriodStart", "2026-07-01T00:00:00Z"},
            {"ChargePeriodStart", "2026-07-01T00:00:00Z"},
            {"ChargePeriodEnd", "2026-07-01T01:00:00Z"},
            {"ChargeCategory", "Usage"},
            {"PricingCategory", "Standard"},
            {"RegionId", "us-east-2"},
            {"SubAccountId", "111"},
            {"ConsumedUnit", charge.hours > 0 ? "Hours" : ""},
            {"ConsumedQuantity", charge.hours > 0 ? std::to_string(charge.hours) : ""},
            {"CapacityReservationId", ""},
            {"CommitmentDiscountId", ""},
            {"CommitmentDiscountStatus", ""},
            {"CommitmentDiscountType", ""},
            {"ChargeClass", ""},
            {"x_UsageType", charge.hours > 0 ? "USE2-BoxUsage:trn2.48xlarge" : ""}};
    if (version != "1.0") row["SkuPriceDetails"] = "";
    if (version >= "1.2") row["InvoiceId"] = "i-1";
    if (version >= "1.3") row["AllocatedMethodId"] = "";
    if (version >= "1.4") row["CommitmentProgramEligibilityDetails"] = "";
    switch (charge.line) {
      case LineKind::kOnDemand: break;
      case LineKind::kSpot: row["PricingCategory"] = "Dynamic"; break;
      case LineKind::kReserved:
        row["CommitmentDiscountId"] = "ri";
        row["CommitmentDiscountStatus"] = "Used";
        row["CommitmentDiscountType"] = "Reserved Instance";
        break;
      case LineKind::kPlan:
        row["CommitmentDiscountId"] = "sp";
        row["CommitmentDiscountStatus"] = "Used";
        row["CommitmentDiscountType"] = "Compute Savings Plan";
        break;
      case LineKind::kBlock:
        row["ChargeCategory"] = "Purchase";
        row["CapacityReservationId"] = "cr-1";
        row["x_UsageType"] = "USE2-Reservation:trn2.48xlarge";
        break;
      case LineKind::kInBlock: break;
      case LineKind::kFee: row["ChargeCategory"] = "Purchase"; break;
      case LineKind::kTax: row["ChargeCategory"] = "Tax"; break;
      case LineKind::kCredit: row["ChargeCategory"] = "Credit"; break;
      case LineKind::kRefund: row["ChargeClass"] = "Correction"; break;
      case LineKind::kDiscount: row["ChargeCategory"] = "Adjustment"; break;
    }
    rows.push_back(std::move(row));
  }
  return csv(rows);
}

/// The name of a column of the legacy CUR: "lineItem/UsageAmount" of "line_item_usage_amount".
std::string legacy_name(const std::string& name) {
  static const std::map<std::string, std::string> kNames = {
      {"bill_billing_period_start_date", "bill/BillingPeriodStartDate"},
      {"line_item_usage_account_id", "lineItem/UsageAccountId"},
      {"line_item_line_item_type", "lineItem/LineItemType"},
      {"line_item_usage_start_date", "lineItem/UsageStartDate"},
      {"line_item_usage_end_date", "lineItem/UsageEndDate"},
      {"line_item_product_code", "lineItem/ProductCode"},
      {"line_item_usage_type", "lineItem/UsageType"},
      {"line_item_usage_amount", "lineItem/UsageAmount"},
      {"line_item_currency_code", "lineItem/CurrencyCode"},
      {"line_item_unblended_cost", "lineItem/UnblendedCost"},
      {"pricing_unit", "pricing/unit"},
      {"product_region_code", "product/regionCode"},
      {"reservation_reservation_a_r_n", "reservation/ReservationARN"},
      {"reservation_effective_cost", "reservation/EffectiveCost"},
      {"savings_plan_savings_plan_a_r_n", "savingsPlan/SavingsPlanARN"},
      {"savings_plan_offering_type", "savingsPlan/OfferingType"},
      {"savings_plan_savings_plan_effective_cost", "savingsPlan/SavingsPlanEffectiveCost"}};
  return kNames.at(name);
}

std::string cur_bill(const std::vector<ChargedLine>& charges, bool legacy) {
  std::vector<Row> rows;
  for (const ChargedLine& charge : charges) {
    Row row{{"bill_billing_period_start_date", "2026-07-01T00:00:00Z"},
            {"line_item_usage_account_id", "111"},
            {"line_item_line_item_type", "Usage"},
            {"line_item_usage_start_date", "2026-07-01T00:00:00Z"},
            {"line_item_usage_end_date", "2026-07-01T01:00:00Z"},
            {"line_item_product_code", "AmazonEC2"},
            {"line_item_usage_type", charge.hours > 0 ? "USE2-BoxUsage:trn2.48xlarge" : ""},
            {"line_item_usage_amount", charge.hours > 0 ? std::to_string(charge.hours) : ""},
            {"line_item_currency_code", "USD"},
            {"line_item_unblended_cost", dollars(charge.billed)},
            {"pricing_unit", "Hrs"},
            {"product_region_code", "us-east-2"},
            {"reservation_reservation_a_r_n", ""},
            {"reservation_effective_cost", ""},
            {"savings_plan_savings_plan_a_r_n", ""},
            {"savings_plan_offering_type", ""},
            {"savings_plan_savings_plan_effective_cost", ""}};
    std::string& type = row["line_item_line_item_type"];
    switch (charge.line) {
      case LineKind::kOnDemand:
      case LineKind::kInBlock: break;
      case LineKind::kSpot: row["line_item_usage_type"] = "USE2-SpotUsage:trn2.48xlarge"; break;
      case LineKind::kReserved:
        type = "DiscountedUsage";
        row["reservation_reservation_a_r_n"] = "ri";
        row["reservation_effective_cost"] = dollars(charge.effective);
        break;
      case LineKind::kPlan:
        type = "SavingsPlanCoveredUsage";
        row["savings_plan_savings_plan_a_r_n"] = "sp";
        row["savings_plan_offering_type"] = "ComputeSavingsPlans";
        row["savings_plan_savings_plan_effective_cost"] = dollars(charge.effective);
        break;
      case LineKind::kBlock: row["line_item_usage_type"] = "USE2-Reservation:trn2.48xlarge"; break;
      case LineKind::kFee: type = "Fee"; break;
      case LineKind::kTax: type = "Tax"; break;
      case LineKind::kCredit: type = "Credit"; break;
      case LineKind::kRefund: type = "Refund"; break;
      case LineKind::kDiscount: type = "EdpDiscount"; break;
    }
    if (legacy) {
      Row renamed;
      for (const auto& [name, value] : row) renamed[legacy_name(name)] = value;
      row = std::move(renamed);
    }
    rows.push_back(std::move(row));
  }
  return csv(rows);
}

std::string bill_text(const std::string& format, const std::vector<ChargedLine>& charges) {
  if (format == "CUR (legacy)") return cur_bill(charges, true);
  if (format == "CUR 2.0") return cur_bill(charges, false);
  return focus_bill(charges, format.substr(format.size() - 3));
}

class BillConservation : public testing::TestWithParam<const char*> {};

TEST_P(BillConservation, SumsAreExact) {
  std::mt19937_64 random(19);
  for (int round = 0; round < 50; ++round) {
    const auto charges = random_charges(random, 60);
    const Bill bill = bill_of(bill_text(GetParam(), charges));
    ASSERT_EQ(bill.files.at(0).format, GetParam());
    std::int64_t billed = 0;
    std::int64_t effective = 0;
    for (const ChargedLine& charge : charges) {
      billed += charge.billed;
      effective += charge.effective;
    }
    const auto all = totals(bill, [](const BillLine&) { return true; });
    ASSERT_EQ(all.size(), 1u);
    EXPECT_EQ(all[0].lines, charges.size());
    EXPECT_EQ(all[0].billed.sum.to_usd().value().nano(), billed) << round;
    EXPECT_EQ(all[0].effective.sum.to_usd().value().nano(), effective) << round;
  }
}

TEST_P(BillConservation, FiguresPerInstanceHourAreThoseOfAHandCalculation) {
  std::mt19937_64 random(23);
  for (int round = 0; round < 50; ++round) {
    const auto charges = random_charges(random, 80);
    const Baseline baseline = own_bill(bill_of(bill_text(GetParam(), charges))).value();
    struct Sums {
      double cost = 0;
      double hours = 0;
    };
    std::map<BoughtAs, Sums> expected;
    double block_hours = 0;  // reserved
    double free_hours = 0;   // at 0, paid by the block
    for (const ChargedLine& charge : charges) {
      const double cost = static_cast<double>(charge.effective) / 1e9;
      const auto put = [&](BoughtAs bought) {
        expected[bought].cost += cost;
        expected[bought].hours += charge.hours;
      };
      switch (charge.line) {
        case LineKind::kOnDemand: put(BoughtAs::kOnDemand); break;
        case LineKind::kSpot: put(BoughtAs::kSpot); break;
        case LineKind::kReserved: put(BoughtAs::kReserved); break;
        case LineKind::kPlan: put(BoughtAs::kComputeSavingsPlan); break;
        case LineKind::kBlock:
          expected[BoughtAs::kCapacityBlock].cost += cost;
          block_hours += charge.hours;
          break;
        case LineKind::kInBlock: free_hours += charge.hours; break;
        default: break;
      }
    }
    if (block_hours > 0) {
      const double used = std::min(block_hours, free_hours);
      expected[BoughtAs::kCapacityBlock].hours = used > 0 ? used : block_hours;
      free_hours -= used;
    }
    ASSERT_EQ(baseline.items.size(), 1u);
    std::size_t seen = 0;
    for (const BaselineShare& share : baseline.items[0].shares) {
      if (share.bought == BoughtAs::kNoCharge) {
        EXPECT_DOUBLE_EQ(share.hours.value(), free_hours);
        continue;
      }
      ++seen;
      const Sums& sums = expected.at(share.bought);
      EXPECT_DOUBLE_EQ(share.hours.value(), sums.hours) << to_string(share.bought);
      EXPECT_NEAR(share.per_hour.value().dollars(), sums.cost / sums.hours, 1e-8)
          << to_string(share.bought) << ", round " << round;
    }
    EXPECT_EQ(seen, expected.size());
  }
}

INSTANTIATE_TEST_SUITE_P(Formats, BillConservation,
                         testing::Values("FOCUS 1.0", "FOCUS 1.1", "FOCUS 1.2", "FOCUS 1.3",
                                         "FOCUS 1.4", "CUR (legacy)", "CUR 2.0"));

}  // namespace
}  // namespace nscope::cost
