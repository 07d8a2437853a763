// The sample scenarios and all parts except the matrix: demand, commitments, Spot, lines, bundles.
#include "costmodel/economics/scenario_economics.h"

#include "costmodel/cost_report/cost_report.h"
#include "costmodel/cost_report/cost_summary.h"
#include "costmodel/economics/cost_matrix.h"
#include "profiler/base/resources.h"
#include "tests/unit/cost/built_in_data.h"

#include <cmath>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace nscope::cost {
namespace {

using testing::HasSubstr;
using testing::Not;

const Day kScenarioDay = parse_day("2026-11-20").value();

CostMatrix matrix_of(const Json& json) {
  const auto scenario = scenario_from_json(json, "s.json");
  EXPECT_TRUE(scenario) << to_string(scenario.error());
  auto matrix = cost_matrix(hardware(), book(), *scenario, kScenarioDay);
  EXPECT_TRUE(matrix) << to_string(matrix.error());
  return *matrix;
}

CostMatrix bundled(const char* path) {
  return matrix_of(parse_json(find_resource(path)->content, path).value());
}

/// The error of a scenario with an additional member.
std::string error_with(const char* key, const char* value);

Json serving() {
  return Json::parse(R"({
    "schema": "nscope.cost/1", "title": "t", "region": "us-east-1",
    "options": ["on_demand", "ri_1yr"],
    "demand": {"unit": "instances", "profile": {"mean": 10, "daily_swing": 0.5, "weekend": 0.5},
               "source": "a synthetic week"},
    "utilisation": {"from": "demand"},
    "commitments": {"options": ["ri_1yr"]},
    "work": [{"label": "inf2", "instance": "inf2.48xlarge",
              "throughput": {"tokens_per_second": 550, "source": "claimed"}}]
  })");
}

std::string error_with(const char* key, const char* value) {
  Json json = serving();
  json[key] = Json::parse(value);
  const auto scenario = scenario_from_json(json, "s.json");
  return scenario ? std::string("accepted") : to_string(scenario.error());
}

std::string total_of(const CostMatrix& matrix, std::string_view bundle) {
  for (const BundleLine& line : matrix.economics.bundles) {
    if (line.bundle == bundle && line.part.empty() && line.amount) {
      return format_usd(*line.amount, 2);
    }
  }
  return "none";
}
double ratio_of(const CostMatrix& matrix, std::string_view bundle) {
  for (const BundleLine& line : matrix.economics.bundles) {
    if (line.bundle == bundle && line.part.empty()) return line.to_base.value_or(NAN);
  }
  return NAN;
}

// ---- bundles, prices, emissions ---------------------------------------------------

TEST(Bundles, CanBeComparedWithALaterBundle) {
  Json json = serving();
  json["bundles"] = Json::parse(R"([
    {"label": "a", "compare_with": "b", "parts": [{"label": "x", "usd": 30, "source": "t"}]},
    {"label": "b", "parts": [{"label": "x", "usd": 40, "source": "t"}]}])");
  const CostMatrix matrix = matrix_of(json);
  EXPECT_NEAR(ratio_of(matrix, "a"), 0.75, 1e-12);
  EXPECT_NEAR(ratio_of(matrix, "b"), 4.0 / 3, 1e-12) << "compared with the first by default";
}

TEST(Bundles, HaveNoAmountIfTheSumIsOutOfRange) {
  Json json = serving();
  json["bundles"] = Json::parse(R"([{"label": "a", "parts": [
    {"label": "x", "usd": "8000000000", "source": "t"},
    {"label": "y", "usd": "8000000000", "source": "t"}]}])");
  const CostMatrix matrix = matrix_of(json);
  EXPECT_EQ(total_of(matrix, "a"), "none");
  EXPECT_THAT(matrix.economics.bundles.back().source.english(), HasSubstr("the sum exceeds"));
}

