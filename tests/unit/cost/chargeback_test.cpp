#include "costmodel/bills/baseline.h"
#include "costmodel/bills/bill_report.h"
#include "costmodel/bills/focus_checks.h"
#include "tests/unit/cost/bills.h"

#include <random>

#include <gmock/gmock.h>

namespace nscope::cost {
namespace {

using testing::AllOf;
using testing::Contains;
using testing::HasSubstr;
using testing::Not;

/// Rows of one commitment in a currency: used by account 111, unused in account 222.
std::vector<FocusCharge> partly_used(const std::string& currency, const std::string& used,
                                     const std::string& unused) {
  const std::string arn = "arn:aws:ec2:us-east-2:1:reserved-instances/abc";
  return {{.billed = "0",
           .effective = used,
           .commitment = arn,
           .commitment_use = "Used",
           .pricing = "Committed",
           .currency = currency},
          {.billed = unused,
           .effective = unused,
           .commitment = arn,
           .commitment_use = "Unused",
           .account = "222",
           .pricing = "Committed",
           .currency = currency}};
}

TEST(Chargeback, ACommitmentInTwoCurrenciesIsNotAddedUp) {
  std::vector<FocusCharge> charges = partly_used("USD", "10", "2");
  for (FocusCharge& each : partly_used("JPY", "1500", "300")) charges.push_back(std::move(each));
  const Bill bill = bill_of(focus_text(charges));
  ASSERT_EQ(bill.commitments.size(), 2U);
  for (const BillCommitment& one : bill.commitments) {
    EXPECT_EQ(one.used.sum.to_text(), one.currency == "USD" ? "10" : "1500");
    EXPECT_EQ(one.unused.sum.to_text(), one.currency == "USD" ? "2" : "300");
  }
  for (const ChargebackRow& row : bill.chargeback) {
    if (row.account != "111") continue;
    EXPECT_EQ(row.own.sum.to_text(), row.currency == "USD" ? "10" : "1500");
    EXPECT_EQ(row.allocated.to_text(), row.currency == "USD" ? "2" : "300");
  }
}

TEST(Focus, TheUnusedPartOfASavingsPlanIsNotOfAnInstance) {
  std::string text = focus_text({{.billed = "0",
                                  .effective = "7",
                                  .commitment = "arn:aws:savingsplans::1:savingsplan/a",
                                  .commitment_use = "Unused",
                                  .consumed = "",
                                  .pricing = "Committed"}});
  text.replace(text.rfind("Hours"), 5, "USD");
  text.replace(text.find("BoxUsage:trn2.48xlarge"), 22, "");
  const Bill bill = bill_of(text);
  for (const BillDiagnostic& each : bill.diagnostics) {
    EXPECT_THAT(each.code, Not(testing::StartsWith("unit_unknown")));
  }
}

// ---- Tags

LegacyRow covered(const std::string& team, const std::string& cost, const std::string& paid) {
  return {.type = "SavingsPlanCoveredUsage",
          .cost = cost,
          .plan = "arn:plan",
          .plan_type = "ComputeSavingsPlans",
          .plan_cost = paid,
          .team = team};
}

TEST(Tags, NegationsFollowTheUsageThatTheyNegate) {
  const LegacyRow negation{.type = "SavingsPlanNegation",
                           .cost = "-43",
                           .plan = "arn:plan",
                           .plan_type = "ComputeSavingsPlans"};
  const std::string text =
      legacy({covered("llm", "21.5", "13"), covered("vision", "21.5", "13"), negation});
  const BillFilter llm{.tag_key = "team", .tag_value = "llm"};
  EXPECT_EQ(all_sums(bill_of(text, llm)), "0 / 13 / 1");
  EXPECT_EQ(bill_of(text, llm).files[0].left_out, 2U) << "the other team and the negation";
  EXPECT_EQ(all_sums(bill_of(text)), "0 / 26 / 2") << "without a tag, the lines of the bill";
  LegacyRow tagged = negation;
  tagged.team = "llm";
  tagged.cost = "-21.5";
  EXPECT_EQ(all_sums(bill_of(legacy({covered("llm", "21.5", "13"), tagged}), llm)), "0 / 13 / 1")
      << "a tagged negation is not counted twice";
}

TEST(Tags, SplitChargesOfFocusHaveTheTagsOfTheWorkload) {
  const std::string text = focus_text({{.tags = R"("{""team"": ""platform""}")",
                                        .method = "cpu",
                                        .allocated_tags = R"("{""team"": ""llm""}")"},
                                       {.tags = R"("{""team"": ""platform""}")"}});
  EXPECT_EQ(bill_of(text, {.tag_key = "team", .tag_value = "llm"}).line_count(), 1U);
}

// ---- Chargeback

TEST(Chargeback, UnusedCommitmentsAreAllocatedToThoseWhoUsedTheRest) {
  LegacyRow fee{.type = "SavingsPlanRecurringFee",
                .usage = "ComputeSP:1yrNoUpfront",
                .cost = "60",
                .plan = "arn:plan",
                .plan_type = "ComputeSavingsPlans",
                .plan_total = "60",
                .plan_used = "40",
                .account = "payer"};
  const Bill bill = bill_of(legacy({covered("llm", "50", "30"),
                                    covered("vision", "20", "10"),
                                    fee,
                                    {.cost = "5", .team = "llm"}}),
                            {.group_tag = "team"});
  std::vector<std::string> rows;
  for (const ChargebackRow& row : bill.chargeback) {
    rows.push_back(fmt::format("{}/{}: {} + {}", row.account, row.group, row.own.sum.to_text(),
                               Usd(*row.allocated.to_usd()).dollars()));
  }
  EXPECT_EQ(rows, (std::vector<std::string>{"111122223333/llm: 35 + 15",
                                            "111122223333/vision: 10 + 5", "payer/: 0 + 0"}));
}

TEST(Chargeback, ACommitmentThatNobodyUsedStaysWithItsAccount) {
  const Bill bill = bill_of(legacy({{.type = "SavingsPlanRecurringFee",
                                     .usage = "ComputeSP:1yrNoUpfront",
                                     .cost = "60",
                                     .plan = "arn:plan",
                                     .plan_total = "60",
                                     .plan_used = "0"}}),
                            {.group_tag = "team"});
  ASSERT_EQ(bill.chargeback.size(), 1U);
  EXPECT_EQ(bill.chargeback[0].own.sum.to_text(), "60");
}

/// Random bills: the chargeback adds up to the bill exactly, and so do the parts of the baseline.
TEST(Chargeback, SumsAreConserved) {
  std::mt19937 random(31);
  const auto pick = [&](int n) { return static_cast<int>(random() % static_cast<unsigned>(n)); };
  const auto amount = [&] { return fmt::format("{}.{:011}", pick(1000), random()); };
  for (int round = 0; round < 200; ++round) {
    std::vector<LegacyRow> rows;
    for (int i = 0; i < 20; ++i) {
      const std::string plan = fmt::format("arn:{}", pick(3));
      LegacyRow row{.cost = amount(), .team = fmt::format("t{}", pick(4))};
      row.account = fmt::format("{}", pick(3));
      switch (pick(3)) {
        case 0: break;
        case 1:
          row.type = "SavingsPlanCoveredUsage";
          row.plan = plan;
          row.plan_cost = amount();
          break;
        default:
          row.type = "SavingsPlanRecurringFee";
          row.usage = "ComputeSP:1yrNoUpfront";
          row.plan = plan;
          row.plan_used = amount();
          row.plan_total = "1000.5";
          row.team = "";
      }
      rows.push_back(row);
    }
    const Bill bill = bill_of(legacy(rows), {.group_tag = "team"});
    ExactAmount whole;
    for (const BillLine& line : bill.lines) EXPECT_TRUE(whole.add(line.effective.sum));
    ExactAmount charged;
    for (const ChargebackRow& row : bill.chargeback) {
      EXPECT_TRUE(charged.add(row.own.sum));
      EXPECT_TRUE(charged.add(row.allocated));
    }
    EXPECT_EQ(charged.to_text(), whole.to_text()) << round;
    const Baseline baseline = own_bill(bill).value();
    Usd parts = baseline.unused_shared;
    for (const BaselineItem& item : baseline.items) parts = parts + *item.cost + item.unused;
    EXPECT_LE(std::abs((parts - *whole.to_usd()).nano()), 3) << round;
  }
}

// ---- Currencies and dates

TEST(ExchangeRates, AreReadAndUsedByTheirDay) {
  const auto rate = parse_exchange_rate("EUR=1.084@2026-07-15");
  ASSERT_TRUE(rate);
  for (const char* bad : {"", "EUR", "EUR=1.084", "eur=1@2026-07-15", "EUR=0@2026-07-15",
                          "EUR=x@2026-07-15", "EUR=1@July", "EUR@1=2026-07-15"}) {
    EXPECT_FALSE(parse_exchange_rate(bad)) << bad;
  }
  const Bill bill = bill_of(legacy({{.cost = "100", .list = "200", .currency = "EUR"}}));
  const auto per_hour = [&](const std::vector<ExchangeRate>& rates) {
    const Baseline baseline = own_bill(bill, rates).value();
    return baseline.items.empty() ? 0.0 : baseline.items[0].per_hour->dollars();
  };
  EXPECT_DOUBLE_EQ(per_hour({}), 0) << "excluded without a rate";
  EXPECT_DOUBLE_EQ(per_hour({*rate}), 108.4);
  EXPECT_DOUBLE_EQ(per_hour({parse_exchange_rate("EUR=2@2026-08-01").value()}), 0)
      << "a rate after the billing month";
  EXPECT_DOUBLE_EQ(per_hour({*rate, parse_exchange_rate("EUR=1.2@2026-06-30").value()}), 108.4)
      << "the newest rate";
  const Baseline baseline = own_bill(bill, std::vector{*rate}).value();
  EXPECT_THAT(baseline.caveats.at(0).english(), HasSubstr("2026-07-15"));
}

TEST(ExchangeRates, ThatContradictOrAreInTheFutureAreErrors) {
  const Day today = parse_day("2026-07-15").value();
  using Texts = std::vector<std::string>;
  const auto error_of = [&](const Texts& texts) {
    const auto rates = parse_exchange_rates(texts, today);
    return rates ? std::string() : to_string(rates.error());
  };
  EXPECT_EQ(error_of({"EUR=1.084@2026-07-15", "EUR=1.0840@2026-07-15", "CHF=1.1@2026-07-15"}), "");
  EXPECT_THAT(error_of({"EUR=1.084@2026-07-15", "EUR=1.085@2026-07-15"}), HasSubstr("only one"));
  EXPECT_THAT(error_of({"EUR=1.084@2026-07-16"}), HasSubstr("in the future"));
}

TEST(ExchangeRates, ThatAreNotNeededAreSaid) {
  const auto dollars = parse_exchange_rate("USD=1.0@2026-07-15");
  ASSERT_FALSE(dollars);
  EXPECT_THAT(to_string(dollars.error()), HasSubstr("not converted"));
  const Bill bill = bill_of(legacy({{.cost = "100"}}));
  const std::vector rates{parse_exchange_rate("CHF=1.1@2026-07-15").value()};
  const Baseline baseline = own_bill(bill, rates).value();
  ASSERT_EQ(baseline.caveats.size(), 1U);
  EXPECT_THAT(baseline.caveats[0].english(), HasSubstr("CHF was not used"));
}

TEST(Tags, AKeyThatNoLineHasIsSaidWithTheClosestKeys) {
  const std::string text = legacy({{.cost = "1", .team = "llm"}, {.cost = "2"}});
  EXPECT_TRUE(codes(bill_of(text, {.group_tag = "team"})).empty());
  for (const BillFilter& filter :
       {BillFilter{.group_tag = "taem"}, BillFilter{.tag_key = "taem", .tag_value = "llm"}}) {
    const Bill bill = bill_of(text, filter);
    ASSERT_EQ(codes(bill), std::vector<std::string>{"tag_not_found 1"});
    EXPECT_THAT(bill.diagnostics[0].message.english(),
                AllOf(HasSubstr("'taem'"), HasSubstr("are: team")));
  }
  const std::string focus = focus_text({{.tags = R"("{""user:team"": ""llm""}")"}});
  const Bill other = bill_of(focus, {.group_tag = "tema"});
  EXPECT_THAT(codes(other), Contains("tag_not_found 1"));
  EXPECT_THAT(codes(bill_of(focus, {.group_tag = "team"})), Not(Contains("tag_not_found 1")));
}

/// The diagnostics as "code: message".
std::string notes_of(const Bill& bill) {
  std::string text;
  for (const BillDiagnostic& note : bill.diagnostics) {
    text += fmt::format("{}: {}\n", note.code, note.message.english());
  }
  return text;
}

TEST(Tags, AValueThatNoLineHasIsSaidWithTheValuesOfTheTag) {
  const std::string cur = legacy({{.cost = "1", .team = "llm"},
                                  {.cost = "2", .team = "vision"},
                                  {.cost = "3", .team = "llm", .account = "444455556666"}});
  EXPECT_EQ(notes_of(bill_of(cur, {.tag_key = "team", .tag_value = "lm"})),
            "tag_value_not_found: No line of the bill has the tag 'team' with the value 'lm'. Its "
            "values are: llm, vision.\n");
  EXPECT_EQ(notes_of(bill_of(cur, {.tag_key = "team", .tag_value = ""})),
            "tag_value_not_found: Every line of the bill has the tag 'team'. Its values are: llm, "
            "vision.\n");
  EXPECT_EQ(
      notes_of(bill_of(cur, {.account = "444455556666", .tag_key = "team", .tag_value = "vision"})),
      "tag_value_not_found: No line of the account '444455556666' has the tag 'team' with the "
      "value 'vision'. Its values are: llm.\n");
  EXPECT_EQ(notes_of(bill_of(cur, {.tag_key = "team", .tag_value = "vision"})), "");

  const std::string focus = focus_text({{.tags = R"("{""user:team"": ""llm""}")"}});
  EXPECT_THAT(notes_of(bill_of(focus, {.tag_key = "team", .tag_value = "vision"})),
              HasSubstr("Its values are: llm."));
}

TEST(Tags, AnAccountThatNoLineHasIsSaidWithTheAccounts) {
  const std::string cur = legacy({{.cost = "1"}, {.cost = "2", .account = "444455556666"}});
  EXPECT_EQ(notes_of(bill_of(cur, {.account = "444455556667"})),
            "account_not_found: No line has the account '444455556667'. The accounts in the bill "
            "are: 444455556666, 111122223333.\n");
  EXPECT_EQ(notes_of(bill_of(cur, {.account = "444455556666"})), "");
}

TEST(Tags, CostExplorerGroupsMustMatchTagAndAccount) {
  const std::string text = R"({"GroupDefinitions":[{"Type":"TAG","Key":"team"},
    {"Type":"DIMENSION","Key":"LINKED_ACCOUNT"}],"ResultsByTime":[{
    "TimePeriod":{"Start":"2026-07-01","End":"2026-08-01"},"Groups":[
    {"Keys":["team$llm","111122223333"],"Metrics":{"UnblendedCost":{"Amount":"1","Unit":"USD"}}},
    {"Keys":["team$llm","444455556666"],"Metrics":{"UnblendedCost":{"Amount":"2","Unit":"USD"}}},
    {"Keys":["team$vision","444455556666"],"Metrics":{"UnblendedCost":{"Amount":"4","Unit":"USD"}}}
    ]}]})";
  const Bill bill =
      bill_of(text, {.account = "444455556666", .tag_key = "team", .tag_value = "llm"});
  EXPECT_EQ(bill.line_count(), 1U);
  EXPECT_THAT(all_sums(bill), testing::StartsWith("2 /"));
  EXPECT_THAT(notes_of(bill_of(text, {.tag_key = "team", .tag_value = "lm"})),
              HasSubstr("Its values are: llm, vision."));
}

