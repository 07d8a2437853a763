#include "app/capacity/fleet/plan_fleet.h"

#include "app/capacity/fleet/plan_ranking.h"
#include "app/capacity/report/plan_summary.h"
#include "app/capacity/report/plan_text.h"
#include "costmodel/money/figures.h"
#include "tests/unit/capacity/fleet_plan_fixture.h"

#include <algorithm>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace nscope::capacity {
namespace {

using ::testing::AllOf;
using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::Not;

TEST(PlanFleetTest, TheBestIsTheCheapestOfTheTypes) {
  const auto found = plan(quick_plan());
  ASSERT_TRUE(found) << to_string(found.error());
  ASSERT_TRUE(found->best);
  for (const TypeSummary& type : found->types) {
    if (type.fleet) {
      EXPECT_LE(found->best->per_hour, type.fleet->per_hour);
    }
  }
  const PlannedFleet& best = *found->best;
  EXPECT_EQ(best.per_hour, best.offer.priced()->per_hour * std::int64_t{best.count()});
  EXPECT_EQ(best.per_month, best.per_hour * 730.0);
  const double tokens = 20 * 100 * 3600;
  EXPECT_NEAR(best.per_million_output_tokens.dollars(), best.per_hour.dollars() / tokens * 1e6,
              1e-6);
  for (const LatencyFigures& figures : best.figures) {
    if (figures.latency == Latency::kE2e) {
      EXPECT_LE(figures.tail.value, 4);
    }
  }
}

TEST(PlanFleetTest, SaysHowFarTheFleetFits) {
  const auto found = plan(quick_plan());
  ASSERT_TRUE(found && found->best && found->best->limits);
  const catalog::MemoryLimits& limits = *found->best->limits;
  EXPECT_TRUE(limits.fits);
  ASSERT_EQ(limits.sizes.size(), 2u);
  EXPECT_GE(limits.sizes[0].largest, found->best->configuration.slots);
  EXPECT_GE(limits.sizes[1].largest, compiled_length(found->request));
}

TEST(PlanFleetTest, EachConfigurationIsCountedOnce) {
  Json json = quick_plan();
  json["instances"] = {"inf2.48xlarge", "trn1.32xlarge", "trn2.48xlarge", "inf2.xlarge"};
  const auto found = plan(json);
  ASSERT_TRUE(found && found->best) << to_string(found.error());
  EXPECT_EQ(classes(*found), std::ssize(found->candidates));
  EXPECT_EQ(found->not_searched(), 0);
  EXPECT_EQ(found->chosen(), 3) << "all but trn2.48xlarge, which has no On-Demand price";
  const Json counts = to_json(*found, false)["counts"];
  int sum = counts["chosen"].get<int>() + counts["not-searched"].get<int>();
  for (const Rule rule : kAllRules) sum += counts[std::string(to_string(rule))].get<int>();
  EXPECT_EQ(sum, counts["configurations"].get<int>());
  EXPECT_TRUE(to_json(*found, false).contains("ranking") ||
              to_json(*found, false).contains("no_ranking"));
}

TEST(PlanFleetTest, APriceThatIsOutOfDateDoesNotLead) {
  Json json = quick_plan();
  json["purchase"] = {"on_demand", "spot"};
  const auto found = plan(json);
  ASSERT_TRUE(found && found->best);
  EXPECT_EQ(found->best->offer.purchase.option, cost::PurchaseOption::kOnDemand);
  EXPECT_TRUE(found->best->offer.current);
  EXPECT_THAT(to_text(*found, false, Language()),
              testing::AllOf(HasSubstr("Not ranked, because the price is out of date: "),
                             HasSubstr("aws ec2 describe-spot-price-history"),
                             HasSubstr("Spot (price out of date)")));
  json["purchase"] = {"spot"};  // named by the user
  const auto spot = plan(json);
  ASSERT_TRUE(spot && spot->best);
  EXPECT_FALSE(spot->best->offer.current);
  EXPECT_THAT(to_text(*spot, false, Language()), HasSubstr("This price is out of date: "));
}

// Agreements have discounts by service; on instances the most specific one applies once.
TEST(PlanFleetTest, DiscountsOnInstancesApplyAndOthersAreNamed) {
  const auto discount = [](std::string instance, std::int64_t percent) {
    return cost::Discount{.instance = std::move(instance),
                          .region = {},
                          .purchase = {},
                          .parts_per_million = percent * 10'000,
                          .from = cost::parse_day("2026-01-01").value(),
                          .source = "EDP"};
  };
  cost::BookLayer layer;
  layer.discounts = {discount("", 10), discount("service:s3", 20), discount("service:all", 5)};
  const cost::PriceBook reduced = cost::PriceBook::load({}, std::move(layer)).value();
  Json json = quick_plan();
  json["instances"] = {"inf2.48xlarge"};
  const auto request = plan_request_from_json(json, "plan.json");
  ASSERT_TRUE(request);
  TaskControl control;
  const auto with = plan_fleet(hardware(), reduced, *request, {}, 1, control);
  const auto without = plan(json);
  ASSERT_TRUE(with && with->best && without && without->best);
  EXPECT_NEAR(with->best->per_hour.dollars(), 0.9 * without->best->per_hour.dollars(), 1e-6);
  EXPECT_THAT(english(with->assumptions),
              Contains(testing::AllOf(HasSubstr("Discounts that are not used"),
                                      HasSubstr("S3 less 20 % (EDP)"), Not(HasSubstr("5 % ")))));
  EXPECT_THAT(english(without->assumptions), Not(Contains(HasSubstr("Discounts"))));
}

TEST(PlanFleetTest, RequestsBeyondThePositionsOfTheModelAreRefused) {
  Json json = quick_plan();  // llama-3-8b: 8,192 positions
  json["traffic"]["input_tokens"] = 8093;
  const auto longer = plan(json);
  ASSERT_FALSE(longer);
  EXPECT_EQ(longer.error().code, ErrorCode::kInvalidArgument);
  EXPECT_EQ(longer.error().where.english(), "traffic");
  EXPECT_THAT(longer.error().message.english(), HasSubstr("has 8,193 tokens"));
  json["traffic"]["input_tokens"] = 500;
  json["max_context"] = 8193;
  const auto wider = plan(json);
  ASSERT_FALSE(wider);
  EXPECT_EQ(wider.error().where.english(), "max_context");
  EXPECT_THAT(wider.error().message.english(), HasSubstr("must be at most 8,192"));
  // All positions of the model may be used.
  json["max_context"] = 8192;
  json["slots"] = {4};
  json["instances"] = {"trn1.32xlarge"};
  const auto longest = plan(json);
  ASSERT_TRUE(longest) << to_string(longest.error());
  EXPECT_THAT(english(longest->assumptions), Not(Contains(HasSubstr("number of positions"))));
  json.erase("max_context");
  json["model"] = "gpt3-6.7b";
  const auto unknown = plan(json);
  ASSERT_TRUE(unknown) << to_string(unknown.error());
  EXPECT_THAT(english(unknown->assumptions),
              Contains(HasSubstr("number of positions of gpt3-6.7b is unknown")));
}

TEST(PlanFleetTest, SaysIfTheSoftwareDoesNotSupportADevice) {
  Json json = quick_plan();
  json["instances"] = {"trn1.32xlarge"};
  const auto older = plan(json);
  ASSERT_TRUE(older) << to_string(older.error());
  EXPECT_THAT(english(older->assumptions),
              Contains(HasSubstr("transformers-neuronx ended with Neuron SDK 2.26")));
  json["instances"] = {"trn1.32xlarge", "inf2.48xlarge"};
  const auto both = plan(json);
  ASSERT_TRUE(both) << to_string(both.error());
  // Two types have one note if it does not name their device.
  const auto notes = english(both->assumptions);
  EXPECT_EQ(std::count_if(notes.begin(), notes.end(),
                          [](const std::string& one) {
                            return one.find("ended with Neuron SDK") != std::string::npos;
                          }),
            1);
  json["stack"] = "vllm-neuron";
  json.erase("sla");
  json["instances"] = {"trn1.32xlarge"};
  const auto plugin = plan(json);
  ASSERT_TRUE(plugin) << to_string(plugin.error());
  EXPECT_THAT(english(plugin->assumptions),
              Contains(HasSubstr("vLLM Neuron plugin does not support")));
}

TEST(PlanFleetTest, AMonthThatDollarsDoNotHoldIsAnError) {
  Json json = quick_plan();
  json["instances"] = {"trn1.32xlarge"};
  json["max_instances"] = 1'000'000;
  json["traffic"]["output_tokens"] = 4000;
  json["slots"] = {4};
  json.erase("sla");
  const auto some = plan(json);
  ASSERT_TRUE(some && some->best);
  // 21.50 USD x 730 h x 650,000.
  const double load = some->best->load * some->best->serving / 20;
  json["traffic"]["requests_per_second"] = 0.9 * 650'000 / load;
  const auto found = plan(json);
  ASSERT_FALSE(found);
  EXPECT_EQ(found.error().code, ErrorCode::kInvalidArgument);
  EXPECT_EQ(found.error().where.english(), "max_instances");
  EXPECT_THAT(found.error().message.english(), HasSubstr("USD 9.2 billion per month"));
}

TEST(PlanFleetTest, TheSameRequestGivesTheSameBytes) {
  const auto first = plan(quick_plan());
  const auto second = plan(quick_plan());
  EXPECT_EQ(to_json(*first, true).dump(), to_json(*second, true).dump());
  EXPECT_EQ(to_text(*first, true, {}), to_text(*second, true, {}));
}

TEST(PlanFleetTest, DoublingTheLoadNeverLowersTheCost) {
  Usd before;
  for (double rate = 1; rate < 150; rate *= 2) {
    Json json = quick_plan();
    json["traffic"]["requests_per_second"] = rate;
    const auto found = plan(json);
    ASSERT_TRUE(found && found->best) << rate;
    EXPECT_GE(found->best->per_hour, before) << rate;
    before = found->best->per_hour;
  }
}

TEST(PlanFleetTest, AFleetSurvivesANodeWithOneMore) {
  const auto plain = plan(quick_plan());
  Json json = quick_plan();
  json["survive"] = {{"nodes", 1}};
  const auto safe = plan(json);
  ASSERT_TRUE(plain && plain->best && safe && safe->best);
  EXPECT_EQ(safe->best->spare, 1);
  EXPECT_GT(safe->best->per_hour, plain->best->per_hour);
}

TEST(PlanFleetTest, HeadroomSizesForMoreAndIsBilledToTheRealLoad) {
  Json json = quick_plan();
  json["headroom"] = 1.0;
  const auto roomy = plan(json);
  Json twice = quick_plan();
  twice["traffic"]["requests_per_second"] = 40;
  const auto doubled = plan(twice);
  ASSERT_TRUE(roomy && roomy->best && doubled && doubled->best);
  EXPECT_EQ(roomy->best->per_hour, doubled->best->per_hour);
  EXPECT_NEAR(roomy->best->per_million_output_tokens / doubled->best->per_million_output_tokens, 2,
              1e-6);
}

TEST(PlanFleetTest, CountsAndPricesAllInstancesOfAReplica) {
  Json json = quick_plan();
  json["instances"] = {"trn1.32xlarge"};
  json["slots"] = {16};
  json["nodes"] = {2};
  const auto pairs = plan(json);
  json["nodes"] = {1};
  const auto single = plan(json);
  ASSERT_TRUE(pairs && pairs->best && single && single->best);
  const PlannedFleet& fleet = *pairs->best;
  EXPECT_EQ(fleet.configuration.nodes, 2);
  EXPECT_EQ(fleet.count() % 2, 0);
  EXPECT_EQ(fleet.per_hour, fleet.offer.priced()->per_hour * std::int64_t{fleet.count()});
  // A pipeline has at most the throughput of as many replicas on one instance each.
  EXPECT_GE(fleet.count(), single->best->count());
  EXPECT_EQ(to_json(fleet.configuration)["nodes"], 2);
  EXPECT_FALSE(to_json(single->best->configuration).contains("nodes"));
  // One failed instance ends a replica.
  json["nodes"] = {2};
  json["survive"] = {{"nodes", 1}};
  const auto safe = plan(json);
  ASSERT_TRUE(safe && safe->best);
  EXPECT_EQ(safe->best->spare, 2);
}

TEST(PlanFleetTest, ServesAModelThatNeedsTwoInstances) {
  Json json = quick_plan();
  json["model"] = "llama-3.1-405b";
  json["weight_dtypes"] = {"bf16"};
  json["instances"] = {"trn1.32xlarge"};
  json["traffic"]["requests_per_second"] = 0.05;
  json["sla"] = {{"e2e_p99_s", 120}};
  json["slots"] = {4};
  const auto none = plan(json);
  ASSERT_TRUE(none);
  EXPECT_FALSE(none->best);
  json["nodes"] = {1, 2};
  const auto pairs = plan(json);
  ASSERT_TRUE(pairs && pairs->best);
  EXPECT_EQ(pairs->best->configuration.nodes, 2);
  EXPECT_GE(pairs->best->serving, 2);
  EXPECT_THAT(pairs->best->limits->fewer.english(), testing::HasSubstr("is not enough"));
}

TEST(PlanFleetTest, AdaptersCostMemoryAndTime) {
  Json json = quick_plan();
  json["instances"] = {"trn1.32xlarge"};
  json["slots"] = {16};
  const auto plain = plan(json);
  json["adapters"] = {{"count", 50}, {"resident", 5}, {"bytes", 8e7}, {"bandwidth", 5e8}};
  const auto adapted = plan(json);
  ASSERT_TRUE(plain && plain->best && adapted && adapted->best);
  EXPECT_GT(adapted->best->count(), plain->best->count()) << "a load takes 0.16 s";
  EXPECT_THAT(english(adapted->best->outside_domain),
              testing::Contains("LoRA adapters of requests"));
  EXPECT_THAT(english(adapted->assumptions), Contains(HasSubstr("with equal probability")));
  json["adapters"]["resident"] = 50;
  json["adapters"]["popularity"] = 0.9;
  const auto all = plan(json);
  ASSERT_TRUE(all && all->best);
  EXPECT_THAT(english(all->assumptions), Contains(HasSubstr("1 / k^0.9; 50 are resident")));
  EXPECT_LE(all->best->count(), adapted->best->count());
  json["adapters"]["bytes"] = 1e13;
  const auto none = plan(json);
  EXPECT_FALSE(none && none->best) << "the adapters do not fit";
}

TEST(SpareTest, WhatIsLeftAfterTheFailureStillServes) {
  EXPECT_EQ(spare_instances(7, {}), 0);
  EXPECT_EQ(spare_instances(7, {.nodes = 2}), 2);
  // 4 serving instances, three zones: 2 + 2 + 2, one zone fails.
  EXPECT_EQ(spare_instances(4, {.zones = 1}), 2);
  EXPECT_EQ(spare_instances(1, {.zones = 1}), 1);
  // Replicas on four instances: the failure of one instance ends one of two replicas.
  EXPECT_EQ(spare_instances(8, {.nodes = 1}, 4), 4);
  for (int serving = 1; serving < 60; ++serving) {
    for (int zones = 1; zones < 4; ++zones) {
      const Survival survival{.zones = zones, .zone_count = 4};
      const int total = serving + spare_instances(serving, survival);
      const auto left = [&](int count) { return count - zones * ((count + 3) / 4); };
      EXPECT_GE(left(total), serving);
      EXPECT_LT(left(total - 1), serving);
    }
  }
}

TEST(BandFiguresTest, ThePredictionIsBetweenTheEnds) {
  PlannedFleet fleet;
  fleet.serving = 7;
  fleet.figures = {{.latency = Latency::kTtft, .share = 0.99, .p50 = {}, .tail = {.value = 1.9}}};
  BandFigures figures;
  figures.tail = {{{0.5, 1, 1}, {1.3, 2, 2}}};
  figures.serving = {8, std::nullopt};
  include_prediction(fleet, figures);
  constexpr auto kTtft = static_cast<std::size_t>(Latency::kTtft);
  EXPECT_EQ(figures.tail[0][kTtft], 0.5);
  EXPECT_EQ(figures.tail[1][kTtft], 1.9);
  EXPECT_EQ(figures.serving[0], 7);
  EXPECT_EQ(figures.serving[1], std::nullopt);
}

TEST(PlanFleetTest, WhatIsNotSoldIsSaidAndNeverFree) {
  Json json = quick_plan();
  json["instances"] = {"trn2.48xlarge"};
  json["purchase"] = {"on_demand"};
  const auto found = plan(json);
  ASSERT_TRUE(found);
  EXPECT_FALSE(found->best);
  EXPECT_EQ(found->types[0].rule, Rule::kNotOffered);
  EXPECT_THAT(found->types[0].why_not.english(), HasSubstr("not offered"));
  EXPECT_THAT(found->types[0].why_not.english(), HasSubstr("Capacity Block in us-east-2"));
  EXPECT_TRUE(to_json(*found, false)["best"].is_null());
}

TEST(PlanFleetTest, ACommitmentIsTakenOnlyWhereNothingIsSoldOnDemand) {
  Json json = quick_plan();
  json["instances"] = {"trn2.48xlarge"};
  json["region"] = "us-east-2";
  const auto found = plan(json);
  ASSERT_TRUE(found && found->best);
  EXPECT_EQ(found->best->offer.purchase, cost::PurchaseOption::kCapacityBlock);
  ASSERT_EQ(found->needs.size(), 1u);
  EXPECT_THAT(found->needs[0].english(), HasSubstr("commitment"));
}

TEST(PlanFleetTest, NarrowWeightsAreTakenOnlyWhereBf16DoesNotHold) {
  // 8 billion weights: 17 GB in bf16 do not fit on 16 GiB.
  Json json = quick_plan();
  json["instances"] = {"inf2.xlarge"};
  json["slots"] = {1};
  json["sla"]["e2e_p99_s"] = 30;
  json["traffic"]["requests_per_second"] = 1;
  const auto free = plan(json);
  ASSERT_TRUE(free);
  json["weight_dtypes"] = {"bf16"};
  const auto strict = plan(json);
  ASSERT_TRUE(strict);
  for (const auto& found : {*free, *strict}) {
    if (!found.best) continue;
    EXPECT_EQ(found.best->configuration.weight_dtype != "bf16", !found.needs.empty());
  }
}

TEST(PlanFleetTest, TheFrontierGetsCheaperAsLimitsGetLonger) {
  const auto found = plan(quick_plan());
  ASSERT_TRUE(found && found->best);
  Usd before = found->best->per_hour;
  for (const FrontierPoint& point : found->frontier) {
    ASSERT_TRUE(point.fleet) << point.factor;
    EXPECT_LE(point.fleet->per_hour, before) << point.factor;
    before = point.fleet->per_hour;
  }
}

TEST(PlanFleetTest, TheErrorBandsSurroundTheAnswer) {
  const auto found = plan(quick_plan());
  ASSERT_TRUE(found && found->best);
  const PlannedFleet& best = *found->best;
  ASSERT_TRUE(best.measured);
  ASSERT_TRUE(best.measured->serving[0]);
  EXPECT_LE(*best.measured->serving[0], best.serving);
  if (best.measured->serving[1]) {
    EXPECT_GE(*best.measured->serving[1], best.serving);
  }
  for (const LatencyFigures& figures : best.figures) {
    const auto at = static_cast<std::size_t>(figures.latency);
    EXPECT_LE(best.measured->tail[0][at], figures.tail.value);
    EXPECT_GE(best.measured->tail[1][at], figures.tail.value);
  }
  EXPECT_EQ(best.widened.has_value(), !best.outside_domain.empty());
  if (!best.widened || !best.widened->serving[0]) return;
  EXPECT_LE(*best.widened->serving[0], *best.measured->serving[0]);
}

TEST(PlanFleetTest, AutoscalingFollowsTheHours) {
  Json json = quick_plan();
  json["traffic"].erase("requests_per_second");
  json["traffic"]["hourly_requests_per_second"] = {10, 60, 120, 30};
  json["autoscaling"] = {{"load_seconds", 360}};
  const auto found = plan(json);
  ASSERT_TRUE(found && found->best && found->scaled);
  const std::vector<int>& hours = found->scaled->instances;
  ASSERT_EQ(hours.size(), 4u);
  EXPECT_EQ(hours[2], found->best->count());
  EXPECT_LE(hours[0], hours[3]);
  EXPECT_LT(hours[3], hours[2]);
  double sum = 0;
  for (const int count : hours) sum += count;
  const double started = std::max(0, hours[1] - hours[0]) + std::max(0, hours[2] - hours[1]) +
                         std::max(0, hours[0] - hours[3]) + std::max(0, hours[3] - hours[2]);
  EXPECT_NEAR(found->scaled->instance_hours, sum + started * 0.1, 1e-9);
  EXPECT_LT(*found->scaled->per_hour, found->best->per_hour);
  const std::vector<double>& paid = found->scaled->paid;
  EXPECT_LE(*std::max_element(paid.begin(), paid.end()), found->best->count())
      << "instances that load count in the hour before they serve";
  ASSERT_FALSE(found->scaled->mixes.empty());
  for (const PurchaseMix& mix : found->scaled->mixes) {
    EXPECT_LT(mix.per_hour, found->best->per_hour);
    EXPECT_LE(mix.per_hour, *found->scaled->per_hour);
  }
  const Usd least = std::min_element(found->scaled->mixes.begin(), found->scaled->mixes.end(),
                                     [](const PurchaseMix& a, const PurchaseMix& b) {
                                       return a.per_hour < b.per_hour;
                                     })
                        ->per_hour;
  EXPECT_THAT(
      english(best_sentences(*found)),
      Contains(HasSubstr(fmt::format("it costs USD {} per hour on average", format_usd(least)))))
      << "the fleet of the busiest hour at all times is not what such a plan pays";
  json["most_spot_instances"] = 1;
  json["purchase"] = {"on_demand", "spot"};
  const auto limited = plan(json);
  ASSERT_TRUE(limited && limited->best && limited->scaled);
  EXPECT_EQ(limited->best->offer.purchase.option, cost::PurchaseOption::kOnDemand);
  ASSERT_EQ(limited->scaled->mixes.size(), 1u);
  EXPECT_EQ(limited->scaled->mixes[0].offers[0].offer.purchase.option, cost::PurchaseOption::kSpot);
  EXPECT_EQ(limited->scaled->mixes[0].offers[0].instances, 1);
  json["purchase"] = {"on_demand"};
  json.erase("most_spot_instances");
  const auto alone = plan(json);
  ASSERT_TRUE(alone && alone->scaled);
  EXPECT_FALSE(alone->scaled->no_mix.empty());
  // Loading for six minutes is far too slow for a sudden doubling of the load.
  ASSERT_TRUE(found->scaled->missed_when_reacting);
  EXPECT_GT(*found->scaled->missed_when_reacting, 0.05);
}

TEST(PlanFleetTest, ACommitmentIsPaidInIdleHours) {
  Json json = quick_plan();
  json["traffic"].erase("requests_per_second");
  json["traffic"]["hourly_requests_per_second"] = {10, 40};
  json["autoscaling"] = {{"load_seconds", 60}};
  json["purchase"] = {"ri_1yr"};
  const auto found = plan(json);
  ASSERT_TRUE(found && found->best && found->scaled);
  EXPECT_FALSE(found->scaled->per_hour);
  EXPECT_THAT(found->scaled->why_not.english(), HasSubstr("is paid even when"));
  std::string text;
  for (const Text& line : best_sentences(*found)) text += line.english() + "\n";
  const double term = found->best->per_hour.dollars() * 8760;
  EXPECT_THAT(text, HasSubstr(fmt::format("The commitment for 1 year costs USD {}, whether the "
                                          "fleet is used or not. Terms: standard no upfront.",
                                          cost::as_dollars(term, 0).english())));
}

TEST(PlanFleetTest, GpusAreEvaluatedByTheSameSimulation) {
  Json json = quick_plan();
  json["instances"] = {"p4d.24xlarge"};
  const auto found = plan(json);
  ASSERT_TRUE(found && found->best);
  EXPECT_TRUE(found->best->configuration.gpu);
}

TEST(PlanFleetTest, CountsAddUp) {
  const auto found = plan(quick_plan());
  ASSERT_TRUE(found);
  int sum = 0;
  for (const Rule rule : {Rule::kNotModelled, Rule::kMemory, Rule::kNotOffered, Rule::kLatencyFloor,
                          Rule::kNeverMeetsLimits, Rule::kCapacity, Rule::kMoreExpensive}) {
    sum += found->count(rule);
  }
  int fleets = 0;
  for (const TypeSummary& type : found->types) fleets += type.fleet ? 1 : 0;
  EXPECT_EQ(sum + fleets, std::ssize(found->candidates));
}

TEST(PlanFleetTest, UnknownNamesAreErrorsWithTheClosest) {
  for (const auto& [member, value, says] :
       {std::tuple("model", Json("llama-3-8"), "llama-3-8b"),
        {"region", Json("us-east-9"), "us-east-1"},
        {"instances", Json::array({"inf2.49xlarge"}), "inf2.48xlarge"}}) {
    Json json = quick_plan();
    json[member] = value;
    const auto found = plan(json);
    ASSERT_FALSE(found);
    EXPECT_EQ(found.error().code, ErrorCode::kNotFound);
    EXPECT_THAT(to_string(found.error()), HasSubstr(says));
  }
}

}  // namespace
}  // namespace nscope::capacity
