#include "simcore/engine/serving/adapter_use.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <utility>

namespace nscope::sim {
namespace {

/// Divides by the sum and sorts.
std::vector<double> as_shares(std::vector<double> weights) {
  double sum = 0;
  for (const double weight : weights) sum += weight;
  for (double& weight : weights) weight /= sum;
  std::sort(weights.begin(), weights.end(), std::greater<>());
  return weights;
}

/// The adapters that were used at least once within a time in which each is used `share x time`
/// times on average.
double different_adapters(const std::vector<double>& shares, double time) {
  double different = 0;
  for (const double share : shares) different -= std::expm1(-share * time);
  return different;
}

}  // namespace

std::vector<double> adapter_shares(const Adapters& adapters) {
  std::vector<double> weights(static_cast<std::size_t>(std::max(1, adapters.count)));
  for (std::size_t i = 0; i < weights.size(); ++i) {
    weights[i] = std::pow(static_cast<double>(i + 1), -adapters.popularity);
  }
  return as_shares(std::move(weights));
}

std::vector<double> adapter_shares(const RequestPlan& requests) {
  std::map<int, double> counts;
  for (const Request& request : requests.requests) {
    if (request.adapter >= 0) ++counts[request.adapter];
  }
  std::vector<double> weights;
  for (const auto& [adapter, count] : counts) weights.push_back(count);
  return as_shares(std::move(weights));
}

double adapter_miss_share(const std::vector<double>& shares, int resident) {
  const auto count = static_cast<double>(shares.size());
  if (resident >= count) return 0;
  if (shares.front() == shares.back()) return 1 - resident / count;
  double high = 1;
  while (different_adapters(shares, high) < resident && high < 1e18) high *= 2;
  double low = 0;
  constexpr int kHalvings = 60;
  for (int i = 0; i < kHalvings; ++i) {
    const double middle = (low + high) / 2;
    (different_adapters(shares, middle) < resident ? low : high) = middle;
  }
  double miss = 0;
  for (const double share : shares) miss += share * std::exp(-share * high);
  return miss;
}

double running_with_adapters(const std::vector<double>& shares, int resident, double share,
                             int slots) {
  if (resident >= std::min(static_cast<int>(shares.size()), slots)) return slots;
  double squares = 0;
  for (const double one : shares) squares += one * one;
  const double count = 1 / squares;
  // By the number of different adapters of the requests that were drawn.
  std::vector<double> chances(static_cast<std::size_t>(resident) + 1);
  chances[0] = 1;
  double mean = 0;
  for (int drawn = 1; drawn <= slots; ++drawn) {
    double together = chances[0] * (1 - share);
    for (std::size_t kinds = chances.size() - 1; kinds > 0; --kinds) {
      const double known = std::min(static_cast<double>(kinds) / count, 1.0);
      const double before = std::min(static_cast<double>(kinds - 1) / count, 1.0);
      chances[kinds] =
          chances[kinds] * (1 - share + share * known) + chances[kinds - 1] * share * (1 - before);
      together += chances[kinds];
    }
    chances[0] *= 1 - share;
    mean += together;
    if (together < 1e-9) break;
  }
  return mean;
}

}  // namespace nscope::sim