TEST(Spot, CitesTheDateOfAStatedPriceAndUsesBinaryGigabytesForStorage) {
  Json json = serving();
  json["work"][0]["price"] = {{"usd_per_hour", 14}, {"source", "quote"}, {"date", "2026-05-04"}};
  json["spot"] = Json::parse(R"([{"work": "inf2", "work_hours": 730, "write_seconds": 60,
    "hazard": {"per_hour": 1e-9, "source": "almost none"}, "kept": 1,
    "checkpoint_bytes": 1073741824}])");
  const CostMatrix matrix = matrix_of(json);
  ASSERT_EQ(matrix.economics.spot.size(), 1U);
  const SpotPanel& panel = matrix.economics.spot[0];
  ASSERT_TRUE(panel.missing.empty()) << panel.missing.english();
  EXPECT_THAT(panel.price_source.english(), HasSubstr("on-demand 14.00 USD/h, quote, 2026-05-04"));
  ASSERT_EQ(panel.lines.size(), 2U);
  EXPECT_THAT(panel.lines[0].arithmetic.english(), HasSubstr("1.00002 GB-month"))
      << "2^30 bytes for a month";
}

TEST(Carbon, StatesThatFullLoadIsAssumedWithoutAUtilisation) {
  Json json = serving();
  json["carbon"] = {{"hours", 100}};
  json["work"][0]["instance"] = "p4d.24xlarge";
  const auto source = [](const Json& scenario) {
    const CostMatrix matrix = matrix_of(scenario);
    const auto* known = std::get_if<Emissions>(&matrix.economics.carbon.at(0).value);
    return known != nullptr ? known->source.english() : "unknown";
  };
  EXPECT_THAT(source(json), Not(HasSubstr("assumed to be 100 %")));
  json.erase("utilisation");
  EXPECT_THAT(source(json), HasSubstr("assumed to be 100 %"));
}

// ---- the samples ----------------------------------------------------------------

TEST(SampleScenario, HybridGpuTrainiumAsPrintedAndToday) {
  const CostMatrix matrix = bundled("workloads/hybrid-gpu-trainium.json");
  EXPECT_EQ(total_of(matrix, "all on p4d, as printed"), "184,320.00");
  EXPECT_EQ(total_of(matrix, "hybrid, as printed"), "159,140.00");
  EXPECT_NEAR(1 - ratio_of(matrix, "hybrid, as printed"), 0.13661, 5e-6);
  // p4d costs 21.957642 now; g5.12xlarge 5.672 x 1,680 h = 9,528.96.
  EXPECT_EQ(total_of(matrix, "all on p4d, today"), "126,476.02");
  EXPECT_EQ(total_of(matrix, "hybrid, today"), "159,168.96");
  EXPECT_NEAR(ratio_of(matrix, "hybrid, today"), 1.258491, 1e-6) << "25.8 % more expensive today";
  EXPECT_EQ(total_of(matrix, "hybrid, today, the same tokens"), "227,280.96");
  EXPECT_TRUE(matrix.rows.empty());
  EXPECT_THAT(best_sentence(matrix).english(), HasSubstr("No item"));
}

TEST(SampleScenario, ServingLlama70bAsPrintedAndToday) {
  Json json =
      parse_json(find_resource("workloads/inf2-llama2-70b-serving.json")->content, "s").value();
  json.erase("work");  // the simulated items need the simulator
  const CostMatrix matrix = matrix_of(json);
  EXPECT_EQ(total_of(matrix, "p4d, busy hours, as printed"), "11,378.47");
  EXPECT_EQ(total_of(matrix, "inf2, busy hours, as printed"), "6,555.56");
  EXPECT_EQ(total_of(matrix, "p4d, always on, as printed"), "23,922.10");
  EXPECT_EQ(total_of(matrix, "inf2, always on, as printed"), "9,475.40");
  EXPECT_NEAR(1 - ratio_of(matrix, "inf2, always on, as printed"), 0.603906, 1e-6);
  EXPECT_EQ(total_of(matrix, "p4d, busy hours, today"), "7,624.18");
  EXPECT_EQ(total_of(matrix, "inf2, busy hours, today"), "6,556.20");
  EXPECT_NEAR(1 - ratio_of(matrix, "inf2, busy hours, today"), 0.140079, 1e-6);
  EXPECT_EQ(total_of(matrix, "p4d, busy hours in a Capacity Block, today"), "4,097.22");
}

