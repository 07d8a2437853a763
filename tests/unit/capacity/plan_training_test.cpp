#include "app/capacity/plan_training.h"

#include "app/capacity/plan_study.h"
#include "app/capacity/training_document.h"
#include "app/capacity/training_words.h"
#include "costmodel/migration/roi.h"
#include "simcore/reliability/checkpoint_interval.h"
#include "tests/unit/cost/built_in_data.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <set>
#include <thread>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace nscope::capacity {
namespace {

using cost::book;
using cost::hardware;
using testing::HasSubstr;

/// Quick: two types, few nodes and trials.
Json small_plan() {
  return parse_json(R"({"schema": "nscope.plan/1", "model": "llama-3-8b", "as_of": "2026-11-20",
    "training": {"sequence_length": 4096, "global_batch": 256, "chance": 0.9,
      "job": {"tokens": 20000000000, "deadline_days": 20, "node_mtbf_hours": 5000,
              "checkpoint": {"node_bandwidth": 1e9, "shared_bandwidth": 1e10},
              "restart": {"detect_seconds": 600, "replace_seconds": 900,
                          "load_executable_seconds": 120}, "trials": 2000},
      "spot": {"hazard": {"per_hour": 0.0005, "source": "of a test"}, "shared": 0.5,
               "wait_seconds": 900, "wait_all_seconds": 3600},
      "micro_batches": [1, 2], "pipeline_parallel": [1, 2, 4]},
    "instances": ["trn1.32xlarge", "trn2.48xlarge"], "regions": ["us-east-1", "us-east-2"],
    "purchase": ["on_demand", "ri_1yr", "capacity_block", "spot"], "max_instances": 8})",
                    "plan")
      .value();
}

class TrainingPlanTest : public testing::Test {
 protected:
  Result<TrainingPlan> plan(const Json& json) {
    const auto request = training_request_from_json(json, "plan");
    if (!request) return fail(request.error());
    return plan_training(hardware(), book(), *request, cost::parse_day("2026-11-20").value(), 1,
                         control_);
  }
  TrainingPlan made(const Json& json) {
    auto done = plan(json);
    EXPECT_TRUE(done) << to_string(done.error());
    return done.value();
  }
  TaskControl control_;
};

std::string error_of(const Json& json) {
  const auto read = training_request_from_json(json, "plan");
  return read ? "accepted" : to_string(read.error());
}

TEST(TrainingRequest, SaysWhatItMisses) {
  const auto without = [](const char* pointer) {
    Json json = small_plan();
    json = json.patch(Json::array({{{"op", "remove"}, {"path", pointer}}}));
    return error_of(json);
  };
  EXPECT_THAT(without("/training/sequence_length"), HasSubstr("sequence_length"));
  EXPECT_THAT(without("/training/global_batch"), HasSubstr("global_batch"));
  EXPECT_THAT(without("/training/job"), HasSubstr("job"));
  EXPECT_THAT(without("/training/job/tokens"), HasSubstr("steps, tokens and sequences"));
  EXPECT_THAT(without("/training/job/restart"), HasSubstr("restart"));
  EXPECT_THAT(without("/training/spot"), HasSubstr("needed to buy spot"));
  EXPECT_THAT(without("/training/spot/hazard"), HasSubstr("hazard"));
  const auto with = [](const char* member, const Json& value) {
    Json json = small_plan();
    json["training"][member] = value;
    return error_of(json);
  };
  EXPECT_THAT(with("chance", 0.3), HasSubstr("chance"));
  EXPECT_THAT(with("budget", 3), HasSubstr("budget"));
  Json json = small_plan();
  json["traffic"] = Json::object();
  EXPECT_THAT(error_of(json), HasSubstr("does not go with training"));
  json = small_plan();
  json["training"]["spot"]["uses_notice"] = true;
  EXPECT_THAT(error_of(json), HasSubstr("gives no notice"));
}

