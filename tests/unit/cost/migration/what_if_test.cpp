#include "costmodel/migration/what_if.h"

#include "costmodel/migration/roi_tables.h"
#include "tests/unit/cost/migration/roi_studies.h"

namespace nscope::cost {
namespace {

using Quantity = BreakEven::Quantity;

constexpr Quantity kAll[] = {Quantity::kTargetThroughput,
                             Quantity::kTargetPrice,
                             Quantity::kBaselinePrice,
                             Quantity::kTargetUtilisation,
                             Quantity::kLoad,
                             Quantity::kEffort,
                             Quantity::kGoLive};

/// A plan that depends on all quantities and has break-evens in their ranges.
Json study_json() {
  Json json = simple_study();
  json["load"]["growth_per_month"] = 0.01;
  json["baseline"]["utilisation"]["share"] = 0.9;
  json["target"].erase("price");
  json["target"]["utilisation"]["share"] = 0.8;
  json["migration"]["go_live_month"] = 3.5;
  json["migration"]["dual_running"] = {{"months", 1}, {"share", 0.5}};
  json["migration"]["validation"] = {{"instance_hours", 20}, {"source", "test"}};
  json["migration"]["phases"][0]["engineer_weeks"] = 8;
  return json;
}

/// The same plan with a bill instead of figures of the baseline.
Json billed_json() {
  Json json = study_json();
  json["baseline"] = {{"instance", "p4d.24xlarge"},
                      {"region", "us-east-1"},
                      {"bill",
                       {{"effective_usd_per_hour", "20"},
                        {"instance_hours_per_month", 500},
                        {"source", "invoice"},
                        {"date", "2026-10"}}}};
  return json;
}

RoiResult plan_of(const RoiStudy& study) {
  auto plan = evaluate_plan(hardware(), book(), study, today());
  EXPECT_TRUE(plan) << (plan ? "" : to_string(plan.error()));
  return plan.value_or(RoiResult{});
}

RoiResult plan_of(const Json& json) {
  return plan_of(study_of(json));
}

TEST(WhatIf, APlanAtABreakEvenHasANetPresentValueOfZero) {
  for (const Json& json : {study_json(), billed_json()}) {
    const RoiResult plan = plan_of(json);
    int turns = 0;
    for (const BreakEven& turn : plan.break_evens) {
      for (const double at : turn.turns) {
        const WhatIf change{turn.quantity, at};
        const RoiResult moved = plan_of(study_with(plan, {&change, 1}));
        EXPECT_NEAR(moved.npv.dollars(), 0.0, 1.0) << title(turn.quantity).english << " at " << at;
        ++turns;
      }
    }
    EXPECT_GE(turns, 5);
  }
}

TEST(WhatIf, ThePlannedValuesChangeNothing) {
  for (const Json& json : {study_json(), billed_json()}) {
    const RoiResult plan = plan_of(json);
    std::vector<WhatIf> all;
    for (const Quantity quantity : kAll) all.push_back({quantity, planned_value(quantity, plan)});
    const RoiResult same = plan_of(study_with(plan, all));
    EXPECT_EQ(same.npv, plan.npv);
    EXPECT_EQ(plan_of(study_with(plan, {})).npv, plan.npv);
    EXPECT_EQ(study_with(plan, {}).note, plan.study.note);
  }
}

TEST(WhatIf, AChangedFigureIsMarkedAsAssumed) {
  const RoiResult plan = plan_of(study_json());
  const WhatIf changes[] = {
      {Quantity::kTargetPrice, planned_value(Quantity::kTargetPrice, plan) / 2},
      {Quantity::kTargetThroughput, 1100.0}};
  const RoiResult moved = plan_of(study_with(plan, changes));
  EXPECT_EQ(moved.levers.target.usd_per_hour, plan.levers.target.usd_per_hour / 2);
  EXPECT_EQ(moved.levers.target.tokens_per_second, 1100.0);
  int assumed = 0;
  for (const Assumption& a : assumptions(moved)) {
    const bool changed = a.source.english().starts_with("what if: ");
    if (a.group != Assumption::Group::kTarget || !changed) continue;
    EXPECT_EQ(a.provenance.english(), "assumed") << a.name.english();
    ++assumed;
  }
  EXPECT_EQ(assumed, 2);
  EXPECT_TRUE(moved.study.note.english().starts_with("What if: target price "))
      << moved.study.note.english();
  // The changed price keeps the date of the original price, so that its age is checked.
  const auto& price = std::get<Priced>(moved.target.price);
  EXPECT_TRUE(price.dated);
  EXPECT_EQ(price.date, std::get<Priced>(plan.target.price).date);
}

TEST(WhatIf, RangesIncludeThePlanAndEffortRequiresPhases) {
  Json json = study_json();
  const RoiResult plan = plan_of(json);
  for (const Quantity quantity : kAll) {
    const WhatIfRange range = what_if_range(quantity, plan);
    const double planned = planned_value(quantity, plan);
    EXPECT_LE(range.from, planned) << title(quantity).english;
    EXPECT_GE(range.to, planned) << title(quantity).english;
    EXPECT_TRUE(is_felt(quantity, plan)) << title(quantity).english;
  }
  json["migration"].erase("phases");
  const RoiResult without_people = plan_of(json);
  EXPECT_FALSE(is_felt(Quantity::kEffort, without_people));
  EXPECT_TRUE(is_felt(Quantity::kLoad, without_people));
}

TEST(WhatIf, PlanAndTrialsGiveTheResultOfTheEvaluation) {
  const RoiStudy study = study_of(study_json());
  RoiResult plan = plan_of(study);
  EXPECT_EQ(plan.monte_carlo.trials, 0);
  TaskControl control;
  ASSERT_TRUE(add_trials(plan, control));
  const auto whole = evaluate_roi(hardware(), book(), study, today(), control).value();
  EXPECT_EQ(to_json(plan), to_json(whole));
  control.request_cancel();
  EXPECT_EQ(add_trials(plan, control).error().code, ErrorCode::kCancelled);
  EXPECT_EQ(to_json(plan), to_json(whole));
}

}  // namespace
}  // namespace nscope::cost