TEST(SampleScenario, Ailabs30bMigrationOnEqualTokens) {
  const CostMatrix matrix = bundled("workloads/ailabs-30b-migration.json");
  ASSERT_EQ(matrix.rows.size(), 4U);
  const auto run = [&](std::size_t row) { return matrix.rows[row].cells[0].figures->run->usd; };
  EXPECT_EQ(run(0), Usd::from_dollars(184320)) << "8 x 32 USD for 30 days";
  EXPECT_EQ(run(1), Usd::from_dollars(216720)) << "26.25 days for the same tokens: 17.6 % more";
  EXPECT_NEAR(run(2).dollars(), 126476.01792, 1e-4) << "p4d at its price of today";
  EXPECT_EQ(run(3), Usd::from_dollars(216720)) << "71 % more than p4d today";
}

TEST(SampleScenario, MetaflowBatchFinetuneStepsBy16And512) {
  const CostMatrix matrix = bundled("workloads/metaflow-batch-finetune.json");
  for (const char* when : {"as printed", "today"}) {
    EXPECT_DOUBLE_EQ(ratio_of(matrix, std::string("one production node, one hour, ") + when), 16)
        << when;
    EXPECT_DOUBLE_EQ(ratio_of(matrix, std::string("production, one hour, ") + when), 512) << when;
  }
  ASSERT_EQ(matrix.economics.lines.size(), 2U);
  EXPECT_EQ(*matrix.economics.lines[0].amount, Usd::from_dollars(516)) << "32 x 21.50 x 0.75";
  EXPECT_EQ(*matrix.economics.lines[1].amount, Usd::parse("0.251953125").value());
}

TEST(SampleScenario, SpotCheckpointingFindsIntervalCostAndBreakEven) {
  const CostMatrix matrix = bundled("workloads/spot-checkpointing.json");
  ASSERT_EQ(matrix.economics.spot.size(), 3U);
  for (const SpotPanel& panel : matrix.economics.spot) {
    ASSERT_TRUE(panel.missing.empty()) << panel.missing.english();
    EXPECT_EQ(panel.expected.on_demand, Usd::from_dollars(148608)) << "16 x 21.50 x 432 h";
    EXPECT_NEAR(panel.trials.mean_wall_hours / panel.expected.wall_hours(), 1, 0.005);
    EXPECT_LT(panel.expected.compute, panel.expected.on_demand);
    EXPECT_NEAR(panel.break_even.price_ratio,
                panel.job.on_demand_per_hour / panel.job.spot_per_hour, 1e-12);
    ASSERT_EQ(panel.lines.size(), 2U);
    EXPECT_TRUE(panel.lines[0].amount && panel.lines[1].amount);
  }
  const auto& alone = matrix.economics.spot[0];
  EXPECT_NEAR(alone.expected.mtbf_hours, 1802.091241, 1e-6);
  EXPECT_NEAR(alone.expected.interval_hours, *alone.daly, 0.05 * *alone.daly);
  const auto& zone = matrix.economics.spot[1];
  EXPECT_GT(zone.expected.mtbf_hours, alone.expected.mtbf_hours);
  EXPECT_FALSE(zone.expected.notice_saves);
  EXPECT_TRUE(matrix.economics.spot[2].expected.notice_saves);
  EXPECT_LT(matrix.economics.spot[2].expected.running_hours, zone.expected.running_hours);
}

// ---- demand, utilisation, commitments ----------------------------------------------

TEST(ScenarioEconomics, UtilisationComesFromTheDemand) {
  const CostMatrix matrix = matrix_of(serving());
  ASSERT_EQ(matrix.economics.utilisation.size(), 1U);
  const UtilisationPanel& panel = matrix.economics.utilisation[0];
  const DemandCurve& week = matrix.scenario.economics.demand->curve;
  EXPECT_DOUBLE_EQ(panel.utilisation, week.mean() / week.peak());
  EXPECT_THAT(panel.source.english(), HasSubstr("a synthetic week"));
  const Usd busy = matrix.rows[0].cells[0].figures->usd_per_million.value;
  EXPECT_NEAR(*panel.usd_per_million / busy, 1 / panel.utilisation, 1e-6);
}

