// The worked cases of the price corpus, through the public functions: prices from
// the book, hardware from the catalogue, arithmetic from economics.h. Every case
// and every figure of a case has to be accounted for.
#include "costmodel/economics.h"
#include "costmodel/price_book.h"
#include "costmodel/queueing.h"
#include "costmodel/running_costs.h"
#include "costmodel/spot/spot_hazard.h"
#include "costmodel/spot/spot_job.h"
#include "profiler/base/json.h"
#include "simcore/catalog/catalog.h"
#include "simcore/catalog/memory_fit.h"
#include "simcore/catalog/roofline.h"
#include "simcore/reliability/checkpoint_interval.h"
#include "simcore/reliability/failure_rate.h"
#include "tests/support/corpus.h"

#include <cctype>
#include <cmath>
#include <cstdlib>
#include <functional>
#include <map>
#include <set>

#include <gtest/gtest.h>

namespace nscope::cost {
namespace {

using enum PurchaseOption;

constexpr double kLongMonth720 = 720.0;  // the articles' month; ours has 730 hours

const PriceBook& book() {
  static const PriceBook kBook = PriceBook::load().value();
  return kBook;
}

const catalog::Catalog& hardware() {
  static const catalog::Catalog kCatalog = catalog::Catalog::load().value();
  return kCatalog;
}

Usd price_at(std::string_view when, std::string_view instance, const Purchase& option = kOnDemand,
             std::string_view region = "us-east-1") {
  const auto state = book().as_of(instance, region, option, parse_day(when).value());
  const auto* priced = std::get_if<Priced>(&state);
  EXPECT_NE(priced, nullptr) << instance;
  return priced != nullptr ? priced->per_hour : Usd();
}

Usd price(std::string_view instance, const Purchase& option = kOnDemand,
          std::string_view region = "us-east-1") {
  return price_at("2026-11-20", instance, option, region);
}

Usd usd(double dollars) {
  return Usd::round(dollars);
}

const catalog::Device& device(std::string_view instance) {
  return hardware().device_of(*hardware().instance(instance).value());
}

int chips(std::string_view instance) {
  return hardware().instance(instance).value()->chips;
}

int cores(std::string_view instance) {
  return hardware().logical_cores_of(*hardware().instance(instance).value());
}

double memory(std::string_view instance) {
  return device(instance).memory.value * chips(instance);
}

double bandwidth(std::string_view instance) {
  return device(instance).memory_bandwidth.value * chips(instance);
}

double peak(std::string_view instance, const char* dtype = "bf16") {
  return device(instance).peak.at(dtype).value * chips(instance);
}

double network(std::string_view instance) {
  return hardware().instance(instance).value()->network_bandwidth->value;
}

/// One case of the file; remembers which of its figures were used.
class Case {
 public:
  Case(std::string key, const Json& figures) : key_(std::move(key)), figures_(figures) {}

  /// A figure of the case that is an input.
  double in(const std::string& name) {
    used_.insert(name);
    return figures_.at(name).get<double>();
  }
  /// A figure that has to come out: to 1e-6, or to the six decimals it is printed with.
  void out(const std::string& name, double value) {
    const double expected = in(name);
    EXPECT_NEAR(value, expected, std::max(1e-6 * std::abs(expected), 5.1e-7))
        << key_ << "." << name;
  }
  void out(const std::string& name, Usd value) { out(name, value.dollars()); }
  void out_flag(const std::string& name, bool value) {
    used_.insert(name);
    EXPECT_EQ(value, figures_.at(name).get<bool>()) << key_ << "." << name;
  }
  const Json& list(const std::string& name) {
    used_.insert(name);
    return figures_.at(name);
  }
  /// What the seed articles print, and remarks, are no figures of ours.
  void expect_all_used() const {
    for (const auto& [name, value] : figures_.items()) {
      const bool quoted = name.starts_with("seed") || name == "note";
      EXPECT_TRUE(quoted || used_.count(name) == 1) << key_ << "." << name << " is not checked";
    }
  }

