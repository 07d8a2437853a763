#pragma once

#include "costmodel/checks/guards.h"
#include "costmodel/migration/break_even.h"
#include "costmodel/migration/compatibility.h"
#include "costmodel/migration/uncertainty.h"
#include "costmodel/money/cost_arithmetic.h"
#include "profiler/base/severity.h"

#include <optional>
#include <string>
#include <vector>

namespace nscope::cost {

/// A side with the price that applies and what it makes of it.
struct PricedSide {
  PriceState price;  ///< of one instance-hour
  Usd per_hour;      ///< of the whole group
  Usd per_million;   ///< of month 1, at the stated utilisation and billing
  bool stale = false;
};

/// A month of the plan in exact money: index 0 is today.
struct CashMonth {
  double tokens = 0.0;
  double share = 0.0;
  double dual = 0.0;
  Usd stay, committed, old_machines, new_machines, running, people, one_off;
  Usd net;         ///< stay less everything that the move costs
  Usd cumulative;  ///< of net
  Usd present;     ///< net, discounted
};

/// Something that a reader has to know before believing the result.
struct Concern {
  Severity severity = Severity::kInfo;
  std::string topic;    ///< "equal work", "stale prices", ...
  std::string subject;  ///< label of the side, or empty
  std::string message;
  bool decisive = false;  ///< physically impossible figures: no recommendation rests on them
};

/// NPV for another way to buy either side.
struct OptionCell {
  Purchase baseline{};
  Purchase target{};
  std::optional<Usd> npv{};
  std::optional<Usd> saving_per_month{};  ///< of the first full month on the target
  std::string missing{};                  ///< why there is no figure: "target not offered"
};

/// The two runs as their source tells them, and on equal work.
struct ClaimCheck {
  EqualWork work;
  Usd saving_claimed;  ///< per run
  Usd saving_equal;
  std::optional<double> runs_claimed{};  ///< runs until the investment is back; none: never
  std::optional<double> runs_equal{};
};

/// What to do, and what it hangs on.
struct Recommendation {
  enum class Verdict {
    kMove,
    kStay,
    kOpen,        ///< the ranges do not decide it
    kImpossible,  ///< an input cannot be true
  };
  Verdict verdict = Verdict::kOpen;
  std::string summary;
  std::vector<std::string> move_if;
  std::vector<std::string> stay_if;
  std::vector<std::string> find_out;  ///< before deciding, most valuable first
};
std::string_view to_string(Recommendation::Verdict verdict);

/// The answer to a study with everything needed to defend it.
struct RoiResult {
  RoiStudy study;  ///< as asked, throughputs filled
  Day as_of{};
  PricedSide baseline;
  PricedSide target;
  Levers levers;
  std::vector<CashMonth> months;
  Usd investment;        ///< people and one-off payments, not discounted
  Usd dual_running;      ///< target machines before go-live
  Usd saving_per_month;  ///< of the last month, or of the first full one on the target
  Usd npv;
  InternalRate internal_rate;
  Payback payback;
  Payback discounted_payback;
  double price_speed_ratio = 0.0;  ///< target / baseline price per group: the speed needed
  double speed_ratio = 0.0;        ///< target / baseline throughput per group, as planned
  std::vector<BreakEven> break_evens;
  std::vector<TornadoBar> tornado;
  MonteCarlo monte_carlo;
  std::vector<OptionCell> options;
  std::vector<CompatibilityRow> compatibility;
  std::vector<Concern> concerns;
  std::optional<ClaimCheck> claim{};
  Recommendation recommendation;

  std::vector<double> flows() const;
};

/// Answers the study with the prices of its day (or of `today`). A price stated with
/// a side replaces the book's. Pure; any thread. Errors: kInvalidArgument where a
/// throughput is still missing or amounts leave the range of money; kNotFound for
/// instances, models and regions; kInfeasible where a side has no price;
/// kCancelled.
Result<RoiResult> evaluate_roi(const catalog::Catalog& catalog, const PriceBook& book,
                               const RoiStudy& study, Day today, TaskControl& control);

/// The same in two steps, for who shows the plan while the trials are drawn: everything
/// but `monte_carlo` and `recommendation`, which rests on them.
Result<RoiResult> evaluate_plan(const catalog::Catalog& catalog, const PriceBook& book,
                                const RoiStudy& study, Day today);
/// Draws the trials of a plan and recommends. Errors: kInvalidArgument for correlations or
/// ranges that cannot be; kCancelled. `plan` stays as it was then.
Result<> add_trials(RoiResult& plan, TaskControl& control);

/// From everything else in `result`; part of evaluate_roi().
Recommendation recommend(const RoiResult& result);
/// What the guards and the comparison of the two sides find; part of evaluate_roi().
std::vector<Concern> find_concerns(const catalog::Catalog& catalog, const PriceBook& book,
                                   const RoiResult& result);

}  // namespace nscope::cost
