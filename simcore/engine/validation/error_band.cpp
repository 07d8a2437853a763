#include "simcore/engine/validation/error_band.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
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

/// The size of logarithms: the square of the weighted mean of the roots of their absolute values.
class Scale {
 public:
  void add(const Weighted& logarithm) {
    roots_ += logarithm.weight * std::sqrt(std::abs(logarithm.value));
    weight_ += logarithm.weight;
  }
  double value() const {
    constexpr double kSmallest = 1e-3;  // equal ratios have a width of 0
    const double root = weight_ > 0 ? roots_ / weight_ : 0;
    return std::max(kSmallest, root * root);
  }

 private:
  double roots_ = 0;
  double weight_ = 0;
};

/// The logarithms of ratios with the weights of their groups, and the number of groups.
struct Population {
  std::vector<Weighted> logarithms;  ///< in the order of the ratios
  std::size_t groups = 0;
};

Population population_of(std::span<const GroupedRatio> ratios) {
  std::map<std::string_view, int> rows;
  for (const GroupedRatio& one : ratios) ++rows[one.group];
  Population out{.logarithms = {}, .groups = rows.size()};
  for (const GroupedRatio& one : ratios) {
    out.logarithms.push_back({std::log(one.ratio), std::pow(rows[one.group], kGroupExponent - 1)});
  }
  return out;
}

/// The scales of the generations, each drawn towards that of all ratios.
std::map<std::string_view, double> scales_of(std::span<const GroupedRatio> ratios,
                                             const Population& population) {
  constexpr double kGroupsOfAll = 8;  // groups against which those of a generation count
  struct Generation {
    Scale scale;
    std::set<std::string_view> groups;
  };
  std::map<std::string_view, Generation> generations;
  Scale all;
  for (std::size_t i = 0; i < ratios.size(); ++i) {
    Generation& own = generations[ratios[i].generation];
    own.scale.add(population.logarithms[i]);
    own.groups.insert(ratios[i].group);
    all.add(population.logarithms[i]);
  }
  std::map<std::string_view, double> scales;
  for (const auto& [name, own] : generations) {
    const auto groups = static_cast<double>(own.groups.size());
    scales[name] =
        std::exp((groups * std::log(own.scale.value()) + kGroupsOfAll * std::log(all.value())) /
                 (groups + kGroupsOfAll));
  }
  return scales;
}

/// The band of logarithms of `groups` groups, times `scale`.
ErrorBand band_of(std::vector<Weighted> logarithms, std::size_t groups, double scale) {
  if (groups == 1) {
    const std::size_t count = logarithms.size();
    for (std::size_t i = 0; i < count; ++i) {
      logarithms.push_back({-logarithms[i].value, logarithms[i].weight});
    }
  }
  std::sort(logarithms.begin(), logarithms.end(),
            [](const Weighted& a, const Weighted& b) { return a.value < b.value; });
  const double middle = weighted_quantile(logarithms, 0.5);
  const double wider = std::min(3.0, 1.0 + 5.0 / std::pow(groups, 1.5));
  const auto end = [&](double share) {
    return std::exp(scale * (middle + wider * (weighted_quantile(logarithms, share) - middle)));
  };
  return {.low = end(0.05), .high = end(0.95), .groups = static_cast<int>(groups)};
}

}  // namespace

ErrorBand error_band(std::span<const GroupedRatio> ratios) {
  Population population = population_of(ratios);
  return band_of(std::move(population.logarithms), population.groups, 1);
}

ErrorBand error_band(std::span<const GroupedRatio> ratios, std::string_view generation) {
  Population population = population_of(ratios);
  const std::map<std::string_view, double> scales = scales_of(ratios, population);
  const auto own = scales.find(generation);
  if (generation.empty() || own == scales.end()) return error_band(ratios);
  for (std::size_t i = 0; i < ratios.size(); ++i) {
    population.logarithms[i].value /= scales.at(ratios[i].generation);
  }
  return band_of(std::move(population.logarithms), population.groups, own->second);
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
    std::map<std::string_view, ErrorBand> bands;
    for (const GroupedRatio& one : rows) {
      const auto known = bands.find(one.generation);
      const ErrorBand band =
          known != bands.end()
              ? known->second
              : bands.emplace(one.generation, error_band(others, one.generation)).first->second;
      ++coverage.rows;
      if (one.ratio >= band.low && one.ratio <= band.high) ++coverage.inside;
    }
  }
  return coverage;
}

}  // namespace nscope::sim
