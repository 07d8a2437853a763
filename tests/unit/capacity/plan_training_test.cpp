#include "app/capacity/plan_training.h"

#include "app/capacity/plan_study.h"
#include "app/capacity/training_document.h"
#include "app/capacity/training_words.h"
#include "costmodel/migration/roi_study.h"
#include "simcore/reliability/checkpoint_interval.h"
#include "tests/unit/cost/built_in_data.h"

#include <algorithm>
#include <cmath>
#include <set>

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

TEST_F(TrainingPlanTest, TheCheapestOfAllThatEndInTimeWins) {
  const TrainingPlan found = made(small_plan());
  ASSERT_TRUE(found.best);
  const TrainingFleet& best = found.fleets[*found.best];
  ASSERT_TRUE(best.in_time);
  EXPECT_GE(best.in_time->value, 0.9);
  EXPECT_GE(best.times.trials, 1900) << "confirmed with the trials of the request";
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
  for (const double days : {40.0, 20.0, 10.0, 5.0, 3.0}) {
    json["training"]["job"]["deadline_days"] = days;
    const TrainingPlan found = made(json);
    if (!found.best) break;
    const Usd now = found.fleets[*found.best].bill.expected;
    // A confirming run has other trials than a screening one.
    if (before) {
      EXPECT_GE(now.dollars(), before->dollars() * 0.98) << days;
    }
    before = now;
  }
  EXPECT_TRUE(before);
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
  EXPECT_NEAR(times.mean_hours().value(), 100, 1e-9);
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

TEST(TrainingBill, MeanTimeAgreesWithDaly) {
  TaskControl control;
  const TrainingCandidate candidate = made_up(8, 200, 400.0);
  const JobTimes times = kept_times(candidate, 4000, 1, control).value();
  const double daly = reliability::expected_job_time(200, 1, 60.0 / 3600, 300.0 / 3600, 50);
  EXPECT_NEAR(times.mean_hours().value(), daly, 0.01 * daly);
}

TEST(TrainingBill, SpotWithoutReclaimsIsTheJobOnNodesThatStay) {
  TaskControl control;
  TrainingCandidate candidate = made_up(4, 100, std::nullopt);
  candidate.step->job.write_seconds = 1;
  SpotTerms terms;
  terms.hazard = 1e-9;
  const auto times = spot_times(candidate, terms, 100, 1, control).value();
  ASSERT_TRUE(times);
  EXPECT_NEAR(times->mean_hours().value(), 100, 0.01);
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
  EXPECT_NEAR(times->mean_hours().value(), expected->wall_hours(), 0.01 * expected->wall_hours());
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

}  // namespace
}  // namespace nscope::capacity