TEST(TrainingRequest, ListsHaveAnEnd) {
  Json json = small_plan();
  Json& degrees = json["training"]["tensor_parallel"] = Json::array();
  EXPECT_THAT(error_of(json), HasSubstr("must hold 1 to 200"));
  for (int degree = 1; degree <= 200; ++degree) degrees.push_back(degree);
  EXPECT_EQ(error_of(json), "accepted");
  degrees.push_back(201);
  EXPECT_THAT(error_of(json), HasSubstr("must hold 1 to 200"));
}

TEST(TrainingRequest, CountsItsTokens) {
  Json json = small_plan();
  EXPECT_DOUBLE_EQ(training_request_from_json(json, "p")->tokens(), 2e10);
  json["training"]["job"].erase("tokens");
  json["training"]["job"]["steps"] = 100;
  EXPECT_DOUBLE_EQ(training_request_from_json(json, "p")->tokens(), 100.0 * 256 * 4096);
}

TEST(TrainingLayouts, DivideRanksAndBatch) {
  const auto request = training_request_from_json(small_plan(), "p").value();
  const catalog::Instance& instance = **hardware().instance("trn1.32xlarge");
  const catalog::Model& model = **hardware().model("llama-3-8b");
  std::set<std::string> seen;
  for (const int nodes : {1, 3, 4}) {
    for (const TrainingLayout& one : layouts_of(hardware(), instance, model, request, nodes)) {
      EXPECT_EQ(one.tensor_parallel * one.pipeline_parallel * one.data_parallel, nodes * 32);
      EXPECT_EQ(256 % (one.data_parallel * one.micro_batch), 0);
      EXPECT_TRUE(seen.insert(std::to_string(nodes) + one.text()).second) << one.text();
    }
  }
  EXPECT_GT(seen.size(), 20U);
}

std::vector<TrainingLayout> layouts(const Json& plan, int nodes) {
  const auto request = training_request_from_json(plan, "p").value();
  return layouts_of(hardware(), **hardware().instance("trn1.32xlarge"),
                    **hardware().model("llama-3-8b"), request, nodes);
}

TEST(TrainingLayouts, DegreesWhoseProductNoIntegerHoldsAreNone) {
  Json json = small_plan();
  json["training"]["tensor_parallel"] = {1 << 20};
  json["training"]["pipeline_parallel"] = {1 << 12};
  json["training"]["context_parallel"] = {1, 1 << 20};
  EXPECT_TRUE(layouts(json, 4).empty());
  json["training"]["tensor_parallel"] = {8, 1 << 20};
  json["training"]["pipeline_parallel"] = {2, 1 << 12};
  EXPECT_FALSE(layouts(json, 4).empty());
}

/// Far more layouts than are timed.
Json endless_plan() {
  Json json = small_plan();
  json["training"]["global_batch"] = 14'414'400;  // has many divisors
  json["training"].erase("pipeline_parallel");
  for (const char* member : {"expert_parallel", "micro_batches"}) {
    Json& values = json["training"][member] = Json::array();
    for (int value = 1; value <= 200; ++value) values.push_back(value);
  }
  return json;
}

TEST(TrainingLayouts, StopWhereThereAreTooMany) {
  const std::size_t found = layouts(endless_plan(), 45).size();
  EXPECT_GT(found, kMostLayouts);
  EXPECT_LT(found, kMostLayouts + 10);
}

TEST_F(TrainingPlanTest, MoreLayoutsThanCanBeTimedAreRefused) {
  Json json = endless_plan();
  json["nodes"] = {45};
  EXPECT_THAT(to_string(plan(json).error()), HasSubstr("more than 500000 layouts"));
}