TEST(ScenarioEconomics, TheCheapestItemStatesItsCostWithIdleTime) {
  Json json = serving();
  json.erase("commitments");
  json["options"] = {"on_demand"};
  json["demand"] =
      Json::parse(R"({"unit": "tokens_per_second", "hours": [100, 20], "source": "x"})");
  json["work"][0]["throughput"]["tokens_per_second"] = 1000;
  // 12.98127 USD/h at 1,000 tok/s, 3.606 USD per million tokens, and 60 / 1000 of the time busy.
  std::string text = idle_time_sentence(matrix_of(json)).english();
  EXPECT_THAT(text, HasSubstr("At the utilisation of 6.0\u202f%"));
  EXPECT_THAT(text, HasSubstr("USD 60.10 per million tokens"));
  EXPECT_THAT(text, HasSubstr("follow the demand cost USD 60.10."));
  EXPECT_THAT(text, Not(HasSubstr("costs less")));
  // 0.7582 USD/h at 40 tok/s are USD 5.27, but 3 instances are busy for 50 % of the time.
  json["work"].push_back(Json::parse(R"({"label": "small", "instance": "inf2.xlarge",
      "throughput": {"tokens_per_second": 40, "source": "x"}})"));
  const CostMatrix both = matrix_of(json);
  text = idle_time_sentence(both).english();
  EXPECT_THAT(text, HasSubstr("small costs less: USD 10.53 with On-Demand in us-east-1"));
  EXPECT_THAT(main_assumptions(both).back().english(), HasSubstr("always busy"));
  json.erase("utilisation");
  EXPECT_TRUE(idle_time_sentence(matrix_of(json)).empty());
}

TEST(ScenarioEconomics, ALoadRequiresWholeInstances) {
  Json json = serving();
  json["demand"] = Json::parse(R"({"unit": "tokens_per_second", "hours": [100, 1000, 1650, 0],
                                   "source": "four hours"})");
  const CostMatrix matrix = matrix_of(json);
  // 550 tok/s each: 1, 2, 3 and 0 instances. The fleet of three serves 687.5 of 1,650 tok/s.
  EXPECT_NEAR(matrix.economics.utilisation[0].utilisation, 687.5 / 1650, 1e-12);
  const auto& panel = matrix.economics.commitments[0];
  EXPECT_THAT(panel.problem.types[0].demand.hours, testing::ElementsAre(1, 2, 3, 0));
  // The break-even is 0.63. The first instance is used 75 %, the second 50 % of the time.
  EXPECT_DOUBLE_EQ(panel.mix.amounts[0], 1);
}

TEST(ScenarioEconomics, MixIsCheaperThanAllOnDemandAndHasARegret) {
  const CostMatrix matrix = matrix_of(serving());
  ASSERT_EQ(matrix.economics.commitments.size(), 1U);
  const CommitmentPanel& panel = matrix.economics.commitments[0];
  EXPECT_TRUE(panel.missing.empty()) << panel.missing.english();
  EXPECT_GT(panel.mix.amounts[0], 0);
  EXPECT_LT(panel.mix.cost.total, panel.mix.cost.all_on_demand);
  ASSERT_EQ(panel.regret.size(), 2U);
  for (const MixRegret& regret : panel.regret) EXPECT_GE(regret.regret(), Usd());
  EXPECT_LE(panel.sweep.size(), 12U);
  for (const CoverageStep& step : panel.sweep) EXPECT_GE(step.total, panel.mix.cost.total);
}

/// trn2 is not sold On-Demand in us-east-2, but as Capacity Blocks.
Json without_on_demand() {
  return Json::parse(R"({
    "schema": "nscope.cost/1", "title": "t", "region": "us-east-2",
    "options": ["capacity_block", "spot", "on_demand"],
    "demand": {"unit": "tokens_per_second", "source": "log",
               "hours": [1000, 1000, 1000, 1000, 1000, 1000, 1000, 1000, 1000, 1000, 1000, 1000,
                         1000, 1000, 1000, 1000, 1000, 1000, 4000, 4000, 1000, 1000, 1000, 1000]},
    "utilisation": {"from": "demand"},
    "commitments": {"options": []},
    "work": [{"label": "trn2", "instance": "trn2.48xlarge",
              "throughput": {"tokens_per_second": 1000, "source": "claimed"}}]})");
}

