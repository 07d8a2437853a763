#include "costmodel/bills/cur.h"

#include "costmodel/bills/baseline.h"
#include "costmodel/bills/bill_report.h"
#include "tests/unit/cost/bills.h"

#include <gmock/gmock.h>

namespace nscope::cost {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

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

TEST(Cur, TheUnusedPartOfASavingsPlanHasThePrivateRate) {
  const std::string heading =
      "line_item_line_item_type,line_item_usage_start_date,line_item_unblended_cost,"
      "savings_plan_savings_plan_a_r_n,savings_plan_total_commitment_to_date,"
      "savings_plan_used_commitment,savings_plan_recurring_commitment_for_billing_period,"
      "savings_plan_amortized_upfront_commitment_for_billing_period,"
      "savings_plan_net_recurring_commitment_for_billing_period,"
      "savings_plan_net_amortized_upfront_commitment_for_billing_period\n";
  const auto unused = [&](const std::string& commitment) {
    const Bill bill =
        bill_of(heading + "SavingsPlanRecurringFee,2026-07-01,60,arn,80,48," + commitment + "\n");
    return bill.lines.at(0).effective.sum.to_usd()->dollars();
  };
  EXPECT_DOUBLE_EQ(unused(",,,"), 32);
  EXPECT_DOUBLE_EQ(unused("60,20,54,18"), 28.8) << "10 % less";
  EXPECT_DOUBLE_EQ(unused("80,,75.2,"), 30.08) << "no upfront fee";
  EXPECT_DOUBLE_EQ(unused("0,0,0,0"), 32);
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

TEST(Cur, FindsThePurchaseOptionByTheUsageType) {
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
  EXPECT_EQ(codes(bill),
            (std::vector<std::string>{"reservation_hours 1", "unit_unknown:quantity 1"}));
}

TEST(Cur, UnknownIsNotZero) {
  const Bill bill = bill_of(legacy({
      {.type = "DiscountedUsage", .cost = "0", .arn = "a"},
      {.type = "DiscountedUsage", .cost = "0", .arn = "a", .ri_cost = "13"},
      {.type = "RIFee", .usage = "HeavyUsage:trn1.32xlarge", .cost = "100", .arn = "a"},
      {.type = "SavingsPlanRecurringFee", .usage = "", .cost = "10", .plan_total = "10"},
  }));
  ASSERT_EQ(codes(bill), std::vector<std::string>{"effective_unknown 3"});
  const Baseline baseline = own_bill(bill).value();
  ASSERT_EQ(baseline.items.size(), 1u);
  EXPECT_FALSE(baseline.items[0].cost);
  EXPECT_FALSE(baseline.items[0].shares.at(0).per_hour);
  EXPECT_THAT(accelerator_table(bill).to_text(Language()), HasSubstr("unknown"));
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
  EXPECT_THAT(error_of(legacy({{.cost = "21.5"}, {.cost = "$3"}})),
              StartsWith("bill.csv: line 3: lineItem/UnblendedCost: invalid amount '$3'"));
  EXPECT_EQ(error_of(legacy({{.cost = ""}})),
            "bill.csv: line 2: line_item_unblended_cost must not be empty");
  EXPECT_THAT(error_of(legacy({{.cost = "1e15"}})),
              StartsWith("bill.csv: line 2: lineItem/UnblendedCost: value out of range; 1e15"));
  const std::string whole = legacy({{.cost = "21.5"}});
  EXPECT_THAT(error_of(whole.substr(0, whole.size() - 8)),
              StartsWith("bill.csv: line 2: the row has 18 fields, but there are 25 column names"));
  EXPECT_EQ(error_of(""), "bill.csv: the file is empty");
  EXPECT_THAT(error_of("a,b\n1,2\n"), StartsWith("bill.csv: the columns are not those of a bill"));
  EXPECT_THAT(error_of("{\"a\": 1}"), StartsWith("bill.csv: the JSON is neither"));
  EXPECT_EQ(error_of(gzip(whole).substr(0, 60)),
            "bill.csv: byte 60: unexpected end of file in compressed data");
  EXPECT_THAT(error_of(legacy({{.account = "a\x01"
                                           "b"}})),
              StartsWith("bill.csv: line 2: account: must be printable text"));
  EXPECT_THAT(error_of(legacy({{.currency = "\xff"}})),
              StartsWith("bill.csv: line 2: byte 0xff is not UTF-8"));
}

TEST(Cur, ColumnNamesOfBothFormsAreOne) {
  EXPECT_EQ(cur_column_key("lineItem/LineItemType"), "line_item_line_item_type");
  EXPECT_EQ(cur_column_key("reservation/ReservationARN"), "reservation_reservation_a_r_n");
  EXPECT_EQ(cur_column_key("savingsPlan/SavingsPlanARN"), "savings_plan_savings_plan_a_r_n");
  EXPECT_EQ(cur_column_key("pricing/publicOnDemandCost"), "pricing_public_on_demand_cost");
  EXPECT_EQ(cur_column_key("line_item_net_unblended_cost"), "line_item_net_unblended_cost");
}

}  // namespace
}  // namespace nscope::cost