TEST_F(TrainingPlanTest, TheCheapestOfAllThatEndInTimeWins) {
  const TrainingPlan found = made(small_plan());
  ASSERT_TRUE(found.best);
  const TrainingFleet& best = found.fleets[*found.best];
  ASSERT_TRUE(best.in_time);
  EXPECT_GE(best.in_time->value, 0.9);
  EXPECT_TRUE(best.confirmed);
  EXPECT_EQ(best.times.trials, 2000) << "confirmed with the trials of the request";
  for (const TrainingFleet& fleet : found.fleets) {
    if (&fleet == &best) continue;
    ASSERT_TRUE(fleet.refusal) << fleet.layout.text();
    EXPECT_THAT(fleet.refusal->reason, testing::ContainsRegex("[0-9]"));
    if (fleet.refusal->rule == TrainingRule::kDearer) {
      EXPECT_GE(fleet.bill.expected, best.bill.expected);
    } else {
      EXPECT_EQ(fleet.refusal->rule, TrainingRule::kTooLate);
      EXPECT_LT(fleet.in_time->value, 0.9);
    }
  }
  for (const TrainingCandidate& candidate : found.candidates) {
    // Either it was simulated, or it says why not.
    const bool simulated =
        std::any_of(found.fleets.begin(), found.fleets.end(), [&](const TrainingFleet& fleet) {
          return found.candidates[fleet.candidate].layout == candidate.layout;
        });
    EXPECT_NE(simulated, candidate.refusal.has_value()) << candidate.layout.text();
  }
}

// The property of the issue.
TEST_F(TrainingPlanTest, DoublingTheTokensNeverLowersTheCost) {
  for (const bool deadline : {true, false}) {
    Json json = small_plan();
    if (!deadline) json["training"]["job"].erase("deadline_days");
    std::optional<Usd> before;
    for (double tokens = 1e9; tokens < 1e12; tokens *= 2) {
      json["training"]["job"]["tokens"] = tokens;
      const TrainingPlan found = made(json);
      if (!found.best) {
        EXPECT_TRUE(deadline) << tokens;
        break;
      }
      const Usd now = found.fleets[*found.best].bill.expected;
      if (before) {
        EXPECT_GE(now, *before) << tokens;
      }
      before = now;
    }
    EXPECT_TRUE(before);
  }
}

TEST_F(TrainingPlanTest, AnEarlierDeadlineIsNeverCheaper) {
  Json json = small_plan();
  std::optional<Usd> before;
  int compared = 0;
  for (const double days : {40.0, 20.0, 10.0, 5.0, 3.0}) {
    json["training"]["job"]["deadline_days"] = days;
    const TrainingPlan found = made(json);
    if (!found.best) break;
    const Usd now = found.fleets[*found.best].bill.expected;
    if (before) {
      EXPECT_GE(now, *before) << days;
      ++compared;
    }
    before = now;
  }
  EXPECT_GE(compared, 2);
}

TEST_F(TrainingPlanTest, AFewMoreTrialsThanOfTheScreeningConfirmTheBestToo) {
  Json json = small_plan();
  json["training"]["job"]["trials"] = 1100;
  const TrainingPlan found = made(json);
  ASSERT_TRUE(found.best);
  EXPECT_EQ(found.fleets[*found.best].times.trials, 1100);
  // What no trial was added to is not simulated again.
  json["training"]["job"]["trials"] = 1000;
  const TrainingPlan screened = made(json);
  EXPECT_EQ(screened.simulations, 1000 * std::ssize(screened.fleets));
}

/// The reason of the fleet of that type that `value` is least of.
template <class Value>
std::string reason_of_least(const TrainingPlan& plan, const std::string& instance,
                            const Value& value) {
  const TrainingFleet* least = nullptr;
  for (const TrainingFleet& fleet : plan.fleets) {
    if (fleet.layout.instance != instance) continue;
    if (least == nullptr || value(fleet) < value(*least)) least = &fleet;
  }
  return least == nullptr ? "" : least->refusal->reason;
}