TEST(ScenarioEconomics, WithoutOnDemandTheCheapestOptionIsPaidAroundTheClockAndNamed) {
  const CostMatrix matrix = matrix_of(without_on_demand());
  const auto* block = std::get_if<Priced>(&matrix.rows[0].cells[0].price);
  ASSERT_NE(block, nullptr);
  ASSERT_FALSE(std::holds_alternative<Priced>(matrix.rows[0].cells[2].price));
  // 4 instances around the clock for 1,250 tok/s on average.
  const double per_million = 4 * block->per_hour.dollars() / (1250 * 3600) * 1e6;
  const UtilisationPanel& use = matrix.economics.utilisation[0];
  EXPECT_EQ(use.option.option, PurchaseOption::kCapacityBlock);
  EXPECT_NEAR(use.usd_per_million.value().dollars(), per_million, 1e-6);
  const CommitmentPanel& mix = matrix.economics.commitments[0];
  EXPECT_TRUE(mix.missing.empty()) << mix.missing.english();
  EXPECT_NEAR(mix.mix.cost.total.dollars(), 4 * block->per_hour.dollars() * 8760, 0.01)
      << "a block is paid by the day, so that each day needs its peak";
  EXPECT_THAT(joined(mix.notes).english(), HasSubstr("no on-demand price"));
  const Json json = to_json(matrix);
  EXPECT_THAT(json["economics"]["utilisation"]["notes"].dump(),
              HasSubstr("Capacity Block around the clock"));
  EXPECT_THAT(json["economics"]["commitments"]["rows"].dump(), HasSubstr("Capacity Block"));
}

TEST(ScenarioEconomics, BlocksArePaidByTheDayAndCommitmentsForTheTerm) {
  DemandCurve demand;
  for (int hour = 0; hour < 48; ++hour) demand.hours.push_back(hour == 5 ? 3 : hour == 40 ? 7 : 1);
  const auto paid = [&](PurchaseOption option) { return paid_instances(demand, option).hours; };
  EXPECT_EQ(paid(PurchaseOption::kOnDemand), demand.hours);
  const auto days = paid(PurchaseOption::kCapacityBlock);
  EXPECT_EQ(days[0], 3);
  EXPECT_EQ(days[23], 3);
  EXPECT_EQ(days[24], 7);
  EXPECT_EQ(days[47], 7);
  EXPECT_EQ(paid(PurchaseOption::kReserved)[0], 7);
}

TEST(ScenarioEconomics, ADemandForTooManyInstancesHasNoMix) {
  Json json = serving();
  json["demand"] = Json::parse(R"({"unit": "tokens_per_second", "hours": [5200], "source": "x"})");
  json["work"][0]["throughput"]["tokens_per_second"] = 0.0023;
  const CostMatrix matrix = matrix_of(json);
  EXPECT_THAT(matrix.economics.commitments[0].missing.english(),
              HasSubstr("more than 1,000,000 instances at 0.0023 tok/s each"));
}

TEST(ScenarioEconomics, TheRegretScalesTheLoadAndNotTheInstances) {
  Json json = serving();
  json["demand"] = Json::parse(R"({"unit": "tokens_per_second", "hours": [600, 600],
                                   "source": "flat"})");
  json["commitments"]["demand_error"] = 0.05;
  const CostMatrix matrix = matrix_of(json);
  // 600 tok/s need 2 instances of 550; 5 % less is 570 and needs 2 as well, not 1.9.
  for (const MixRegret& regret : matrix.economics.commitments[0].regret) {
    EXPECT_EQ(regret.cost, matrix.economics.commitments[0].mix.cost.total) << regret.demand_factor;
    EXPECT_EQ(regret.regret(), Usd()) << regret.demand_factor;
  }
}

/// Two billion tokens per day with a peak of four times the mean, in instances of stated speeds.
Json daily_peak() {
  return Json::parse(R"({
    "schema": "nscope.cost/1", "title": "2 billion tokens a day, peak 4x", "region": "us-east-2",
    "options": ["on_demand", "capacity_block"],
    "load": {"tokens_per_month": 60833333333.333336},
    "demand": {"unit": "tokens_per_second", "source": "log", "hours": [
      12183.236, 12183.236, 12183.236, 12183.236, 12183.236, 12183.236, 12183.236, 12183.236,
      12183.236, 46296.296, 69444.444, 92592.593, 69444.444, 46296.296, 12183.236, 12183.236,
      12183.236, 12183.236, 12183.236, 12183.236, 12183.236, 12183.236, 12183.236, 12183.236]},
    "utilisation": {"from": "demand"},
    "commitments": {"options": ["ri_1yr"], "horizon_years": 1, "demand_error": 0.2},
    "work": [
      {"label": "trn2", "instance": "trn2.48xlarge",
       "throughput": {"tokens_per_second": 2799.5, "source": "claimed"}},
      {"label": "p5", "instance": "p5.48xlarge",
       "throughput": {"tokens_per_second": 2130, "source": "claimed"}},
      {"label": "p4d", "instance": "p4d.24xlarge",
       "throughput": {"tokens_per_second": 697.5, "source": "claimed"}}]})");
}

