#include "costmodel/spot/spot_hazard.h"
#include "costmodel/spot/spot_job.h"
#include "simcore/reliability/checkpoint_interval.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace nscope::cost {
namespace {

using testing::HasSubstr;

/// The example of the price corpus: 100 h, write 0.1 h, restart 0.25 h, MTBF 10 h.
SpotJob example() {
  SpotJob job;
  job.work_hours = 100;
  job.spot_per_hour = Usd::parse("3.0474").value();
  job.on_demand_per_hour = Usd::parse("21.5").value();
  job.hazard = 0.1;
  job.write_hours = 0.1;
  job.restart_hours = 0.25;
  return job;
}

TEST(SpotHazard, OfABucketIsThatOfItsMiddle) {
  EXPECT_NEAR(1 / hazard_of_bucket("10-15%")->per_hour, 5466.879253, 1e-6);
  EXPECT_NEAR(1 / hazard_of_bucket("<5 %")->per_hour, 28833.45985, 1e-5);
  const auto wrong = hazard_of_bucket("often");
  ASSERT_FALSE(wrong);
  EXPECT_EQ(wrong.error().message.english(),
            "unknown Spot Advisor bucket 'often'; use one of <5%, 5-10%, 10-15%, 15-20%, >20%");
}

TEST(SpotHazard, BucketsAreReadStrictly) {
  const auto error_of = [](const std::function<void(Json&)>& edit) {
    Json json = {
        {"schema", "nscope.spot-advisor/1"},
        {"date", "2026-11-22"},
        {"buckets", {{{"bucket", "<5%"}, {"percent_a_month", 2.5}, {"source", "middle"}}}}};
    edit(json);
    const auto read = spot_buckets_from_json(json, "s.json");
    return read ? std::string("accepted") : to_string(read.error());
  };
  EXPECT_EQ(error_of([](Json&) {}), "accepted");
  EXPECT_THAT(error_of([](Json& j) { j["buckets"][0]["percent_a_month"] = 100; }),
              HasSubstr("s.json: /buckets/0/percent_a_month: must be greater than 0"));
  EXPECT_THAT(error_of([](Json& j) { j["buckets"][0].erase("source"); }),
              HasSubstr("s.json: /buckets/0/source: missing key"));
  EXPECT_THAT(error_of([](Json& j) { j["colour"] = 1; }), HasSubstr("s.json: /colour"));
}

TEST(SpotJob, WithoutReclaimsTakesWorkAndOneCheckpoint) {
  SpotJob job = example();
  job.hazard = 0;
  const auto expected = expected_spot_job(job);
  ASSERT_TRUE(expected);
  EXPECT_DOUBLE_EQ(expected->running_hours, 100.1);
  EXPECT_DOUBLE_EQ(expected->checkpoints, 1);
  EXPECT_TRUE(std::isinf(expected->mtbf_hours));
  EXPECT_EQ(expected->on_demand, Usd::from_dollars(2150));
}

TEST(SpotJob, ChoosesTheBestWholeNumberOfPieces) {
  const auto best = expected_spot_job(example());
  ASSERT_TRUE(best);
  for (const double pieces : {60.0, 70.0, 73.0, 74.0, 75.0, 76.0, 80.0, 100.0}) {
    SpotJob job = example();
    job.interval_hours = 100 / pieces;
    EXPECT_GE(expected_spot_job(job)->running_hours, best->running_hours - 1e-9) << pieces;
  }
  EXPECT_NEAR(best->interval_hours, reliability::exact_interval(0.1, 10), 0.02);
}

TEST(SpotJob, SharedReclaimsAreFewerAndPayNothingWhileWaiting) {
  SpotJob job = example();
  job.nodes = 16;
  job.hazard = 0.005;
  job.wait_hours = 1;
  job.wait_all_hours = 1;
  const auto alone = expected_spot_job(job);
  job.shared = 1;
  const auto together = expected_spot_job(job);
  ASSERT_TRUE(alone && together);
  EXPECT_NEAR(alone->mtbf_hours, 200.0 / 16, 1e-9);
  EXPECT_NEAR(together->mtbf_hours, 200, 1e-9);
  EXPECT_DOUBLE_EQ(together->node_hours, together->running_hours * 16);
  EXPECT_GT(alone->node_hours, alone->running_hours * 16);
  EXPECT_LT(together->wall_hours(), alone->wall_hours());
}

TEST(SpotJob, TheNoticeSavesWorkIfTheWriteIsShorter) {
  SpotJob job = example();
  const double without = expected_spot_job(job)->running_hours;
  job.uses_notice = true;  // 0.1 h = 6 minutes, longer than the notice
  EXPECT_FALSE(expected_spot_job(job)->notice_saves);
  EXPECT_DOUBLE_EQ(expected_spot_job(job)->running_hours, without);
  job.write_hours = 1.5 / 60;
  const auto saved = expected_spot_job(job);
  EXPECT_TRUE(saved->notice_saves);
  EXPECT_LT(saved->running_hours, without);
}

TEST(SpotJob, CostsAreEqualAtTheBreakEven) {
  SpotJob job = example();
  const auto even = spot_break_even(job);
  ASSERT_TRUE(even);
  EXPECT_NEAR(even->price_ratio, 7.055195, 1e-6);
  EXPECT_NEAR(even->overhead, 1.185, 0.001);
  job.spot_per_hour = even->spot_per_hour;
  const auto same = expected_spot_job(job);
  EXPECT_NEAR(same->compute / same->on_demand, 1, 1e-8);
  EXPECT_FALSE(even->hazard) << "one node is cheaper even if it is reclaimed each hour";
  SpotJob risky = example();
  risky.nodes = 4;
  risky.hazard = 0.01;
  const auto limit = spot_break_even(risky);
  ASSERT_TRUE(limit && limit->hazard);
  risky.hazard = *limit->hazard;
  const auto equal = expected_spot_job(risky);
  EXPECT_NEAR(equal->compute / equal->on_demand, 1, 1e-6);
}

TEST(SpotJob, RejectsInvalidJobs) {
  const auto message = [](auto&& change) {
    SpotJob job = example();
    change(job);
    const auto result = expected_spot_job(job);
    return result ? std::string("accepted") : result.error().message.english();
  };
  EXPECT_THAT(message([](SpotJob& j) { j.work_hours = 0; }), HasSubstr("work_hours"));
  EXPECT_THAT(message([](SpotJob& j) { j.work_hours = NAN; }), HasSubstr("work_hours"));
  EXPECT_THAT(message([](SpotJob& j) { j.nodes = 0; }), HasSubstr("nodes"));
  EXPECT_THAT(message([](SpotJob& j) { j.hazard = -1; }), HasSubstr("hazard"));
  EXPECT_THAT(message([](SpotJob& j) { j.shared = 2; }), HasSubstr("shared"));
  EXPECT_THAT(message([](SpotJob& j) { j.spot_per_hour = {}; }), HasSubstr("spot_per_hour"));
  EXPECT_THAT(message([](SpotJob& j) { j.write_hours = 0; }), HasSubstr("write_hours"));
  EXPECT_THAT(message([](SpotJob& j) { j.interval_hours = 1e-9; }), HasSubstr("interval_hours"));
  EXPECT_THAT(message([](SpotJob& j) { j.restart_hours = 1000; }), HasSubstr("loses its work"));
}

/// Compares the closed form with simulated events.
void expect_agreement(const SpotJob& job, const char* what) {
  const auto closed = expected_spot_job(job);
  ASSERT_TRUE(closed) << what;
  TaskControl control;
  const auto seen = simulate_spot_job(job, 60'000, 11, std::nullopt, control);
  ASSERT_TRUE(seen) << what;
  EXPECT_NEAR(seen->mean_wall_hours / closed->wall_hours(), 1, 0.005) << what;
  EXPECT_NEAR(seen->mean_node_hours / closed->node_hours, 1, 0.005) << what;
  EXPECT_LT(seen->wall_error / closed->wall_hours(), 0.0015) << "the trials are too few";
}

TEST(SpotTrials, AgreeWithTheClosedForm) {
  expect_agreement(example(), "one node");
  SpotJob gang = example();
  gang.nodes = 16;
  gang.hazard = 0.004;
  gang.wait_hours = 0.7;
  gang.wait_all_hours = 3;
  expect_agreement(gang, "sixteen nodes");
  gang.shared = 0.6;
  expect_agreement(gang, "zone reclaims");
  gang.shared = 1;
  gang.hazard = 0.05;
  expect_agreement(gang, "all at once");
  SpotJob notice = example();
  notice.nodes = 4;
  notice.write_hours = 1.0 / 60;
  notice.uses_notice = true;
  notice.wait_hours = 0.5;
  expect_agreement(notice, "notice");
  notice.interval_hours = 2;
  notice.shared = 0.5;
  expect_agreement(notice, "notice and interval");
}

TEST(SpotTrials, AreSeededOrderedAndCancellable) {
  TaskControl control;
  const auto first = simulate_spot_job(example(), 2000, 5, 120, control);
  const auto again = simulate_spot_job(example(), 2000, 5, 120, control);
  const auto other = simulate_spot_job(example(), 2000, 6, 120, control);
  ASSERT_TRUE(first && again && other);
  EXPECT_EQ(first->mean_wall_hours, again->mean_wall_hours);
  EXPECT_NE(first->mean_wall_hours, other->mean_wall_hours);
  EXPECT_LT(first->p10_wall_hours, first->p50_wall_hours);
  EXPECT_LT(first->p50_wall_hours, first->p90_wall_hours);
  EXPECT_LT(first->p10, first->p90);
  EXPECT_GT(*first->in_time, 0.5);
  EXPECT_LT(*first->in_time, 0.9);
  const auto outcomes = spot_outcomes(example(), 2000, 5, control);
  ASSERT_TRUE(outcomes);
  ASSERT_EQ(outcomes->wall_hours.size(), 2000U);
  ASSERT_EQ(outcomes->node_hours.size(), 2000U);
  EXPECT_TRUE(std::is_sorted(outcomes->wall_hours.begin(), outcomes->wall_hours.end()));
  EXPECT_TRUE(std::is_sorted(outcomes->node_hours.begin(), outcomes->node_hours.end()));
  EXPECT_NEAR(outcomes->wall_hours[1000], first->p50_wall_hours, 0.01);
  EXPECT_FALSE(simulate_spot_job(example(), 0, 5, 120, control));
  control.request_cancel();
  const auto stopped = simulate_spot_job(example(), 2000, 5, 120, control);
  ASSERT_FALSE(stopped);
  EXPECT_EQ(stopped.error().code, ErrorCode::kCancelled);
}

}  // namespace
}  // namespace nscope::cost
