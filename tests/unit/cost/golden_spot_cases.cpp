#include "costmodel/economics/running_costs.h"
#include "costmodel/spot/spot_hazard.h"
#include "costmodel/spot/spot_job.h"
#include "simcore/reliability/checkpoint_interval.h"
#include "simcore/reliability/failure_rate.h"
#include "tests/unit/cost/golden_case.h"

namespace nscope::cost::golden {

namespace {

/// A figure of another's simulation: ours has to lie near it.
void near(Case& c, const std::string& name, double value, double share) {
  EXPECT_NEAR(value / c.in(name), 1, share) << name;
}

}  // namespace

Cases spot_cases() {
  constexpr double kMinutesPerHour = 60;
  Cases cases;
  cases["F.young_daly"] = [](Case& c) {
    const double write = 5;  // minutes
    const auto young = [&](double mtbf) { return reliability::young_interval(write, mtbf); };
    const auto daly = [&](double mtbf) { return reliability::daly_interval(write, mtbf); };
    c.out("y24", young(24 * kMinutesPerHour));
    c.out("d24", daly(24 * kMinutesPerHour));
    c.out("y6", young(6 * kMinutesPerHour));
    c.out("d6", daly(6 * kMinutesPerHour));
    c.out("y15", young(15));
    c.out("d15", daly(15));
    const Json& published = c.list("published");
    EXPECT_NEAR(daly(24 * kMinutesPerHour), published[0].get<double>(), 0.5);
    EXPECT_NEAR(daly(6 * kMinutesPerHour), published[1].get<double>(), 0.5);
    EXPECT_NEAR(daly(15), published[2].get<double>(), 0.05);
  };
  cases["F.spot_time"] = [](Case& c) {
    const double work = c.in("Ts");
    const double write = c.in("delta");
    const double restart = c.in("R");
    const double mtbf = c.in("M");
    const double interval = reliability::daly_interval(write, mtbf);
    c.out("tau", interval);
    const double closed = reliability::expected_job_time(work, interval, write, restart, mtbf);
    c.out("closed", closed);
    c.skip("first_order");
    SpotJob job{.work_hours = work, .spot_per_hour = usd(1), .on_demand_per_hour = usd(1)};
    job.hazard = 1 / mtbf;
    job.write_hours = write;
    job.restart_hours = restart;
    job.interval_hours = interval;
    TaskControl control;
    const auto seen = simulate_spot_job(job, 40'000, 1, std::nullopt, control);
    ASSERT_TRUE(seen);
    near(c, "mc", seen->mean_wall_hours, 0.005);
    near(c, "closed", seen->mean_wall_hours, 0.005);
  };
  cases["F.spot_cost"] = [](Case& c) {
    const Usd spot = usd(3.0474);  // the article's, us-east-1
    const double interval = reliability::daly_interval(0.1, 10);
    const Usd closed =
        cost_of_hours(spot, 1, reliability::expected_job_time(100, interval, 0.1, 0.25, 10));
    const Usd on_demand = cost_of_hours(price("trn1.32xlarge"), 1, 100);
    c.out("closed_usd", closed);
    c.out("od_usd", on_demand);
    c.out("saving", saving(on_demand, closed));
    c.out("breakeven_overhead", price("trn1.32xlarge") / spot);
  };
  cases["F.spot_no_checkpoint"] = [](Case& c) {
    // The whole job is one interval.
    const double work = c.in("Ts");
    c.out("expected", reliability::expected_job_time(work, work, 0, 0, c.in("M")));
  };
  for (const SpotBucket& bucket : built_in_spot_buckets().value()) {
    cases["F.hazard_" + bucket.name] = [bucket](Case& c) {
      const SpotHazard hazard = hazard_of_bucket(bucket.name).value();
      c.out("monthly_p", bucket.chance);
      c.out("lam_per_h", hazard.per_hour);
      c.out("mtbf_h", 1 / hazard.per_hour);
      c.out("mtbf_16_nodes_h", 1 / reliability::gang_rate(hazard.per_hour, 16, 0).total());
    };
  }
  return cases;
}

Cases other_cases() {
  Cases cases;
  cases["F.aws_calculator"] = [](Case& c) {
    c.out("ri1_partial_eff", effective_hourly(usd(0.156), usd(1368), 1));
    c.out("ri1_all_eff", effective_hourly(usd(0), usd(2714), 1));
    c.out("ri3_partial_eff", effective_hourly(usd(0.135), usd(3543), 3));
    c.out("ri3_all_eff", effective_hourly(usd(0), usd(6950), 3));
  };
  cases["F.price_list_c4large"] = [](Case& c) {
    c.out("p1yr_partial", effective_hourly(usd(0.03), usd(263), 1));
    c.out("p3yr_partial", effective_hourly(usd(0.021), usd(539), 3));
  };
  cases["F.compile"] = [](Case& c) {
    const Usd host = usd(c.in("price"));
    const double hours = c.in("compile_h");
    c.out("per_run", compile_per_run(host, hours, c.in("graphs"), c.in("runs")));
    c.out("cold_start_fleet", cold_start(host, 16, hours));
  };
  cases["F.learning_carbon"] = [](Case& c) {
    const auto carbon = DatedRates::carbon().value();
    const Day day = parse_day("2026-11-20").value();
    const auto out = emissions(carbon, "p4d.24xlarge", "us-east-1", 8, kDays30, 1, day);
    const auto& energy = std::get<Emissions>(out);
    c.out("p4d_w_100", carbon.find("full", "p4d.24xlarge", day)->number());
    c.out("kwh_30d_8", energy.kwh);
    c.out("kg_us_east_1", energy.kg);
    c.out("pue", energy.pue);
    c.out("kg_with_pue", energy.kg_with_pue);
  };
  cases["S4.m5_saving"] = [](Case& c) {
    // A claim without inputs: it is quoted, never computed with.
    EXPECT_DOUBLE_EQ(c.in("claim"), 0.3);
  };
  return cases;
}

}  // namespace nscope::cost::golden