TEST_F(TrainingPlanTest, ATypeWithoutAFleetSaysHowNearItComes) {
  Json json = small_plan();
  json["training"]["job"]["deadline_days"] = 0.05;
  const TrainingPlan late = made(json);
  for (const TrainingTypeSummary& type : late.types) {
    EXPECT_EQ(type.rule, TrainingRule::kTooLate);
    EXPECT_EQ(type.why_not, reason_of_least(late, type.instance, [](const TrainingFleet& fleet) {
                return fleet.likely_hours;
              }));
  }
  json = small_plan();
  json["training"]["job"].erase("deadline_days");
  json["training"]["budget_usd"] = 100;
  // Sorted by what they cost on average, which a commitment does not exceed.
  json["purchase"] = {"spot", "capacity_block", "ri_1yr"};
  const TrainingPlan dear = made(json);
  for (const TrainingTypeSummary& type : dear.types) {
    EXPECT_EQ(type.rule, TrainingRule::kOverBudget);
    EXPECT_EQ(type.why_not, reason_of_least(dear, type.instance, [](const TrainingFleet& fleet) {
                return fleet.bill.at_chance;
              }));
  }
}

TEST_F(TrainingPlanTest, AChanceIsPrintedAsItIsAskedFor) {
  Json json = small_plan();
  json["training"]["chance"] = 0.995;
  json["training"]["budget_usd"] = 100;
  const TrainingPlan found = made(json);
  ASSERT_TRUE(found.in_time);
  EXPECT_THAT(found.fleets[*found.in_time].refusal->reason, HasSubstr("99.5 %"));
}

TEST_F(TrainingPlanTest, WaysThatAreNoFleetAreListedWithTheirReasons) {
  Json json = small_plan();
  json["instances"] = {"trn2.48xlarge"};
  const TrainingPlan found = made(json);
  ASSERT_TRUE(found.best);
  const auto none = not_bought(found);
  std::vector<std::string> ways;
  for (const NotBought* const way : none) {
    ways.push_back(cost::to_string(way->purchase));
    EXPECT_EQ(way->refusal.rule, TrainingRule::kNotOffered);
  }
  EXPECT_THAT(ways, testing::ElementsAre("on_demand", "ri_1yr"));
  EXPECT_EQ(ways_table(found).row_count(), bought_otherwise(found).size() + 2);
  EXPECT_EQ(to_json(found, false)["not_bought"].size(), 2U);
  EXPECT_THAT(to_text(found, false), HasSubstr("not-offered: not offered (no on-demand"));
  const cost::ReportDocument document = training_document(found);
  for (const cost::ReportSection& section : document.sections) {
    if (section.heading != "The same nodes, bought otherwise") continue;
    const auto& table = std::get<cost::ReportTable>(section.blocks.front());
    EXPECT_EQ(table.row_sources.size(), table.table.row_count());
    EXPECT_EQ(table.row_tones.size(), table.table.row_count());
  }
}

TEST_F(TrainingPlanTest, AssumesOnlyOfWhatIsAskedAbout) {
  Json json = small_plan();
  const auto says = [&](const char* word) {
    const TrainingPlan found = made(json);
    return std::any_of(found.assumptions.begin(), found.assumptions.end(),
                       [&](const std::string& one) { return one.find(word) != one.npos; });
  };
  json["purchase"] = {"on_demand"};
  EXPECT_FALSE(says("Capacity Block"));
  EXPECT_FALSE(says("Reserved Instances"));
  json["purchase"] = {"capacity_block"};
  EXPECT_TRUE(says("Capacity Block"));
  json["purchase"] = {"on_demand", "ri_1yr"};
  EXPECT_TRUE(says("Reserved Instances"));
}

