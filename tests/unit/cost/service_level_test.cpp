// Items whose throughput is their sustained load within latency limits.
#include "costmodel/cost_report/cost_charts.h"
#include "costmodel/cost_report/cost_document.h"
#include "costmodel/cost_report/cost_report.h"
#include "costmodel/cost_report/cost_summary.h"
#include "costmodel/economics/cost_matrix.h"
#include "costmodel/economics/cost_sensitivity.h"
#include "tests/unit/cost/built_in_data.h"

#include <algorithm>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace nscope::cost {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

Json document() {
  return parse_json(R"({
  "schema": "nscope.cost/1", "title": "within limits", "region": "us-east-1",
  "options": ["on_demand", "ri_1yr"],
  "work": [
    {"label": "met", "instance": "inf2.48xlarge", "model": "llama-3-8b",
     "input_tokens": 500, "output_tokens": 100, "serve": {"sla": {"e2e_p99_s": 4}}},
    {"label": "missed", "instance": "trn1.32xlarge", "model": "llama-3-8b",
     "input_tokens": 500, "output_tokens": 100, "serve": {"sla": {"e2e_p99_s": 4}}},
    {"label": "stated", "instance": "p4d.24xlarge", "model": "llama-3-8b",
     "throughput": {"tokens_per_second": 100, "source": "a claim"}}
  ]})",
                    "s.json")
      .value();
}

ServiceLevel level(double full_load) {
  ServiceLevel service{.limits = tr("e2e p99 within 4.00 s"), .traffic = tr("Poisson arrivals")};
  service.asked = {{.name = "e2e_p99_s", .seconds = 4}};
  service.full_load = Throughput{.tokens_per_second = full_load, .source = tr("full, of a test")};
  service.full_load->provenance = Provenance::kSimulated;
  return service;
}

/// The scenario with the results of a search.
Scenario filled() {
  Scenario scenario = scenario_from_json(document(), "s.json").value();
  Throughput within{.tokens_per_second = 2000, .low = 1500, .high = 2500, .source = tr("within")};
  within.provenance = Provenance::kSimulated;
  ServiceLevel met = level(5000);
  met.requests_per_second = 20;
  met.configuration = tr("some");
  met.latencies = {{.name = tr("e2e p99"), .seconds = 3.9, .low = 3.8, .high = 4.0, .limit = 4.0}};
  EXPECT_TRUE(fill_served(scenario.work[0], within, met));
  ServiceLevel missed = level(9000);
  missed.why_not = tr("5 s on an idle replica");
  EXPECT_TRUE(fill_served(scenario.work[1], std::nullopt, missed));
  return scenario;
}

CostMatrix priced(const Scenario& scenario) {
  return cost_matrix(hardware(), book(), scenario, parse_day("2026-11-20").value()).value();
}

std::string error_of(const Json& json) {
  const auto read = scenario_from_json(json, "s.json");
  return read ? "accepted" : to_string(read.error());
}

TEST(ServiceLevel, RequestsAPlanWithOneRequestPerSecond) {
  Scenario scenario = scenario_from_json(document(), "s.json").value();
  const auto request = serving_request(scenario.work[0]);
  ASSERT_TRUE(request) << to_string(request.error());
  EXPECT_EQ(request->dump(),
            R"({"schema":"nscope.plan/1","model":"llama-3-8b","instances":["inf2.48xlarge"],)"
            R"("weight_dtypes":["bf16"],"sla":{"e2e_p99_s":4},"traffic":{"input_tokens":500,)"
            R"("output_tokens":100,"requests_per_second":1}})");
}

TEST(ServiceLevel, RejectsInvalidRequests) {
  const auto with = [](const char* member, const Json& value) {
    Json json = document();
    json["work"][0]["serve"][member] = value;
    return error_of(json);
  };
  EXPECT_THAT(with("sla", Json::object()), HasSubstr("requires the key 'sla'"));
  EXPECT_THAT(with("sal", 1), HasSubstr("unknown key 'sal'"));
  EXPECT_THAT(with("traffic", {{"requests_per_second", 5}}), HasSubstr("result of the search"));
  Json json = document();
  json["work"][0]["batch"] = 8;
  EXPECT_THAT(error_of(json), HasSubstr("cannot be combined with 'batch'"));
  json = document();
  json["work"][0].erase("model");
  EXPECT_THAT(error_of(json), HasSubstr("requires the key 'model'"));
  json = document();
  json["work"][0]["phase"] = "training";
  EXPECT_THAT(error_of(json), HasSubstr("allowed for serving only"));
  json["work"][0]["simulate"] = Json::object();
  EXPECT_THAT(error_of(json), HasSubstr("exactly one of"));
}