 private:
  std::string key_;
  const Json& figures_;
  std::set<std::string> used_;
};

using Check = std::function<void(Case&)>;

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

std::map<std::string, Check> serving_cases() {
  std::map<std::string, Check> cases;
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

std::map<std::string, Check> capacity_cases() {
  std::map<std::string, Check> cases;
  cases["S3.hbm_gb_hour"] = [](Case& c) {
    const Usd inf2 = usd_per_gib_hour(kSeedInf2, memory("inf2.48xlarge"));
    const Usd p4d = usd_per_gib_hour(kSeedP4d, memory("p4d.24xlarge"));
    const Usd p4d_now = usd_per_gib_hour(price("p4d.24xlarge"), memory("p4d.24xlarge"));
    const Usd p4de_now = usd_per_gib_hour(price("p4de.24xlarge"), memory("p4de.24xlarge"));
    const Usd inf2_now = usd_per_gib_hour(price("inf2.48xlarge"), memory("inf2.48xlarge"));
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
    c.out("min_chips", catalog::minimum_chips(least, device("inf2.48xlarge").cores));
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

Check speed_case(double ratio) {
  return [ratio](Case& c) {
    const Usd trn1 = price("trn1.32xlarge");
    c.out("old_saving", saving_at_speed(price_at("2025-01-01", "p4d.24xlarge"), trn1, ratio));
    c.out("now_saving", saving_at_speed(price("p4d.24xlarge"), trn1, ratio));
  };
}

constexpr double kDays18 = 18 * kHoursPerDay;
constexpr double kDays30 = 30 * kHoursPerDay;

std::map<std::string, Check> training_cases() {
  std::map<std::string, Check> cases;
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

std::map<std::string, Check> fleet_cases() {
  constexpr int kUltraCluster = 128;
  std::map<std::string, Check> cases;
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
    const auto per_pflop = [](std::string_view instance, const Purchase& option,
                              std::string_view region = "us-east-1") {
      return usd_per_pflops_hour(price(instance, option, region), peak(instance));
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
    c.out("trn1_1yr_util", commitment_break_even(one_year, list));
    c.out("trn1_1yr_hours_month", commitment_break_even_hours(one_year, list));
    c.out("trn1_3yr_util", commitment_break_even(three_years, list));
    c.out("inf2_1yr",
          commitment_break_even(price("inf2.48xlarge", kRi1Year), price("inf2.48xlarge")));
    c.out("p4d_1yr", commitment_break_even(price("p4d.24xlarge", kRi1Year), price("p4d.24xlarge")));
    c.out("calc_c5xl", commitment_break_even(usd(0.361), usd(0.398)));
    c.out("calc_c5xl_hours", commitment_break_even_hours(usd(0.361), usd(0.398)));
    c.out("months_1yr_vs_od", commitment_break_even_months(one_year, list, 1));
    c.out("months_3yr_vs_od", commitment_break_even_months(three_years, list, 3));
  };
  return cases;
}

/// A figure of another's simulation: ours has to lie near it.
void near(Case& c, const std::string& name, double value, double share) {
  EXPECT_NEAR(value / c.in(name), 1, share) << name;
}

std::map<std::string, Check> spot_cases() {
  constexpr double kMinutesPerHour = 60;
  std::map<std::string, Check> cases;
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
    c.out("first_order", reliability::first_order_job_time(work, interval, write, restart, mtbf));
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
    c.out("expected", reliability::expected_time_without_checkpoints(c.in("Ts"), 0, c.in("M")));
  };
  for (const char* bucket : {"<5%", "5-10%", "10-15%", "15-20%", ">20%"}) {
    cases[std::string("F.hazard_") + bucket] = [bucket](Case& c) {
      const SpotHazard hazard = hazard_of_bucket(bucket).value();
      c.out("monthly_p", chance_of_bucket(bucket).value());
      c.out("lam_per_h", hazard.per_hour);
      c.out("mtbf_h", hazard.mtbf_hours());
      c.out("mtbf_16_nodes_h", 1 / reliability::gang_rate(hazard.per_hour, 16, 0).total());
    };
  }
  return cases;
}

Check queue_case(int servers) {
  return [servers](Case& c) {
    const QueueWait wait = mmc_wait(servers, 10, 1);
    c.out("p_wait", wait.wait_probability);
    c.out("Wq", wait.mean);
    c.out("p99_wait", wait.p99);
  };
}

std::map<std::string, Check> other_cases() {
  std::map<std::string, Check> cases;
  cases["F.mmc_c11"] = queue_case(11);
  cases["F.mmc_c12"] = queue_case(12);
  cases["F.mmc_c14"] = queue_case(14);
  cases["F.mmc_c16"] = queue_case(16);
  cases["F.mmc_sim_c12"] = [](Case& c) {
    // One run of somebody's simulation; our own agrees within 3 % (queueing_test).
    const QueueWait wait = mmc_wait(12, 10, 1);
    near(c, "p_wait", wait.wait_probability, 0.03);
    near(c, "Wq", wait.mean, 0.03);
    near(c, "p99", wait.p99, 0.05);
  };
  cases["F.allen_cunneen_c12_ca1_cs4"] = [](Case& c) {
    c.out("Wq", allen_cunneen(mmc_wait(12, 10, 1).mean, 1, 4));
  };
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

/// Cases that this library does not compute, and why.
const std::map<std::string, std::string> kLater = {
    {"F.npv", "tests of costmodel/migration"},
    {"F.irr", "tests of costmodel/migration"},
};

std::map<std::string, Check> all_cases() {
  std::map<std::string, Check> cases = serving_cases();
  cases.merge(capacity_cases());
  cases.merge(training_cases());
  cases.merge(fleet_cases());
  cases.merge(spot_cases());
  cases.merge(other_cases());
  return cases;
}

/// One test for each case, named after it.
class GoldenCase : public CorpusTest, public testing::WithParamInterface<std::string> {};

TEST_P(GoldenCase, IsReproduced) {
  const auto file = parse_json(corpus_text("pricing/golden_cases.json"), "golden_cases.json");
  ASSERT_TRUE(file) << to_string(file.error());
  ASSERT_TRUE(file->contains(GetParam()));
  Case one(GetParam(), (*file)[GetParam()]);
  all_cases().at(GetParam())(one);
  one.expect_all_used();
}

std::vector<std::string> case_names() {
  std::vector<std::string> names;
  for (const auto& [name, check] : all_cases()) names.push_back(name);
  return names;
}

/// Letters and digits; "<" and ">" differ in one case only.
std::string test_name(const testing::TestParamInfo<std::string>& info) {
  std::string name;
  for (const char c : info.param) {
    if (c == '<') name += "below_";
    if (c == '>') name += "above_";
    if (c == '.' || c == '-') name += '_';
    if (std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_') name += c;
  }
  return name;
}

INSTANTIATE_TEST_SUITE_P(Corpus, GoldenCase, testing::ValuesIn(case_names()), test_name);

using GoldenCases = CorpusTest;

TEST_F(GoldenCases, EveryCaseIsReproducedOrAccountedFor) {
  const auto file = parse_json(corpus_text("pricing/golden_cases.json"), "golden_cases.json");
  ASSERT_TRUE(file) << to_string(file.error());
  std::map<std::string, Check> cases = all_cases();
  std::set<std::string> seen;
  for (const auto& [key, figures] : file->items()) {
    seen.insert(key);
    const auto found = cases.find(key);
    if (found == cases.end()) {
      EXPECT_EQ(kLater.count(key), 1U) << key << " is neither covered nor on the list";
      EXPECT_FALSE(key.starts_with("S1.") || key.starts_with("S3.")) << key << " must be covered";
      continue;
    }
    Case one(key, figures);
    found->second(one);
    one.expect_all_used();
  }
  for (const auto& [key, check] : cases) EXPECT_EQ(seen.count(key), 1U) << key;
  for (const auto& [key, why] : kLater) EXPECT_EQ(seen.count(key), 1U) << key;
}

}  // namespace
}  // namespace nscope::cost
