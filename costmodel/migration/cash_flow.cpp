#include "costmodel/migration/cash_flow.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <optional>

namespace nscope::cost {
namespace {

constexpr double kMonthsPerYear = 12.0;
constexpr double kLowestRate = -0.99;
constexpr double kHighestRate = 1000.0;

/// A value with the sign of the present value that does not overflow at any rate: flows are
/// discounted at positive rates and compounded at negative ones.
double scaled_value(std::span<const double> flows, double monthly) {
  double sum = 0.0;
  if (monthly >= 0.0) {
    const double discount = 1.0 / (1.0 + monthly);
    for (std::size_t t = flows.size(); t-- > 0;) sum = sum * discount + flows[t];
    return sum;
  }
  for (const double flow : flows) sum = sum * (1.0 + monthly) + flow;
  return sum;
}

double bisect_rate(std::span<const double> flows, double low, double high) {
  const bool rising = scaled_value(flows, low) < 0.0;
  for (int i = 0; i < 200; ++i) {
    const double middle = low + (high - low) / 2;
    if (middle <= low || middle >= high) break;
    ((scaled_value(flows, middle) < 0.0) == rising ? low : high) = middle;
  }
  return low + (high - low) / 2;
}

/// Share of a month after which an even stream of `flow` per month amounts to `need`. Both are
/// discounted at `monthly` to the start of the month.
double share_of_month(double need, double flow, double monthly) {
  if (monthly == 0.0) return need / flow;
  return -std::log1p(-need * monthly / flow) / std::log1p(monthly);
}

/// Months after the end of the series until the last flow, repeated every month, amounts to
/// `need` as of the end. Empty if it never does.
std::optional<double> months_beyond(double need, double flow, double monthly) {
  if (flow <= 0.0) return std::nullopt;
  if (monthly > 0.0 && need * monthly >= flow) return std::nullopt;
  return share_of_month(need, flow, monthly);
}

Payback payback_at(std::span<const double> flows, double monthly) {
  double sum = 0.0;  // cumulative value at the end of month t
  double paid_at = 0.0;
  bool in_debt = false;
  bool ever = false;
  for (std::size_t t = 0; t < flows.size(); ++t) {
    const double before = sum;
    sum = sum * (1.0 + monthly) + flows[t];
    if (sum < 0.0) {
      in_debt = ever = true;
    } else if (in_debt) {
      in_debt = false;
      paid_at = static_cast<double>(t - 1) + share_of_month(-before, flows[t], monthly);
    }
  }
  if (!ever) return {Payback::State::kNothingToPay, 0.0};
  if (!in_debt) return {Payback::State::kPaid, paid_at};
  const auto beyond = months_beyond(-sum, flows.back(), monthly);
  if (!beyond) return {Payback::State::kNever, 0.0};
  return {Payback::State::kNotYet, static_cast<double>(flows.size() - 1) + *beyond};
}

}  // namespace

double monthly_rate(double annual) {
  assert(annual > -1.0);
  return std::expm1(std::log1p(annual) / kMonthsPerYear);
}

double annual_rate(double monthly) {
  return std::expm1(kMonthsPerYear * std::log1p(monthly));
}

double present_value(std::span<const double> flows, double monthly) {
  assert(monthly > -1.0);
  const double discount = 1.0 / (1.0 + monthly);
  double sum = 0.0;
  for (std::size_t t = flows.size(); t-- > 0;) sum = sum * discount + flows[t];
  return sum;
}

InternalRate internal_rate(std::span<const double> flows) {
  constexpr int kSteps = 4000;
  const double first = std::log1p(kLowestRate);
  const double step = (std::log1p(kHighestRate) - first) / kSteps;
  InternalRate result;
  double low = kLowestRate;
  double before = scaled_value(flows, low);
  for (int i = 1; i <= kSteps; ++i) {
    const double high = std::expm1(first + step * i);
    const double now = scaled_value(flows, high);
    if (before != 0.0 && now == 0.0) {
      result.monthly.push_back(high);
    } else if ((before < 0.0 && now > 0.0) || (before > 0.0 && now < 0.0)) {
      result.monthly.push_back(bisect_rate(flows, low, high));
    }
    low = high;
    before = now;
  }
  using State = InternalRate::State;
  result.state = result.monthly.empty()       ? State::kNone
                 : result.monthly.size() == 1 ? State::kOne
                                              : State::kSeveral;
  return result;
}

Payback payback(std::span<const double> flows) {
  return payback_at(flows, 0.0);
}

Payback discounted_payback(std::span<const double> flows, double monthly) {
  return payback_at(flows, monthly);
}

}  // namespace nscope::cost