TEST_F(TrainingPlanTest, NoFleetSaysWhatComesNearest) {
  Json json = small_plan();
  json["training"]["job"]["deadline_days"] = 0.05;
  TrainingPlan found = made(json);
  EXPECT_FALSE(found.best);
  EXPECT_FALSE(found.in_time);
  ASSERT_TRUE(found.earliest);
  for (const TrainingTypeSummary& type : found.types) {
    EXPECT_FALSE(type.fleet);
    EXPECT_FALSE(type.why_not.empty()) << type.instance;
  }
  EXPECT_THAT(answer_sentences(found).front(), HasSubstr("No fleet"));
  json = small_plan();
  json["training"]["budget_usd"] = 100;
  found = made(json);
  EXPECT_FALSE(found.best);
  ASSERT_TRUE(found.in_time) << "it can be done for more";
  EXPECT_EQ(found.fleets[*found.in_time].refusal->rule, TrainingRule::kOverBudget);
}

TEST_F(TrainingPlanTest, WhatCannotBeBoughtIsNoFleet) {
  Json json = small_plan();
  json["purchase"] = {"on_demand"};
  json["instances"] = {"trn2.48xlarge"};  // sold by Capacity Blocks only
  const TrainingPlan found = made(json);
  EXPECT_FALSE(found.best);
  ASSERT_EQ(found.types.size(), 1U);
  EXPECT_EQ(found.types[0].rule, TrainingRule::kNotOffered);
  EXPECT_THAT(found.types[0].why_not, HasSubstr("sold: "));
}

TEST_F(TrainingPlanTest, AModelThatDoesNotFitSaysSo) {
  Json json = small_plan();
  json["model"] = "llama-2-70b";
  json["instances"] = {"trn1.2xlarge"};
  const TrainingPlan found = made(json);
  EXPECT_FALSE(found.best);
  EXPECT_EQ(found.types[0].rule, TrainingRule::kMemory);
  EXPECT_THAT(found.types[0].why_not, HasSubstr("GiB"));
}

TEST_F(TrainingPlanTest, RefusesNamesThatItDoesNotKnow) {
  const auto where = [&](const char* member, const Json& value) {
    Json json = small_plan();
    json[member] = value;
    return to_string(plan(json).error());
  };
  EXPECT_THAT(where("model", "lama"), HasSubstr("lama"));
  EXPECT_THAT(where("instances", Json::array({"trn9"})), HasSubstr("trn9"));
  EXPECT_THAT(where("instances", Json::array({"p4d.24xlarge"})), HasSubstr("GPUs"));
  EXPECT_THAT(where("regions", Json::array({"mars"})), HasSubstr("mars"));
  Json json = small_plan();
  json["training"]["sequence_length"] = 1 << 19;
  EXPECT_THAT(to_string(plan(json).error()), HasSubstr("positions"));
}

TEST_F(TrainingPlanTest, IsTheSameEachTimeAndCanBeCancelled) {
  EXPECT_EQ(to_json(made(small_plan()), true).dump(), to_json(made(small_plan()), true).dump());
  control_.request_cancel();
  EXPECT_EQ(plan(small_plan()).error().code, ErrorCode::kCancelled);
}

/// The job of one made-up candidate: steps of exactly a second.
TrainingCandidate made_up(int nodes, double hours, std::optional<double> mtbf_hours) {
  TrainingCandidate candidate;
  candidate.layout.nodes = nodes;
  TrainedStep step;
  step.seconds = 1;
  step.job.plan.steps = static_cast<std::int64_t>(hours * 3600);
  step.job.plan.step = sim::job_time(1);
  step.job.plan.interval = step.job.plan.steps;
  if (mtbf_hours) {
    step.job.mtbf = *mtbf_hours * 3600 / nodes;
    step.job.plan.stall = sim::job_time(60);
    step.job.write_seconds = 60;
    step.job.plan.load = sim::job_time(300);
    step.job.plan.interval = 3600;
  }
  candidate.step = std::move(step);
  return candidate;
}

Offer offer_of(cost::Purchase purchase, std::int64_t dollars) {
  cost::Priced price;
  price.per_hour = Usd::from_dollars(dollars);
  return {"us-east-1", purchase, price};
}

