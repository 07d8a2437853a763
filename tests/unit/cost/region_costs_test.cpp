// Costs of the same work in each region.
#include "costmodel/cost_report/region_costs.h"

#include "costmodel/cost_report/cost_document.h"
#include "costmodel/cost_report/cost_report.h"
#include "tests/unit/cost/built_in_data.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace nscope::cost {
namespace {

using testing::Contains;
using testing::Each;
using testing::Not;

/// The throughput of the second item is impossible.
constexpr const char* kRegions = R"({
  "schema": "nscope.cost/1", "title": "regions", "regions": ["eu-west-1", "us-east-1"],
  "options": ["on_demand", "ri_1yr"],
  "work": [
    {"label": "a", "instance": "inf2.48xlarge", "model": "llama-3-8b",
     "throughput": {"tokens_per_second": 500, "source": "test a"}},
    {"label": "b", "instance": "inf2.48xlarge", "model": "llama-3-8b", "batch": 1,
     "throughput": {"tokens_per_second": 1e9, "source": "test b"}}
  ]})";

Scenario scenario(std::string_view text) {
  return scenario_from_json(parse_json(text, "s.json").value(), "s.json").value();
}

CostMatrix priced(std::string_view text) {
  return cost_matrix(hardware(), book(), scenario(text), parse_day("2026-11-20").value()).value();
}

TEST(RegionCosts, EachItemHasACostInEachRegionAndACheapestRegion) {
  const CostMatrix matrix = priced(kRegions);
  for (const auto option : {std::optional<std::size_t>(), std::optional<std::size_t>(0)}) {
    const auto rows = region_rows(matrix, option);
    ASSERT_EQ(rows.size(), 2U);
    ASSERT_EQ(rows[0].places.size(), 2U);
    EXPECT_EQ(matrix.rows[rows[0].places[0].row].region, "eu-west-1");
    EXPECT_EQ(rows[0].least, 1U) << "us-east-1";
    EXPECT_EQ(rows[0].most, 0U);
    EXPECT_LT(cost_at(matrix, rows[0].places[1]), cost_at(matrix, rows[0].places[0]));
    EXPECT_EQ(rows[0].places[1].option, option.value_or(1)) << "a commitment is cheaper";
  }
}

TEST(RegionCosts, ImpossibleItemsHaveNoCheapestRegion) {
  const CostMatrix matrix = priced(kRegions);
  ASSERT_TRUE(matrix.rows.back().disqualified);
  const auto rows = region_rows(matrix, std::nullopt);
  EXPECT_FALSE(rows[1].least);
  EXPECT_TRUE(cost_at(matrix, rows[1].places[0])) << "the figures are kept";
  const Table table = regions_table(matrix);
  ASSERT_EQ(table.row_count(), 2U);
  EXPECT_EQ(to_string(table.at(0, 3), Language()), "us-east-1, 1-year RI");
  EXPECT_EQ(to_string(table.at(1, 3), Language()), "impossible");
}

TEST(RegionCosts, AreNotOfferedOnlyIfNoOptionIs) {
  CostMatrix matrix = priced(kRegions);
  for (CostCell& cell : matrix.rows[0].cells) {
    cell.figures.reset();
    cell.price = NotOffered{};
  }
  EXPECT_EQ(to_string(regions_table(matrix).at(0, 1), Language()), "not offered");
  matrix.rows[0].cells[1].price = UnknownPrice{};
  ASSERT_EQ(missing_word(matrix.rows[0].cells[1].price).english, "unknown");
  EXPECT_EQ(to_string(regions_table(matrix).at(0, 1), Language()), "unknown");
}

TEST(RegionCosts, TheReportCitesThePricesOfEachRegion) {
  const ReportDocument report = cost_document(priced(kRegions));
  int tables = 0;
  for (const ReportSection& section : report.sections) {
    for (const ReportBlock& block : section.blocks) {
      const auto* table = std::get_if<ReportTable>(&block);
      if (table == nullptr || table->table.columns().back().id != "spread") continue;
      ++tables;
      ASSERT_EQ(table->row_sources.size(), table->table.row_count());
      EXPECT_THAT(table->row_sources, Each(Not(testing::IsEmpty())));
      EXPECT_EQ(table->row_tones.back(), Tone::kMuted);
    }
  }
  EXPECT_EQ(tables, 1);
}

TEST(RegionCosts, SellingRegionsHaveAPriceOnTheDay) {
  const Day day = parse_day("2026-11-20").value();
  const Scenario asked = scenario(kRegions);
  const auto more = selling_regions(book(), asked, day);
  EXPECT_THAT(more, Contains("us-east-2"));
  EXPECT_THAT(more, Not(Contains("us-east-1"))) << "in the scenario already";
  for (const std::string& region : more) {
    Scenario there = asked;
    there.regions = {region};
    EXPECT_GT(cost_matrix(hardware(), book(), there, day)->priced, 0) << region;
  }
  EXPECT_TRUE(selling_regions(book(), asked, parse_day("2015-01-01").value()).empty());
  // Prices of the scenario are included.
  EXPECT_THAT(more, Not(Contains("ap-southeast-4")));
  Json json = parse_json(kRegions, "s.json").value();
  json["prices"] = Json::array({{{"instance", "inf2.48xlarge"},
                                 {"region", "ap-southeast-4"},
                                 {"option", "on_demand"},
                                 {"usd_per_hour", 11},
                                 {"date", "2026-11-01"},
                                 {"source", "a contract"}}});
  const Scenario own = scenario_from_json(json, "s.json").value();
  EXPECT_THAT(selling_regions(book(), own, day), Contains("ap-southeast-4"));
}

}  // namespace
}  // namespace nscope::cost
