#include "app/capacity/training/plan_training.h"

#include "app/capacity/report/training_document.h"
#include "app/capacity/report/training_text.h"
#include "tests/unit/capacity/training_plan_fixture.h"

#include <algorithm>
#include <chrono>
#include <thread>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace nscope::capacity {
namespace {

using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

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
  EXPECT_THAT(without("/training/job/tokens"), HasSubstr("'steps', 'tokens' and 'sequences'"));
  EXPECT_THAT(without("/training/job/restart"), HasSubstr("restart"));
  EXPECT_THAT(without("/training/spot"), HasSubstr("required for the purchase option spot"));
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
  EXPECT_THAT(error_of(json), HasSubstr("cannot be combined"));
  json = small_plan();
  json["training"]["spot"]["uses_notice"] = true;
  EXPECT_THAT(error_of(json), HasSubstr("gives no notice"));
}

TEST(TrainingRequest, ListsHaveAnEnd) {
  Json json = small_plan();
  Json& degrees = json["training"]["tensor_parallel"] = Json::array();
  EXPECT_THAT(error_of(json), HasSubstr("must be an array of 1 to 200"));
  for (int degree = 1; degree <= 200; ++degree) degrees.push_back(degree);
  EXPECT_EQ(error_of(json), "accepted");
  degrees.push_back(201);
  EXPECT_THAT(error_of(json), HasSubstr("must be an array of 1 to 200"));
}

TEST(TrainingRequest, CountsItsTokens) {
  Json json = small_plan();
  EXPECT_DOUBLE_EQ(training_request_from_json(json, "p")->tokens(), 2e10);
  json["training"]["job"].erase("tokens");
  json["training"]["job"]["steps"] = 100;
  EXPECT_DOUBLE_EQ(training_request_from_json(json, "p")->tokens(), 100.0 * 256 * 4096);
}

TEST_F(TrainingPlanTest, TheCheapestOfAllThatEndInTimeWins) {
  const TrainingPlan found = made(small_plan());
  ASSERT_TRUE(found.best);
  const TrainingFleet& best = found.fleets[*found.best];
  ASSERT_TRUE(best.in_time);
  EXPECT_GE(best.in_time->value, 0.9);
  EXPECT_TRUE(best.confirmed);
  EXPECT_EQ(best.times.trials, 2000) << "confirmed with the trials of the request";
  int otherwise = 0;
  for (const TrainingFleet& fleet : found.fleets) {
    if (fleet.candidate != best.candidate || fleet.spot() || best.spot()) continue;
    ++otherwise;
    EXPECT_EQ(fleet.times.mean_hours(), best.times.mean_hours())
        << "the same nodes take the same time with " << cost::to_string(fleet.offer.purchase);
  }
  EXPECT_GT(otherwise, 1);
  for (const TrainingFleet& fleet : found.fleets) {
    if (&fleet == &best) continue;
    ASSERT_TRUE(fleet.refusal) << fleet.layout.text().english();
    EXPECT_THAT(fleet.refusal->reason.english(), testing::ContainsRegex("[0-9]"));
    if (fleet.refusal->rule == TrainingRule::kMoreExpensive) {
      EXPECT_GE(fleet.bill.expected, best.bill.expected);
    } else if (fleet.refusal->rule == TrainingRule::kStalePrice) {
      EXPECT_FALSE(fleet.offer.current);
      EXPECT_THAT(fleet.refusal->reason.english(), HasSubstr("days old"));
    } else {
      EXPECT_EQ(fleet.refusal->rule, TrainingRule::kTooLate);
      EXPECT_LT(fleet.in_time->value, 0.9);
    }
  }
  for (const TrainingCandidate& candidate : found.candidates) {
    // A candidate is either simulated or rejected with a reason.
    const bool simulated =
        std::any_of(found.fleets.begin(), found.fleets.end(), [&](const TrainingFleet& fleet) {
          return found.candidates[fleet.candidate].layout == candidate.layout;
        });
    EXPECT_NE(simulated, candidate.refusal.has_value()) << candidate.layout.text().english();
  }
}

