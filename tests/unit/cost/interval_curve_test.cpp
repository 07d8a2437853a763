#include "costmodel/spot/interval_curve.h"

#include <algorithm>

#include <gtest/gtest.h>

namespace nscope::cost {
namespace {

SpotJob job() {
  SpotJob job;
  job.work_hours = 400;
  job.nodes = 4;
  job.spot_per_hour = Usd::parse("3.0474").value();
  job.on_demand_per_hour = Usd::parse("21.5").value();
  job.hazard = 0.01;
  job.write_hours = 0.1;
  job.restart_hours = 0.25;
  return job;
}

TEST(IntervalCurve, HasItsMinimumAtTheExactOptimum) {
  const auto curve = interval_curve(job(), 80);
  ASSERT_TRUE(curve) << to_string(curve.error());
  ASSERT_GT(curve->points.size(), 40U);
  for (const IntervalPoint& point : curve->points) {
    EXPECT_GE(point.wall_hours, curve->best.wall_hours * (1 - 1e-12)) << point.interval_hours;
  }
  EXPECT_TRUE(std::ranges::is_sorted(curve->points, std::ranges::less_equal(),
                                     &IntervalPoint::interval_hours));
  // MTBF 25 h: Young sqrt(2 x 0.1 x 25) = 2.236 h, which gives 179 intervals.
  ASSERT_TRUE(curve->young);
  EXPECT_DOUBLE_EQ(curve->young->interval_hours, 400.0 / 179);
  ASSERT_TRUE(curve->daly);
  EXPECT_NEAR(curve->daly->interval_hours, 2.17, 0.02);
  EXPECT_NEAR(curve->best.interval_hours, curve->daly->interval_hours, 0.02);
  EXPECT_DOUBLE_EQ(curve->on_demand.dollars(), 21.5 * 4 * 400);
}

TEST(IntervalCurve, MarksTheStatedIntervalAndStillFindsTheBest) {
  SpotJob stated = job();
  stated.interval_hours = 20;
  const auto curve = interval_curve(stated, 20);
  ASSERT_TRUE(curve);
  ASSERT_TRUE(curve->stated);
  EXPECT_DOUBLE_EQ(curve->stated->interval_hours, 20);
  EXPECT_GT(curve->stated->compute, curve->best.compute);
  EXPECT_EQ(curve->best.compute, interval_curve(job(), 20)->best.compute);
  const Table table = interval_table(*curve);
  EXPECT_EQ(table.at(1, 0), Cell(tr("stated")));
  EXPECT_EQ(table.at(1, 1), Cell(1200.0));
  EXPECT_EQ(table.row_count(), 4 + curve->points.size());
}

TEST(IntervalCurve, HasNoFormulaIfNoWorkIsLost) {
  SpotJob calm = job();
  calm.hazard = 0;
  const auto curve = interval_curve(calm, 20);
  ASSERT_TRUE(curve);
  EXPECT_FALSE(curve->young);
  EXPECT_DOUBLE_EQ(curve->best.interval_hours, 400);
  EXPECT_DOUBLE_EQ(curve->points.back().wall_hours, 400.1);
  SpotJob saved = job();
  saved.uses_notice = true;
  saved.write_hours = 0.01;
  EXPECT_FALSE(interval_curve(saved, 20)->daly) << "the notice saves the work";
}

TEST(IntervalCurve, OmitsIntervalsWithWhichTheJobNeverEnds) {
  SpotJob hard = job();
  hard.hazard = 0.9;  // every 17 min
  hard.write_hours = 0.02;
  hard.restart_hours = 0.02;
  const auto curve = interval_curve(hard, 60);
  ASSERT_TRUE(curve) << to_string(curve.error());
  EXPECT_LT(curve->points.back().interval_hours, 20 * curve->best.interval_hours * 0.9);
}

}  // namespace
}  // namespace nscope::cost