TEST(Chargeback, LinesWithoutTheTagAreNamedSo) {
  const Bill bill =
      bill_of(legacy({{.cost = "1", .team = "llm"}, {.cost = "2"}}), {.group_tag = "team"});
  EXPECT_THAT(chargeback_table(bill).to_text(Language()), HasSubstr("(no tag)"));
  EXPECT_TRUE(chargeback_table(bill).to_json()[0]["group"].is_null());
}

// ---- Hours

TEST(Hours, UnitsOfTimeAreConverted) {
  const auto hours = [](const std::string& amount, const std::string& unit) {
    return all_sums(bill_of(legacy({{.amount = amount, .cost = "500", .unit = unit}})));
  };
  EXPECT_EQ(hours("36000", "Seconds"), "500 / 500 / 10");
  EXPECT_EQ(hours("90", "Minutes"), "500 / 500 / 1.5");
  EXPECT_EQ(hours("1", "Second"), "500 / 500 / 0.000277777777777778");
  EXPECT_EQ(hours("2", "Days"), "500 / 500 / 48");
  EXPECT_EQ(hours("10", "hours"), "500 / 500 / 10");
}

TEST(Hours, OtherUnitsAreNamedWithTheirPlaceAndAreNotZero) {
  const Bill bill = bill_of(legacy({{.amount = "10", .cost = "500", .unit = "Quantity"},
                                    {.amount = "2", .cost = "40"},
                                    {.amount = "1", .cost = "5", .unit = "Quantity"}}));
  ASSERT_EQ(codes(bill), std::vector<std::string>{"unit_unknown:quantity 2"});
  EXPECT_THAT(bill.diagnostics[0].message.english(), HasSubstr("'Quantity'"));
  EXPECT_EQ(bill.diagnostics[0].first.english(), "bill.csv: line 2");
  const Baseline baseline = own_bill(bill).value();
  const BaselineItem& item = baseline.items.at(0);
  EXPECT_FALSE(item.hours);
  EXPECT_FALSE(item.shares.at(0).hours);
  EXPECT_FALSE(item.per_hour);
  EXPECT_DOUBLE_EQ(item.cost.value().dollars(), 545);
  EXPECT_THAT(baseline.caveats.at(0).english(), HasSubstr("hours of all lines"));
  const Json json = to_json(bill, baseline);
  EXPECT_TRUE(json["baseline"]["items"][0]["hours"].is_null());
  EXPECT_TRUE(json["accelerators"][0]["hours"].is_null());
  EXPECT_TRUE(json["accelerators"][0]["effective_per_hour"].is_null());
}