TEST(ServiceLevel, RequiresAResultOrAReason) {
  const Scenario scenario = scenario_from_json(document(), "s.json").value();
  const auto matrix = cost_matrix(hardware(), book(), scenario, parse_day("2026-11-20").value());
  ASSERT_FALSE(matrix);
  EXPECT_THAT(matrix.error().message.english(), HasSubstr("has not been simulated"));
  WorkItem item = scenario.work[0];
  const auto message = [&](const std::optional<Throughput>& within, const ServiceLevel& service) {
    const auto done = fill_served(item, within, service);
    return done ? std::string("accepted") : done.error().message.english();
  };
  EXPECT_THAT(message(std::nullopt, level(10)), HasSubstr("neither a sustained load nor a reason"));
  EXPECT_THAT(message(Throughput{}, level(10)), HasSubstr("must be greater than 0"));
  ServiceLevel contrary = level(10);
  contrary.why_not = tr("too slow");
  EXPECT_THAT(message(Throughput{.tokens_per_second = 5}, contrary), HasSubstr("too slow"));
}

TEST(ServiceLevel, FullLoadIsShownForComparisonAndNotRanked) {
  const CostMatrix matrix = priced(filled());
  ASSERT_EQ(matrix.rows.size(), 5U);
  const CostRow& within = matrix.rows[0];
  const CostRow& full = matrix.rows[1];
  EXPECT_FALSE(within.full_load);
  EXPECT_TRUE(full.full_load);
  EXPECT_EQ(full.work, 0U);
  EXPECT_EQ(matrix.label_of(full).english(), "met, full load");
  const CostFigures& at_limit = within.cells[0].figures.value();
  const CostFigures& at_full = full.cells[0].figures.value();
  EXPECT_NEAR(at_limit.tokens_per_usd.value, 2000 * 3600 / 12.98127, 1);
  EXPECT_NEAR(at_full.tokens_per_usd.value / at_limit.tokens_per_usd.value, 2.5, 1e-9);
  EXPECT_NEAR(at_limit.tokens_per_usd.low.value() / at_limit.tokens_per_usd.value, 0.75, 1e-9);
  // Full load has a higher throughput, and that of the item that misses its limits is the highest.
  ASSERT_TRUE(matrix.best);
  EXPECT_EQ(matrix.best->row, 0U);
  EXPECT_THAT(best_sentence(matrix).english(),
              HasSubstr("met with e2e p99 within 4.00 s, 1-year RI"));
  for (const Rival& rival : rivals(matrix)) EXPECT_FALSE(matrix.rows[rival.row].full_load);
}

TEST(ServiceLevel, PageOneHasPricesAssumptionsAndWhatIsNotKnown) {
  const CostMatrix matrix = priced(filled());
  ASSERT_TRUE(matrix.best);
  const auto text = [](const std::vector<Text>& lines) {
    std::string all;
    for (const Text& line : lines) all += line.english() + "\n";
    return all;
  };
  EXPECT_THAT(text(price_dates(matrix)), HasSubstr("inf2.48xlarge, 1-year RI, us-east-1: "));
  EXPECT_THAT(text(price_dates(matrix)), HasSubstr(" days old"));
  EXPECT_LE(main_assumptions(matrix).size(), 5U);
  EXPECT_THAT(text(main_assumptions(matrix)), HasSubstr("Throughput of met: 1,500"));
  EXPECT_THAT(text(main_assumptions(matrix)), HasSubstr("it costs the same as the cheapest item"));
  EXPECT_THAT(text(unknowns(matrix)), HasSubstr("The error of the throughput of stated"));
  EXPECT_THAT(text(unknowns(matrix)), HasSubstr("The utilisation"));
  const ReportSection first = cost_document(matrix).sections.front();
  int lists = 0;
  for (const ReportBlock& block : first.blocks) {
    const auto* list = std::get_if<ReportList>(&block);
    lists += list != nullptr && list->heading.english() == "Assumptions that matter most" ? 1 : 0;
  }
  EXPECT_EQ(lists, 1);
}

TEST(ServiceLevel, TheSearchHasCheckedTheMemoryOfItsServers) {
  Scenario scenario = filled();
  WorkEstimate& met = scenario.work[0].estimate;
  met.shape.batch = 100'000;  // which a static batch cannot have
  met.shape.tensor_parallel = 8;
  const CostMatrix matrix = priced(scenario);
  EXPECT_FALSE(matrix.rows[0].disqualified);
  const auto fits = std::find_if(matrix.findings.begin(), matrix.findings.end(), [](const auto& f) {
    return f.guard == Guard::kMemoryFit && f.label == "met";
  });
  ASSERT_NE(fits, matrix.findings.end());
  EXPECT_THAT(fits->message.english(), HasSubstr("checked the memory of every replica (some)"));
}

