#include "costmodel/bills/baseline.h"
#include "costmodel/bills/bill_report.h"
#include "tests/unit/cost/bills.h"

#include <gmock/gmock.h>

namespace nscope::cost {
namespace {

using testing::HasSubstr;

constexpr std::string_view kBlockUsage = "USE2-Reservation:trn2.48xlarge";
constexpr std::string_view kUseInBlock = "USE2-BoxUsage:trn2.48xlarge";

/// 4 instances x 336 h were reserved at 35.7608 USD, and 1,260 h were used.
std::string block_bill(const std::string& type = "Usage") {
  return legacy(
      {{.type = type, .usage = std::string(kBlockUsage), .amount = "1344", .cost = "48062.5152"},
       {.usage = std::string(kUseInBlock), .amount = "1000", .cost = "0"},
       {.usage = std::string(kUseInBlock), .amount = "260", .cost = "0"}});
}

TEST(CapacityBlock, ItsFeeIsTheCostOfTheHoursThatRanInIt) {
  for (const char* type : {"Usage", "Fee"}) {
    const Baseline baseline = own_bill(bill_of(block_bill(type))).value();
    ASSERT_EQ(baseline.items.size(), 1U);
    const BaselineItem& item = baseline.items[0];
    ASSERT_EQ(item.shares.size(), 1U) << "no hours without a charge remain";
    const BaselineShare& share = item.shares[0];
    EXPECT_EQ(share.bought, BoughtAs::kCapacityBlock);
    EXPECT_DOUBLE_EQ(share.hours.value(), 1260);
    EXPECT_DOUBLE_EQ(*share.reserved_hours, 1344);
    EXPECT_NEAR(share.per_hour->dollars(), 48062.5152 / 1260, 1e-9);  // 38.1448
    EXPECT_NEAR(share.per_reserved_hour->dollars(), 35.7608, 1e-9);
    EXPECT_NEAR(*share.idle_share, 84.0 / 1344, 1e-12);
    EXPECT_NEAR(item.per_hour->dollars(), 48062.5152 / 1260, 1e-9);
    EXPECT_DOUBLE_EQ(item.hours.value(), 1260);
  }
}

TEST(CapacityBlock, WithoutHoursInUseTheCostIsPerReservedHour) {
  const Baseline baseline =
      own_bill(
          bill_of(legacy({{.usage = std::string(kBlockUsage), .amount = "10", .cost = "350"}})))
          .value();
  const BaselineShare& share = baseline.items.at(0).shares.at(0);
  EXPECT_DOUBLE_EQ(share.per_hour->dollars(), 35);
  EXPECT_FALSE(share.idle_share) << "an export can omit lines at 0";
  EXPECT_THAT(baseline.caveats.at(0).english(), HasSubstr("no hours in use"));
}

TEST(CapacityBlock, HoursBeyondTheReservedOnesStayWithoutCharge) {
  const Baseline baseline =
      own_bill(bill_of(legacy({{.usage = std::string(kBlockUsage), .amount = "10", .cost = "350"},
                               {.usage = std::string(kUseInBlock), .amount = "12", .cost = "0"}})))
          .value();
  const BaselineItem& item = baseline.items.at(0);
  ASSERT_EQ(item.shares.size(), 2U);
  EXPECT_DOUBLE_EQ(item.shares[0].hours.value(), 10);
  EXPECT_DOUBLE_EQ(*item.shares[0].idle_share, 0);
  EXPECT_EQ(item.shares[1].bought, BoughtAs::kNoCharge);
  EXPECT_DOUBLE_EQ(item.shares[1].hours.value(), 2);
  EXPECT_FALSE(item.shares[1].per_hour);
  EXPECT_DOUBLE_EQ(item.per_hour.value().dollars(), 35) << "hours paid elsewhere are not free";
  EXPECT_DOUBLE_EQ(item.hours.value(), 12);
  EXPECT_DOUBLE_EQ(item.hours_paid_elsewhere, 2);
}

TEST(CapacityBlock, TheCostOfHoursWithoutTheirFeeIsUnknown) {
  const Bill bill =
      bill_of(legacy({{.usage = std::string(kUseInBlock), .amount = "8", .cost = "0"}}));
  const Baseline baseline = own_bill(bill).value();
  const BaselineItem& item = baseline.items.at(0);
  EXPECT_FALSE(item.per_hour);
  EXPECT_FALSE(item.per_hour_with_all);
  EXPECT_FALSE(item.cost);
  EXPECT_TRUE(to_json(bill, baseline)["baseline"]["items"][0]["effective_usd_per_hour"].is_null());
  ASSERT_EQ(baseline.caveats.size(), 1U);
  EXPECT_THAT(baseline.caveats[0].english(), HasSubstr("cost is unknown"));
}

TEST(CapacityBlock, IsFoundInFocusWithItsReservedAndUsedHours) {
  const FocusCharge fee{.billed = "24031.2576",
                        .effective = "24031.2576",
                        .category = "Purchase",
                        .reservation = "cr-cb",
                        .consumed = "",
                        .priced = "672",
                        .usage = std::string(kBlockUsage)};
  const FocusCharge use{.billed = "0",
                        .effective = "0",
                        .reservation = "cr-cb",
                        .reservation_use = "Used",
                        .consumed = "600",
                        .priced = "600"};
  const Baseline baseline = own_bill(bill_of(focus_text({fee, use}))).value();
  const BaselineShare& share = baseline.items.at(0).shares.at(0);
  EXPECT_NEAR(share.per_hour->dollars(), 24031.2576 / 600, 1e-9);  // 40.0521
  EXPECT_NEAR(share.per_reserved_hour->dollars(), 35.7608, 1e-4);
}

TEST(CapacityBlock, AnAmortisedFeeInFocusIsNotCountedTwice) {
  const FocusCharge fee{.billed = "1000",
                        .effective = "0",
                        .category = "Purchase",
                        .reservation = "cr-cb",
                        .consumed = "",
                        .priced = "100",
                        .usage = std::string(kBlockUsage)};
  FocusCharge use{.billed = "0",
                  .effective = "800",
                  .reservation = "cr-cb",
                  .reservation_use = "Used",
                  .consumed = "80",
                  .priced = "80"};
  FocusCharge idle = use;
  idle.effective = "200";
  idle.consumed = "";
  idle.priced = "20";
  idle.reservation_use = "Unused";
  const Bill bill = bill_of(focus_text({fee, use, idle}));
  EXPECT_EQ(all_sums(bill), "1000 / 1000 / 200");
  // The same figures as from a bill that states the fee in one line.
  const auto expect_block = [](const BaselineItem& item) {
    const BaselineShare& share = item.shares.at(0);
    EXPECT_DOUBLE_EQ(share.hours.value(), 80);
    EXPECT_DOUBLE_EQ(share.per_hour->dollars(), 12.5);
    EXPECT_DOUBLE_EQ(share.reserved_hours.value(), 100);
    EXPECT_DOUBLE_EQ(share.per_reserved_hour->dollars(), 10);
    EXPECT_DOUBLE_EQ(*share.idle_share, 0.2);
    EXPECT_DOUBLE_EQ(item.per_hour->dollars(), 12.5);
    EXPECT_DOUBLE_EQ(item.per_hour_with_all->dollars(), 12.5);
    EXPECT_EQ(item.unused, Usd());
  };
  expect_block(own_bill(bill)->items.at(0));
  expect_block(own_bill(bill_of(focus_text({use, idle})))->items.at(0));  // a later month
  const std::string one_line =
      legacy({{.usage = std::string(kBlockUsage), .amount = "100", .cost = "1000"},
              {.usage = std::string(kUseInBlock), .amount = "80", .cost = "0"}});
  expect_block(own_bill(bill_of(one_line))->items.at(0));

  // Half of the block ran in this month: the fee is for the hours of both.
  const BaselineItem first = own_bill(bill_of(focus_text({fee, use})))->items.at(0);
  EXPECT_DOUBLE_EQ(first.shares.at(0).per_hour->dollars(), 10);
  EXPECT_DOUBLE_EQ(first.shares.at(0).per_reserved_hour->dollars(), 10);
  const BaselineItem unused = own_bill(bill_of(focus_text({idle})))->items.at(0);
  EXPECT_DOUBLE_EQ(unused.shares.at(0).per_reserved_hour->dollars(), 10);
}

TEST(CapacityBlock, IsChargedToThoseWhoseHoursRanInIt) {
  const auto rows_of = [](const Bill& bill) {
    std::vector<std::string> rows;
    for (const ChargebackRow& row : bill.chargeback) {
      rows.push_back(fmt::format("{}/{}: {} + {}", row.account, row.group, row.own.sum.to_text(),
                                 row.allocated.to_usd()->dollars()));
    }
    return rows;
  };
  const BillFilter by_team{.group_tag = "team"};
  const std::string text = legacy({
      {.usage = std::string(kBlockUsage), .amount = "100", .cost = "1000", .account = "payer"},
      {.usage = std::string(kUseInBlock), .amount = "60", .cost = "0", .team = "llm"},
      {.usage = std::string(kUseInBlock), .amount = "20", .cost = "0", .team = "vision"},
      {.usage = "BoxUsage:trn1.32xlarge", .amount = "1", .cost = "0", .team = "other"},
  });
  EXPECT_EQ(rows_of(bill_of(text, by_team)),
            (std::vector<std::string>{"111122223333/llm: 0 + 750", "111122223333/other: 0 + 0",
                                      "111122223333/vision: 0 + 250", "payer/: 0 + 0"}));
  FocusCharge use{.billed = "0",
                  .effective = "800",
                  .reservation = "cr-cb",
                  .reservation_use = "Used",
                  .consumed = "80",
                  .priced = "80",
                  .tags = R"("{""team"": ""llm""}")"};
  FocusCharge idle = use;
  idle.effective = "200";
  idle.reservation_use = "Unused";
  idle.tags = "";
  EXPECT_EQ(rows_of(bill_of(focus_text({use, idle}), by_team)),
            (std::vector<std::string>{"111/: 0 + 0", "111/llm: 800 + 200"}));
  EXPECT_EQ(rows_of(bill_of(focus_text({idle}), by_team)),
            (std::vector<std::string>{"111/: 200 + 0"}))
      << "nobody used it";
}

}  // namespace
}  // namespace nscope::cost