TEST(Hours, CorrectionsReduceThem) {
  const Bill bill =
      bill_of(legacy({{.amount = "10", .cost = "215"}, {.amount = "-4", .cost = "-86"}}));
  const Baseline baseline = own_bill(bill).value();
  EXPECT_DOUBLE_EQ(baseline.items.at(0).hours.value(), 6);
  EXPECT_DOUBLE_EQ(baseline.items.at(0).per_hour.value().dollars(), 21.5);
  const FocusCharge use{.billed = "215", .effective = "215", .consumed = "10", .priced = "10"};
  FocusCharge back{.billed = "-86", .effective = "-86", .consumed = "-4", .priced = "-4"};
  const Baseline focus = own_bill(bill_of(focus_text({use, back}))).value();
  EXPECT_DOUBLE_EQ(focus.items.at(0).hours.value(), 6);
}

TEST(Hours, WithoutPositiveHoursTheReasonIsTrue) {
  const Bill bill = bill_of(legacy({{.amount = "-5", .cost = "500"}}));
  const Baseline baseline = own_bill(bill).value();
  const BaselineItem& item = baseline.items.at(0);
  EXPECT_DOUBLE_EQ(item.hours.value(), -5);
  EXPECT_FALSE(item.per_hour);
  EXPECT_DOUBLE_EQ(item.cost.value().dollars(), 500);
  ASSERT_EQ(baseline.caveats.size(), 1U);
  EXPECT_THAT(baseline.caveats[0].english(),
              AllOf(HasSubstr("add up to -5"), HasSubstr("corrections")));
}