TEST(ServiceLevel, FiguresOfAnItemThatMissesItsLimitsAreUnknown) {
  const CostMatrix matrix = priced(filled());
  const CostRow& missed = matrix.rows[2];
  EXPECT_EQ(matrix.throughput_of(missed), nullptr);
  EXPECT_FALSE(missed.cells[0].figures);
  EXPECT_EQ(matrix.missing_of(missed, missed.cells[0]).english, "limits missed");
  ASSERT_TRUE(matrix.rows[3].full_load);
  EXPECT_TRUE(matrix.rows[3].cells[0].figures) << "full load has figures";
  const Json json = to_json(matrix);
  const Json& row = json["rows"][4];  // two options per row
  EXPECT_EQ(row["state"], "limits missed");
  EXPECT_TRUE(row["tokens_per_second"].is_null());
  EXPECT_TRUE(row["tokens_per_usd"].is_null());
  EXPECT_EQ(row["throughput_source"], "5 s on an idle replica");
  EXPECT_EQ(json["rows"][2]["limits"], "none: full load");
  const Json& first = json["service_level"]["rows"][0];
  EXPECT_EQ(first["work"], "met");
  EXPECT_EQ(first["figure"], "Limits");
  EXPECT_EQ(first["value"], "e2e p99 within 4.00 s");
  const Table people = service_table(matrix);
  EXPECT_EQ(std::get<Text>(people.at(0, 2)), Text());
  EXPECT_THAT(std::get<Text>(people.at(0, 4)).english(), StartsWith("e2e p99 within 4.00 s; "));
}

TEST(ServiceLevel, APriceIsCountedOnceIfItIsUsedSeveralTimes) {
  const CostMatrix matrix = priced(filled());
  int cells = 0;
  for (const CostRow& row : matrix.rows) {
    for (const CostCell& cell : row.cells) cells += cell.figures && !row.full_load ? 1 : 0;
  }
  EXPECT_EQ(matrix.priced, cells);
  Scenario missed = filled();
  missed.work.erase(missed.work.begin());
  missed.work.pop_back();
  const CostMatrix at_full_load = priced(missed);
  EXPECT_EQ(at_full_load.priced, 0) << "no item meets its limits";
  EXPECT_TRUE(at_full_load.has_figures());
}

TEST(ServiceLevel, TheChartStatesTheNumberOfAllCells) {
  Scenario scenario = filled();
  scenario.regions = {"us-east-1", "us-east-2", "us-west-2",      "ap-northeast-1",
                      "sa-east-1", "eu-west-1", "eu-central-1",   "eu-north-1",
                      "eu-west-2", "eu-west-3", "ap-southeast-2", "ap-south-1"};
  const CostMatrix matrix = priced(scenario);
  int cells = 0;
  for (const CostRow& row : matrix.rows) {
    for (const CostCell& cell : row.cells) cells += cell.figures ? 1 : 0;
  }
  ASSERT_GT(cells, matrix.priced);
  ASSERT_GT(cells, 40);
  EXPECT_THAT(to_svg(cost_chart(matrix), Language()),
              HasSubstr(fmt::format("20 of {} costs", cells)));
}

TEST(ServiceLevel, AnItemThatMeetsItsLimitsWithoutAPriceIsNotImpossible) {
  // The item that meets its limits has no price, and the item with a price misses its limits.
  Scenario scenario = filled();
  scenario.work.pop_back();
  scenario.regions = {"ap-southeast-4"};
  scenario.work[1].estimate.price =
      StatedPrice{.per_hour = Usd::from_dollars(20), .source = tr("a test"), .date = ""};
  const CostMatrix matrix = priced(scenario);
  ASSERT_FALSE(matrix.best);
  ASSERT_TRUE(matrix.has_figures());
  EXPECT_THAT(best_sentence(matrix).english(), HasSubstr("known price"));
}

TEST(ServiceLevel, ThereIsNoCheapestItemIfNoneMeetsItsLimits) {
  Scenario scenario = filled();
  scenario.work.erase(scenario.work.begin());
  scenario.work.pop_back();
  const CostMatrix matrix = priced(scenario);
  EXPECT_FALSE(matrix.best);
  EXPECT_THAT(best_sentence(matrix).english(), HasSubstr("No item meets its latency limits"));
}

