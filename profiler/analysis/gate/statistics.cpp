#include "profiler/analysis/gate/statistics.h"

#include "profiler/base/normal_distribution.h"
#include "profiler/base/order_statistics.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numbers>
#include <numeric>
#include <random>

namespace nscope::gate {
namespace {

/// The value of rank `index` (from 0). Reorders `values`.
double nth(std::vector<double>& values, std::size_t index) {
  const auto at = values.begin() + static_cast<std::ptrdiff_t>(index);
  std::nth_element(values.begin(), at, values.end());
  return *at;
}

std::vector<double> differences(std::span<const double> baseline, std::span<const double> changed) {
  std::vector<double> all;
  all.reserve(baseline.size() * changed.size());
  for (const double a : baseline) {
    for (const double b : changed) all.push_back(b - a);
  }
  return all;
}

/// The ranks of the pooled samples, those of `changed` last.
struct Ranks {
  std::vector<std::size_t> doubled;  ///< twice the mid-rank, which is an integer also for ties
  double tie_sum = 0.0;              ///< sum of t^3 - t over groups of t equal values
};

Ranks rank(std::span<const double> baseline, std::span<const double> changed) {
  std::vector<double> pooled(baseline.begin(), baseline.end());
  pooled.insert(pooled.end(), changed.begin(), changed.end());
  std::vector<std::size_t> order(pooled.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(),
            [&](std::size_t a, std::size_t b) { return pooled[a] < pooled[b]; });
  Ranks ranks{std::vector<std::size_t>(pooled.size()), 0.0};
  for (std::size_t begin = 0, end = 0; begin < order.size(); begin = end) {
    while (end < order.size() && pooled[order[end]] == pooled[order[begin]]) ++end;
    for (std::size_t i = begin; i < end; ++i) ranks.doubled[order[i]] = begin + 1 + end;
    const auto ties = static_cast<double>(end - begin);
    ranks.tie_sum += ties * ties * ties - ties;
  }
  return ranks;
}

/// Probability that the sum of `chosen` ranks, drawn at random, is at least `sum`. Row k of the
/// table counts the sets of k ranks by their sum.
double probability_of_sum(const std::vector<std::size_t>& doubled, std::size_t chosen,
                          std::size_t sum) {
  std::vector<std::size_t> sorted = doubled;
  std::sort(sorted.rbegin(), sorted.rend());
  const std::size_t largest = std::accumulate(
      sorted.begin(), sorted.begin() + static_cast<std::ptrdiff_t>(chosen), std::size_t{0});
  const std::size_t width = largest + 1;
  std::vector<double> sets((chosen + 1) * width, 0.0);
  sets[0] = 1.0;
  for (const std::size_t value : doubled) {
    for (std::size_t k = chosen; k >= 1; --k) {
      double* const to = &sets[k * width];
      const double* const from = &sets[(k - 1) * width];
      for (std::size_t s = value; s < width; ++s) to[s] += from[s - value];
    }
  }
  const auto row = sets.begin() + static_cast<std::ptrdiff_t>(chosen * width);
  const auto begin = row + static_cast<std::ptrdiff_t>(std::min(sum, width));
  const auto end = row + static_cast<std::ptrdiff_t>(width);
  return std::accumulate(begin, end, 0.0) / std::accumulate(row, end, 0.0);
}

/// Sorts `values`.
double trimmed_mean_of(std::vector<double>& values) {
  std::sort(values.begin(), values.end());
  const std::size_t cut = values.size() / 5;
  double sum = 0.0;
  for (std::size_t i = cut; i < values.size() - cut; ++i) sum += values[i];
  return sum / static_cast<double>(values.size() - 2 * cut);
}

/// Fills `sample` with values drawn from `from`, with replacement.
void draw(std::span<const double> from, std::mt19937_64& random, std::vector<double>& sample) {
  // std::uniform_int_distribution differs between standard libraries.
  constexpr double kToUnit = 0x1.0p-53;
  const auto count = static_cast<double>(from.size());
  for (double& value : sample) {
    const double at = static_cast<double>(random() >> 11) * kToUnit * count;
    value = from[static_cast<std::size_t>(at)];
  }
}

}  // namespace

double median(std::span<const double> values) {
  std::vector<double> copy(values.begin(), values.end());
  return quantile(copy, 0.5);
}

double scaled_mad(std::span<const double> values) {
  const double center = median(values);
  std::vector<double> distances;
  distances.reserve(values.size());
  for (const double value : values) distances.push_back(std::abs(value - center));
  return 1.4826 * quantile(distances, 0.5);
}

double hodges_lehmann_shift(std::span<const double> baseline, std::span<const double> changed) {
  std::vector<double> all = differences(baseline, changed);
  return quantile(all, 0.5);
}

std::optional<Interval> hodges_lehmann_interval(std::span<const double> baseline,
                                                std::span<const double> changed,
                                                double confidence) {
  const auto m = static_cast<double>(baseline.size());
  const auto n = static_cast<double>(changed.size());
  const double z = normal_quantile(0.5 + confidence / 2.0);
  const double rank = std::floor(m * n / 2.0 - z * std::sqrt(m * n * (m + n + 1.0) / 12.0));
  if (rank < 1.0) return std::nullopt;
  std::vector<double> all = differences(baseline, changed);
  const auto from_end = static_cast<std::size_t>(rank);
  const double low = nth(all, from_end - 1);
  return Interval{low, nth(all, all.size() - from_end)};
}

MannWhitney mann_whitney_greater(std::span<const double> baseline,
                                 std::span<const double> changed) {
  assert(!baseline.empty() && !changed.empty());
  const Ranks ranks = rank(baseline, changed);
  const std::size_t total = ranks.doubled.size();
  const auto first = ranks.doubled.begin() + static_cast<std::ptrdiff_t>(baseline.size());
  const std::size_t sum = std::accumulate(first, ranks.doubled.end(), std::size_t{0});
  const auto n = static_cast<double>(changed.size());
  const auto m = static_cast<double>(baseline.size());
  MannWhitney result{.u = static_cast<double>(sum) / 2.0 - n * (n + 1.0) / 2.0};
  if (total <= kExactMannWhitney) {
    result.exact = true;
    result.p_greater = probability_of_sum(ranks.doubled, changed.size(), sum);
    return result;
  }
  const double count = n + m;
  const double variance = n * m / 12.0 * (count + 1.0 - ranks.tie_sum / (count * (count - 1.0)));
  if (variance <= 0.0) return result;  // all values are equal
  result.p_greater = normal_cdf(-((result.u - n * m / 2.0 - 0.5) / std::sqrt(variance)));
  return result;
}

double smallest_mann_whitney_p(std::size_t baseline, std::size_t changed) {
  double p = 1.0;
  for (std::size_t i = 1; i <= changed; ++i) {
    p *= static_cast<double>(i) / static_cast<double>(baseline + i);
  }
  return p;
}

double trimmed_mean(std::span<const double> values) {
  assert(!values.empty());
  std::vector<double> copy(values.begin(), values.end());
  return trimmed_mean_of(copy);
}

std::vector<double> holm_adjusted(std::span<const double> p_values) {
  std::vector<std::size_t> order(p_values.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(),
            [&](std::size_t a, std::size_t b) { return p_values[a] < p_values[b]; });
  std::vector<double> adjusted(p_values.size());
  double largest = 0.0;
  for (std::size_t i = 0; i < order.size(); ++i) {
    const auto remaining = static_cast<double>(order.size() - i);
    largest = std::max(largest, std::min(1.0, remaining * p_values[order[i]]));
    adjusted[order[i]] = largest;
  }
  return adjusted;
}

double normal_quantile(double p) {
  assert(p > 0.0 && p < 1.0);
  // Bisection is precise to the last digits and fast enough for few calls.
  double low = -40.0;
  double high = 40.0;
  for (int i = 0; i < 200 && low < high; ++i) {
    const double middle = std::midpoint(low, high);
    (normal_cdf(middle) < p ? low : high) = middle;
  }
  return std::midpoint(low, high);
}

double detectable_shift(double noise, std::size_t baseline, std::size_t changed,
                        double confidence) {
  const double spread = 1.0 / static_cast<double>(baseline) + 1.0 / static_cast<double>(changed);
  const double efficiency = 3.0 / std::numbers::pi;
  return (normal_quantile(confidence) + normal_quantile(0.95)) * noise *
         std::sqrt(spread / efficiency);
}

BootstrapChange bootstrap_change(std::span<const double> baseline, std::span<const double> changed,
                                 double confidence, std::size_t resamples, std::uint64_t seed) {
  assert(!baseline.empty() && !changed.empty() && resamples > 0);
  std::mt19937_64 random(seed);
  std::vector<double> before(baseline.size());
  std::vector<double> after(changed.size());
  std::vector<double> shifts(resamples);
  std::size_t not_greater = 0;
  for (double& shift : shifts) {
    draw(baseline, random, before);
    draw(changed, random, after);
    shift = trimmed_mean_of(after) - trimmed_mean_of(before);
    if (shift <= 0.0) ++not_greater;
  }
  const auto last = static_cast<double>(resamples - 1);
  const double tail = (1.0 - confidence) / 2.0;
  const auto low = static_cast<std::size_t>(std::floor(tail * last));
  const auto high = static_cast<std::size_t>(std::ceil((1.0 - tail) * last));
  return {.shift = trimmed_mean(changed) - trimmed_mean(baseline),
          .interval = {nth(shifts, low), nth(shifts, high)},
          .p_greater = static_cast<double>(1 + not_greater) / static_cast<double>(1 + resamples)};
}

}  // namespace nscope::gate
