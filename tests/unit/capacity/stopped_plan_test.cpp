#include "app/capacity/report/plan_summary.h"
#include "tests/unit/capacity/fleet_plan_fixture.h"

#include <algorithm>
#include <chrono>
#include <iterator>
#include <thread>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace nscope::capacity {
namespace {

using ::testing::HasSubstr;

// Bursts make the search of the second type take seconds.
Json long_plan() {
  Json json = quick_plan();
  json["traffic"]["requests_per_second"] = 60;
  json["traffic"]["arrivals"] = {
      {"process", "bursts"}, {"burst_factor", 5}, {"quiet_seconds", 60}, {"burst_seconds", 10}};
  return json;
}

TEST(StoppedPlanTest, ACancelledPlanKeepsWhatItFound) {
  const auto request = plan_request_from_json(long_plan(), "plan.json");
  ASSERT_TRUE(request);
  const auto configurations = [&](const char* instance) {
    return static_cast<double>(
        configurations_of(hardware(), **hardware().instance(instance), *request, {"bf16"}).size());
  };
  const double first = configurations("inf2.48xlarge");
  const double share = first / (first + configurations("trn1.32xlarge"));
  TaskControl control;
  std::thread user([&] {
    while (control.phase().english != "Searching for fleets" || control.fraction() < share) {
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    control.request_cancel();
  });
  const auto found = plan_fleet(hardware(), book(), *request, {}, 1, control);
  user.join();
  ASSERT_TRUE(found) << to_string(found.error());
  EXPECT_FALSE(found->complete);
  ASSERT_TRUE(found->best);
  EXPECT_GT(found->best->per_hour, Usd());
  EXPECT_FALSE(found->best->offers.empty());
  ASSERT_EQ(found->types.size(), 2u);
  EXPECT_TRUE(found->types[0].searched);
  EXPECT_FALSE(found->types[1].searched);
  EXPECT_THAT(found->types[1].why_not.english(),
              HasSubstr("not searched, because the plan was stopped; a fleet costs at least USD "));
  EXPECT_THAT(to_text(*found, false, Language()),
              HasSubstr("The plan was stopped after 1 of 2 instance types"));
  EXPECT_EQ(to_json(*found, false)["complete"], false);
}

TEST(StoppedPlanTest, APlanThatIsCancelledBeforeItsFirstFleetHasNoResult) {
  const auto request = plan_request_from_json(quick_plan(), "plan.json");
  TaskControl control;
  control.request_cancel();
  const auto found = plan_fleet(hardware(), book(), *request, {}, 1, control);
  ASSERT_FALSE(found);
  EXPECT_EQ(found.error().code, ErrorCode::kCancelled);
}

TEST(StoppedPlanTest, APlanThatIsCancelledAfterTheSearchKeepsItsBestFleet) {
  const auto request = plan_request_from_json(quick_plan(), "plan.json");
  TaskControl control;
  std::thread user([&] {
    while (control.phase().english != "Evaluating other limits") {
      std::this_thread::sleep_for(std::chrono::microseconds(100));
    }
    control.request_cancel();
  });
  const auto found = plan_fleet(hardware(), book(), *request, {}, 1, control);
  user.join();
  ASSERT_TRUE(found) << to_string(found.error());
  EXPECT_FALSE(found->complete);
  EXPECT_TRUE(found->searched_fully());
  const auto whole = plan(quick_plan());
  ASSERT_TRUE(whole && found->best);
  EXPECT_EQ(found->best->per_hour, whole->best->per_hour);
  EXPECT_LT(found->frontier.size(), whole->frontier.size());
  EXPECT_THAT(to_text(*found, false, Language()),
              testing::AllOf(HasSubstr("Cheapest fleet: "),
                             HasSubstr("stopped after all instance types had been searched")));
}

TEST(StoppedPlanTest, ATimeLimitIsDividedAmongTheTypes) {
  const auto request = plan_request_from_json(quick_plan(), "plan.json");
  const auto within = [&](double seconds) {
    TaskControl control;
    return plan_fleet(hardware(), book(), *request, {}, 1, control,
                      std::chrono::duration<double>(seconds));
  };
  const auto all = within(600);
  ASSERT_TRUE(all) << to_string(all.error());
  const auto none = within(0);
  ASSERT_TRUE(none) << to_string(none.error());
  EXPECT_FALSE(none->best);
  EXPECT_FALSE(none->complete);
  EXPECT_EQ(classes(*none), std::ssize(none->candidates));
  EXPECT_THAT(to_text(*none, false, Language()),
              testing::AllOf(HasSubstr("No fleet was found before the plan was stopped"),
                             HasSubstr("a fleet costs at least USD ")));
  EXPECT_TRUE(all->complete);
  for (const TypeSummary& type : all->types) EXPECT_TRUE(type.searched && type.searched_fully);
  EXPECT_EQ(to_json(*all, false), to_json(*plan(quick_plan()), false));
}

// Building the graphs of all types takes seconds; a limit that ends it is no error.
TEST(StoppedPlanTest, ALimitDuringThePreparationHasAResultForEachType) {
  Json json = long_plan();
  json["instances"] = {"inf2.48xlarge", "trn1.32xlarge", "p5.48xlarge", "g5.48xlarge"};
  json["slots"] = {4, 8, 16, 32, 64};
  json["schedulers"] = {"static", "continuous", "chunked"};
  const auto request = plan_request_from_json(json, "plan.json");
  ASSERT_TRUE(request) << to_string(request.error());
  bool cut = false;
  for (double seconds = 0.01; seconds < 0.5; seconds *= 1.5) {
    TaskControl control;
    const auto found = plan_fleet(hardware(), book(), *request, {}, 1, control,
                                  std::chrono::duration<double>(seconds));
    ASSERT_TRUE(found) << seconds << ": " << to_string(found.error());
    ASSERT_EQ(found->types.size(), 4u);
    for (const TypeSummary& type : found->types) {
      if (type.fleet) continue;
      EXPECT_FALSE(type.why_not.empty()) << type.instance;
      EXPECT_EQ(type.why_not.english().find("no configuration"), std::string::npos);
    }
    EXPECT_EQ(classes(*found), std::ssize(found->candidates));
    EXPECT_FALSE(to_text(*found, true, Language()).empty());
    EXPECT_FALSE(to_json(*found, true).empty());
    cut = cut || std::any_of(found->candidates.begin(), found->candidates.end(),
                             [](const Candidate& one) { return !one.server && !one.refusal; });
  }
  EXPECT_TRUE(cut) << "no limit ended the preparation";
}

TEST(StoppedPlanTest, ASearchThatIsStoppedKeepsItsBestResult) {
  const auto request = plan_request_from_json(long_plan(), "plan.json");
  ASSERT_TRUE(request);
  // Long enough for the first configurations of each type, not for all.
  for (double seconds = 0.1; seconds < 100; seconds *= 1.2) {
    TaskControl control;
    const auto start = std::chrono::steady_clock::now();
    const auto found = plan_fleet(hardware(), book(), *request, {}, 1, control,
                                  std::chrono::duration<double>(seconds));
    ASSERT_TRUE(found) << to_string(found.error());
    // A plan that is not complete uses its time.
    const std::chrono::duration<double> used = std::chrono::steady_clock::now() - start;
    EXPECT_TRUE(found->complete || used.count() > 0.9 * seconds) << used.count() << " of " << seconds;
    if (!found->best) continue;
    ASSERT_FALSE(found->complete) << "the search ended in one step of the limit";
    ASSERT_TRUE(found->best);
    EXPECT_THAT(to_text(*found, false, Language()), HasSubstr("The plan was stopped"));
    EXPECT_EQ(classes(*found), std::ssize(found->candidates));
    EXPECT_GT(found->not_searched(), 0);
    return;
  }
  FAIL() << "no fleet was found in 100 s";
}

}  // namespace
}  // namespace nscope::capacity
