#include "costmodel/migration/figure_text.h"

#include "costmodel/money/cost_arithmetic.h"
#include "profiler/base/format.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace nscope::cost {
namespace {

std::string tokens_text(double tokens) {
  constexpr double kTrillion = 1e12;
  constexpr double kBillion = 1e9;
  if (tokens >= kTrillion) return fmt::format("{:.4g} trillion tokens", tokens / kTrillion);
  if (tokens >= kBillion) return fmt::format("{:.4g} billion tokens", tokens / kBillion);
  if (tokens >= kMillion) return fmt::format("{:.4g} million tokens", tokens / kMillion);
  return fmt::format("{:.4g} tokens", tokens);
}

std::string price_text(double usd) {
  return format_usd(Usd::round(usd), 4) + " USD/h";
}

}  // namespace

std::string whole_usd(Usd amount) {
  return format_usd(amount, 0) + " USD";
}

std::string whole_usd(double dollars) {
  return whole_usd(Usd::round(dollars));
}

std::string figure_text(BreakEven::Quantity quantity, double value) {
  using Quantity = BreakEven::Quantity;
  switch (quantity) {
    case Quantity::kTargetThroughput: return format_value(value, "tok/s");
    case Quantity::kTargetPrice:
    case Quantity::kBaselinePrice: return price_text(value);
    case Quantity::kTargetUtilisation: return format_percent(value);
    case Quantity::kLoad: return tokens_text(value) + " a month";
    case Quantity::kEffort: return fmt::format("{:.3g} times the plan", value);
    case Quantity::kGoLive: return fmt::format("{:.1f} months", value);
  }
  return "";
}

std::string turns_text(const BreakEven& turn) {
  constexpr std::size_t kMost = 4;
  std::string text;
  for (std::size_t i = 0; i < std::min(turn.turns.size(), kMost); ++i) {
    text += (i == 0 ? "" : ", ") + figure_text(turn.quantity, turn.turns[i]);
  }
  if (turn.turns.size() > kMost) text += fmt::format(" and {} more", turn.turns.size() - kMost);
  return text;
}

std::string figure_text(RoiInput input, double value) {
  switch (input) {
    case RoiInput::kBaselineThroughput:
    case RoiInput::kTargetThroughput: return format_value(value, "tok/s");
    case RoiInput::kBaselinePrice:
    case RoiInput::kTargetPrice: return price_text(value);
    case RoiInput::kBaselineUtilisation:
    case RoiInput::kTargetUtilisation: return format_percent(value);
    case RoiInput::kLoad: return tokens_text(value);
    case RoiInput::kEffort: return fmt::format("{:.3g} x plan", value);
    case RoiInput::kSchedule: return fmt::format("{:.1f} months", value);
  }
  return "";
}

std::string payback_text(const Payback& payback, int horizon_months) {
  switch (payback.state) {
    case Payback::State::kNothingToPay: return "at once: nothing is ever out of pocket";
    case Payback::State::kPaid: return fmt::format("after {:.2f} months", payback.months);
    case Payback::State::kNotYet:
      return fmt::format("not within {} months; at the last month's pace after {:.1f}",
                         horizon_months, payback.months);
    case Payback::State::kNever: return "never pays back";
  }
  return "";
}

std::string internal_rate_text(const InternalRate& rate) {
  const auto text = [](double monthly) {
    const double annual = annual_rate(monthly);
    constexpr double kMost = 100.0;
    return annual > kMost ? std::string("more than 10,000 % a year")
                          : format_percent(annual) + " a year";
  };
  switch (rate.state) {
    case InternalRate::State::kNone: return "none: the present value has one sign at every rate";
    case InternalRate::State::kOne: return text(rate.monthly.front());
    case InternalRate::State::kSeveral: break;
  }
  std::string all;
  for (const double monthly : rate.monthly) all += (all.empty() ? "" : ", ") + text(monthly);
  return "several, none of which decides: " + all;
}

std::string side_text(const RoiSide& side) {
  const WorkEstimate& work = side.work.estimate;
  const std::string count = work.count > 1 ? fmt::format("{} x ", work.count) : "";
  const std::string how = side.bill ? "own bill" : title(side.option);
  return fmt::format("{}{}, {}, {}", count, work.instance, how, side.region);
}

}  // namespace nscope::cost
