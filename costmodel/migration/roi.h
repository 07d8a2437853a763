#pragma once

#include "costmodel/checks/guards.h"
#include "costmodel/economics/token_prices.h"
#include "costmodel/migration/break_even.h"
#include "costmodel/migration/compatibility.h"
#include "costmodel/migration/uncertainty.h"
#include "costmodel/money/cost_arithmetic.h"
#include "profiler/base/severity.h"

#include <optional>
#include <string>
#include <vector>

namespace nscope::cost {

/// The price of a side and the resulting costs.
struct PricedSide {
  PriceState price;  ///< of one instance-hour
  Usd per_hour;      ///< of all instances
  /// USD in month 1, with the stated utilisation and billing. A rate, which can exceed the range of
  /// Usd.
  double per_million = 0.0;
  std::optional<TokenPrices> token_prices{};  ///< empty if only the sum is known
  bool stale = false;
};

/// A month of the plan in exact amounts; index 0 is today.
struct CashMonth {
  double tokens = 0.0;
  double share = 0.0;
  double dual = 0.0;
  Usd stay, committed, old_machines, new_machines, running, people, one_off, resale, tax;
  Usd net;         ///< cost of staying minus all costs of moving, plus resale
  Usd cumulative;  ///< of net
  Usd present;     ///< net, discounted
};

/// A finding that readers of the result should know.
struct Concern {
  Severity severity = Severity::kInfo;
  Text topic;           ///< "equal work", "stale price", ...
  std::string subject;  ///< label of the side, or empty
  Text message;
  bool decisive = false;  ///< physically impossible figures, which prevent a recommendation
};

/// NPV with other purchase options.
struct OptionCell {
  Purchase baseline{};
  Purchase target{};
  std::optional<Usd> npv{};
  std::optional<Usd> saving_per_month{};  ///< in the last month
  Text missing{};                         ///< why the figures are unknown: "target: not offered"
  bool baseline_stale = false;            ///< the price is out of date
  bool target_stale = false;
};

/// The two stated runs, as claimed and for equal work.
struct ClaimCheck {
  EqualWork work;
  Usd saving_claimed;  ///< per run
  Usd saving_equal;
  std::optional<double> runs_claimed{};  ///< runs until the investment is recovered; empty if never
  std::optional<double> runs_equal{};
};

/// The recommendation and its conditions.
struct Recommendation {
  enum class Verdict {
    kMove,
    kStay,
    kOpen,        ///< the result is not certain enough
    kImpossible,  ///< an input is physically impossible
  };
  Verdict verdict = Verdict::kOpen;
  Text summary;
  /// Each condition is computed with the other inputs as planned. If the plan pays off, moving
  /// requires all of them; else one of them is enough.
  std::vector<Text> move_if;
  bool move_needs_all = false;
  std::vector<Text> stay_if;    ///< one is enough
  std::vector<Text> no_effect;  ///< inputs that do not change the result within their range
  std::vector<Text> find_out;   ///< open questions, the most important first
};
std::string_view to_string(Recommendation::Verdict verdict);
/// "Move if all of these are true, each with the other inputs as planned"; the heading of move_if.
Text move_heading(const Recommendation& advice);
/// The heading of stay_if.
Text stay_heading(const Recommendation& advice);

/// The evaluation of a study.
struct RoiResult {
  RoiStudy study;  ///< with all throughputs
  Day as_of{};
  PricedSide baseline;
  PricedSide target;
  Levers levers;
  std::vector<CashMonth> months;
  Usd investment;    ///< engineering and one-off payments, not discounted
  Usd dual_running;  ///< cost of the target before go-live
  /// In the last month, after tax, without engineering, one-off payments and resale.
  Usd saving_per_month;
  Usd npv;
  InternalRate internal_rate;
  Payback payback;
  Payback discounted_payback;
  double price_speed_ratio = 0.0;  ///< target / baseline price of all instances, which is the
                                   ///< speed ratio at the break-even
  double speed_ratio = 0.0;        ///< target / baseline throughput of all instances, as planned
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

/// Evaluates the study with the prices of its day, or of `today` if it states none. A price
/// stated with a side replaces that of the book. Pure; any thread. Errors: kInvalidArgument if a
/// throughput is pending, amounts are out of range, or a bill or price is dated in the future;
/// kNotFound for instances, models and regions; kInfeasible if a side has no price; kCancelled.
Result<RoiResult> evaluate_roi(const catalog::Catalog& catalog, const PriceBook& book,
                               const RoiStudy& study, Day today, TaskControl& control);

/// The first of two steps of evaluate_roi(): everything except `monte_carlo` and
/// `recommendation`. A program can show the plan while the trials run.
Result<RoiResult> evaluate_plan(const catalog::Catalog& catalog, const PriceBook& book,
                                const RoiStudy& study, Day today);
/// The second step: runs the trials and makes the recommendation. Errors: kInvalidArgument for
/// invalid correlations or ranges; kCancelled. `plan` is unchanged after an error.
Result<> add_trials(RoiResult& plan, TaskControl& control);

/// The recommendation that follows from the other members of `result`; part of evaluate_roi().
Recommendation recommend(const RoiResult& result);
/// Findings of the guards and of the comparison of both sides; part of evaluate_roi().
std::vector<Concern> find_concerns(const catalog::Catalog& catalog, const PriceBook& book,
                                   const RoiResult& result);

}  // namespace nscope::cost