TEST(ScenarioEconomics, AMonthAlwaysOnHasTheMachinesOfTheDemand) {
  const CostMatrix matrix = matrix_of(daily_peak());
  const auto month = [&](std::size_t row) {
    return matrix.rows[row].cells[1].figures.value().month.value().dedicated;
  };
  // The mean of 23,148 tok/s would need 9 machines; the peak needs ceil(92,592.593 / 2,799.5) = 34.
  EXPECT_EQ(month(0).instances, 34);
  EXPECT_NEAR(month(0).per_month.dollars(), 887'583, 1) << "34 x USD 35.7608 x 730 h";
  EXPECT_EQ(month(1).instances, 44);
  EXPECT_NEAR(month(1).per_month.dollars(), 1'333'880, 1) << "44 x USD 41.528 x 730 h";
}

TEST(ScenarioEconomics, TheRegretOfADailyPeakScalesItsCurve) {
  const CostMatrix matrix = matrix_of(daily_peak());
  const CommitmentPanel& p4d = matrix.economics.commitments[2];
  ASSERT_EQ(p4d.regret.size(), 2U);
  EXPECT_NEAR(p4d.regret[0].regret().dollars(), 327'505, 1) << "20 % less";
  EXPECT_NEAR(p4d.regret[1].regret().dollars(), 211'200, 1) << "20 % more";
}

TEST(ScenarioEconomics, ReportsMissingPrices) {
  Json json = serving();
  json["commitments"]["options"] = {"ri_1yr", "csp_3yr"};
  json["work"][0]["instance"] = "trn2.48xlarge";
  const CostMatrix matrix = matrix_of(json);
  EXPECT_THAT(matrix.economics.commitments[0].missing.english(), HasSubstr("price of trn2"));
  json["work"][0]["instance"] = "inf2.48xlarge";
  const CostMatrix known = matrix_of(json);
  EXPECT_THAT(joined(known.economics.commitments[0].notes).english(),
              HasSubstr("3-year Compute SP: unknown"));
}

TEST(ScenarioEconomics, ExistingCommitmentsAndBlocksArePartOfTheMix) {
  Json json = serving();
  json["commitments"]["held"] = Json::parse(
      R"([{"instance": "inf2.48xlarge", "option": "ri_1yr", "instances": 20, "until": "2027-11-20"}])");
  const CostMatrix held = matrix_of(json);
  EXPECT_DOUBLE_EQ(held.economics.commitments[0].mix.amounts[0], 0)
      << "existing commitments cover the demand";
  EXPECT_GT(held.economics.commitments[0].mix.cost.sunk, Usd());
  const auto sections = economics_sections(held.economics);
  const auto mix = std::find_if(sections.begin(), sections.end(),
                                [](const auto& each) { return each.id == "commitments"; });
  ASSERT_NE(mix, sections.end());
  const std::string shown = mix->table.to_text(Language());
  EXPECT_THAT(shown, HasSubstr("existing commitments serve all of the demand"));
  EXPECT_THAT(shown, Not(HasSubstr("nan"))) << "there is nothing to save";
  for (const Json& row : mix->table.to_json()) {
    if (row["bought"] == "Total") {
      EXPECT_TRUE(row["used"].is_null()) << "a share of the demand is no use of a commitment";
    }
  }
  json["commitments"]["held"][0]["option"] = "isp_3yr";
  EXPECT_DOUBLE_EQ(matrix_of(json).economics.commitments[0].mix.amounts[0], 0)
      << "an EC2 Instance Savings Plan serves the same hours";
  EXPECT_THAT(error_with("commitments", R"({"held": [{"instance": "inf2.48xlarge",
                  "option": "csp_1yr", "instances": 1, "until": "2027-11-20"}]})"),
              HasSubstr("/commitments/held/0/option"));
  json["commitments"]["held"][0]["until"] = "2025-11-20";
  EXPECT_THAT(to_json(matrix_of(json))["economics"]["commitments"]["notes"].dump(),
              HasSubstr("ended on 2025-11-20"));
  json["commitments"].erase("held");
  json["commitments"]["blocks"] = Json::parse(R"([{"start_hour": 24, "hours": 48}])");
  json["work"][0]["instance"] = "trn1.32xlarge";
  const CostMatrix blocks = matrix_of(json);
  const CommitmentPanel& panel = blocks.economics.commitments[0];
  EXPECT_EQ(panel.mix.method, CommitmentMix::Method::kProgram);
  ASSERT_EQ(panel.mix.amounts.size(), 2U);
  EXPECT_GT(panel.mix.amounts[1], 0) << "9.532 and 21.50 USD/h";
}

