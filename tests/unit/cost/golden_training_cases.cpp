#include "tests/unit/cost/golden_case.h"

namespace nscope::cost::golden {

namespace {

Check speed_case(double ratio) {
  return [ratio](Case& c) {
    const Usd trn1 = price("trn1.32xlarge");
    const Usd same_work = trn1 * (1 / ratio);
    c.out("old_saving", saving(price_at("2025-01-01", "p4d.24xlarge"), same_work));
    c.out("now_saving", saving(price("p4d.24xlarge"), same_work));
  };
}

}  // namespace

Cases training_cases() {
  Cases cases;
  cases["S1.hourly_discount"] = [](Case& c) {
    c.out("old", saving(price_at("2025-01-01", "p4d.24xlarge"), price("trn1.32xlarge")));
    c.out("now", saving(price("p4d.24xlarge"), price("trn1.32xlarge")));
  };
  cases["S1.cost_ratio_perf_0.8"] = speed_case(0.8);
  cases["S1.cost_ratio_perf_1.0"] = speed_case(1.0);
  cases["S1.cost_ratio_perf_1.1"] = speed_case(1.1);
  cases["S1.p4d_run"] = [](Case& c) { c.out("usd", cost_of_hours(usd(32), 8, kDays30)); };
  cases["S1.trn1_run_18d"] = [](Case& c) {
    const Usd run = cost_of_hours(price("trn1.32xlarge"), 16, kDays18);
    c.out("usd", run);
    c.out("saving", saving(cost_of_hours(usd(32), 8, kDays30), run));
  };
  cases["S1.token_consistency"] = [](Case& c) {
    const FleetRun p4d{usd(256), 42000, kDays30};
    const FleetRun trn1{price("trn1.32xlarge") * std::int64_t{16}, 48000, kDays18};
    const EqualWork work = equal_work(p4d, trn1);
    c.out("p4d_tokens", work.base_tokens);
    c.out("trn1_tokens_18d", work.other_tokens);
    c.out("shortfall", work.shortfall);
    c.out("days_needed_at_48k", work.hours_needed / kHoursPerDay);
    c.out("usd_at_48k", work.equal_cost);
    c.out("vs_p4d", -work.saving_equal);
    c.out("tps_needed_for_18d", work.rate_needed);
    c.out("p4d_usd_per_1M", usd_per_million_tokens(p4d.per_hour, p4d.tokens_per_second));
    c.out("trn1_usd_per_1M", usd_per_million_tokens(trn1.per_hour, trn1.tokens_per_second));
  };
  cases["S1.token_consistency_2026"] = [](Case& c) {
    const Usd p4d = cost_of_hours(price("p4d.24xlarge"), 8, kDays30);
    const Usd trn1 = cost_of_hours(price("trn1.32xlarge"), 16, kDays18);
    c.out("p4d_usd", p4d);
    c.out("trn1_usd_18d", trn1);
    c.out("trn1_vs_p4d_18d", -saving(p4d, trn1));
  };
  cases["S1.hybrid"] = [](Case& c) {
    // Research on g5.12xlarge: 1,680 instance-hours; validation: one trn1 for two days.
    c.out("g5", cost_of_hours(price("g5.12xlarge"), 1, 1680));
    const Usd validation = cost_of_hours(price("trn1.32xlarge"), 1, 48);
    const Usd production = cost_of_hours(price("trn1.32xlarge"), 16, kDays18);
    c.out("val", validation);
    c.out("prod", production);
    const Usd total = usd(9500) + validation + production;  // the article rounds the g5 part
    c.out("total", total);
    c.out("saving_vs_184k", saving(usd(184000), total));
    c.out("saving_vs_184320", saving(usd(184320), total));
  };
  cases["S1.roi"] = [](Case& c) {
    const Usd saved =
        cost_of_hours(usd(32), 8, kDays30) - cost_of_hours(price("trn1.32xlarge"), 16, kDays18);
    c.out("saving_per_run", saved);
    c.out("runs_to_breakeven", runs_to_break_even(usd(c.in("migration")), saved).value_or(-1));
  };
  cases["S1.roi_true_tokens"] = [](Case& c) {
    const EqualWork work = equal_work({usd(256), 42000, kDays30},
                                      {price("trn1.32xlarge") * std::int64_t{16}, 48000, kDays18});
    c.out("saving_per_run", work.base_cost - work.equal_cost);
    EXPECT_FALSE(runs_to_break_even(usd(20000), work.base_cost - work.equal_cost));
  };
  return cases;
}

Cases fleet_cases() {
  constexpr int kUltraCluster = 128;
  Cases cases;
  cases["S1.chips"] = [](Case& c) {
    c.out("trn1_16inst_chips", 16 * chips("trn1.32xlarge"));
    c.out("cores", 16 * cores("trn1.32xlarge"));
  };
  cases["S1.ultracluster_od"] = [](Case& c) {
    const Usd trn1 = price("trn1.32xlarge");
    c.out("hr", cost_of_hours(trn1, kUltraCluster, 1));
    c.out("month720", monthly_cost(trn1, kUltraCluster, kLongMonth720));
    c.out("month730", monthly_cost(trn1, kUltraCluster));
    c.out("chips", kUltraCluster * chips("trn1.32xlarge"));
    c.out("cores", kUltraCluster * cores("trn1.32xlarge"));
  };
  cases["S1.ultracluster_trn1n"] = [](Case& c) {
    c.out("hr", cost_of_hours(price("trn1n.32xlarge"), kUltraCluster, 1));
    c.out("month730", monthly_cost(price("trn1n.32xlarge"), kUltraCluster));
  };
  cases["S1.reserved_garbled"] = [](Case& c) {
    const Usd list = price("trn1.32xlarge");
    const Usd seed = usd(c.in("seed_hr"));
    const Usd one_year = price("trn1.32xlarge", kRi1Year);
    const Usd three_years = price("trn1.32xlarge", kRi3Year);
    const Usd unit_month = monthly_cost(usd(1), kUltraCluster, kLongMonth720);
    c.out("implied_from_month_720", usd(c.in("seed_month")) / unit_month);
    c.out("x10", monthly_cost(usd(13.7), kUltraCluster, kLongMonth720));
    c.out("at_1p37_month720", monthly_cost(seed, kUltraCluster, kLongMonth720));
    c.out("at_1p37_discount", saving(list, seed));
    c.out("at_13p7_discount", saving(list, usd(13.7)));
    c.out("actual_1yr_nu", one_year);
    c.out("actual_1yr_disc", saving(list, one_year));
    c.out("actual_3yr", three_years);
    c.out("actual_3yr_disc", saving(list, three_years));
    c.out("month730_1yr", monthly_cost(one_year, kUltraCluster));
    c.out("month730_3yr", monthly_cost(three_years, kUltraCluster));
  };
  cases["S1.trn2_multiplier"] = [](Case& c) {
    c.out("bf16", peak("trn2.48xlarge") / peak("trn1.32xlarge"));
    c.out("fp8_over_bf16", peak("trn2.48xlarge", "fp8") / peak("trn1.32xlarge"));
    c.out("hbm", memory("trn2.48xlarge") / memory("trn1.32xlarge"));
    c.out("hbm_bw", bandwidth("trn2.48xlarge") / bandwidth("trn1.32xlarge"));
    c.out("efa_vs_trn1", network("trn2.48xlarge") / network("trn1.32xlarge"));
    c.out("efa_vs_trn1n", network("trn2.48xlarge") / network("trn1n.32xlarge"));
  };
  cases["S1.trn2_price"] = [](Case& c) {
    constexpr double kPeta = 1e15;
    const auto per_pflop = [](std::string_view instance, const Purchase& option,
                              std::string_view region = "us-east-1") {
      return price(instance, option, region) * (kPeta / peak(instance));
    };
    c.out("actual_cb", price("trn2.48xlarge", kCapacityBlock, "us-east-2"));
    c.out("usd_per_bf16_pflop_hr", per_pflop("trn2.48xlarge", kCapacityBlock, "us-east-2"));
    c.out("trn1", per_pflop("trn1.32xlarge", kOnDemand));
    c.out("p5_od", per_pflop("p5.48xlarge", kOnDemand));
    c.out("p5_cb", per_pflop("p5.48xlarge", kCapacityBlock));
    c.out("p4d", per_pflop("p4d.24xlarge", kOnDemand));
    c.out("p5en_cb", per_pflop("p5en.48xlarge", kCapacityBlock));
    c.out("b200_cb", per_pflop("p6-b200.48xlarge", kCapacityBlock));
  };
  cases["S0.test_vs_prod"] = [](Case& c) {
    const double one = price("trn1.32xlarge") / price("trn1.2xlarge");
    c.out("one_node_ratio", one);
    c.out("node32_ratio", 32 * one);
  };
  cases["S2.table"] = [](Case& c) {
    c.out("g4dn_inf1", saving(price("g4dn.xlarge"), price("inf1.xlarge")));
    c.out("inf2_true_vs_g5", saving(price("g5.xlarge"), price("inf2.xlarge")));
    c.out("inf2_true_vs_g6", saving(price("g6.xlarge"), price("inf2.xlarge")));
    c.out("trn1_vs_p3", saving(price("p3.2xlarge"), price("trn1.2xlarge")));
    c.out("p4d_true", price("p4d.24xlarge"));
    c.out("p3_2xl", price("p3.2xlarge"));
    c.out("inf2_seed", saving(usd(0.78), usd(0.45)));  // at the article's own prices
    c.out("trn1_seed", saving(usd(3.06), usd(1.30)));
  };
  cases["F.ri_breakeven"] = [](Case& c) {
    const Usd list = price("trn1.32xlarge");
    const Usd one_year = price("trn1.32xlarge", kRi1Year);
    const Usd three_years = price("trn1.32xlarge", kRi3Year);
    c.out("trn1_1yr_util", one_year / list);
    c.out("trn1_3yr_util", three_years / list);
    c.out("inf2_1yr", price("inf2.48xlarge", kRi1Year) / price("inf2.48xlarge"));
    c.out("p4d_1yr", price("p4d.24xlarge", kRi1Year) / price("p4d.24xlarge"));
    for (const char* name : {"trn1_1yr_hours_month", "calc_c5xl", "calc_c5xl_hours",
                             "months_1yr_vs_od", "months_3yr_vs_od"}) {
      c.skip(name);
    }
  };
  return cases;
}

}  // namespace nscope::cost::golden
