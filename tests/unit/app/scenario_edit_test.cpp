#include "app/pricing/scenario_edit.h"

#include "app/documents/built_in.h"
#include "costmodel/scenario/scenario.h"

#include <gtest/gtest.h>

namespace nscope::app {
namespace {

Json scenario(const char* name) {
  return load_document(name, BuiltIn::Kind::kScenario).value().json;
}

/// Whether the strict reader accepts the document.
testing::AssertionResult is_read(const Json& document) {
  const auto read = cost::scenario_from_json(document, "edited");
  if (read) return testing::AssertionSuccess();
  return testing::AssertionFailure() << to_string(read.error()) << "\n" << document.dump(1);
}

TEST(ScenarioEdit, NormalisingChangesTheWritingAndNotTheQuestion) {
  for (const BuiltIn& each : built_ins(BuiltIn::Kind::kScenario)) {
    const Json before = scenario(each.name.c_str());
    Json after = before;
    normalise_scenario(after);
    ASSERT_TRUE(is_read(after)) << each.name;
    const auto a = cost::scenario_from_json(before, "a").value();
    const auto b = cost::scenario_from_json(after, "b").value();
    EXPECT_EQ(a.regions, b.regions);
    EXPECT_EQ(a.options, b.options);
    EXPECT_FALSE(normalise_scenario(after)) << "the second call changes nothing";
  }
}

TEST(ScenarioEdit, AddsCopiesAndRemovesItems) {
  Json document = with_item(scenario("inf2-llama2-70b-serving"), 1);
  EXPECT_EQ(work_count(document), 5U);
  EXPECT_EQ(work_label(document["work"][4]), "claim: inf2.48xlarge (2)");
  EXPECT_EQ(document["work"][4]["stated"], document["work"][1]["stated"]);
  EXPECT_TRUE(is_read(document));
  document = with_item(document, 99);
  EXPECT_EQ(origin_of(document["work"][5]), Origin::kSimulated);
  EXPECT_TRUE(is_read(document));
  document = without_item(document, 4);
  EXPECT_EQ(work_count(document), 5U);
  EXPECT_TRUE(is_read(document));
  // A scenario with bundles only gets its first item.
  EXPECT_TRUE(is_read(with_item(scenario("hybrid-gpu-trainium"), 0)));
}

TEST(ScenarioEdit, WhatNamesAnItemFollowsIt) {
  Json migration = scenario("ailabs-30b-migration");
  const std::string old = work_label(migration["work"][2]);
  migration["work"][2]["label"] = "p4d now";
  EXPECT_FALSE(is_read(migration));
  migration = with_renamed(migration, old, "p4d now");
  EXPECT_EQ(migration["work"][3]["compare_with"], "p4d now");
  EXPECT_TRUE(is_read(migration));
  EXPECT_TRUE(is_read(without_item(migration, 2)));
  Json spot = scenario("spot-checkpointing");
  const std::size_t jobs = spot["spot"].size();
  const Json fewer = without_item(spot, 0);
  EXPECT_EQ(fewer["spot"].size(), jobs - 1);
  EXPECT_TRUE(is_read(fewer));
  EXPECT_FALSE(without_item(without_item(fewer, 0), 0).contains("spot"));
}

TEST(ScenarioEdit, AnItemHasOneOrigin) {
  Json document = scenario("inf2-llama2-70b-serving");
  for (const Origin origin : {Origin::kSimulated, Origin::kRun, Origin::kStated}) {
    Json& item = document["work"][0];
    item = with_origin(item, origin, 812.3, "run.json");
    EXPECT_EQ(origin_of(item), origin);
    EXPECT_TRUE(is_read(document));
  }
  EXPECT_EQ(document["work"][0]["throughput"]["tokens_per_second"], 810) << "two digits";
  EXPECT_EQ(document["work"][0]["throughput"]["provenance"], "assumed");
}

TEST(ScenarioEdit, PartsComeWithWhatTheyNeedAndSayWhatTheyAssume) {
  using Part = ScenarioPart;
  const Json bare = scenario("ailabs-30b-migration");
  for (const Part part : {Part::kLoad, Part::kDemand, Part::kUtilisation, Part::kCommitments,
                          Part::kSpot, Part::kCarbon}) {
    const Json with = with_part(bare, part, 1, 48'000);
    EXPECT_TRUE(has_part(with, part));
    EXPECT_TRUE(is_read(with));
    EXPECT_EQ(with_part(with, part, 1, 1), with) << "an existing part is not changed";
  }
  const Json mix = with_part(bare, Part::kCommitments, 0, 42'000);
  EXPECT_NE(mix["demand"]["source"].get<std::string>().find("assumed"), std::string::npos);
  const Json spot = with_part(bare, Part::kSpot, 1, 0);
  EXPECT_EQ(spot["spot"][0]["work"], "trn1, as printed");
  EXPECT_EQ(without_part(mix, Part::kDemand), bare) << "commitments need the demand";
  // The load of the month is the mean of the assumed week.
  const Json load = with_part(scenario("inf2-llama2-70b-serving"), Part::kUtilisation, 0, 800);
  EXPECT_NEAR(load["demand"]["profile"]["mean"].get<double>(), 1e9 / (730 * 3600), 1e-6);
  EXPECT_TRUE(is_read(load));
}

}  // namespace
}  // namespace nscope::app
