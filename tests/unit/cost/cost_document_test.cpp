// Sensitivity and the report of a matrix.
#include "costmodel/cost_report/cost_document.h"

#include "costmodel/economics/cost_sensitivity.h"
#include "costmodel/money/cost_arithmetic.h"
#include "costmodel/report/range_chart.h"
#include "profiler/base/resources.h"
#include "tests/unit/cost/built_in_data.h"

#include <algorithm>
#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace nscope::cost {
namespace {

using testing::HasSubstr;
using testing::Not;

CostMatrix priced(std::string_view text) {
  const auto json = parse_json(text, "s.json");
  const auto scenario = scenario_from_json(json.value(), "s.json");
  return cost_matrix(hardware(), book(), scenario.value(), parse_day("2026-11-20").value()).value();
}

constexpr const char* kTwo = R"({
  "schema": "nscope.cost/1", "title": "two", "region": "us-east-1", "options": ["on_demand"],
  "work": [
    {"label": "a", "instance": "inf2.48xlarge", "price": {"usd_per_hour": "10", "source": "test"},
     "throughput": {"tokens_per_second": 500, "low": 400, "high": 600, "source": "test a"}},
    {"label": "b", "instance": "inf2.48xlarge", "price": {"usd_per_hour": "20", "source": "test"},
     "throughput": {"tokens_per_second": 800, "low": 700, "high": 990, "source": "test b"}}
  ]})";

constexpr const char* kTwoWithLoad = R"({
  "schema": "nscope.cost/1", "title": "two", "region": "us-east-1", "options": ["on_demand"],
  "load": {"tokens_per_month": 1000000000},
  "work": [
    {"label": "a", "instance": "inf2.48xlarge", "price": {"usd_per_hour": "10", "source": "test"},
     "throughput": {"tokens_per_second": 500, "low": 400, "high": 600, "source": "test a"}},
    {"label": "b", "instance": "inf2.48xlarge", "price": {"usd_per_hour": "20", "source": "test"},
     "throughput": {"tokens_per_second": 800, "low": 700, "high": 990, "source": "test b"}}
  ]})";

TEST(CostSensitivity, CostsAreEqualAtTheBreakEven) {
  const CostMatrix matrix = priced(kTwo);
  const auto all = rivals(matrix);
  ASSERT_EQ(all.size(), 1u);
  const Rival& rival = all.front();
  EXPECT_EQ(matrix.work_of(matrix.rows[rival.row]).label, "b");
  // 20 / 800 = 0.025 and 10 / 500 = 0.02.
  EXPECT_NEAR(rival.extra_cost, 0.25, 1e-12);
  EXPECT_EQ(rival.per_hour_needed, Usd::from_dollars(16));
  EXPECT_NEAR(rival.tokens_per_second_needed, 1000.0, 1e-9);
  EXPECT_NEAR(rival.winner_use, 0.8, 1e-12);
  // 990 / 20 divided by 400 / 10.
  EXPECT_NEAR(*rival.at_band_ends, 49.5 / 40.0, 1e-12);
  const Usd winner = usd_per_million_tokens(Usd::from_dollars(10), 500);
  EXPECT_EQ(usd_per_million_tokens(rival.per_hour_needed, 800), winner);
  EXPECT_EQ(usd_per_million_tokens(Usd::from_dollars(20), rival.tokens_per_second_needed), winner);
  EXPECT_EQ(usd_per_million_tokens(Usd::from_dollars(10), 500, rival.winner_use),
            usd_per_million_tokens(Usd::from_dollars(20), 800));
}

TEST(CostSensitivity, IgnoresItemsThatAGuardExcludes) {
  const auto resource = find_resource("workloads/ailabs-30b-migration.json");
  CostMatrix matrix = priced(resource.value().content);
  const auto all = rivals(matrix);
  ASSERT_EQ(all.size(), 3u);
  EXPECT_TRUE(std::is_sorted(all.begin(), all.end(), [](const Rival& a, const Rival& b) {
    return a.extra_cost < b.extra_cost;
  }));
  for (CostRow& row : matrix.rows)
    row.disqualified = row.work != matrix.rows[matrix.best->row].work;
  EXPECT_TRUE(rivals(matrix).empty());
}

