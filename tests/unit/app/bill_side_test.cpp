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

std::string said(const std::vector<Text>& notes) {
  std::string text;
  for (const Text& note : notes) text += note.english() + "\n";
  return text;
}

TEST(BillSide, TheBillReplacesPriceAndThroughputOfTheBaseline) {
  Json study = cost::simple_study();
  study["uncertainty"]["inputs"]["baseline.price"] = {{"p10", 0.9}, {"p90", 1.1}, {"source", "t"}};
  const auto notes = use_bill(study, cost::bill_of(july()), {});
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
  auto notes = use_bill(study, bill, {});
  ASSERT_FALSE(notes);
  EXPECT_EQ(notes.error().code, ErrorCode::kNotFound);
  EXPECT_THAT(to_string(notes.error()),
              HasSubstr("it has p4d.24xlarge in us-east-1; trn1.32xlarge in us-east-1"));
  study["baseline"].erase("instance");
  notes = use_bill(study, bill, {});
  ASSERT_FALSE(notes);
  EXPECT_THAT(to_string(notes.error()), HasSubstr("state 'instance' and 'region'"));
  notes = use_bill(study, cost::bill_of(july()), {});
  ASSERT_TRUE(notes) << "the only type of the bill is the one of the study";
  EXPECT_EQ(study["baseline"]["instance"], "p4d.24xlarge");
}

TEST(BillSide, HoursThatWerePaidElsewhereHaveNoPrice) {
  Json study = cost::simple_study();
  const std::string text =
      cost::legacy({{.usage = "BoxUsage:p4d.24xlarge", .amount = "744", .cost = "0"}});
  const auto notes = use_bill(study, cost::bill_of(text), {});
  ASSERT_FALSE(notes);
  EXPECT_EQ(notes.error().code, ErrorCode::kInfeasible);
}

}  // namespace
}  // namespace nscope::app
