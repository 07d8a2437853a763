// Sensitivity and the report of a matrix.
#include "costmodel/cost_report/cost_document.h"

#include "costmodel/cost_report/cost_charts.h"
#include "costmodel/cost_report/cost_report.h"
#include "costmodel/cost_report/cost_summary.h"
#include "costmodel/economics/cost_sensitivity.h"
#include "costmodel/money/cost_arithmetic.h"
#include "costmodel/money/figures.h"
#include "costmodel/prices/price_citation.h"
#include "costmodel/report/range_chart.h"
#include "costmodel/report/workbook.h"
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
using testing::StartsWith;

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
                        "1 x inf2.48xlarge that is always on and used for 76.1\u202f% of "
                        "its capacity, and USD 5,556 if only busy time is paid."));
  EXPECT_THAT(html, HasSubstr("Within the error bands, these items can be cheaper: b."));
  EXPECT_THAT(html, HasSubstr("<h3>Not included</h3>"));
  EXPECT_THAT(html, HasSubstr("Storage, data transfer, load balancers, support, staff and tax"));
  EXPECT_THAT(html, Not(HasSubstr("Impossible")));
}

TEST(CostDocument, ItemsWithTheSameFindingShareARow) {
  CostMatrix matrix = priced(kTwo);
  matrix.findings = {{Guard::kMemoryFit, Severity::kInfo, "a", tr("fits")},
                     {Guard::kStalePrice, Severity::kWarning, "a", tr("is old")},
                     {Guard::kStalePrice, Severity::kWarning, "b", tr("is old")},
                     {Guard::kMemoryFit, Severity::kWarning, "b", tr("fits")}};
  const auto listed = listed_findings(matrix);
  ASSERT_EQ(listed.size(), 3U);
  EXPECT_EQ(listed[0].label, "a; b");
  EXPECT_EQ(listed[1].label, "b");
  EXPECT_EQ(listed[2].label, "a");
  // Programs get a finding for each item.
  EXPECT_EQ(to_json(matrix)["findings"].size(), 4U);
}

TEST(CostDocument, OffersInOrNearTheWantedRegionComeFirst) {
  const std::vector<std::string> frankfurt{"eu-central-1"};
  const Day day = parse_day("2026-11-20").value();
  EXPECT_THAT(other_offers_text(book(), "p4d.24xlarge", frankfurt, day).english(),
              StartsWith("On-Demand in eu-central-1 "));
  EXPECT_THAT(other_offers_text(book(), "trn1.32xlarge", frankfurt, day).english(),
              HasSubstr("in eu-north-1 "));
}

TEST(CostDocument, TokenCostsHaveCentsAndThreeDigits) {
  EXPECT_EQ(as_token_cost(4.6).english(), "4.60");
  EXPECT_EQ(as_token_cost(0.5148).english(), "0.515");
  EXPECT_EQ(as_token_cost(12.239).english(), "12.24");
  EXPECT_EQ(as_token_cost(9.999).english(), "10.00");
  EXPECT_EQ(as_token_cost(1234.5).english(), "1,234.50");
  EXPECT_EQ(as_token_cost(0).english(), "0");
  EXPECT_EQ(as_digits(1458.2, 4).english(), "1,458");
  EXPECT_EQ(as_digits(-1458.2, 4).english(), "-1,458");
  EXPECT_EQ(as_digits(1234, 3).english(), "1,230");
  EXPECT_EQ(as_digits(1e-7, 3).english(), "1e-07");
}