TEST(TrainingBill, WithoutInterruptionsIsNodesTimesHours) {
  TaskControl control;
  const TrainingCandidate candidate = made_up(4, 100, std::nullopt);
  const JobTimes times = kept_times(candidate, 100, 1, control).value();
  EXPECT_NEAR(times.mean_hours(), 100, 1e-9);
  const auto bill = bill_of(times, offer_of(cost::PurchaseOption::kOnDemand, 20), 4, 0.9);
  ASSERT_TRUE(bill);
  EXPECT_NEAR(bill->expected.dollars(), 4 * 100 * 20, 1e-6);
  EXPECT_EQ(bill->low, bill->high);
}

TEST(TrainingBill, BlocksAndTermsArePaidWhole) {
  TaskControl control;
  const auto paid = [&](double hours, cost::Purchase purchase) {
    const JobTimes times = kept_times(made_up(2, hours, std::nullopt), 10, 1, control).value();
    return bill_of(times, offer_of(purchase, 10), 2, 0.9)->expected.dollars() / (2 * 10);
  };
  const cost::Purchase block{cost::PurchaseOption::kCapacityBlock};
  EXPECT_NEAR(paid(1, block), 24, 1e-9);
  EXPECT_NEAR(paid(48, block), 48, 1e-9);
  EXPECT_NEAR(paid(49, block), 72, 1e-9);
  EXPECT_NEAR(paid(14 * 24, block), 14 * 24, 1e-9);
  EXPECT_NEAR(paid(14 * 24 + 1, block), 21 * 24, 1e-9) << "in weeks beyond 14 days";
  EXPECT_NEAR(paid(100, cost::kRi1Year), 8760, 1e-9);
  EXPECT_NEAR(paid(9000, cost::kRi1Year), 2 * 8760, 1e-9);
  EXPECT_NEAR(paid(100, cost::kRi3Year), 3 * 8760, 1e-9);
}

TEST(TrainingBill, ABlockIsNoLargerAndNoLongerThanAwsSellsIt) {
  TaskControl control;
  const auto refusal = [&](double days, int nodes) -> std::string {
    const TrainingCandidate candidate = made_up(nodes, days * 24, std::nullopt);
    const JobTimes times = kept_times(candidate, 10, 1, control).value();
    const auto bill =
        bill_of(times, offer_of(cost::PurchaseOption::kCapacityBlock, 10), nodes, 0.9);
    if (bill) return "bought";
    EXPECT_EQ(bill.error().rule, TrainingRule::kNotOffered);
    return bill.error().reason;
  };
  EXPECT_EQ(refusal(182, 64), "bought");
  EXPECT_THAT(refusal(1, 65), HasSubstr("at most 64 instances"));
  EXPECT_THAT(refusal(183, 1), HasSubstr("at most 182 days long, not 189"));
}

