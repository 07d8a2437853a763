#include "costmodel/migration/figure_text.h"

#include "costmodel/money/cost_arithmetic.h"
#include "costmodel/money/figures.h"
#include "costmodel/money/token_count.h"

#include <algorithm>
#include <vector>

namespace nscope::cost {
namespace {

Text price_text(double usd) {
  return tr("{} USD/h", as_price(Usd::round(usd)));
}

Text value_text(double value) {
  return tr("{}", as::value(value, "tok/s"));
}

Text share_text(double share) {
  return tr("{}", as::percent(share));
}

}  // namespace

Text whole_usd(Usd amount) {
  return tr("USD {}", as_usd(amount, 0));
}

Text whole_usd(double dollars) {
  return whole_usd(Usd::round(dollars));
}

Text figure_text(BreakEven::Quantity quantity, double value) {
  using Quantity = BreakEven::Quantity;
  switch (quantity) {
    case Quantity::kTargetThroughput: return value_text(value);
    case Quantity::kTargetPrice:
    case Quantity::kBaselinePrice: return price_text(value);
    case Quantity::kTargetUtilisation: return share_text(value);
    case Quantity::kLoad: return tr("{} per month", tokens_text(value));
    case Quantity::kEffort: return tr("{} x the plan", as_digits(value, 3));
    case Quantity::kGoLive: return tr("{} months", as::fixed(value, 1));
  }
  return {};
}

Text turns_text(const BreakEven& turn) {
  constexpr std::size_t kMost = 4;
  std::vector<Text> shown;
  for (std::size_t i = 0; i < std::min(turn.turns.size(), kMost); ++i) {
    shown.push_back(figure_text(turn.quantity, turn.turns[i]));
  }
  const std::size_t more = turn.turns.size() - shown.size();
  return more == 0 ? joined(shown) : tr("{} and {} more", joined(shown), more);
}

Text figure_text(RoiInput input, double value) {
  switch (input) {
    case RoiInput::kBaselineThroughput:
    case RoiInput::kTargetThroughput: return value_text(value);
    case RoiInput::kBaselinePrice:
    case RoiInput::kTargetPrice: return price_text(value);
    case RoiInput::kBaselineUtilisation:
    case RoiInput::kTargetUtilisation: return share_text(value);
    case RoiInput::kLoad: return tokens_text(value);
    case RoiInput::kEffort: return tr("{} x the plan", as_digits(value, 3));
    case RoiInput::kSchedule: return tr("{} months", as::fixed(value, 1));
  }
  return {};
}

Text payback_text(const Payback& payback, int horizon_months) {
  switch (payback.state) {
    case Payback::State::kNothingToPay:
      return tr("immediate, because the cumulative cash flow is never negative");
    case Payback::State::kPaid: return tr("after {} months", as::fixed(payback.months, 1));
    case Payback::State::kNotYet:
      return tr("not within {} months; at the rate of the last month, after {} months",
                horizon_months, as::fixed(payback.months, 1));
    case Payback::State::kNever: return tr("never");
  }
  return {};
}

Text internal_rate_text(const InternalRate& rate) {
  const auto per_year = [](double monthly) {
    const double annual = annual_rate(monthly);
    constexpr double kMost = 100.0;
    return annual > kMost ? tr("more than {} per year", as::percent(kMost, 0))
                          : tr("{} per year", as::percent(annual));
  };
  switch (rate.state) {
    case InternalRate::State::kNone:
      return tr("none, because the net present value has the same sign at every rate");
    case InternalRate::State::kOne: return per_year(rate.monthly.front());
    case InternalRate::State::kSeveral: break;
  }
  std::vector<Text> all;
  for (const double monthly : rate.monthly) all.push_back(per_year(monthly));
  return tr("several, so it cannot be used for the decision: {}", joined(all));
}

Text side_text(const RoiSide& side) {
  const WorkEstimate& work = side.work.estimate;
  const Text bought = side.bill ? tr("own bill") : title(side.option);
  return work.count > 1 ? tr("{} x {}, {}, {}", work.count, work.instance, bought, side.region)
                        : tr("{}, {}, {}", work.instance, bought, side.region);
}

}  // namespace nscope::cost