TEST(Workbook, RowsAreAsHighAsTheirTextNeeds) {
  // 124 letters of a proportional font in 110 digits.
  EXPECT_EQ(wrapped_lines("p4de.24xlarge: 1-year RI in eu-central-1, USD 21.7406 per instance-hour "
                          "(instances.vantage.sh dump, 2026-01-21), 311 days old",
                          110),
            1);
  EXPECT_EQ(wrapped_lines("", 10), 1);
  EXPECT_EQ(wrapped_lines("0000 0000 0000", 11), 2);  // two words fill 9.5 of 10
  EXPECT_EQ(wrapped_lines("0000 0000 0000", 9), 3);
  EXPECT_EQ(wrapped_lines(std::string(45, '0'), 11), 5);
  EXPECT_EQ(wrapped_lines("\u5b9f\u884c\u6642\u9593\u5b9f\u884c", 7), 2);  // of width 2
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

TEST(RangeChart, ARangeWithoutAnUpperEndHasOneEnd) {
  const auto lines = [](std::optional<double> high) {
    const std::string svg =
        svg_of({{.label = tr("a"), .value = 3.0, .low = 2.0, .high = high, .text = tr("3")}});
    std::size_t count = 0;
    for (auto at = svg.find("<line"); at != std::string::npos; at = svg.find("<line", at + 1)) {
      if (svg.find("ink-text", at) < svg.find("/>", at)) ++count;
    }
    return count;
  };
  EXPECT_EQ(lines(4.0), 3U);
  EXPECT_EQ(lines(std::nullopt), 2U);
}

TEST(RangeChart, SupportsZerosAndMissingFigures) {
  EXPECT_THAT(svg_of({}), Not(HasSubstr("nan")));
  const std::vector<RangeRow> rows = {{.label = tr("free"), .value = 0.0, .text = tr("0")},
                                      {.label = tr("none"), .text = tr("unknown")}};
  const std::string svg = svg_of(rows);
  EXPECT_THAT(svg, Not(HasSubstr("nan")));
  EXPECT_THAT(svg, Not(HasSubstr("inf")));
}

TEST(CostDocument, NamesTheItemThatCostsLeastForTheLoad) {
  Json two = parse_json(kTwoWithLoad, "s.json").value();
  EXPECT_THAT(month_sentence(priced(two.dump())).english(), Not(HasSubstr("Always on,")));
  two["load"]["tokens_per_month"] = 1e8;
  two["work"][1]["price"]["usd_per_hour"] = "2";
  two["work"][1]["throughput"] = {{"tokens_per_second", 50}, {"source", "test b"}};
  // USD 10 / 500 is less than USD 2 / 50, but one instance is enough in both cases.
  EXPECT_THAT(month_sentence(priced(two.dump())).english(),
              testing::AllOf(HasSubstr("costs USD 7,300 per month with 1 x inf2.48xlarge that is "
                                       "always on and used for 7.6"),
                             HasSubstr("the cheapest for this load is 1 x inf2.48xlarge with "
                                       "On-Demand in us-east-1: USD 1,460 per month, used for "
                                       "76.1")));
}

TEST(CostDocument, TheChartShowsWhatIsRankedFirst) {
  Json many = parse_json(kTwo, "s.json").value();
  for (int i = 0; i < 30; ++i) {
    Json one = many["work"][0];
    one["label"] = "impossible " + std::to_string(i);
    one["price"]["usd_per_hour"] = "1";
    one["parameters"] = 70e9;
    one["dtype"] = "bf16";
    one["throughput"] = {{"tokens_per_second", 1e9}, {"source", "test"}};
    many["work"].push_back(std::move(one));
  }
  const CostMatrix matrix = priced(many.dump());
  ASSERT_TRUE(matrix.best);
  const Drawing chart = cost_chart(matrix);
  const auto shows = [&](std::string_view text) {
    return std::ranges::any_of(chart.marks, [&](const Mark& mark) {
      const auto* const word = std::get_if<TextMark>(&mark);
      return word != nullptr && word->text.english().find(text) != std::string::npos;
    });
  };
  EXPECT_TRUE(shows("a, us-east-1"));
  EXPECT_TRUE(shows("20 of 32 costs"));
}

TEST(CostDocument, OtherOffersSayThatTheirPriceIsOutOfDate) {
  const std::string regions[] = {"us-east-2"};
  const std::string text =
      other_offers_text(book(), "trn2.48xlarge", regions, parse_day("2026-11-20").value())
          .english();
  EXPECT_THAT(text, HasSubstr("per hour (price out of date)"));
}

}  // namespace
}  // namespace nscope::cost
