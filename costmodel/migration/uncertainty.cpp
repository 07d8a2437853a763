#include "costmodel/migration/uncertainty.h"

#include "costmodel/migration/distribution.h"
#include "profiler/base/order_statistics.h"
#include "profiler/base/random_stream.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>

#include <fmt/format.h>

namespace nscope::cost {
namespace {

constexpr std::uint64_t kCutPurpose = 1000;  // the streams of inputs are RoiInput + 1

/// An input that is drawn in every trial.
struct Drawn {
  RoiInput input;
  Lognormal factor{};
  std::optional<Beta> share{};
  RandomStream stream;

  double at(double z) const { return share ? share->at(z) : factor.at(z); }
};

Result<std::vector<Drawn>> drawn_inputs(const Uncertainty& uncertainty) {
  std::vector<Drawn> all;
  for (const InputRange& range : uncertainty.ranges) {
    Drawn drawn{
        .input = range.input,
        .stream = RandomStream(uncertainty.seed, static_cast<std::uint64_t>(range.input) + 1)};
    if (is_share(range.input)) {
      auto beta = Beta::from_quantiles(range.p10, range.p90);
      if (!beta)
        return fail(beta.error().code, beta.error().message,
                    fmt::format("uncertainty: {}", to_string(range.input)));
      drawn.share = std::move(*beta);
    } else {
      drawn.factor = lognormal_from(range.p10, range.p90);
    }
    all.push_back(std::move(drawn));
  }
  return all;
}

Result<std::vector<std::vector<double>>> correlation_factor(const Uncertainty& uncertainty) {
  const std::size_t n = uncertainty.ranges.size();
  std::vector<std::vector<double>> matrix(n, std::vector<double>(n, 0.0));
  const auto index = [&](RoiInput input) {
    std::size_t i = 0;
    while (uncertainty.ranges[i].input != input) ++i;
    return i;
  };
  for (std::size_t i = 0; i < n; ++i) matrix[i][i] = 1.0;
  for (const InputCorrelation& pair : uncertainty.correlations) {
    const std::size_t a = index(pair.first);
    const std::size_t b = index(pair.second);
    matrix[a][b] = matrix[b][a] = pair.value;
  }
  return cholesky(std::move(matrix));
}

/// Draws price cuts at exponential intervals. A probability p per year is a rate of -ln(1 - p).
void draw_cuts(const RoiStudy& study, std::vector<RandomStream>& streams,
               std::vector<PriceStep>& steps) {
  steps.clear();
  for (std::size_t i = 0; i < study.price_cuts.size(); ++i) {
    const PriceCutRisk& risk = study.price_cuts[i];
    if (risk.probability_per_year <= 0.0) continue;
    const double per_month = -std::log1p(-risk.probability_per_year) / 12.0;
    double month = 0.0;
    for (;;) {
      month += streams[i].exponential() / per_month;
      if (month >= study.horizon_months) break;
      steps.push_back({risk.side, month, 1.0 - risk.size});
    }
  }
}

Quantiles quantiles_of(std::vector<double>& sorted) {
  std::sort(sorted.begin(), sorted.end());
  return {sorted_quantile(sorted, 0.1), sorted_quantile(sorted, 0.5), sorted_quantile(sorted, 0.9)};
}

/// Wilson's score interval of a share with 95 % confidence.
void set_probability(MonteCarlo& result, int positive) {
  constexpr double kZ = 1.959963984540054;
  const double n = result.trials;
  const double p = positive / n;
  const double center = (p + kZ * kZ / (2 * n)) / (1 + kZ * kZ / n);
  const double half = kZ * std::sqrt(p * (1 - p) / n + kZ * kZ / (4 * n * n)) / (1 + kZ * kZ / n);
  result.probability = p;
  result.probability_low = std::max(0.0, center - half);
  result.probability_high = std::min(1.0, center + half);
}

void set_histogram(MonteCarlo& result, const std::vector<double>& sorted) {
  constexpr int kBins = 40;
  constexpr double kTail = 0.005;
  const double low = sorted_quantile(sorted, kTail);
  const double high = sorted_quantile(sorted, 1.0 - kTail);
  result.first_edge = low;
  result.bin_width = (high - low) / kBins;
  result.histogram.assign(kBins, 0);
  for (const double value : sorted) {
    const double place = result.bin_width > 0 ? (value - low) / result.bin_width : 0.0;
    ++result.histogram[static_cast<std::size_t>(std::clamp(place, 0.0, kBins - 1.0))];
  }
}

}  // namespace

double TornadoBar::swing() const {
  return std::abs(at_high - at_low);
}

Levers with_input(const Levers& base, RoiInput input, double value) {
  Levers levers = base;
  switch (input) {
    case RoiInput::kBaselineThroughput: levers.baseline.tokens_per_second *= value; break;
    case RoiInput::kBaselinePrice: levers.baseline.usd_per_hour *= value; break;
    case RoiInput::kBaselineUtilisation: levers.baseline.utilisation = value; break;
    case RoiInput::kTargetThroughput: levers.target.tokens_per_second *= value; break;
    case RoiInput::kTargetPrice: levers.target.usd_per_hour *= value; break;
    case RoiInput::kTargetUtilisation: levers.target.utilisation = value; break;
    case RoiInput::kLoad: levers.tokens *= value; break;
    case RoiInput::kEffort: levers.effort *= value; break;
    case RoiInput::kSchedule: levers.go_live_month *= value; break;
  }
  return levers;
}

double value_of(const Levers& base, RoiInput input) {
  switch (input) {
    case RoiInput::kBaselineThroughput: return base.baseline.tokens_per_second;
    case RoiInput::kBaselinePrice: return base.baseline.usd_per_hour;
    case RoiInput::kBaselineUtilisation: return base.baseline.utilisation;
    case RoiInput::kTargetThroughput: return base.target.tokens_per_second;
    case RoiInput::kTargetPrice: return base.target.usd_per_hour;
    case RoiInput::kTargetUtilisation: return base.target.utilisation;
    case RoiInput::kLoad: return base.tokens;
    case RoiInput::kEffort: return base.effort;
    case RoiInput::kSchedule: return base.go_live_month;
  }
  return 0.0;
}

std::vector<TornadoBar> tornado(const RoiStudy& study, const Levers& base) {
  const double rate = monthly_rate(study.discount_rate);
  const auto npv = [&](const Levers& levers) {
    return present_value(net_flows(timeline(study, levers)), rate);
  };
  std::vector<TornadoBar> bars;
  for (const InputRange& range : study.uncertainty.ranges) {
    const Levers low = with_input(base, range.input, range.p10);
    const Levers high = with_input(base, range.input, range.p90);
    bars.push_back({.input = range.input,
                    .low_input = value_of(low, range.input),
                    .high_input = value_of(high, range.input),
                    .at_low = npv(low),
                    .at_high = npv(high)});
  }
  std::stable_sort(bars.begin(), bars.end(),
                   [](const TornadoBar& a, const TornadoBar& b) { return a.swing() > b.swing(); });
  return bars;
}

Result<MonteCarlo> monte_carlo(const RoiStudy& study, const Levers& base, TaskControl& control) {
  const Uncertainty& uncertainty = study.uncertainty;
  auto inputs = drawn_inputs(uncertainty);
  if (!inputs) return fail(inputs.error());
  const auto factor = correlation_factor(uncertainty);
  if (!factor) return fail(factor.error().code, factor.error().message, "uncertainty/correlations");
  std::vector<RandomStream> cut_streams;
  for (std::size_t i = 0; i < study.price_cuts.size(); ++i) {
    cut_streams.emplace_back(uncertainty.seed, kCutPurpose + i);
  }
  const double rate = monthly_rate(study.discount_rate);
  MonteCarlo result;
  result.trials = uncertainty.trials;
  result.seed = uncertainty.seed;
  std::vector<double> values;
  std::vector<double> paybacks;
  std::vector<double> normals(inputs->size());
  std::vector<PriceStep> steps;
  std::size_t cuts = 0;
  control.begin(phrase("Running trials"), static_cast<std::uint64_t>(uncertainty.trials));
  for (int trial = 0; trial < uncertainty.trials; ++trial) {
    if (control.cancelled()) return cancelled();
    control.advance_to(static_cast<std::uint64_t>(trial));
    for (std::size_t i = 0; i < normals.size(); ++i) normals[i] = (*inputs)[i].stream.normal();
    Levers levers = base;
    for (std::size_t i = 0; i < normals.size(); ++i) {
      const double z =
          std::inner_product((*factor)[i].begin(), (*factor)[i].end(), normals.begin(), 0.0);
      levers = with_input(levers, (*inputs)[i].input, (*inputs)[i].at(z));
    }
    draw_cuts(study, cut_streams, steps);
    cuts += steps.size();
    const auto flows = net_flows(timeline(study, levers, steps));
    values.push_back(present_value(flows, rate));
    if (const Payback back = payback(flows);
        back.state == Payback::State::kPaid || back.state == Payback::State::kNothingToPay) {
      paybacks.push_back(back.months);
    }
  }
  const double n = uncertainty.trials;
  result.mean = std::accumulate(values.begin(), values.end(), 0.0) / n;
  double squares = 0.0;
  for (const double value : values) squares += (value - result.mean) * (value - result.mean);
  result.deviation = std::sqrt(squares / (n - 1));
  set_probability(result, static_cast<int>(std::count_if(values.begin(), values.end(),
                                                         [](double v) { return v > 0.0; })));
  result.npv = quantiles_of(values);
  set_histogram(result, values);
  result.paid_back = static_cast<double>(paybacks.size()) / n;
  if (!paybacks.empty()) result.payback_months = quantiles_of(paybacks);
  result.cuts_per_trial = static_cast<double>(cuts) / n;
  return result;
}

}  // namespace nscope::cost