TEST(Hours, ThePublicPriceOfHoursWithoutChargeIsUnknown) {
  const Bill bill = bill_of(
      legacy({{.usage = "USE2-BoxUsage:trn2.48xlarge", .amount = "12", .cost = "0", .list = "0"}}));
  EXPECT_TRUE(accelerator_table(bill).to_json()[0]["list_per_hour"].is_null());
}

TEST(BillDates, UsageInTheFutureIsReportedWithItsPlace) {
  const std::string text = legacy({{}});
  const auto at = [](std::string_view day) { return parse_instant(std::string(day)).value(); };
  EXPECT_TRUE(codes(bill_of(text, {.now = at("2026-07-02T00:00:00Z")})).empty());
  const Bill future = bill_of(text, {.now = at("2026-06-30T00:00:00Z")});
  EXPECT_EQ(codes(future), std::vector<std::string>{"future_usage 1"});
  EXPECT_EQ(future.diagnostics[0].first.english(), "bill.csv: line 2");
  EXPECT_THAT(own_bill(future)->caveats.at(0).english(), HasSubstr("future"));
}

// ---- FOCUS versions and requirements

TEST(FocusVersions, FollowFromTheColumns) {
  using Columns = std::vector<std::string>;
  EXPECT_EQ(focus_version(Columns{"BilledCost"}), "FOCUS 1.0");
  EXPECT_EQ(focus_version(Columns{"SkuPriceDetails"}), "FOCUS 1.1");
  EXPECT_EQ(focus_version(Columns{"InvoiceId"}), "FOCUS 1.2");
  EXPECT_EQ(focus_version(Columns{"InvoiceId", "AllocatedMethodId"}), "FOCUS 1.3");
  EXPECT_EQ(focus_version(Columns{"ServiceProviderName", "InvoiceDetailId"}), "FOCUS 1.4");
  EXPECT_THAT(missing_focus_columns(Columns{"InvoiceDetailId"}), Contains("HostProviderName"));
  EXPECT_THAT(missing_focus_columns(Columns{"BilledCost"}),
              testing::Not(Contains("HostProviderName")));
}

