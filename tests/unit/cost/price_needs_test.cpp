#include "costmodel/prices/price_needs.h"

#include "tests/unit/cost/built_in_data.h"
#include "tests/unit/cost/literals.h"

#include <gmock/gmock.h>

namespace nscope::cost {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::UnorderedElementsAre;
using Option = PurchaseOption;

TEST(PriceNeeds, OneListServesSeveralTypes) {
  const std::vector<PriceNeed> needs{
      {"p5.48xlarge", "us-east-1", {Option::kComputeSavingsPlan, 3}},
      {"p4d.24xlarge", "us-east-1", {Option::kComputeSavingsPlan, 3}}};
  EXPECT_EQ(open_needs(book(), needs, day("2026-08-01")), 2);
  EXPECT_EQ(fetch_commands(book(), needs, day("2026-08-01")).size(), 1U);
}

TEST(PriceNeeds, StaleAndUnknownPricesHaveACommandAndOthersDoNot) {
  const std::vector<PriceNeed> needs{
      {"p5.48xlarge", "us-east-1", Option::kOnDemand},                 // 2026-07-20
      {"p5.48xlarge", "us-east-1", Option::kOnDemand},                 // the same again
      {"p5.48xlarge", "us-east-1", Option::kCapacityBlock},            // 2026-07-22
      {"p5.48xlarge", "us-east-1", Option::kSpot},                     // 2025-06-28
      {"p5.48xlarge", "us-east-1", {Option::kComputeSavingsPlan, 3}},  // unknown
      {"p5.48xlarge", "us-east-1", {Option::kReserved, 1}},            // not offered
  };
  const Day when = day("2026-08-01");
  const Table table = price_needs_table(book(), needs, when);
  EXPECT_EQ(table.row_count(), 5U);
  EXPECT_EQ(open_needs(book(), needs, when), 2);
  const std::vector<std::string> commands = fetch_commands(book(), needs, when);
  EXPECT_THAT(commands, UnorderedElementsAre(
                            AllOf(HasSubstr("describe-spot-price-history --region us-east-1"),
                                  HasSubstr("--start-time 2026-07-25")),
                            AllOf(HasSubstr("AWSComputeSavingsPlan"),
                                  HasSubstr("select(.regionCode == \"us-east-1\")"))));
  const std::vector<PriceNeed> none{{"p5.48xlarge", "us-east-1", {Option::kReserved, 1}}};
  EXPECT_EQ(open_needs(book(), none, day("2031-08-01")), 0) << "not offered is never out of date";
  EXPECT_EQ(open_needs(book(), needs, day("2026-11-27")), 3) << "the block is over 92 days old";
}

}  // namespace
}  // namespace nscope::cost
