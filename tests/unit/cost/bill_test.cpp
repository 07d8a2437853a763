#include "costmodel/bills/baseline.h"
#include "costmodel/bills/bill_report.h"
#include "tests/unit/cost/bills.h"

#include <random>

#include <gmock/gmock.h>

namespace nscope::cost {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::StartsWith;

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

TEST(Focus, ABillingPeriodMustBeADateAndColumnsUnique) {
  const auto damaged = [](std::string_view from, std::string_view to) {
    std::string text = focus({{.details = R"("{""InstanceType"":""trn1.32xlarge""}")"}});
    text.replace(text.find(from), from.size(), to);
    return error_of(text);
  };
  EXPECT_THAT(damaged("2026-07-01T00:00:00Z", "July"),
              HasSubstr("bill.csv: line 2: BillingPeriodStart: 'July' is not a date"));
  EXPECT_THAT(damaged("2026-07-01T00:00:00Z", "2026-13-01T00:00:00Z"), HasSubstr("2026-13-01"));
  EXPECT_EQ(damaged("2026-07-01T00:00:00Z", ""), "no error");
  EXPECT_THAT(damaged("ListCost", "BilledCost"), HasSubstr("duplicate column 'BilledCost'"));
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

TEST(Focus, DistinguishesUsageFeesAndPurchaseOptions) {
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
  // The lines of unused hours do not name the instance type; those of covered usage do.
  const Baseline baseline = own_bill(bill).value();
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
  EXPECT_EQ(codes(bill),
            (std::vector<std::string>{"covered_at_zero 1", "focus_columns_missing 1"}));
  EXPECT_FALSE(own_bill(bill)->caveats.empty());
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
  EXPECT_EQ(bill.lines.at(0).billed.lines, 0u);  // not in the file, so that it is unknown
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
  const std::string metrics = "bill.csv: /ResultsByTime/0/Groups/0/Metrics";
  EXPECT_THAT(error_of(with(R"({"AmortizedCost":{"Amount":"x","Unit":"USD"}})")),
              StartsWith(metrics + "/AmortizedCost/Amount: invalid amount 'x'"));
  EXPECT_THAT(error_of(with(R"({"AmortizedCost":{"Amount":12.5,"Unit":"USD"}})")),
              AllOf(StartsWith(metrics + "/AmortizedCost: must be"), HasSubstr("string 'Amount'")));
  EXPECT_THAT(error_of(with("{}")), HasSubstr("'UnblendedCost' or 'AmortizedCost' is required"));
  EXPECT_THAT(error_of(explorer(R"({"TimePeriod":{"Start":"2026-07-01"}})")),
              StartsWith("bill.csv: /ResultsByTime/0/TimePeriod/End: must be a date"));
}

// ---- all formats

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

TEST(Bill, BaselineHasTheEffectivePricePerHour) {
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
  const Baseline baseline = own_bill(bill).value();
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
  EXPECT_THAT(baseline.caveats[0].english(), HasSubstr("CNY"));
  EXPECT_EQ(baseline.source.english(),
            "bill bill.csv (CUR (legacy)), usage from 2026-07-01T00:00:00Z to "
            "2026-07-01T01:00:00Z");
}

TEST(Bill, AmountsBeyondDollarsAreErrorsAndNotZero) {
  const auto error = [](const LegacyRow& row) {
    const auto baseline = own_bill(bill_of(legacy({row})));
    return baseline ? std::string("no error") : to_string(baseline.error());
  };
  EXPECT_EQ(error({.cost = "9000000000"}), "no error");
  EXPECT_EQ(error({.cost = "9300000000"}),
            "trn1.32xlarge us-east-1: unblended cost: value out of range; USD 9300000000 exceeds "
            "the limit of 9.2 billion");
  EXPECT_THAT(error({.amount = "0.001", .cost = "21500000"}),
              AllOf(HasSubstr("effective cost per hour: value out of range"),
                    HasSubstr("USD 21,500,000,000")));
  EXPECT_THAT(error({.type = "RIFee", .cost = "1", .arn = "r", .ri_unused = "99999999999"}),
              AllOf(HasSubstr("unused commitments"), HasSubstr("USD 99999999999")));
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
  EXPECT_THAT(files(R"({"reportKeys":[]})"),
              StartsWith("error: m.json: /reportKeys: must be an array"));
  EXPECT_EQ(files(R"({"reportKeys":[1]})"),
            "error: m.json: /reportKeys: must be an array of strings");
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
        const auto baseline = own_bill(*bill);
        EXPECT_FALSE(baseline && to_json(*bill, *baseline).dump().empty());
      } else {
        ++errors;
        EXPECT_THAT(bill.error().where.english(), HasSubstr("bill.csv")) << to_string(bill.error());
      }
    }
  }
  EXPECT_GT(errors, 1000);
  EXPECT_GT(bills, 100);
}

}  // namespace
}  // namespace nscope::cost