TEST(TrainingBill, MoreThanUsdHoldsIsOverAnyBudget) {
  TaskControl control;
  const JobTimes times = kept_times(made_up(1, 100, std::nullopt), 10, 1, control).value();
  for (const cost::Purchase& purchase :
       {cost::Purchase{cost::PurchaseOption::kOnDemand}, cost::kRi3Year}) {
    const auto bill = bill_of(times, offer_of(purchase, 1'000'000'000), 1, 0.9);
    ASSERT_FALSE(bill);
    EXPECT_EQ(bill.error().rule, TrainingRule::kOverBudget);
    EXPECT_THAT(bill.error().reason, HasSubstr("9.2 billion USD"));
  }
}

TEST(TrainingBill, JobsThatNeverEndCountAgainstTheBudgetToo) {
  JobTimes times{.trials = 100};
  for (int hours = 1; hours <= 80; ++hours) {
    times.hours.push_back(hours);
    times.node_hours.push_back(2.0 * hours);
  }
  const Offer offer = offer_of(cost::PurchaseOption::kOnDemand, 10);
  const auto bill = bill_of(times, offer, 2, 0.75);
  ASSERT_TRUE(bill);
  EXPECT_NEAR(bill->at_chance.dollars(), 10 * 2 * times.quantile(0.75).value(), 1e-6);
  EXPECT_GT(times.quantile(0.75).value(), 75);
  const auto unlikely = bill_of(times, offer, 2, 0.9);
  ASSERT_FALSE(unlikely);
  EXPECT_EQ(unlikely.error().rule, TrainingRule::kTooLate);
  EXPECT_THAT(unlikely.error().reason, HasSubstr("80 of 100 jobs end"));
}

TEST(TrainingBill, IsGivenUpInTheMiddle) {
  constexpr std::int64_t kTrials = 10'000'000;  // take seconds
  const TrainingCandidate candidate = made_up(4, 100, 1e9);
  SpotTerms terms;
  terms.hazard = 1e-9;
  for (const bool spot : {false, true}) {
    TaskControl control;
    std::thread other([&] {
      std::this_thread::sleep_for(std::chrono::milliseconds(30));
      control.request_cancel();
    });
    const ErrorCode code = spot ? spot_times(candidate, terms, kTrials, 1, control).error().code
                                : kept_times(candidate, kTrials, 1, control).error().code;
    other.join();
    EXPECT_EQ(code, ErrorCode::kCancelled);
  }
}

TEST(TrainingBill, MeanTimeAgreesWithDaly) {
  TaskControl control;
  const TrainingCandidate candidate = made_up(8, 200, 400.0);
  const JobTimes times = kept_times(candidate, 4000, 1, control).value();
  const double daly = reliability::expected_job_time(200, 1, 60.0 / 3600, 300.0 / 3600, 50);
  EXPECT_NEAR(times.mean_hours(), daly, 0.01 * daly);
}

TEST(TrainingBill, SpotWithoutReclaimsIsTheJobOnNodesThatStay) {
  TaskControl control;
  TrainingCandidate candidate = made_up(4, 100, std::nullopt);
  candidate.step->job.write_seconds = 1;
  SpotTerms terms;
  terms.hazard = 1e-9;
  const auto times = spot_times(candidate, terms, 100, 1, control).value();
  ASSERT_TRUE(times);
  EXPECT_NEAR(times->mean_hours(), 100, 0.01);
  EXPECT_NEAR(times->node_hours.front(), 400, 0.04);
}

TEST(TrainingBill, SpotAgreesWithItsClosedForm) {
  TaskControl control;
  const TrainingCandidate candidate = made_up(4, 100, 1000.0);
  SpotTerms terms;
  terms.hazard = 0.002;
  terms.shared = 0.5;
  terms.wait_hours = 0.25;
  terms.wait_all_hours = 1;
  const auto times = spot_times(candidate, terms, 20'000, 1, control).value();
  ASSERT_TRUE(times);
  cost::SpotJob job;
  job.work_hours = 100;
  job.nodes = 4;
  job.spot_per_hour = job.on_demand_per_hour = Usd::from_dollars(1);
  job.hazard = 0.003;  // 0.002 reclaims and a failure in 1,000 hours
  job.shared = 0.5 * 0.002 / 0.003;
  job.write_hours = 60.0 / 3600;
  job.restart_hours = 300.0 / 3600;
  job.wait_hours = 0.25;
  job.wait_all_hours = 1;
  const auto expected = cost::expected_spot_job(job);
  ASSERT_TRUE(expected);
  EXPECT_NEAR(times->mean_hours(), expected->wall_hours(), 0.01 * expected->wall_hours());
}

TEST(TrainingBill, AJobThatNeverEndsHasNone) {
  TaskControl control;
  SpotTerms terms;
  terms.hazard = 0.5;
  TrainingCandidate candidate = made_up(64, 1000, 10.0);
  candidate.step->job.plan.load = sim::job_time(7200);
  const auto times = spot_times(candidate, terms, 10, 1, control);
  ASSERT_TRUE(times) << to_string(times.error());
  EXPECT_FALSE(*times);
}

TEST_F(TrainingPlanTest, ReportsCiteEveryFleet) {
  const TrainingPlan found = made(small_plan());
  const cost::ReportDocument document = training_document(found);
  EXPECT_EQ(document.sections.front().heading, "Answer");
  for (const cost::ReportSection& section : document.sections) {
    for (const cost::ReportBlock& block : section.blocks) {
      const auto* table = std::get_if<cost::ReportTable>(&block);
      if (table == nullptr || table->row_sources.empty()) continue;
      EXPECT_EQ(table->row_sources.size(), table->table.row_count()) << section.heading;
      for (const auto& sources : table->row_sources) EXPECT_FALSE(sources.empty());
    }
  }
  const std::string text = to_text(found, true);
  for (const char* part : {"Cheapest: ", "Other deadlines", "bought otherwise", "Assumptions"}) {
    EXPECT_THAT(text, HasSubstr(part));
  }
}

TEST_F(TrainingPlanTest, ItsStudyCanBeRead) {
  const TrainingPlan found = made(small_plan());
  const auto study = study_of(found);
  ASSERT_TRUE(study) << to_string(study.error());
  const auto read = cost::roi_study_from_json(*study, "study");
  ASSERT_TRUE(read) << to_string(read.error());
  EXPECT_EQ(read->target.work.estimate.count, found.fleets[*found.best].count());
  EXPECT_DOUBLE_EQ(read->load.tokens_per_run.value(), 2e10);
}

class TrainingStudyTest : public TrainingPlanTest {
 protected:
  /// What a month of the target costs in the study of that plan, and the job in the plan.
  struct Month {
    double study = 0;
    double job = 0;
    int count = 0;
    double price = 0;
    std::string billing;
  };
  Month month_of(const char* option) {
    Json json = small_plan();
    json["purchase"] = {option};
    json["instances"] = {"trn1.32xlarge"};
    json["training"]["job"]["deadline_days"] = 30;
    const TrainingPlan found = made(json);
    EXPECT_TRUE(found.best) << option;
    Json study = study_of(found).value();
    study["baseline"] = study["target"];
    study["baseline"]["label"] = "the same now";
    const auto read = cost::roi_study_from_json(study, "study");
    EXPECT_TRUE(read) << to_string(read.error());
    const auto result = cost::evaluate_roi(hardware(), book(), *read,
                                           cost::parse_day("2026-11-20").value(), control_);
    EXPECT_TRUE(result) << to_string(result.error());
    const TrainingFleet& best = found.fleets[*found.best];
    return {.study = result->months.at(1).new_machines.dollars(),
            .job = best.bill.expected.dollars(),
            .count = best.count(),
            .price = best.offer.priced()->per_hour.dollars(),
            .billing = study["target"]["billing"]};
  }
};

TEST_F(TrainingStudyTest, AMonthCostsWhatTheJobDoesInThePlan) {
  for (const char* option : {"on_demand", "capacity_block"}) {
    const Month month = month_of(option);
    EXPECT_EQ(month.billing, "busy_hours") << option;
    // The study has the likely step, the plan the mean of its band, which is lower by as much.
    EXPECT_NEAR(month.study, month.job, 0.02 * month.job) << option;
  }
}

TEST_F(TrainingStudyTest, ACommitmentIsPaidAroundTheClock) {
  const Month month = month_of("ri_1yr");
  EXPECT_EQ(month.billing, "always_on");
  EXPECT_NEAR(month.study, month.count * month.price * kHoursPerMonth, 0.01);
}

TEST_F(TrainingPlanTest, WithoutAFleetThereIsNoStudy) {
  Json json = small_plan();
  json["training"]["budget_usd"] = 100;
  const auto study = study_of(made(json));
  ASSERT_FALSE(study);
  EXPECT_EQ(study.error().code, ErrorCode::kInvalidArgument);
}

}  // namespace
}  // namespace nscope::capacity