TEST(ServiceLevel, GuardsReportMissedLimitsAndUnequalComparisons) {
  const CostMatrix matrix = priced(filled());
  const auto message = [&](std::string_view label) {
    std::string all;
    for (const Finding& finding : matrix.findings) {
      if (finding.guard == Guard::kServiceLevel && finding.label == label) {
        all += finding.message.english();
      }
    }
    return all;
  };
  EXPECT_EQ(message("met"), "");
  EXPECT_THAT(message("missed"), HasSubstr("5 s on an idle replica"));
  EXPECT_THAT(message("stated"), HasSubstr("has no latency limit"));
  for (const Finding& finding : matrix.findings) {
    if (finding.guard == Guard::kPurchase) {
      EXPECT_NE(finding.label, "missed");
    }
  }
}

TEST(ServiceLevel, LimitsThatAreRoundedAlikeAreNotTheSame) {
  Scenario scenario = filled();
  scenario.work.pop_back();
  Throughput within{.tokens_per_second = 3000, .source = tr("within")};
  ServiceLevel other = level(9000);
  const auto message = [&] {
    scenario.work[1].estimate.service.reset();
    EXPECT_TRUE(fill_served(scenario.work[1], within, other));
    std::string all;
    for (const Finding& finding : priced(scenario).findings) {
      if (finding.guard == Guard::kServiceLevel) all += finding.message.english();
    }
    return all;
  };
  EXPECT_EQ(message(), "");
  other.asked.front().seconds = 4.004;
  EXPECT_THAT(message(), HasSubstr("meets e2e_p99_s 4.004, but that of 'met' meets e2e_p99_s 4;"));
}

TEST(ServiceLevel, DemandIsServedByItemsThatMeetTheLimits) {
  Json json = document();
  json["demand"] =
      parse_json(R"({"unit": "tokens_per_second", "hours": [4000], "source": "t"})", "d").value();
  json["commitments"] = Json::object();
  json["utilisation"] = {{"from", "demand"}};
  Scenario scenario = scenario_from_json(json, "s.json").value();
  const Scenario done = filled();
  for (std::size_t i = 0; i < 2; ++i) scenario.work[i] = done.work[i];
  const CostMatrix matrix = priced(scenario);
  const auto& panels = matrix.economics.commitments;
  ASSERT_EQ(panels.size(), 3U);
  // 4000 tok/s by instances of 2000, not of 5000 at full load.
  EXPECT_DOUBLE_EQ(panels[0].problem.types.front().demand.peak(), 2);
  EXPECT_THAT(panels[1].missing.english(), HasSubstr("latency limits"));
  EXPECT_THAT(matrix.economics.utilisation[1].missing.english(), HasSubstr("latency limits"));
}

TEST(ServiceLevel, TheReportCitesBothThroughputs) {
  const ReportDocument report = cost_document(priced(filled()));
  const auto section = std::find_if(
      report.sections.begin(), report.sections.end(),
      [](const ReportSection& each) { return each.heading == tr("Within the latency limits"); });
  ASSERT_NE(section, report.sections.end());
  const auto& table = std::get<ReportTable>(section->blocks.front());
  ASSERT_EQ(table.row_sources.size(), table.table.row_count());
  EXPECT_EQ(table.row_sources.front().size(), 2U) << "within the limits, and at full load";
}

TEST(ServiceLevel, TheReportShowsRowsThatAreNotRankedInGrey) {
  const CostMatrix matrix = priced(filled());
  const ReportDocument report = cost_document(matrix);
  const auto section = std::find_if(
      report.sections.begin(), report.sections.end(),
      [](const ReportSection& each) { return each.heading == tr("Cost of a million tokens"); });
  ASSERT_NE(section, report.sections.end());
  bool explained = false;
  int grey = 0;
  int rows = 0;
  for (const ReportBlock& block : section->blocks) {
    if (const auto* paragraph = std::get_if<ReportParagraph>(&block)) {
      explained = explained || paragraph->text.english().find("grey is impossible or without") !=
                                   std::string::npos;
    }
    const auto* table = std::get_if<ReportTable>(&block);
    if (table == nullptr) continue;
    for (std::size_t r = 0; r < table->table.row_count(); ++r, ++rows) {
      const bool full = to_string(table->table.at(r, 0), Language()).ends_with("full load");
      EXPECT_EQ(table->row_tones[r] == Tone::kMuted, full) << rows;
      grey += full ? 1 : 0;
    }
  }
  EXPECT_TRUE(explained);
  EXPECT_GT(grey, 4) << "in both tables";
  EXPECT_GT(rows, grey);
}

}  // namespace
}  // namespace nscope::cost