TEST(ScenarioEconomics, RunUtilisationNeedsTheBusySeconds) {
  Json json = serving();
  json["utilisation"] = Json::parse(R"({"from": "run"})");
  const CostMatrix unknown = matrix_of(json);
  EXPECT_FALSE(unknown.economics.utilisation[0].missing.empty());
  json["work"][0]["device_seconds"] = 12 * 3600 * 10 * 0.4;  // 12 chips, 10 hours, 40 % busy
  json["work"][0]["run"] = {{"hours", 10}};
  const CostMatrix known = matrix_of(json);
  EXPECT_NEAR(known.economics.utilisation[0].utilisation, 0.4, 1e-12);
}

TEST(ScenarioEconomics, CarbonIsUnknownForNeuronAndKnownForP4d) {
  Json json = serving();
  json["carbon"] = {{"hours", 720}};
  json["work"].push_back(Json::parse(R"({"label": "p4d", "instance": "p4d.24xlarge",
      "throughput": {"tokens_per_second": 800, "source": "claimed"}})"));
  const CostMatrix matrix = matrix_of(json);
  ASSERT_EQ(matrix.economics.carbon.size(), 2U);
  EXPECT_TRUE(std::holds_alternative<UnknownEmissions>(matrix.economics.carbon[0].value));
  EXPECT_TRUE(std::holds_alternative<Emissions>(matrix.economics.carbon[1].value));
}

// ---- guards ----------------------------------------------------------------------------

std::vector<std::string> found(const CostMatrix& matrix, Guard guard) {
  std::vector<std::string> messages;
  for (const Finding& finding : matrix.findings) {
    if (finding.guard == guard) {
      messages.push_back(finding.label + ": " + finding.message.english());
    }
  }
  return messages;
}

TEST(UseGuard, ReportsDifferentPurchaseOptions) {
  Json json = serving();
  json["options"] = {"on_demand", "capacity_block"};
  json["as_of"] = "2026-08-20";  // when the price of the block was not out of date
  json["work"].push_back(Json::parse(R"({"label": "p4d", "instance": "p4d.24xlarge",
      "throughput": {"tokens_per_second": 800, "source": "claimed"}})"));
  const auto messages = found(matrix_of(json), Guard::kPurchase);
  // 11.80 USD/h in a block at 800 tok/s, and 12.98 USD/h on-demand at 550 tok/s.
  ASSERT_EQ(messages.size(), 1U);
  EXPECT_THAT(messages[0], HasSubstr("inf2: the cheapest item uses Capacity Block"));
  EXPECT_THAT(messages[0], HasSubstr("for all: On-Demand: inf2"));
  json["options"] = {"on_demand"};
  EXPECT_TRUE(found(matrix_of(json), Guard::kPurchase).empty());
}

TEST(UseGuard, ReportsAnOwnPriceFarBelowAllOthers) {
  Json json = serving();
  json["prices"] = Json::parse(R"([{"instance": "inf2.48xlarge", "option": "on_demand",
      "usd_per_hour": 0.1298, "date": "2026-11-01", "source": "quote"}])");
  const auto messages = found(matrix_of(json), Guard::kUnits);
  ASSERT_EQ(messages.size(), 1U);
  EXPECT_THAT(messages[0], HasSubstr("USD 0.1298 for On-Demand in * is less than a tenth"));
  json["prices"][0]["usd_per_hour"] = 6;
  EXPECT_TRUE(found(matrix_of(json), Guard::kUnits).empty());
}