TEST(CostSensitivity, AFreeWinnerHasNoBreakEven) {
  CostMatrix matrix = priced(kTwo);
  CostFigures& winner = *matrix.rows[matrix.best->row].cells[matrix.best->option].figures;
  winner.tokens_per_usd.value = tokens_per_usd(Usd(), 500);
  EXPECT_TRUE(rivals(matrix).empty());
}

std::vector<std::string> headings(const ReportDocument& document) {
  std::vector<std::string> all;
  for (const ReportSection& section : document.sections) {
    all.push_back(section.heading.english());
  }
  return all;
}

TEST(CostDocument, StartsWithTheResultAndCitesEveryRowOfFigures) {
  const ReportDocument document = cost_document(priced(kTwo));
  EXPECT_EQ(headings(document),
            (std::vector<std::string>{"Result", "Sensitivity of the result", "Assumptions",
                                      "Checks", "Cost of a million tokens", "Prices"}));
  std::set<int> cited;
  for (const ReportSection& section : document.sections) {
    for (const ReportBlock& block : section.blocks) {
      const auto* table = std::get_if<ReportTable>(&block);
      const std::string heading = section.heading.english();
      if (table == nullptr || heading == "Checks") continue;
      ASSERT_EQ(table->row_sources.size(), table->table.row_count()) << heading;
      for (const auto& row : table->row_sources) {
        EXPECT_FALSE(row.empty()) << heading;
        cited.insert(row.begin(), row.end());
      }
    }
  }
  EXPECT_EQ(cited.size(), document.sources.all().size());
  EXPECT_GE(*cited.begin(), 1);
}

TEST(CostDocument, PageOneNamesTheMonthTheOverlapAndTheScope) {
  const std::string html = report_html(cost_document(priced(kTwoWithLoad)), Language()).value();
  // 1e9 tokens need 555.6 h of 730 h at 500 tok/s and USD 10/h.
  EXPECT_THAT(html,
              HasSubstr("The load of 1 billion tokens per month costs USD 7,300 per month with "
                        "1 x inf2.48xlarge that are always on and used for 76.1\u202f% of "
                        "their capacity, and USD 5,556 if only busy time is paid."));
  EXPECT_THAT(html, HasSubstr("Within the error bands, these items can be cheaper: b."));
  EXPECT_THAT(html, HasSubstr("Storage, data transfer, load balancers, support and staff are not"));
  EXPECT_THAT(html, Not(HasSubstr("Impossible")));
}

TEST(CostDocument, EconomicsOnlyHasNoMatrix) {
  const auto resource = find_resource("workloads/hybrid-gpu-trainium.json");
  const ReportDocument document = cost_document(priced(resource.value().content));
  EXPECT_EQ(headings(document), (std::vector<std::string>{"Result", "Assumptions", "Bundles"}));
  EXPECT_THAT(report_html(document, Language()).value(),
              HasSubstr("USD 159,140, 13.7\u202f% less than all on p4d"));
}

std::string svg_of(const std::vector<RangeRow>& rows) {
  return to_svg(range_chart(tr("title"), tr("caption"), rows), Language());
}

TEST(RangeChart, IsLogarithmicIfFiguresDifferMuch) {
  const std::vector<RangeRow> near = {{.label = tr("a"), .value = 1.0, .text = tr("1")},
                                      {.label = tr("b"), .value = 15.0, .text = tr("15")}};
  const std::vector<RangeRow> far = {{.label = tr("a"), .value = 1.0, .text = tr("1")},
                                     {.label = tr("b"), .value = 150.0, .text = tr("150")}};
  EXPECT_THAT(svg_of(near), Not(HasSubstr("logarithmic")));
  EXPECT_THAT(svg_of(far), HasSubstr("logarithmic"));
}

TEST(RangeChart, SupportsZerosAndMissingFigures) {
  EXPECT_THAT(svg_of({}), Not(HasSubstr("nan")));
  const std::vector<RangeRow> rows = {{.label = tr("free"), .value = 0.0, .text = tr("0")},
                                      {.label = tr("none"), .text = tr("unknown")}};
  const std::string svg = svg_of(rows);
  EXPECT_THAT(svg, Not(HasSubstr("nan")));
  EXPECT_THAT(svg, Not(HasSubstr("inf")));
}

}  // namespace
}  // namespace nscope::cost
