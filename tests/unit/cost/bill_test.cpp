#include "costmodel/bills/baseline.h"
#include "costmodel/bills/bill_report.h"
#include "costmodel/bills/cur.h"
#include "costmodel/bills/read_bill.h"
#include "tests/support/zip_writer.h"

#include <algorithm>
#include <random>
#include <span>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace nscope::cost {
namespace {

ByteSource source_of(const std::string& text, std::string name = "bill.csv") {
  const auto bytes = std::as_bytes(std::span(text.data(), text.size()));
  return ByteSource::from_bytes(std::move(name), {bytes.begin(), bytes.end()});
}

Result<Bill> read(const std::string& text, const BillFilter& filter = {},
                  const std::string& name = "bill.csv") {
  BillBuilder builder(filter);
  TaskControl control;
  const ByteSource file = source_of(text, name);
  if (auto ok = read_bill_file(file, builder, control); !ok) return fail(ok.error());
  return builder.finish();
}

Bill bill_of(const std::string& text, const BillFilter& filter = {}) {
  auto bill = read(text, filter);
  EXPECT_TRUE(bill) << (bill ? "" : to_string(bill.error()));
  return bill ? std::move(*bill) : Bill{};
}

std::string error_of(const std::string& text, const std::string& name = "bill.csv") {
  const auto bill = read(text, {}, name);
  return bill ? "no error" : to_string(bill.error());
}

/// The sums of all lines that `counts` accepts: "billed / effective / hours".
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

std::string all_sums(const Bill& bill) {
  return sums(bill, [](const BillLine&) { return true; });
}

std::string kind_sums(const Bill& bill, ChargeKind kind) {
  return sums(bill, [kind](const BillLine& line) { return line.kind == kind; });
}

std::string bought_sums(const Bill& bill, BoughtAs bought) {
  return sums(bill, [bought](const BillLine& line) { return line.bought == bought; });
}

std::vector<std::string> codes(const Bill& bill) {
  std::vector<std::string> result;
  for (const BillDiagnostic& diagnostic : bill.diagnostics) {
    result.push_back(fmt::format("{} {}", diagnostic.code, diagnostic.count));
  }
  return result;
}

// ---- CUR

constexpr std::string_view kLegacyHeading =
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

std::string row(const LegacyRow& r) {
  return fmt::format(
      "2026-07-01T00:00:00.000Z,{},{},2026-07-01T00:00:00Z,2026-07-01T01:00:00Z,AmazonEC2,{},{},{},"
      "{},{},{},{},us-east-1,{},{},{},{},{},{},{},{},{},{},{}\n",
      r.account, r.type, r.usage, r.amount, r.currency, r.cost, r.net, r.list, r.unit, r.arn,
      r.ri_cost, r.ri_net, r.ri_unused, r.ri_unused_upfront, r.plan, r.plan_type, r.plan_cost,
      r.plan_total, r.plan_used, r.team);
}

std::string legacy(const std::vector<LegacyRow>& rows) {
  std::string text(kLegacyHeading);
  for (const LegacyRow& r : rows) text += row(r);
  return text;
}

TEST(Cur, AmortisesByTheTypeOfTheLine) {
  const std::string arn = "arn:aws:ec2:us-east-1:1:reserved-instances/a";
  const std::string plan = "arn:aws:savingsplans::1:savingsplan/b";
  const Bill bill = bill_of(legacy({
      {.cost = "21.5", .list = "21.5"},
      {.type = "DiscountedUsage", .cost = "0", .list = "21.5", .arn = arn, .ri_cost = "13.2"},
      {.type = "RIFee",
       .usage = "HeavyUsage:trn1.32xlarge",
       .amount = "744",
       .cost = "9820.8",
       .arn = arn,
       .ri_unused = "132",
       .ri_unused_upfront = "1.5"},
      {.type = "Fee", .usage = "", .cost = "5000", .arn = arn},
      {.type = "SavingsPlanCoveredUsage",
       .usage = "USW2-BoxUsage:inf2.48xlarge",
       .cost = "12.98",
       .list = "12.98",
       .plan = plan,
       .plan_type = "ComputeSavingsPlans",
       .plan_cost = "8.17"},
      {.type = "SavingsPlanNegation",
       .usage = "USW2-BoxUsage:inf2.48xlarge",
       .cost = "-12.98",
       .plan = plan,
       .plan_type = "ComputeSavingsPlans"},
      {.type = "SavingsPlanRecurringFee",
       .usage = "ComputeSP:1yrNoUpfront",
       .cost = "10",
       .plan = plan,
       .plan_type = "ComputeSavingsPlans",
       .plan_total = "10",
       .plan_used = "8.17"},
      {.type = "SavingsPlanUpfrontFee", .usage = "", .cost = "70", .plan = plan},
  }));
  EXPECT_EQ(kind_sums(bill, ChargeKind::kUsage), "34.48 / 42.87 / 3");
  EXPECT_EQ(kind_sums(bill, ChargeKind::kNegation), "-12.98 / 0 / 0");
  EXPECT_EQ(kind_sums(bill, ChargeKind::kCommitment), "14900.8 / 135.33 / 0");
  EXPECT_EQ(bought_sums(bill, BoughtAs::kReserved), "14820.8 / 146.7 / 1");
  EXPECT_EQ(bought_sums(bill, BoughtAs::kComputeSavingsPlan), "10 / 10 / 1");
  EXPECT_EQ(all_sums(bill), "14922.3 / 178.2 / 3");
  EXPECT_TRUE(codes(bill).empty());
  EXPECT_EQ(bill.files.at(0).format, "CUR (legacy)");
  EXPECT_EQ(to_string(*bill.begin), "2026-07-01T00:00:00Z");
  EXPECT_EQ(to_string(*bill.end), "2026-07-01T01:00:00Z");
  ASSERT_EQ(bill.commitments.size(), 2u);
  EXPECT_EQ(bill.commitments[0].id, arn);
  EXPECT_EQ(bill.commitments[0].instance, "trn1.32xlarge");
  EXPECT_EQ(bill.commitments[0].used.sum.to_text(), "13.2");
  EXPECT_EQ(bill.commitments[0].unused.sum.to_text(), "133.5");
  EXPECT_EQ(bill.commitments[1].bought, BoughtAs::kComputeSavingsPlan);
  EXPECT_EQ(bill.commitments[1].unused.sum.to_text(), "1.83");
}

TEST(Cur, PrefersNetCosts) {
  const Bill bill = bill_of(legacy({
      {.cost = "21.5", .net = "19.35"},
      {.cost = "21.5"},  // no discount on this one
      {.type = "DiscountedUsage",
       .cost = "0",
       .net = "0",
       .arn = "r",
       .ri_cost = "13",
       .ri_net = "11.7"},
  }));
  EXPECT_EQ(all_sums(bill), "43 / 52.55 / 3");
}

TEST(Cur, KeepsTaxCreditsRefundsAndDiscountsApart) {
  const Bill bill = bill_of(legacy({
      {.cost = "21.5"},
      {.type = "Tax", .usage = "", .cost = "3.1"},
      {.type = "Credit", .cost = "-5"},
      {.type = "Refund", .cost = "-1.25"},
      {.type = "EdpDiscount", .cost = "-2.15"},
      {.type = "Fee", .usage = "", .cost = "100"},
  }));
  EXPECT_EQ(kind_sums(bill, ChargeKind::kTax), "3.1 / 3.1 / 0");
  EXPECT_EQ(kind_sums(bill, ChargeKind::kCredit), "-5 / -5 / 0");
  EXPECT_EQ(kind_sums(bill, ChargeKind::kRefund), "-1.25 / -1.25 / 0");
  EXPECT_EQ(kind_sums(bill, ChargeKind::kDiscount), "-2.15 / -2.15 / 0");
  EXPECT_EQ(kind_sums(bill, ChargeKind::kFee), "100 / 100 / 0");
  EXPECT_EQ(sums(bill, is_running_cost), "119.35 / 119.35 / 1");
}

TEST(Cur, TellsTheWaysOfBuyingByTheUsageType) {
  const Bill bill = bill_of(legacy({
      {.usage = "BoxUsage:trn1.32xlarge", .amount = "1", .cost = "21.5"},
      {.usage = "SpotUsage:trn1.32xlarge", .amount = "0.5", .cost = "1.5"},
      {.usage = "DedicatedUsage:trn1.32xlarge", .amount = "2", .cost = "50"},
      {.usage = "UnusedBox:trn1.32xlarge", .amount = "3", .cost = "64.5"},
      {.usage = "Reservation:trn1.32xlarge", .amount = "4", .cost = "0"},
      {.usage = "USE2-Reservation:p5.48xlarge", .amount = "24", .cost = "755.136"},
      {.usage = "BoxUsage:p5.48xlarge", .amount = "24", .cost = "0"},
      {.usage = "EBSOptimized:p2.xlarge", .amount = "9", .cost = "0.9"},
      {.usage = "BoxUsage:trn1.32xlarge", .amount = "7", .cost = "1", .unit = "Quantity"},
  }));
  EXPECT_EQ(sums(bill,
                 [](const BillLine& line) {
                   return line.bought == BoughtAs::kOnDemand && line.kind == ChargeKind::kUsage;
                 }),
            "22.5 / 22.5 / 1");
  EXPECT_EQ(bought_sums(bill, BoughtAs::kSpot), "1.5 / 1.5 / 0.5");
  EXPECT_EQ(bought_sums(bill, BoughtAs::kDedicated), "50 / 50 / 2");
  EXPECT_EQ(kind_sums(bill, ChargeKind::kUnusedCapacity), "64.5 / 64.5 / 3");
  EXPECT_EQ(bought_sums(bill, BoughtAs::kCapacityBlock), "755.136 / 755.136 / 24");
  EXPECT_EQ(bought_sums(bill, BoughtAs::kNoCharge), "0 / 0 / 24");
  EXPECT_EQ(bought_sums(bill, BoughtAs::kNone), "0.9 / 0.9 / 0");
  EXPECT_EQ(codes(bill), std::vector<std::string>{"reservation_hours 1"});
}

TEST(Cur, UnknownIsNotZero) {
  const Bill bill = bill_of(legacy({
      {.type = "DiscountedUsage", .cost = "0", .arn = "a"},
      {.type = "DiscountedUsage", .cost = "0", .arn = "a", .ri_cost = "13"},
      {.type = "RIFee", .usage = "HeavyUsage:trn1.32xlarge", .cost = "100", .arn = "a"},
      {.type = "SavingsPlanRecurringFee", .usage = "", .cost = "10", .plan_total = "10"},
  }));
  ASSERT_EQ(codes(bill), std::vector<std::string>{"effective_unknown 3"});
  const Baseline baseline = own_bill(bill);
  ASSERT_EQ(baseline.items.size(), 1u);
  EXPECT_FALSE(baseline.items[0].cost);
  EXPECT_FALSE(baseline.items[0].shares.at(0).per_hour);
  EXPECT_NE(accelerator_table(bill).to_text().find("unknown"), std::string::npos);
  const Json json = to_json(bill, baseline);
  EXPECT_TRUE(json["totals"][0]["effective"].is_null());
}

TEST(Cur, FiltersByTagAndAccount) {
  const std::string text = legacy({
      {.cost = "1", .team = "llm"},
      {.cost = "2", .team = "vision"},
      {.cost = "4", .team = "llm", .account = "999"},
      {.cost = "8"},
  });
  EXPECT_EQ(all_sums(bill_of(text)), "15 / 15 / 4");
  const Bill team = bill_of(text, {.tag_key = "team", .tag_value = "llm"});
  EXPECT_EQ(all_sums(team), "5 / 5 / 2");
  EXPECT_EQ(team.files.at(0).left_out, 2u);
  EXPECT_EQ(all_sums(bill_of(text, {.account = "999"})), "4 / 4 / 1");
  EXPECT_EQ(all_sums(bill_of(text, {.tag_key = "team", .tag_value = ""})), "8 / 8 / 1");
}

TEST(Cur, ReadsGzipAndZip) {
  const std::string text = legacy({{.cost = "21.5"}, {.cost = "1E-9"}});
  const std::string expected = "21.500000001 / 21.500000001 / 2";
  EXPECT_EQ(all_sums(bill_of(text)), expected);
  EXPECT_EQ(all_sums(bill_of(gzip(text))), expected);
  const Bill zipped = bill_of(zip({{"part-1.csv", text}, {"part-2.csv", text}}));
  EXPECT_EQ(all_sums(zipped), "43.000000002 / 43.000000002 / 4");
  EXPECT_EQ(zipped.files.size(), 2u);
  EXPECT_EQ(zipped.files[1].name, "bill.csv: part-2.csv");
}

TEST(Cur, NamesWhatIsWrong) {
  EXPECT_EQ(error_of(legacy({{.cost = "21.5"}, {.cost = "$3"}})),
            "bill.csv: line 3: lineItem/UnblendedCost: '$3' is not a decimal number");
  EXPECT_EQ(error_of(legacy({{.cost = ""}})),
            "bill.csv: line 2: line_item_unblended_cost: has no amount");
  EXPECT_EQ(
      error_of(legacy({{.cost = "1e15"}})),
      "bill.csv: line 2: lineItem/UnblendedCost: '1e15' is too large for an amount of a bill");
  const std::string whole = legacy({{.cost = "21.5"}});
  EXPECT_EQ(error_of(whole.substr(0, whole.size() - 8)),
            "bill.csv: line 2: 18 fields, the heading has 25: cut off, or not written as CSV");
  EXPECT_EQ(error_of(""), "bill.csv: is empty");
  EXPECT_EQ(error_of("a,b\n1,2\n").substr(0, 22), "bill.csv: is no bill: ");
  EXPECT_EQ(error_of("{\"a\": 1}").substr(0, 17), "bill.csv: is JSON");
  EXPECT_EQ(error_of(gzip(whole).substr(0, 60)),
            "bill.csv: byte 60: cut off: the compressed data does not end");
  EXPECT_EQ(error_of(legacy({{.account = "a\x01"
                                         "b"}})),
            "bill.csv: line 2: the account is not printable text");
  EXPECT_EQ(error_of(legacy({{.currency = "\xff"}})),
            "bill.csv: line 2: the currency is not printable text");
}

TEST(Cur, ColumnNamesOfBothFormsAreOne) {
  EXPECT_EQ(cur_column_key("lineItem/LineItemType"), "line_item_line_item_type");
  EXPECT_EQ(cur_column_key("reservation/ReservationARN"), "reservation_reservation_a_r_n");
  EXPECT_EQ(cur_column_key("savingsPlan/SavingsPlanARN"), "savings_plan_savings_plan_a_r_n");
  EXPECT_EQ(cur_column_key("pricing/publicOnDemandCost"), "pricing_public_on_demand_cost");
  EXPECT_EQ(cur_column_key("line_item_net_unblended_cost"), "line_item_net_unblended_cost");
}

// ---- FOCUS

constexpr std::string_view kFocusHeading =
    "BilledCost,EffectiveCost,ListCost,BillingCurrency,BillingPeriodStart,ChargeCategory,"
    "ChargeDescription,ChargePeriodStart,ChargePeriodEnd,CommitmentDiscountId,"
    "CommitmentDiscountStatus,CommitmentDiscountType,ConsumedQuantity,ConsumedUnit,PricingCategory,"
    "PricingQuantity,PricingUnit,RegionId,ServiceName,SkuPriceDetails,SubAccountId,Tags,"
    "x_UsageType\n";

struct FocusRow {
  std::string billed = "21.5";
  std::string effective = "21.5";
  std::string list = "21.5";
  std::string category = "Usage";
  std::string description{};
  std::string commitment{};
  std::string status{};
  std::string type{};
  std::string quantity = "1";
  std::string unit = "Hours";
  std::string pricing = "Standard";
  std::string priced_quantity{};
  std::string priced_unit{};
  std::string details{};
  std::string tags{};
  std::string usage_type{};
};

std::string focus(const std::vector<FocusRow>& rows) {
  std::string text(kFocusHeading);
  for (const FocusRow& r : rows) {
    text += fmt::format(
        "{},{},{},USD,2026-07-01T00:00:00Z,{},{},2026-07-01 00:00:00,2026-07-01 01:00:00,{},{},{},"
        "{},{},{},{},{},us-east-1,Amazon Elastic Compute Cloud,{},111,{},{}\n",
        r.billed, r.effective, r.list, r.category, r.description, r.commitment, r.status, r.type,
        r.quantity, r.unit, r.pricing, r.priced_quantity, r.priced_unit, r.details, r.tags,
        r.usage_type);
  }
  return text;
}

TEST(Focus, FindsTheInstanceInThisOrder) {
  const Bill bill = bill_of(focus({
      {.description = "per On Demand Linux g5.xlarge Instance Hour",
       .details = R"("{""InstanceType"":""inf2.xlarge""}")",
       .usage_type = "USW2-BoxUsage:trn1.2xlarge"},
      {.description = "per On Demand Linux g5.xlarge Instance Hour",
       .details = R"("{""InstanceType"":""inf2.xlarge"",""GpuCount"":8}")"},
      {.description = "per On Demand Linux g5.xlarge Instance Hour", .usage_type = "NULL"},
      {.description = "per GB-month", .unit = "GB"},
  }));
  std::vector<std::string> found;
  for (const BillLine& line : bill.lines)
    found.push_back(line.instance + "/" + std::string(to_string(line.bought)));
  EXPECT_EQ(found, (std::vector<std::string>{"/none", "g5.xlarge/on_demand",
                                             "inf2.xlarge/on_demand", "trn1.2xlarge/on_demand"}));
}

TEST(Focus, TellsUseFromFeesAndTheWayOfBuying) {
  const std::string arn = "arn:aws:ec2:us-east-1:1:reserved-instances/abc";
  const std::string usage = "BoxUsage:trn1.32xlarge";
  const Bill bill = bill_of(focus({
      {.usage_type = usage},
      {.billed = "3", .effective = "3", .pricing = "Dynamic", .usage_type = usage},
      {.billed = "0",
       .effective = "13.2",
       .commitment = arn,
       .status = "Used",
       .type = "Reserved Instance",
       .pricing = "Committed",
       .usage_type = usage},
      {.billed = "0",
       .effective = "13.2",
       .list = "0",
       .commitment = arn,
       .status = "Unused",
       .type = "Reserved Instance",
       .quantity = "null",
       .unit = "NULL",
       .pricing = "Committed",
       .priced_quantity = "1",
       .priced_unit = "Hours"},
      {.billed = "26.4",
       .effective = "0",
       .category = "Purchase",
       .commitment = arn,
       .type = "Reserved Instance",
       .quantity = "",
       .unit = "",
       .pricing = "Committed"},
      {.billed = "0",
       .effective = "8",
       .commitment = "sp",
       .status = "Used",
       .type = "Savings Plan",
       .pricing = "Committed",
       .usage_type = usage},
      {.billed = "2", .effective = "2", .category = "Tax"},
      {.billed = "-5", .effective = "-5", .category = "Credit"},
      {.billed = "-1", .effective = "-1", .category = "Adjustment"},
  }));
  EXPECT_EQ(bought_sums(bill, BoughtAs::kOnDemand), "21.5 / 21.5 / 1");
  EXPECT_EQ(bought_sums(bill, BoughtAs::kSpot), "3 / 3 / 1");
  EXPECT_EQ(bought_sums(bill, BoughtAs::kReserved), "26.4 / 26.4 / 2");
  EXPECT_EQ(kind_sums(bill, ChargeKind::kCommitment), "26.4 / 13.2 / 1");
  EXPECT_EQ(bought_sums(bill, BoughtAs::kSavingsPlan), "0 / 8 / 1");
  EXPECT_EQ(kind_sums(bill, ChargeKind::kTax), "2 / 2 / 0");
  EXPECT_EQ(kind_sums(bill, ChargeKind::kCredit), "-5 / -5 / 0");
  EXPECT_EQ(kind_sums(bill, ChargeKind::kAdjustment), "-1 / -1 / 0");
  // The unused hours do not name the instance: the reservation's use does.
  const Baseline baseline = own_bill(bill);
  ASSERT_EQ(baseline.items.size(), 1u);
  EXPECT_EQ(baseline.items[0].unused, Usd::from_nano(13'200'000'000));
}

TEST(Focus, FlagsCommitmentsThatWereNotAmortised) {
  const Bill bill = bill_of(focus({{.billed = "0",
                                    .effective = "0",
                                    .commitment = "sp",
                                    .status = "Used",
                                    .type = "Savings Plan",
                                    .usage_type = "BoxUsage:trn1.32xlarge"}}));
  EXPECT_EQ(codes(bill), std::vector<std::string>{"covered_at_zero 1"});
  EXPECT_FALSE(own_bill(bill).caveats.empty());
}

TEST(Focus, FiltersByTag) {
  const std::string text = focus({{.tags = R"("{""team"": ""llm""}")"},
                                  {.tags = R"("{""user:team"": ""llm""}")"},
                                  {.tags = R"("{""team"": ""vision""}")"},
                                  {.tags = "NULL"}});
  EXPECT_EQ(bill_of(text, {.tag_key = "team", .tag_value = "llm"}).line_count(), 2u);
}

// ---- Cost Explorer

std::string explorer(std::string_view results, std::string_view extra = "") {
  return fmt::format(R"({{"GroupDefinitions":[{{"Type":"DIMENSION","Key":"INSTANCE_TYPE"}},)"
                     R"({{"Type":"DIMENSION","Key":"PURCHASE_TYPE"}}],"ResultsByTime":[{}]{}}})",
                     results, extra);
}

constexpr std::string_view kResult =
    R"({"TimePeriod":{"Start":"2026-07-01","End":"2026-08-01"},"Total":{},"Estimated":true,)"
    R"("Groups":[{"Keys":["trn1.32xlarge","Standard Reserved Instances"],"Metrics":{)"
    R"("AmortizedCost":{"Amount":"9657.1335","Unit":"USD"},)"
    R"("UnblendedCost":{"Amount":"9000.5","Unit":"USD"},)"
    R"("UsageQuantity":{"Amount":"730","Unit":"Hrs"}}},)"
    R"({"Keys":["NoInstanceType","NoPurchaseType"],"Metrics":{)"
    R"("AmortizedCost":{"Amount":"812.44","Unit":"USD"},)"
    R"("UsageQuantity":{"Amount":"9051.2","Unit":"N/A"}}}]})";

TEST(CostExplorer, ReadsGroupsByInstanceAndPurchaseType) {
  const Bill bill = bill_of(explorer(kResult));
  EXPECT_EQ(all_sums(bill), "9000.5 / 10469.5735 / 730");
  EXPECT_EQ(bought_sums(bill, BoughtAs::kReserved), "9000.5 / 9657.1335 / 730");
  EXPECT_TRUE(bill.estimated);
  EXPECT_EQ(to_string(*bill.end), "2026-08-01T00:00:00Z");
  EXPECT_EQ(codes(bill), std::vector<std::string>{"charge_types_mixed 1"});
  EXPECT_EQ(bill.lines.at(0).billed.lines, 0u);  // not asked for: unknown
}

TEST(CostExplorer, NoticesThatPagesAreMissing) {
  EXPECT_EQ(codes(bill_of(explorer(kResult, R"(,"NextPageToken":"x")"))),
            (std::vector<std::string>{"charge_types_mixed 1", "more_pages 1"}));
}

TEST(CostExplorer, NamesWhatIsWrong) {
  const auto with = [](std::string_view metrics) {
    return explorer(fmt::format(
        R"({{"TimePeriod":{{"Start":"2026-07-01","End":"2026-08-01"}},"Groups":[{{"Keys":["a","b"],)"
        R"("Metrics":{}}}]}})",
        metrics));
  };
  EXPECT_EQ(
      error_of(with(R"({"AmortizedCost":{"Amount":"x","Unit":"USD"}})")),
      "bill.csv: /ResultsByTime/0/Groups/0/Metrics/AmortizedCost/Amount: 'x' is not a decimal "
      "number");
  EXPECT_EQ(error_of(with(R"({"AmortizedCost":{"Amount":12.5,"Unit":"USD"}})")),
            "bill.csv: /ResultsByTime/0/Groups/0/Metrics/AmortizedCost: has no Amount as text");
  EXPECT_NE(error_of(with("{}")).find("neither UnblendedCost nor AmortizedCost"),
            std::string::npos);
  EXPECT_EQ(error_of(explorer(R"({"TimePeriod":{"Start":"2026-07-01"}})")),
            "bill.csv: /ResultsByTime/0/TimePeriod/End: is missing");
}

// ---- what all have in common

TEST(Bill, MemoryDoesNotGrowWithTheLines) {
  std::vector<LegacyRow> rows;
  for (int i = 0; i < 20000; ++i) {
    rows.push_back({.usage = i % 2 == 0 ? "BoxUsage:trn1.32xlarge" : "SpotUsage:trn1.32xlarge",
                    .cost = "0.00000000001"});
  }
  const Bill bill = bill_of(legacy(rows));
  EXPECT_EQ(bill.lines.size(), 2u);
  EXPECT_EQ(all_sums(bill), "0.0000002 / 0.0000002 / 20000");
}

TEST(Bill, BaselineIsWhatAnHourReallyCost) {
  const std::string arn = "arn:aws:ec2:us-east-1:1:reserved-instances/a";
  const Bill bill = bill_of(legacy({
      {.cost = "21.5", .list = "21.5"},
      {.type = "DiscountedUsage",
       .amount = "3",
       .cost = "0",
       .list = "64.5",
       .arn = arn,
       .ri_cost = "39.6"},
      {.type = "RIFee",
       .usage = "HeavyUsage:trn1.32xlarge",
       .cost = "100",
       .arn = arn,
       .ri_unused = "20"},
      {.type = "Tax", .cost = "9"},
      {.type = "Credit", .cost = "-50"},
      {.usage = "BoxUsage:g5.xlarge", .cost = "7", .currency = "CNY"},
  }));
  const Baseline baseline = own_bill(bill);
  ASSERT_EQ(baseline.items.size(), 1u);
  const BaselineItem& item = baseline.items[0];
  EXPECT_EQ(item.instance, "trn1.32xlarge");
  EXPECT_EQ(item.region, "us-east-1");
  EXPECT_EQ(item.hours, 4.0);
  EXPECT_EQ(*item.cost, *Usd::parse("61.1"));
  EXPECT_EQ(*item.per_hour, *Usd::parse("15.275"));
  EXPECT_EQ(item.unused, *Usd::parse("20"));
  EXPECT_EQ(*item.per_hour_with_all, *Usd::parse("20.275"));
  ASSERT_EQ(item.shares.size(), 2u);
  EXPECT_EQ(item.shares[0].bought, BoughtAs::kOnDemand);
  EXPECT_EQ(*item.shares[1].per_hour, *Usd::parse("13.2"));
  EXPECT_EQ(*item.shares[1].list_per_hour, *Usd::parse("21.5"));
  ASSERT_EQ(baseline.caveats.size(), 1u);
  EXPECT_NE(baseline.caveats[0].find("CNY"), std::string::npos);
  EXPECT_EQ(baseline.source,
            "bill bill.csv (CUR (legacy)), use of 2026-07-01T00:00:00Z to 2026-07-01T01:00:00Z");
}

TEST(Bill, ManifestsListTheirFiles) {
  const auto files = [](const std::string& text) -> std::string {
    const ByteSource file = source_of(text, "m.json");
    const auto listed = bill_manifest_files(file);
    if (!listed) return "error: " + to_string(listed.error());
    std::string joined;
    for (const std::string& name : *listed) joined += name + ";";
    return joined;
  };
  EXPECT_EQ(files(R"({"reportKeys":["a/b-1.csv.gz","a/b-2.csv.gz"],"bucket":"x"})"),
            "a/b-1.csv.gz;a/b-2.csv.gz;");
  EXPECT_EQ(files(R"({"dataFiles":["s3://x/y.parquet"]})"), "s3://x/y.parquet;");
  EXPECT_EQ(files(R"({"ResultsByTime":[]})"), "");
  EXPECT_EQ(files("a,b\n"), "");
  EXPECT_EQ(files(R"({"reportKeys":[]})"), "error: m.json: /reportKeys: lists no files");
  EXPECT_EQ(files(R"({"reportKeys":[1]})"), "error: m.json: /reportKeys: is no list of texts");
}

TEST(Bill, DamagedBillsAreErrorsOrBills) {
  const std::string cur =
      legacy({{.cost = "21.5", .team = "llm"},
              {.type = "DiscountedUsage", .cost = "0", .arn = "r", .ri_cost = "13"},
              {.type = "Tax", .usage = "", .cost = "3.1"}});
  const std::string table = focus({{.details = R"("{""InstanceType"":""trn1.32xlarge""}")"},
                                   {.billed = "-5", .effective = "-5", .category = "Credit"}});
  const std::string answer = explorer(kResult);
  std::mt19937 random(11);
  int errors = 0;
  int bills = 0;
  for (const std::string& whole : {cur, gzip(cur), zip({{"a.csv", cur}}), table, answer}) {
    for (int i = 0; i < 1500; ++i) {
      std::string damaged = whole;
      if (i % 3 == 0) damaged.resize(random() % damaged.size());
      for (int k = 0; k < 3 && !damaged.empty(); ++k) {
        damaged[random() % damaged.size()] = static_cast<char>(random());
      }
      const auto bill = read(damaged, {.tag_key = i % 2 == 0 ? "team" : "", .tag_value = "llm"});
      if (bill) {
        ++bills;
        const std::string json = to_json(*bill, own_bill(*bill)).dump();
        EXPECT_FALSE(json.empty());
      } else {
        ++errors;
        EXPECT_NE(bill.error().where.find("bill.csv"), std::string::npos) << bill.error().message;
      }
    }
  }
  EXPECT_GT(errors, 1000);
  EXPECT_GT(bills, 100);
}

}  // namespace
}  // namespace nscope::cost
