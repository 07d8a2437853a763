#include "costmodel/migration/break_even.h"

#include "costmodel/migration/cash_flow.h"

#include <cmath>

namespace nscope::cost {
namespace {

using Quantity = BreakEven::Quantity;

double bisect(const std::function<double(double)>& value_at, double low, double high) {
  const bool rising = value_at(low) <= 0.0;
  for (int i = 0; i < 100; ++i) {
    const double middle = low + (high - low) / 2;
    if (middle <= low || middle >= high) break;
    ((value_at(middle) <= 0.0) == rising ? low : high) = middle;
  }
  return low + (high - low) / 2;
}

}  // namespace

Phrase title(Quantity quantity) {
  switch (quantity) {
    case Quantity::kTargetThroughput: return phrase("target throughput");
    case Quantity::kTargetPrice: return phrase("target price");
    case Quantity::kBaselinePrice: return phrase("baseline price");
    case Quantity::kTargetUtilisation: return phrase("target utilisation");
    case Quantity::kLoad: return phrase("load");
    case Quantity::kEffort: return phrase("engineering effort");
    case Quantity::kGoLive: return phrase("go-live");
  }
  return {};
}

std::string_view unit(Quantity quantity) {
  switch (quantity) {
    case Quantity::kTargetThroughput: return "tok/s";
    case Quantity::kTargetPrice:
    case Quantity::kBaselinePrice: return "USD/h";
    case Quantity::kTargetUtilisation: return "share";
    case Quantity::kLoad: return "tokens/month";
    case Quantity::kEffort: return "x plan";
    case Quantity::kGoLive: return "months";
  }
  return "";
}

BreakEven find_break_even(Quantity quantity, double planned, double from, double to,
                          const std::function<double(double)>& value_at) {
  constexpr int kSteps = 400;
  BreakEven result{.quantity = quantity, .planned = planned, .from = from, .to = to};
  const double step = std::log(to / from) / kSteps;
  double low = from;
  const bool pays_at_first = value_at(from) > 0.0;
  bool pays = pays_at_first;
  for (int i = 1; i <= kSteps; ++i) {
    const double high = i == kSteps ? to : from * std::exp(step * i);
    const bool pays_now = value_at(high) > 0.0;
    if (pays_now != pays) result.turns.push_back(bisect(value_at, low, high));
    pays = pays_now;
    low = high;
  }
  using State = BreakEven::State;
  if (result.turns.empty()) {
    result.state = pays_at_first ? State::kAlways : State::kNever;
  } else {
    result.at = result.turns.front();
    result.state = pays_at_first ? State::kBelow : State::kAbove;
    if (result.turns.size() > 1) result.state = State::kSeveral;
  }
  return result;
}

std::vector<BreakEven> break_evens(const RoiStudy& study, const Levers& base) {
  const double rate = monthly_rate(study.discount_rate);
  const auto npv = [&](const Levers& levers) {
    return present_value(net_flows(timeline(study, levers)), rate);
  };
  constexpr double kWide = 100.0;
  constexpr double kNothing = 0.01;
  std::vector<BreakEven> all;
  const auto search = [&](Quantity quantity, double planned, double from, double to, auto set) {
    all.push_back(find_break_even(quantity, planned, from, to, [&](double value) {
      Levers levers = base;
      set(levers, value);
      return npv(levers);
    }));
  };
  const auto wide = [&](Quantity quantity, double planned, auto set) {
    search(quantity, planned, planned / kWide, planned * kWide, set);
  };
  wide(Quantity::kTargetThroughput, base.target.tokens_per_second,
       [](Levers& l, double v) { l.target.tokens_per_second = v; });
  wide(Quantity::kTargetPrice, base.target.usd_per_hour,
       [](Levers& l, double v) { l.target.usd_per_hour = v; });
  wide(Quantity::kBaselinePrice, base.baseline.usd_per_hour,
       [](Levers& l, double v) { l.baseline.usd_per_hour = v; });
  search(Quantity::kTargetUtilisation, base.target.utilisation, 0.001, 1.0,
         [](Levers& l, double v) { l.target.utilisation = v; });
  wide(Quantity::kLoad, base.tokens, [](Levers& l, double v) { l.tokens = v; });
  search(Quantity::kEffort, base.effort, kNothing, kWide,
         [](Levers& l, double v) { l.effort = v; });
  search(Quantity::kGoLive, base.go_live_month, kNothing, static_cast<double>(study.horizon_months),
         [](Levers& l, double v) { l.go_live_month = v; });
  return all;
}

}  // namespace nscope::cost
