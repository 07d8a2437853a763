#include "simcore/catalog/memory_fit.h"
#include "simcore/catalog/roofline.h"
#include "tests/unit/cost/golden_case.h"

namespace nscope::cost::golden {

namespace {

void million(Case& c) {
  const Usd per_hour = usd(c.in("price"));
  c.out("usd_per_1M", usd_per_million_tokens(per_hour, c.in("tok_s")));
  c.out("tokens_per_usd", tokens_per_usd(per_hour, c.in("tok_s")));
}

const Usd kSeedP4d = usd(32.77);
const Usd kSeedInf2 = usd(12.98);
constexpr double kP4dRate = 800;
constexpr double kInf2Rate = 550;
constexpr double kBillion = 1e9;

}  // namespace

Cases serving_cases() {
  Cases cases;
  cases["S3.p4d_cost_per_1M"] = million;
  cases["S3.inf2_cost_per_1M"] = million;
  cases["S3.reduction"] = [](Case& c) {
    c.out("pct", saving(usd_per_million_tokens(kSeedP4d, kP4dRate),
                        usd_per_million_tokens(kSeedInf2, kInf2Rate)));
    c.out("throughput_drop", 1.0 - kInf2Rate / kP4dRate);
  };
  cases["S3.one_billion_tokens_month"] = [](Case& c) {
    const Usd p4d = cost_of_tokens(kSeedP4d, kP4dRate, kBillion);
    const Usd inf2 = cost_of_tokens(kSeedInf2, kInf2Rate, kBillion);
    const Usd claimed = usd(c.in("seed_claim_annual"));
    c.out("p4d_usd_month", p4d);
    c.out("inf2_usd_month", inf2);
    c.out("saving_month", p4d - inf2);
    c.out("saving_year", (p4d - inf2) * std::int64_t{12});
    c.out("error_factor_month", claimed / (p4d - inf2));
    c.out("error_factor_annual", claimed / ((p4d - inf2) * std::int64_t{12}));
  };
  cases["S3.one_billion_dedicated"] = [](Case& c) {
    const Dedicated p4d = dedicated(kSeedP4d, kP4dRate, kBillion);
    const Dedicated inf2 = dedicated(kSeedInf2, kInf2Rate, kBillion);
    EXPECT_EQ(p4d.instances, 1);
    EXPECT_EQ(inf2.instances, 1);
    c.out("p4d_util", p4d.utilisation);
    c.out("inf2_util", inf2.utilisation);
    c.out("p4d_monthly", p4d.per_month);
    c.out("inf2_monthly", inf2.per_month);
    c.out("p4d_usd_per_1M", p4d.per_million);
    c.out("inf2_usd_per_1M", inf2.per_million);
    c.out("saving_month", p4d.per_month - inf2.per_month);
    c.out("saving_pct", saving(p4d.per_month, inf2.per_month));
  };
  cases["S3.at_2026_prices"] = [](Case& c) {
    const Usd p4d = usd_per_million_tokens(price("p4d.24xlarge"), kP4dRate);
    const Usd inf2 = usd_per_million_tokens(price("inf2.48xlarge"), kInf2Rate);
    c.out("p4d", p4d);
    c.out("inf2", inf2);
    c.out("reduction", saving(p4d, inf2));
    c.out("breakeven_ratio_perf",
          break_even_speed_ratio(price("inf2.48xlarge"), price("p4d.24xlarge")));
  };
  cases["S3.inf2_vs_p4d_ri1y"] = [](Case& c) {
    const Usd p4d = usd_per_million_tokens(price("p4d.24xlarge", kRi1Year), kP4dRate);
    const Usd inf2 = usd_per_million_tokens(price("inf2.48xlarge", kRi1Year), kInf2Rate);
    c.out("p4d", p4d);
    c.out("inf2", inf2);
    c.out("reduction", saving(p4d, inf2));
  };
  cases["S3.cb_p4d_vs_od_inf2"] = [](Case& c) {
    const Usd p4d = usd_per_million_tokens(price("p4d.24xlarge", kCapacityBlock), kP4dRate);
    const Usd inf2 = usd_per_million_tokens(price("inf2.48xlarge"), kInf2Rate);
    c.out("p4d_cb", p4d);
    c.out("inf2_od", inf2);
    c.out("inf2_premium", -saving(p4d, inf2));
  };
  return cases;
}

Cases capacity_cases() {
  Cases cases;
  cases["S3.hbm_gb_hour"] = [](Case& c) {
    const auto per_gib = [](Usd per_hour, std::string_view instance) {
      return per_hour * (static_cast<double>(kGiB) / memory(instance));
    };
    const Usd inf2 = per_gib(kSeedInf2, "inf2.48xlarge");
    const Usd p4d = per_gib(kSeedP4d, "p4d.24xlarge");
    const Usd p4d_now = per_gib(price("p4d.24xlarge"), "p4d.24xlarge");
    const Usd p4de_now = per_gib(price("p4de.24xlarge"), "p4de.24xlarge");
    const Usd inf2_now = per_gib(price("inf2.48xlarge"), "inf2.48xlarge");
    c.out("inf2", inf2);
    c.out("p4d_320", p4d);
    c.out("ratio", p4d / inf2);
    c.out("p4d_2026", p4d_now);
    c.out("p4de_2026", p4de_now);
    c.out("ratio_2026", p4d_now / inf2_now);
    c.out("ratio_p4de_2026", p4de_now / inf2_now);
  };
  cases["S3.bs1_roofline"] = [](Case& c) {
    const double bytes = c.in("model_bytes");
    c.out("p4d_bw", bandwidth("p4d.24xlarge"));
    c.out("inf2_bw", bandwidth("inf2.48xlarge"));
    const double p4d = catalog::decode_memory_bound(bytes, bandwidth("p4d.24xlarge"));
    const double inf2 = catalog::decode_memory_bound(bytes, bandwidth("inf2.48xlarge"));
    c.out("p4d_max_tps", p4d);
    c.out("inf2_max_tps", inf2);
    c.out("p4d_excess", c.in("seed_p4d_tps") / p4d);
    c.out("inf2_excess", c.in("seed_inf2_tps") / inf2);
  };
  cases["S3.bill_1p2M_month"] = [](Case& c) {
    c.out("p4d_instances", usd(1.2e6) / monthly_cost(kSeedP4d, 1));
  };
  cases["S3.q3_capacity"] = [](Case& c) {
    const double load = 100.0 * 200.0;  // requests/s x output tokens
    c.out("tokens_s", load);
    const int low = instances_for_load(load, 800);
    const int high = instances_for_load(load, 500);
    c.out("inf2_lo", low);
    c.out("inf2_550", instances_for_load(load, kInf2Rate));
    c.out("inf2_hi", high);
    c.out("inf2_hr_lo", cost_of_hours(kSeedInf2, low, 1));
    c.out("inf2_hr_hi", cost_of_hours(kSeedInf2, high, 1));
    c.out("inf2_day_hi", cost_of_hours(kSeedInf2, high, kHoursPerDay));
    const int p4d = instances_for_load(load, kP4dRate);
    c.out("p4d_n", p4d);
    c.out("p4d_hr", cost_of_hours(kSeedP4d, p4d, 1));
    c.out("p4d_day", cost_of_hours(kSeedP4d, p4d, kHoursPerDay));
    c.out("inf2_month_lo", monthly_cost(kSeedInf2, low));
    c.out("inf2_month_hi", monthly_cost(kSeedInf2, high));
    c.out("p4d_month", monthly_cost(kSeedP4d, p4d));
  };
  cases["S3.tp8_fit"] = [](Case& c) {
    // The case counts in the article's GB; 16 GiB give the same verdict.
    const double need = c.in("need_gb") * kGB;
    const double per_core = c.in("gb_per_core") * kGB;
    c.out("avail_gb", c.in("cores") * c.in("gb_per_core"));
    const int least = catalog::minimum_cores(need, per_core);
    c.out_flag("fits", c.in("cores") >= least);
    c.out("min_cores", least);
    c.skip("min_chips");
    const double real_core = device("inf2.48xlarge").memory_per_logical_core();
    EXPECT_EQ(catalog::minimum_cores(need, real_core), least);
  };
  cases["S3.train70b"] = [](Case& c) {
    const auto state = catalog::training_state(70e9, 2, 2, true);
    c.out("weights_bf16", state.weights / kGB);
    c.out("grads_bf16", state.gradients / kGB);
    c.out("adam_fp32_mv", state.moments / kGB);
    c.out("master_fp32", state.master_weights / kGB);
    c.out("total_min", (state.weights + state.moments) / kGB);
    c.out("total_with_grads_master", state.total() / kGB);
    c.out("trn1_gb", memory("trn1.32xlarge") / static_cast<double>(kGiB));
    c.out("instances", catalog::minimum_cores(state.total(), memory("trn1.32xlarge")));
  };
  return cases;
}

}  // namespace nscope::cost::golden
