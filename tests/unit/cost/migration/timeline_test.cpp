#include "costmodel/migration/timeline.h"

#include "tests/unit/cost/migration/roi_studies.h"

namespace nscope::cost {
namespace {

Levers simple_levers() {
  Levers levers;
  levers.baseline = {.usd_per_hour = 10, .instances = 2, .tokens_per_second = 100};
  levers.target = {.usd_per_hour = 6, .instances = 2, .tokens_per_second = 100};
  levers.tokens = 100 * 3600.0 * 50;  // fifty hours
  return levers;
}

RoiStudy empty_study(int months) {
  RoiStudy study;
  study.horizon_months = months;
  return study;
}

TEST(Timeline, BusyHoursAndAlwaysOn) {
  SideRates side{.usd_per_hour = 10, .instances = 2, .tokens_per_second = 100};
  EXPECT_NEAR(month_cost(side, 100 * 3600.0 * 50), 1000.0, 1e-9);
  side.utilisation = 0.5;
  EXPECT_NEAR(month_cost(side, 100 * 3600.0 * 50), 2000.0, 1e-9);
  side.billing = Billing::kAlwaysOn;
  EXPECT_NEAR(month_cost(side, 100 * 3600.0 * 50), 2 * 10 * 730, 1e-9);
  EXPECT_EQ(groups_for(side, 100 * 3600.0 * 730 * 0.5), 1.0);  // exactly full
  EXPECT_EQ(groups_for(side, 100 * 3600.0 * 730 * 0.51), 2.0);
}

TEST(Timeline, GoLiveAndDualRunningCanStartDuringAMonth) {
  RoiStudy study = empty_study(4);
  study.dual_running_months = 1.0;
  study.dual_running_share = 0.5;
  Levers levers = simple_levers();
  levers.go_live_month = 1.5;
  const auto lines = timeline(study, levers);
  EXPECT_NEAR(lines[1].share, 0.0, 1e-12);
  EXPECT_NEAR(lines[2].share, 0.5, 1e-12);
  EXPECT_NEAR(lines[3].share, 1.0, 1e-12);
  // Dual running from 0.5 to 1.5 is half of month 1 and half of month 2, at half the load.
  EXPECT_NEAR(lines[1].dual, 0.25, 1e-12);
  EXPECT_NEAR(lines[2].dual, 0.25, 1e-12);
  EXPECT_NEAR(lines[3].dual, 0.0, 1e-12);
  EXPECT_NEAR(lines[2].old_machines, 500.0, 1e-9);
  EXPECT_NEAR(lines[2].new_machines, 600.0 * 0.75, 1e-9);
}

TEST(Timeline, CommitmentsAreOwedInAnyCaseUntilTheyExpire) {
  RoiStudy study = empty_study(4);
  study.commitments.push_back({"old", Usd::from_dollars(800), 2.5, "test"});
  const auto lines = timeline(study, simple_levers());
  // The target costs 600. Staying costs 1000, of which 800 are owed in any case.
  EXPECT_NEAR(lines[1].net(), 1000 - 800 - 600, 1e-9);
  EXPECT_NEAR(lines[3].committed, 400.0, 1e-9);
  EXPECT_NEAR(lines[3].net(), 1000 - 400 - 600, 1e-9);
  EXPECT_NEAR(lines[4].net(), 1000 - 600, 1e-9);
  // A commitment above the usage is partly unused whether or not the work moves.
  study.commitments[0].usd_per_month = Usd::from_dollars(1500);
  EXPECT_NEAR(timeline(study, simple_levers())[1].net(), -600.0, 1e-9);
}

TEST(Timeline, PhasesAreDistributedOverTheirMonths) {
  RoiStudy study = empty_study(4);
  study.phases.push_back({"port", 10, Usd::from_dollars(100), 0.5, 2.5, tr("test")});
  study.phases.push_back({"plan", 1, Usd::from_dollars(70), 0.0, 0.0, tr("test")});
  const auto lines = timeline(study, simple_levers());
  EXPECT_NEAR(lines[0].people, 70.0, 1e-9);
  EXPECT_NEAR(lines[1].people, 250.0, 1e-9);
  EXPECT_NEAR(lines[2].people, 500.0, 1e-9);
  EXPECT_NEAR(lines[3].people, 250.0, 1e-9);
  EXPECT_NEAR(lines[4].people, 0.0, 1e-9);
}

TEST(Timeline, PriceCutsReduceOnlyTheirSide) {
  const RoiStudy study = empty_study(3);
  const PriceStep cut{SideName::kBaseline, 1.5, 0.5};
  const auto lines = timeline(study, simple_levers(), std::span(&cut, 1));
  EXPECT_NEAR(lines[1].stay, 1000.0, 1e-9);
  EXPECT_NEAR(lines[2].stay, 750.0, 1e-9);  // half of the month at half the price
  EXPECT_NEAR(lines[3].stay, 500.0, 1e-9);
  EXPECT_NEAR(lines[3].new_machines, 600.0, 1e-9);
}

TEST(Timeline, GrowthCompounds) {
  RoiStudy study = empty_study(3);
  study.load.growth_per_month = 0.1;
  EXPECT_NEAR(timeline(study, simple_levers())[3].stay, 1000 * 1.21, 1e-9);
}

TEST(Timeline, CapitalisedPaymentsReduceTheTaxMonthByMonth) {
  RoiStudy study = empty_study(4);
  study.tax = IncomeTax{0.25, "test"};
  study.one_offs.push_back({.name = "cards", .usd = Usd::from_dollars(1200), .source = "test"});
  // Each month saves 1000 - 600 = 400.
  auto lines = timeline(study, simple_levers());
  EXPECT_NEAR(lines[0].tax, -300.0, 1e-9) << "an expense of the first day";
  EXPECT_NEAR(lines[0].net(), -900.0, 1e-9);
  EXPECT_NEAR(lines[1].net(), 400.0 * 0.75, 1e-9);
  study.one_offs[0].depreciation_months = 3;
  lines = timeline(study, simple_levers());
  EXPECT_NEAR(lines[0].tax, 0.0, 1e-9);
  EXPECT_NEAR(lines[0].net(), -1200.0, 1e-9);
  for (const std::size_t month : {1U, 2U, 3U}) {
    EXPECT_NEAR(lines[month].tax, 0.25 * (400.0 - 1200.0 / 3), 1e-9);
  }
  EXPECT_NEAR(lines[4].net(), 300.0, 1e-9);
}

TEST(Timeline, OwnedHardwareIsSoldAndWrittenOffAtGoLive) {
  RoiStudy study = empty_study(4);
  study.tax = IncomeTax{0.5, "test"};
  study.owned.push_back({"servers", Usd::from_dollars(900), 3.0, Usd::from_dollars(100), "test"});
  Levers levers = simple_levers();
  levers.go_live_month = 1.5;
  const auto lines = timeline(study, levers);
  EXPECT_NEAR(lines[1].net(), 0.0, 1e-9) << "nothing changes before go-live";
  // Half a month of 1000 - 600, and the sale: 100 - 300 of book value is a loss of 200.
  EXPECT_NEAR(lines[2].resale, 100.0, 1e-9);
  EXPECT_NEAR(lines[2].tax, 0.5 * (200.0 + 100.0 - 300.0), 1e-9);
  EXPECT_NEAR(lines[2].net(), 300.0, 1e-9);
  // Staying would have written off another 300 in month 3.
  EXPECT_NEAR(lines[3].tax, 0.5 * (400.0 + 300.0), 1e-9);
  EXPECT_NEAR(lines[4].tax, 0.5 * 400.0, 1e-9);
  double tax = 0.0;
  double profit = 0.0;
  for (const MonthLines& line : lines) {
    tax += line.tax;
    profit += line.saving() + line.resale;
  }
  EXPECT_NEAR(tax, 0.5 * profit, 1e-9) << "the book value is written off once in either case";
}

TEST(Timeline, CompilationIsPaidOnceAndWithEachRelease) {
  Json json = simple_study();
  json["migration"]["go_live_month"] = 2;
  json["migration"]["compile"] = {{"hours", 0.75}, {"graphs", 5},   {"usd_per_hour", "21.50"},
                                  {"month", 1},    {"source", "x"}, {"repeats_per_month", 0.05}};
  const RoiResult result = result_of(json);
  EXPECT_EQ(format_usd(result.months[1].one_off, 4), "80.6250");
  EXPECT_EQ(format_usd(result.months[2].running, 4), "0.0000");
  // F.compile_amortised: five graphs of 0.75 h at 21.50 USD/h for twenty runs
  EXPECT_EQ(format_usd(result.months[3].running, 5), "4.03125");
}

}  // namespace
}  // namespace nscope::cost
