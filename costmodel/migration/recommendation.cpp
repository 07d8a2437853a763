#include "costmodel/migration/figure_text.h"
#include "costmodel/migration/roi.h"
#include "profiler/base/format.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace nscope::cost {
namespace {

using Quantity = BreakEven::Quantity;
using Verdict = Recommendation::Verdict;

constexpr double kLikely = 0.8;
constexpr double kUnlikely = 0.2;

/// "+12.3 %" from the plan to the break-even.
std::string distance(const BreakEven& turn) {
  const double share = turn.at / turn.planned - 1.0;
  return fmt::format("{}{}", share >= 0 ? "+" : "", format_percent(share));
}

/// "the target throughput is at least 44,100 tok/s (plan 48,000 tok/s, -8.1 %)".
std::string condition(const BreakEven& turn, bool pays_above) {
  const std::string plan =
      turn.planned > 0.0 && turn.quantity != Quantity::kEffort
          ? fmt::format(" (plan {}, break-even at {} of it)",
                        figure_text(turn.quantity, turn.planned), distance(turn))
          : "";
  if (turn.quantity == Quantity::kGoLive) {
    return fmt::format("go-live is {} than {} from now{}", pays_above ? "later" : "earlier",
                       figure_text(turn.quantity, turn.at), plan);
  }
  return fmt::format("the {} is {} {}{}", title(turn.quantity), pays_above ? "above" : "below",
                     figure_text(turn.quantity, turn.at), plan);
}

/// What a team can measure or influence, against what the market does.
bool is_in_our_hands(Quantity quantity) {
  return quantity != Quantity::kBaselinePrice && quantity != Quantity::kTargetPrice &&
         quantity != Quantity::kLoad;
}

void add_conditions(const RoiResult& result, bool pays, Recommendation& advice) {
  for (const BreakEven& turn : result.break_evens) {
    switch (turn.state) {
      case BreakEven::State::kAlways: break;
      case BreakEven::State::kNever:
        if (!pays) {
          advice.stay_if.push_back(fmt::format(
              "no {} from {} to {} makes the move pay", title(turn.quantity),
              figure_text(turn.quantity, turn.from), figure_text(turn.quantity, turn.to)));
        }
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
            fmt::format("the {}: whether the move pays turns at {} (whole machines are bought)",
                        title(turn.quantity), turns_text(turn)));
        break;
    }
  }
}

void add_open_questions(const RoiResult& result, Recommendation& advice) {
  for (const TornadoBar& bar : result.tornado) {
    if ((bar.at_low > 0.0) == (bar.at_high > 0.0)) continue;
    advice.find_out.push_back(fmt::format(
        "the {}: between {} and {} the present value goes from {} to {}", title(bar.input),
        figure_text(bar.input, bar.low_input), figure_text(bar.input, bar.high_input),
        whole_usd(bar.at_low), whole_usd(bar.at_high)));
  }
  for (const CompatibilityRow& row : result.compatibility) {
    if (row.state == CompatibilityRow::State::kUnknown) {
      advice.find_out.push_back(fmt::format("{}: {}", row.check, row.finding));
    }
  }
}

/// What cannot be true or cannot run, in words.
std::vector<std::string> obstacles(const RoiResult& result) {
  std::vector<std::string> all;
  for (const Concern& concern : result.concerns) {
    if (concern.decisive) {
      all.push_back(fmt::format("{} ({}): {}", concern.subject, concern.topic, concern.message));
    }
  }
  for (const CompatibilityRow& row : result.compatibility) {
    // The memory's verdict is among the concerns already.
    if (row.state == CompatibilityRow::State::kNo && row.check != "memory") {
      all.push_back(fmt::format("{}: {}", row.check, row.finding));
    }
  }
  return all;
}

std::string odds(const RoiResult& result) {
  const MonteCarlo& trials = result.monte_carlo;
  if (result.study.uncertainty.ranges.empty() && result.study.price_cuts.empty()) {
    return "no range is stated for any input, so that nothing is known of the odds";
  }
  return fmt::format("in {} of {} futures it is positive, P10 {}, P90 {}",
                     format_percent(trials.probability), format_count(trials.trials),
                     whole_usd(trials.npv.p10), whole_usd(trials.npv.p90));
}

Verdict verdict_of(const RoiResult& result) {
  const bool pays = result.npv.nano() > 0;
  const double p = result.monte_carlo.probability;
  if (pays && p >= kLikely) return Verdict::kMove;
  if (!pays && p <= kUnlikely) return Verdict::kStay;
  return Verdict::kOpen;
}

std::string_view opening(Verdict verdict) {
  switch (verdict) {
    case Verdict::kMove: return "Move, on the conditions below";
    case Verdict::kStay: return "Stay, unless the conditions below are met";
    case Verdict::kOpen: return "Open: what is not yet known decides";
    case Verdict::kImpossible: return "No recommendation: an input cannot be true";
  }
  return "";
}

}  // namespace

Recommendation recommend(const RoiResult& result) {
  Recommendation advice;
  const bool pays = result.npv.nano() > 0;
  const auto blocks = obstacles(result);
  advice.verdict = blocks.empty() ? verdict_of(result) : Verdict::kImpossible;
  advice.summary = fmt::format(
      "{}. Moving from {} to {} has a net present value of {} over {} months at {} a year; {}. "
      "Payback: {}.",
      opening(advice.verdict), side_text(result.study.baseline), side_text(result.study.target),
      whole_usd(result.npv), result.study.horizon_months,
      format_percent(result.study.discount_rate), odds(result),
      payback_text(result.payback, result.study.horizon_months));
  for (const std::string& block : blocks) advice.stay_if.push_back("as stated: " + block);
  add_conditions(result, pays, advice);
  if (!pays) {
    advice.stay_if.push_back(fmt::format(
        "everything goes as planned: the move then costs {} more than staying, in present value",
        whole_usd(Usd() - result.npv)));
  }
  add_open_questions(result, advice);
  return advice;
}

}  // namespace nscope::cost
