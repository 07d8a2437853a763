#include "simcore/engine/validation/error_band.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

namespace nscope::sim {
namespace {

/// A group weighs as much as its number of rows to this power.
constexpr double kGroupExponent = 0.75;

struct Weighted {
  double value = 0;
  double weight = 0;
};

/// The value below which `share` of the weight lies, interpolated between the centres of the
/// weights. `sorted` must not be empty.
double weighted_quantile(const std::vector<Weighted>& sorted, double share) {
  double total = 0;
  for (const Weighted& one : sorted) total += one.weight;
  const double wanted = share * total;
  double below = 0;
  double previous_centre = 0;
  for (std::size_t i = 0; i < sorted.size(); ++i) {
    const double centre = below + sorted[i].weight / 2;
    if (centre >= wanted) {
      if (i == 0) return sorted[i].value;
      const double part = (wanted - previous_centre) / (centre - previous_centre);
      return std::lerp(sorted[i - 1].value, sorted[i].value, part);
    }
    below += sorted[i].weight;
    previous_centre = centre;
  }
  return sorted.back().value;
}

}  // namespace

ErrorBand error_band(std::span<const GroupedRatio> ratios) {
  std::map<std::string_view, int> rows;
  for (const GroupedRatio& one : ratios) ++rows[one.group];
  std::vector<Weighted> logarithms;
  for (const GroupedRatio& one : ratios) {
    const double weight = std::pow(rows[one.group], kGroupExponent - 1);
    logarithms.push_back({std::log(one.ratio), weight});
    if (rows.size() == 1) logarithms.push_back({-std::log(one.ratio), weight});
  }
  std::sort(logarithms.begin(), logarithms.end(),
            [](const Weighted& a, const Weighted& b) { return a.value < b.value; });
  const double middle = weighted_quantile(logarithms, 0.5);
  const double wider = std::min(3.0, 1.0 + 5.0 / std::pow(rows.size(), 1.5));
  const auto end = [&](double share) {
    return std::exp(middle + wider * (weighted_quantile(logarithms, share) - middle));
  };
  return {.low = end(0.05), .high = end(0.95), .groups = static_cast<int>(rows.size())};
}

BandCoverage band_coverage(std::span<const GroupedRatio> ratios,
                           std::span<const GroupedRatio> population) {
  std::map<std::string_view, std::vector<GroupedRatio>> groups;
  for (const GroupedRatio& one : ratios) groups[one.group].push_back(one);
  BandCoverage coverage;
  for (const auto& [name, rows] : groups) {
    std::vector<GroupedRatio> others;
    for (const GroupedRatio& one : population) {
      if (one.group != name) others.push_back(one);
    }
    if (others.empty()) continue;
    const ErrorBand band = error_band(others);
    for (const GroupedRatio& one : rows) {
      ++coverage.rows;
      if (one.ratio >= band.low && one.ratio <= band.high) ++coverage.inside;
    }
  }
  return coverage;
}

}  // namespace nscope::sim