TEST(UseGuard, ReportsOldPricesWithTheirAge) {
  Json json = serving();
  json["options"] = {"on_demand", "spot"};
  const auto messages = found(matrix_of(json), Guard::kStalePrice);
  ASSERT_EQ(messages.size(), 1U);
  EXPECT_THAT(messages[0], HasSubstr("1 of 2 prices"));
  EXPECT_THAT(messages[0], HasSubstr("510 days"));
}

TEST(UseGuard, FullUtilisationIsAnErrorAndAStatedOneIsReported) {
  Json json = serving();
  json["demand"] = Json::parse(R"({"unit": "instances", "hours": [4, 4], "source": "flat"})");
  EXPECT_THAT(found(matrix_of(json), Guard::kUtilisation),
              testing::ElementsAre(HasSubstr("queues grow without bound")));
  json["utilisation"] = Json::parse(R"({"from": "stated", "value": 0.35, "source": "a survey"})");
  EXPECT_THAT(found(matrix_of(json), Guard::kUtilisation),
              testing::ElementsAre(HasSubstr("stated (a survey)")));
  for (const char* key : {"demand", "utilisation", "commitments"}) json.erase(key);
  EXPECT_THAT(found(matrix_of(json), Guard::kUtilisation),
              testing::ElementsAre(HasSubstr("the utilisation is unknown")));
}

// ---- reading ---------------------------------------------------------------------------

TEST(EconomicsRequest, ErrorsNameFileAndMember) {
  EXPECT_THAT(error_with("demand", R"({"hours": [1], "source": "x"})"), HasSubstr("/demand/unit"));
  EXPECT_THAT(error_with("demand", R"({"unit": "instances", "hours": [-1], "source": "x"})"),
              HasSubstr("/demand/hours/0"));
  EXPECT_THAT(error_with("utilisation", "0.4"), HasSubstr("utilisation"));
  EXPECT_THAT(error_with("utilisation", R"({"from": "stated", "value": 0.4})"),
              HasSubstr("/utilisation/source"));
  EXPECT_THAT(error_with("utilisation", R"({"from": "stated", "value": 1.4, "source": "x"})"),
              HasSubstr("/utilisation/value"));
  EXPECT_THAT(error_with("commitments", R"({"options": ["spot"]})"), HasSubstr("spot"));
  EXPECT_THAT(error_with("commitments", R"({"horizon_years": 9})"), HasSubstr("horizon_years"));
  EXPECT_THAT(error_with("commitments", R"({"held": [{"instance": "a"}]})"),
              HasSubstr("/commitments/held/0/option"));
  EXPECT_THAT(error_with("spot", R"([{"work": "inf2", "work_hours": 1, "write_seconds": 1}])"),
              HasSubstr("/spot/0/hazard"));
  EXPECT_THAT(error_with("spot", R"([{"work": "inf2", "work_hours": 1, "write_seconds": 1,
                                      "hazard": {"bucket": "often"}}])"),
              HasSubstr("often"));
  EXPECT_THAT(error_with("costs", R"([{"label": "x", "kind": "magic"}])"), HasSubstr("kind"));
  EXPECT_THAT(error_with("bundles", R"([{"label": "x", "parts": []}])"), HasSubstr("parts"));
  EXPECT_THAT(error_with("bundles", R"([{"label": "x", "compare_with": "y",
                                         "parts": [{"label": "p", "usd": 1, "source": "s"}]}])"),
              HasSubstr("unknown bundle 'y'"));
  EXPECT_THAT(error_with("carbon", R"({"hours": 0})"), HasSubstr("/carbon/hours"));
}

TEST(EconomicsSections, HaveTheFiguresAndAreTheSameEachTime) {
  const CostMatrix matrix = bundled("workloads/spot-checkpointing.json");
  const Json first = to_json(matrix);
  EXPECT_EQ(first.dump(), to_json(bundled("workloads/spot-checkpointing.json")).dump());
  ASSERT_TRUE(first["economics"].contains("spot"));
  EXPECT_GT(first["economics"]["spot"]["rows"].size(), 20U);
  EXPECT_FALSE(to_json(bundled("workloads/ailabs-30b-migration.json")).contains("economics"));
}

}  // namespace
}  // namespace nscope::cost