TEST_F(TrainingPlanTest, APriceThatIsOutOfDateDoesNotLead) {
  Json json = small_plan();
  const TrainingPlan found = made(json);
  ASSERT_TRUE(found.best);
  EXPECT_TRUE(found.fleets[*found.best].offer.current);
  EXPECT_FALSE(found.fleets[*found.best].spot()) << "its built-in price is from 2025";
  EXPECT_THAT(to_text(found, false, Language()),
              HasSubstr("Not ranked, because the price is out of date: "));
  json["purchase"] = {"spot"};  // named by the user
  const TrainingPlan spot = made(json);
  ASSERT_TRUE(spot.best);
  EXPECT_FALSE(spot.fleets[*spot.best].offer.current);
  EXPECT_THAT(to_text(spot, false, Language()), HasSubstr("This price is out of date: "));
}

TEST_F(TrainingPlanTest, SpotIsNeverMorePunctualThanABlockOfTheSameNodes) {
  Json json = small_plan();
  json["model"] = "llama-3.1-70b";
  json["instances"] = {"trn2.48xlarge"};
  json["nodes"] = {64};
  json["purchase"] = {"capacity_block", "spot"};
  json["training"].update(Json::parse(R"({"sequence_length": 8192, "global_batch": 1024,
    "chance": 0.99, "tensor_parallel": [8], "pipeline_parallel": [1], "micro_batches": [1],
    "job": {"tokens": 1000000000000, "deadline_days": 30, "node_mtbf_hours": 6335,
            "checkpoint": {"node_bandwidth": 1e9, "shared_bandwidth": 1e11},
            "restart": {"detect_seconds": 600, "replace_seconds": 900,
                        "load_executable_seconds": 300}},
    "spot": {"hazard": {"bucket": "10-15%"}, "shared": 0.5, "wait_seconds": 900,
             "wait_all_seconds": 3600}})"));
  const TrainingPlan found = made(json);
  ASSERT_EQ(found.fleets.size(), 2U);
  const bool first = found.fleets[0].spot();
  const TrainingFleet& spot = found.fleets[first ? 0 : 1];
  const TrainingFleet& block = found.fleets[first ? 1 : 0];
  ASSERT_TRUE(spot.spot() && !block.spot());
  EXPECT_EQ(spot.candidate, block.candidate);
  for (const double days : {20.0, 25.0, 30.0, 35.0, 40.0}) {
    EXPECT_LE(spot.times.in_time(days * 24).value, block.times.in_time(days * 24).value) << days;
  }
  EXPECT_LT(block.in_time->value, 1) << "the slow end of the error band misses the deadline";
  EXPECT_GT(spot.times.failures, block.times.failures);
}

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
  // Fleets that already have all trials are not simulated again.
  json["training"]["job"]["trials"] = 1000;
  const TrainingPlan screened = made(json);
  EXPECT_EQ(screened.simulations, 1000 * std::ssize(screened.fleets));
}

/// The reason of the fleet of a type with the smallest `value`.
template <class Value>
Text reason_of_least(const TrainingPlan& plan, const std::string& instance, const Value& value) {
  const TrainingFleet* least = nullptr;
  for (const TrainingFleet& fleet : plan.fleets) {
    if (fleet.layout.instance != instance) continue;
    if (least == nullptr || value(fleet) < value(*least)) least = &fleet;
  }
  return least == nullptr ? Text() : least->refusal->reason;
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
  // Sorted by mean cost; the cost of a commitment does not vary.
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
  EXPECT_THAT(found.fleets[*found.in_time].refusal->reason.english(), HasSubstr("99.5 %"));
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
  EXPECT_THAT(to_text(found, false, {}), HasSubstr("no price: not offered (no on-demand"));
  const cost::ReportDocument document = training_document(found);
  for (const cost::ReportSection& section : document.sections) {
    if (section.heading.english() != "Same nodes with other purchase options") continue;
    const auto& table = std::get<cost::ReportTable>(section.blocks.front());
    EXPECT_EQ(table.row_sources.size(), table.table.row_count());
    EXPECT_EQ(table.row_tones.size(), table.table.row_count());
  }
}

