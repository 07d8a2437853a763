#include "costmodel/migration/figure_text.h"
#include "costmodel/migration/roi.h"
#include "costmodel/money/figures.h"
#include "profiler/base/format.h"

#include <cmath>

#include <fmt/format.h>

namespace nscope::cost {
namespace {

using Quantity = BreakEven::Quantity;
using Verdict = Recommendation::Verdict;

constexpr double kLikely = 0.8;
constexpr double kUnlikely = 0.2;

/// The break-even relative to the plan: "+12.3 %".
TextNumber distance(const BreakEven& turn) {
  const double share = turn.at / turn.planned - 1.0;
  return as::exact(fmt::format("{}{}", share >= 0 ? "+" : "", format_percent(share)));
}

/// "the target throughput is above 44,100 tok/s".
Text bare_condition(const BreakEven& turn, bool pays_above) {
  const Text at = figure_text(turn.quantity, turn.at);
  if (turn.quantity == Quantity::kGoLive) {
    return pays_above ? tr("go-live is later than {} from today", at)
                      : tr("go-live is earlier than {} from today", at);
  }
  return pays_above ? tr("the {} is above {}", title(turn.quantity), at)
                    : tr("the {} is below {}", title(turn.quantity), at);
}

Text condition(const BreakEven& turn, bool pays_above) {
  const Text bare = bare_condition(turn, pays_above);
  if (!(turn.planned > 0.0) || turn.quantity == Quantity::kEffort) return bare;
  constexpr double kNoMargin = 0.0005;  // would be printed as 0.0 %
  if (std::abs(turn.at / turn.planned - 1.0) < kNoMargin) {
    return tr("{} (plan: {}, which is the break-even: there is no margin)", bare,
              figure_text(turn.quantity, turn.planned));
  }
  return tr("{} (plan: {}; break-even relative to the plan: {})", bare,
            figure_text(turn.quantity, turn.planned), distance(turn));
}

/// Whether a team can measure or influence the quantity, in contrast to the market.
bool is_in_our_hands(Quantity quantity) {
  return quantity != Quantity::kBaselinePrice && quantity != Quantity::kTargetPrice &&
         quantity != Quantity::kLoad;
}

/// "any load between 10 million and 100 billion tokens per month".
Text any_value(const BreakEven& turn) {
  return tr("any {} between {} and {}", title(turn.quantity),
            figure_text(turn.quantity, turn.from), figure_text(turn.quantity, turn.to));
}

void add_conditions(const RoiResult& result, bool pays, Recommendation& advice) {
  for (const BreakEven& turn : result.break_evens) {
    switch (turn.state) {
      case BreakEven::State::kAlways:
        advice.no_effect.push_back(tr("{}: moving pays off", any_value(turn)));
        break;
      case BreakEven::State::kNever:
        advice.no_effect.push_back(tr("{}: moving does not pay off", any_value(turn)));
        break;
      case BreakEven::State::kAbove:
      case BreakEven::State::kBelow: {
        const bool above = turn.state == BreakEven::State::kAbove;
        if (!pays || is_in_our_hands(turn.quantity)) {
          advice.move_if.push_back(condition(turn, above));
        } else {
          advice.stay_if.push_back(condition(turn, !above));
        }
        break;
      }
      case BreakEven::State::kSeveral:
        advice.find_out.push_back(
            tr("the {}: there are several break-evens, because whole instances are paid: {}",
               title(turn.quantity), turns_text(turn)));
        break;
    }
  }
}

void add_open_questions(const RoiResult& result, Recommendation& advice) {
  for (const TornadoBar& bar : result.tornado) {
    if ((bar.at_low > 0.0) == (bar.at_high > 0.0)) continue;
    advice.find_out.push_back(
        tr("the {}: between {} and {}, the net present value ranges from {} to {}",
           title(bar.input), figure_text(bar.input, bar.low_input),
           figure_text(bar.input, bar.high_input), whole_usd(bar.at_low), whole_usd(bar.at_high)));
  }
  for (const CompatibilityRow& row : result.compatibility) {
    if (row.state == CompatibilityRow::State::kUnknown) {
      advice.find_out.push_back(tr("{}: {}", row.check, row.finding));
    }
  }
}

/// Findings that prevent a recommendation: impossible figures, or a model that does not run.
std::vector<Text> obstacles(const RoiResult& result) {
  std::vector<Text> all;
  for (const Concern& concern : result.concerns) {
    if (concern.decisive) {
      all.push_back(tr("{} ({}): {}", concern.subject, concern.topic, concern.message));
    }
  }
  for (const CompatibilityRow& row : result.compatibility) {
    if (row.state == CompatibilityRow::State::kNo && !row.from_guard) {
      all.push_back(tr("{}: {}", row.check, row.finding));
    }
  }
  return all;
}

Text probability_text(const RoiResult& result) {
  const MonteCarlo& trials = result.monte_carlo;
  if (result.study.uncertainty.ranges.empty() && result.study.price_cuts.empty()) {
    return tr("no input has a range, so no probability can be given");
  }
  return tr("it is positive in {} of {} trials, p10 {}, p90 {}", as::percent(trials.probability),
            as::count(trials.trials), whole_usd(trials.npv.p10), whole_usd(trials.npv.p90));
}

Verdict verdict_of(const RoiResult& result) {
  const bool pays = result.npv.nano() > 0;
  const double p = result.monte_carlo.probability;
  if (pays && p >= kLikely) return Verdict::kMove;
  if (!pays && p <= kUnlikely) return Verdict::kStay;
  return Verdict::kOpen;
}

Phrase opening(Verdict verdict) {
  switch (verdict) {
    case Verdict::kMove: return phrase("Move if all conditions below are met.");
    case Verdict::kStay: return phrase("Stay unless one of the conditions below is met.");
    case Verdict::kOpen:
      return phrase("No clear recommendation: the result depends on uncertain inputs.");
    case Verdict::kImpossible: return phrase("No recommendation: an input is impossible.");
  }
  return {};
}

}  // namespace

Text move_heading(const Recommendation& advice) {
  if (advice.move_if.size() < 2) return tr("Move if");
  return advice.move_needs_all
             ? tr("Move if all of these are true, each with the other inputs as planned")
             : tr("Move if one of these is true, with the other inputs as planned");
}

Text stay_heading(const Recommendation& advice) {
  if (advice.stay_if.size() < 2) return tr("Stay if");
  return tr("Stay if one of these is true, with the other inputs as planned");
}

Recommendation recommend(const RoiResult& result) {
  Recommendation advice;
  const bool pays = result.npv.nano() > 0;
  const auto blocks = obstacles(result);
  advice.verdict = blocks.empty() ? verdict_of(result) : Verdict::kImpossible;
  advice.summary = tr(
      "{} Moving from {} to {} has a net present value of {} over {} months at {} per year; {}. "
      "Payback: {}.",
      opening(advice.verdict), side_text(result.study.baseline), side_text(result.study.target),
      whole_usd(result.npv), result.study.horizon_months, as::percent(result.study.discount_rate),
      probability_text(result), payback_text(result.payback, result.study.horizon_months));
  for (const Text& block : blocks) {
    advice.stay_if.push_back(tr("the inputs remain as stated: {}", block));
  }
  add_conditions(result, pays, advice);
  advice.move_needs_all = pays;
  if (!pays) {
    advice.stay_if.push_back(
        tr("all inputs are as planned; the net present value of moving is then {} lower than that "
           "of staying",
           whole_usd(Usd() - result.npv)));
  }
  add_open_questions(result, advice);
  return advice;
}

}  // namespace nscope::cost