TEST(FocusVersions, OtherDataSetsAreRejectedByName) {
  EXPECT_THAT(error_of("ContractCommitmentId,ContractCommitmentCost\na,1\n"),
              HasSubstr("Contract Commitment"));
  EXPECT_THAT(error_of("InvoiceDetailId,InvoiceId\na,1\n"), HasSubstr("Invoice Detail"));
  EXPECT_THAT(error_of("InvoiceDetailId,ChargeCategory,EffectiveCost\na,Usage,1\n"),
              HasSubstr("FOCUS has BilledCost"));
}

TEST(FocusRequirements, EachViolationIsCounted) {
  const auto findings = [](FocusCharge charge) {
    std::vector<std::string> found;
    for (const std::string& code : codes(bill_of(focus_text({std::move(charge)})))) {
      if (code.starts_with("focus_") && code != "focus_columns_missing 1") found.push_back(code);
    }
    return found;
  };
  using Codes = std::vector<std::string>;
  EXPECT_EQ(findings({}), Codes{});
  EXPECT_EQ(findings({.category = "Purchase", .commitment = "sp", .consumed = ""}),
            Codes{"focus_purchase_effective 1"});
  EXPECT_EQ(findings({.commitment = "sp", .commitment_use = "used"}),
            Codes{"focus_commitment_status 1"});
  EXPECT_EQ(findings({.commitment_use = "Used"}), Codes{"focus_commitment_id 1"});
  EXPECT_EQ(findings({.reservation = "cr", .reservation_use = "idle"}),
            Codes{"focus_reservation_status 1"});
  EXPECT_EQ(findings({.reservation_use = "Used"}), Codes{"focus_reservation_id 1"});
  EXPECT_EQ(findings({.commitment = "sp", .commitment_use = "Unused", .consumed = "1"}),
            Codes{"focus_consumed_unused 1"});
  EXPECT_EQ(findings({.pricing = "On-Demand"}), Codes{"focus_pricing_category 1"});
  EXPECT_EQ(findings({.category = "Tax", .consumed = ""}), Codes{"focus_tax_quantity 1"});
  EXPECT_EQ(findings({.end = "2026-07-01T00:00:00Z"}), Codes{"focus_charge_period 1"});
  EXPECT_EQ(findings({.currency = "usd"}), Codes{"focus_currency 1"});
}

}  // namespace
}  // namespace nscope::cost