TEST_F(TrainingPlanTest, AssumesOnlyOfWhatIsAskedAbout) {
  Json json = small_plan();
  const auto says = [&](const char* word) {
    const TrainingPlan found = made(json);
    return std::any_of(found.assumptions.begin(), found.assumptions.end(), [&](const Text& one) {
      return one.english().find(word) != std::string::npos;
    });
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
  EXPECT_THAT(summary_sentences(found).front().english(), HasSubstr("No fleet"));
  json = small_plan();
  json["training"]["budget_usd"] = 100;
  found = made(json);
  EXPECT_FALSE(found.best);
  ASSERT_TRUE(found.in_time) << "a larger budget would suffice";
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
  EXPECT_THAT(found.types[0].why_not.english(), HasSubstr("available: "));
}

TEST_F(TrainingPlanTest, AModelThatDoesNotFitSaysSo) {
  Json json = small_plan();
  json["model"] = "llama-2-70b";
  json["instances"] = {"trn1.2xlarge"};
  const TrainingPlan found = made(json);
  EXPECT_FALSE(found.best);
  EXPECT_EQ(found.types[0].rule, TrainingRule::kMemory);
  EXPECT_THAT(found.types[0].why_not.english(), HasSubstr("GiB"));
}

TEST_F(TrainingPlanTest, TypesRejectedForTheSameReasonShareALineAndAreNamedOnce) {
  Json json = small_plan();
  json["instances"] = {"inf1.xlarge", "inf1.2xlarge", "inf2.xlarge", "inf2.8xlarge",
                       "trn1.2xlarge"};
  json["max_instances"] = 1;
  const TrainingPlan found = made(json);
  const auto rejected = rejected_types(found);
  ASSERT_EQ(rejected.size(), 2U);
  EXPECT_EQ(rejected[0].instances, "inf1.xlarge, inf1.2xlarge");
  EXPECT_EQ(rejected[0].reason.english(),
            "not modelled: training is not supported on AWS Inferentia");
  EXPECT_EQ(rejected[1].instances, "inf2.xlarge, inf2.8xlarge, trn1.2xlarge");
  EXPECT_THAT(rejected[1].reason.english(), StartsWith("does not fit: a core of stage 0 needs"));
  const Table rules = refused_table(found);
  ASSERT_EQ(rules.row_count(), 2U);
  EXPECT_EQ(std::get<Text>(rules.at(0, 3)).english(),
            "training is not supported on AWS Inferentia");
  int layouts = 0;
  for (const TrainingTypeSummary& type : found.types) {
    layouts += type.layouts;
    for (std::size_t row = 0; row < rules.row_count(); ++row) {
      EXPECT_THAT(std::get<Text>(rules.at(row, 3)).english(), Not(HasSubstr(type.instance)));
    }
  }
  EXPECT_EQ(std::get<std::int64_t>(rules.at(0, 2)) + std::get<std::int64_t>(rules.at(1, 2)),
            layouts);
}

TEST_F(TrainingPlanTest, RefusesNamesThatItDoesNotKnow) {
  const auto where = [&](const char* member, const Json& value) {
    Json json = small_plan();
    json[member] = value;
    return to_string(plan(json).error());
  };
  EXPECT_THAT(where("model", "lama"), HasSubstr("lama"));
  EXPECT_THAT(where("instances", Json::array({"trn9"})), HasSubstr("trn9"));
  EXPECT_THAT(where("regions", Json::array({"mars"})), HasSubstr("mars"));
  Json json = small_plan();
  json["training"]["sequence_length"] = 1 << 19;
  EXPECT_THAT(to_string(plan(json).error()), HasSubstr("positions"));
}

TEST_F(TrainingPlanTest, ACancelledPlanKeepsWhatItFound) {
  Json json = small_plan();
  json["training"]["job"]["trials"] = 1'000'000;  // the confirmation takes seconds
  std::thread user([&] {
    // Twice, because a phase begins in several steps.
    for (int seen = 0; seen < 2;) {
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
      const bool all = control_.phase().english == "Simulating jobs" && control_.fraction() >= 1;
      seen = all ? seen + 1 : 0;
    }
    control_.request_cancel();
  });
  const auto found = plan(json);
  user.join();
  ASSERT_TRUE(found) << to_string(found.error());
  EXPECT_FALSE(found->complete);
  EXPECT_TRUE(found->best);
  EXPECT_EQ(found->simulated, found->to_simulate);
  EXPECT_THAT(to_text(*found, false, Language()),
              HasSubstr("The best one was not confirmed with all trials."));
  EXPECT_EQ(to_json(*found, false)["complete"], false);
}

/// The layouts by class, whose sum must be the number of layouts.
int classes_of(const TrainingPlan& plan) {
  int sum = plan.with_fleet() + plan.not_searched();
  for (const TrainingRule rule : kAllTrainingRules) sum += plan.count(rule);
  return sum;
}

TEST_F(TrainingPlanTest, ATimeLimitGivesTheBestSoFarWithBounds) {
  const TrainingPlan whole = made(small_plan());
  ASSERT_TRUE(whole.best);
  EXPECT_EQ(classes_of(whole), std::ssize(whole.candidates));
  EXPECT_EQ(whole.not_searched(), 0);
  const auto request = training_request_from_json(small_plan(), "plan");
  const auto within = [&](double seconds) {
    TaskControl control;
    return plan_training_within(std::chrono::duration<double>(seconds), cost::hardware(),
                                cost::book(), *request, cost::parse_day("2026-11-20").value(), 1,
                                control);
  };
  const auto none = within(0);
  ASSERT_TRUE(none) << to_string(none.error());
  EXPECT_FALSE(none->complete);
  EXPECT_FALSE(none->best);
  EXPECT_THAT(to_text(*none, false, Language()),
              testing::AllOf(HasSubstr("No fleet was found before the plan was stopped"),
                             HasSubstr("the job costs at least USD ")));
  for (const TrainingTypeSummary& type : none->types) {
    ASSERT_TRUE(type.least) << type.instance;
    EXPECT_GT(*type.least, Usd());
    for (const TrainingFleet& fleet : whole.fleets) {
      if (fleet.layout.instance != type.instance) continue;
      EXPECT_LE(*type.least, fleet.bill.expected) << "the bound must hold for every fleet";
    }
  }
  int partial = 0;
  for (double seconds = 0.005; seconds < 600; seconds *= 1.3) {
    const auto found = within(seconds);
    ASSERT_TRUE(found) << to_string(found.error());
    EXPECT_EQ(classes_of(*found), std::ssize(found->candidates)) << seconds;
    if (found->complete) {
      EXPECT_EQ(to_json(*found, true), to_json(whole, true));
      break;
    }
    if (!found->best) continue;
    ++partial;
    EXPECT_THAT(to_text(*found, false, Language()), HasSubstr("The plan was stopped: "));
  }
  EXPECT_GT(partial, 0) << "a plan that was stopped has its best fleet so far";
}

TEST_F(TrainingPlanTest, IsTheSameEachTimeAndCanBeCancelled) {
  EXPECT_EQ(to_json(made(small_plan()), true).dump(), to_json(made(small_plan()), true).dump());
  control_.request_cancel();
  EXPECT_EQ(plan(small_plan()).error().code, ErrorCode::kCancelled);
}

TEST_F(TrainingPlanTest, ReportsCiteEveryFleet) {
  const TrainingPlan found = made(small_plan());
  const cost::ReportDocument document = training_document(found);
  EXPECT_EQ(document.sections.front().heading.english(), "Result");
  for (const cost::ReportSection& section : document.sections) {
    for (const cost::ReportBlock& block : section.blocks) {
      const auto* table = std::get_if<cost::ReportTable>(&block);
      if (table == nullptr || table->row_sources.empty()) continue;
      EXPECT_EQ(table->row_sources.size(), table->table.row_count()) << section.heading.english();
      for (const auto& sources : table->row_sources) EXPECT_FALSE(sources.empty());
    }
  }
  const std::string text = to_text(found, true, {});
  for (const char* part :
       {"Cheapest fleet: ", "Other deadlines", "other purchase options", "Assumptions"}) {
    EXPECT_THAT(text, HasSubstr(part));
  }
}

}  // namespace
}  // namespace nscope::capacity
