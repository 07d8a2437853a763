#include "app/pricing/bill_side.h"

#include "tests/unit/cost/bills.h"
#include "tests/unit/cost/migration/roi_studies.h"

#include <gmock/gmock.h>

namespace nscope::app {
namespace {

using testing::HasSubstr;

/// One p4d for the whole of July, 744 h, at 13.92 USD instead of the list price, and one trn1.
std::string july(const std::string& more = {}) {
  std::string text(cost::kLegacyHeading);
  text += cost::row({.usage = "BoxUsage:p4d.24xlarge", .amount = "744", .cost = "10356.48"}) + more;
  std::string::size_type at = 0;
  const std::string hour = "2026-07-01T01:00:00Z";
  while ((at = text.find(hour, at)) != std::string::npos) {
    text.replace(at, hour.size(), "2026-08-01T00:00:00Z");
  }
  return text;
}

/// The end of july().
constexpr cost::Day kToday = std::chrono::year(2026) / 8 / 1;

std::string said(const std::vector<Text>& notes) {
  std::string text;
  for (const Text& note : notes) text += note.english() + "\n";
  return text;
}

TEST(BillSide, TheBillReplacesPriceAndThroughputOfTheBaseline) {
  Json study = cost::simple_study();
  study["uncertainty"]["inputs"]["baseline.price"] = {{"p10", 0.9}, {"p90", 1.1}, {"source", "t"}};
  const auto notes = use_bill(study, cost::bill_of(july()), {}, kToday);
  ASSERT_TRUE(notes) << to_string(notes.error());
  EXPECT_THAT(said(*notes), HasSubstr("throughput, price, utilisation, baseline.price"));
  EXPECT_THAT(said(*notes),
              HasSubstr("USD 13.9200 per instance-hour of p4d.24xlarge in us-east-1"));
  const cost::RoiResult result = cost::result_of(study);
  ASSERT_TRUE(result.study.baseline.bill);
  EXPECT_EQ(result.baseline.per_hour, Usd::parse("13.92").value());
  EXPECT_NEAR(result.study.baseline.bill->instance_hours_per_month, 730, 1e-9)
      << "a month of 744 h as one of 730 h";
  EXPECT_EQ(result.study.baseline.bill->date, "2026-07-31");
  // 730 h x 13.92 USD, whatever the load.
  EXPECT_EQ(format_usd(result.months[1].stay), "10,161.60");
}

TEST(BillSide, AnotherTypeAndSeveralTypesAreErrorsWithWhatTheBillHas) {
  Json study = cost::simple_study();
  const auto bill =
      cost::bill_of(july(cost::row({.usage = "BoxUsage:trn1.32xlarge", .amount = "744"})));
  study["baseline"]["instance"] = "p5.48xlarge";
  auto notes = use_bill(study, bill, {}, kToday);
  ASSERT_FALSE(notes);
  EXPECT_EQ(notes.error().code, ErrorCode::kNotFound);
  EXPECT_THAT(to_string(notes.error()),
              HasSubstr("it has p4d.24xlarge in us-east-1; trn1.32xlarge in us-east-1"));
  study["baseline"].erase("instance");
  notes = use_bill(study, bill, {}, kToday);
  ASSERT_FALSE(notes);
  EXPECT_THAT(to_string(notes.error()), HasSubstr("state 'instance' and 'region'"));
  notes = use_bill(study, cost::bill_of(july()), {}, kToday);
  ASSERT_TRUE(notes) << "the only type of the bill is the one of the study";
  EXPECT_EQ(study["baseline"]["instance"], "p4d.24xlarge");
}

TEST(BillSide, HoursThatWerePaidElsewhereHaveNoPrice) {
  Json study = cost::simple_study();
  const std::string text =
      cost::legacy({{.usage = "BoxUsage:p4d.24xlarge", .amount = "744", .cost = "0"}});
  const auto notes = use_bill(study, cost::bill_of(text), {}, kToday);
  ASSERT_FALSE(notes);
  EXPECT_EQ(notes.error().code, ErrorCode::kInfeasible);
}

/// A commitment with 4,000 USD of used and 464 USD of unused hours in July.
cost::BillCommitment commitment(cost::BoughtAs bought, std::string end) {
  cost::BillCommitment one{.id = "arn:aws:ec2:us-east-1:1:reserved-instances/93bb",
                           .bought = bought,
                           .currency = "USD",
                           .instance = "p4d.24xlarge",
                           .region = "us-east-1",
                           .term = "1yr",
                           .payment = "No Upfront",
                           .offering = {},
                           .end = std::move(end),
                           .used = {},
                           .unused = {},
                           .hours = {}};
  one.used = {cost::ExactAmount::parse("4000").value(), 1};
  one.unused = {cost::ExactAmount::parse("464").value(), 1};
  return one;
}

TEST(BillSide, CommitmentsOfTheBillAreOwedUntilTheyEnd) {
  cost::Bill bill = cost::bill_of(july());
  // 31 days after the end of the bill.
  bill.commitments = {commitment(cost::BoughtAs::kReserved, "2026-09-01T00:00:00Z")};
  Json study = cost::simple_study();
  auto notes = use_bill(study, bill, {}, kToday);
  ASSERT_TRUE(notes) << to_string(notes.error());
  ASSERT_EQ(study["commitments"].size(), 1u);
  const Json& owed = study["commitments"][0];
  EXPECT_NEAR(owed["usd_per_month"].get<double>(), 4464.0 / 744 * 730, 1e-6);
  EXPECT_NEAR(owed["months_left"].get<double>(), 744.0 / 730, 1e-9);
  EXPECT_EQ(owed["label"], "Reserved Instance 93bb, 1yr, No Upfront");
  EXPECT_THAT(said(*notes), HasSubstr("is owed until 2026-09-01: USD 4,380.00 per month."));
  const cost::RoiResult result = cost::result_of(study);
  EXPECT_EQ(format_usd(result.months[1].committed), "4,380.00");

  study = cost::simple_study();
  notes = use_bill(study, bill, {}, kToday + std::chrono::days(21));
  ASSERT_EQ(study["commitments"].size(), 1u);
  EXPECT_NEAR(study["commitments"][0]["months_left"].get<double>(), 240.0 / 730, 1e-9)
      << "the months of a study begin on its day, not at the end of the bill";

  study = cost::simple_study();
  study["commitments"] = Json::array();
  notes = use_bill(study, bill, {}, kToday);
  EXPECT_TRUE(study["commitments"].empty()) << "those of the user remain";
  EXPECT_THAT(said(*notes), HasSubstr("because the study states 'commitments'"));
}

TEST(BillSide, CommitmentsOfABillWithoutAPeriodAreNotOwed) {
  cost::Bill bill = cost::bill_of(july());
  bill.commitments = {commitment(cost::BoughtAs::kReserved, "2027-09-01T00:00:00Z")};
  bill.end.reset();
  Json study = cost::simple_study();
  const auto notes = use_bill(study, bill, {}, kToday);
  ASSERT_TRUE(notes) << to_string(notes.error());
  EXPECT_FALSE(study.contains("commitments"));
  EXPECT_THAT(said(*notes), HasSubstr("the bill does not state its period."));
}

TEST(BillSide, CommitmentsThatAMoveDoesNotLoseAreNotOwed) {
  cost::Bill bill = cost::bill_of(july());
  bill.commitments = {commitment(cost::BoughtAs::kComputeSavingsPlan, "2027-09-01T00:00:00Z"),
                      commitment(cost::BoughtAs::kReserved, "2026-07-15T00:00:00Z"),
                      commitment(cost::BoughtAs::kReserved, ""),
                      commitment(cost::BoughtAs::kReserved, "2027-09-01T00:00:00Z")};
  bill.commitments[3].instance = "trn1.32xlarge";
  Json study = cost::simple_study();
  const auto notes = use_bill(study, bill, {}, kToday);
  ASSERT_TRUE(notes) << to_string(notes.error());
  EXPECT_FALSE(study.contains("commitments"));
  EXPECT_THAT(said(*notes), testing::AllOf(HasSubstr("is not lost by a move"),
                                           HasSubstr("it ended on 2026-07-15T00:00:00Z"),
                                           HasSubstr("the bill does not state its end")));
}

TEST(BillSide, WholeDaysOfABillAreNamedByTheirDates) {
  cost::Bill bill = cost::bill_of(july());
  bill.begin = cost::Instant(cost::parse_day("2026-10-01").value());
  bill.end = cost::Instant(cost::parse_day("2026-11-01").value());
  EXPECT_THAT(cost::bill_source(bill).english(),
              testing::EndsWith(", usage from 2026-10-01 to 2026-10-31"));
  *bill.end += std::chrono::hours(5);
  EXPECT_THAT(cost::bill_source(bill).english(),
              testing::EndsWith(", usage from 2026-10-01T00:00:00Z to 2026-11-01T05:00:00Z"));
}

}  // namespace
}  // namespace nscope::app
