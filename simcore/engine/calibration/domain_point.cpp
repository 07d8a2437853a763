#include "simcore/engine/calibration/domain_point.h"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace nscope::sim {
namespace {

std::string type_of(const DomainPoint& point) {
  return fmt::format("{} on {}", point.dtype, point.generation);
}

/// Inserts the name into an ascending list without duplicates.
void insert_name(std::vector<std::string>& names, const std::string& name) {
  const auto at = std::lower_bound(names.begin(), names.end(), name);
  if (at == names.end() || *at != name) names.insert(at, name);
}

}  // namespace

void extend(CalibratedDomain& domain, const DomainPoint& point) {
  insert_name(domain.generations, point.generation);
  insert_name(domain.types, type_of(point));
  if (!point.weight_dtype.empty()) insert_name(domain.weight_types, point.weight_dtype);
  insert_name(domain.models, point.model);
  for (const std::string& feature : point.features) insert_name(domain.features, feature);
  for (const auto& [name, size] : point.sizes) extend(domain.sizes, name, size);
}

std::vector<Text> outside_of(const CalibratedDomain& domain, const DomainPoint& point) {
  std::vector<Text> outside;
  if (!listed(domain.generations, point.generation)) {
    outside.push_back(
        tr("NeuronCore {} (measured: {})", point.generation, list_of(domain.generations)));
  } else if (const std::string type = type_of(point); !listed(domain.types, type)) {
    outside.push_back(tr("data type {} (measured: {})", type, list_of(domain.types)));
  }
  if (!point.weight_dtype.empty() && !listed(domain.weight_types, point.weight_dtype)) {
    outside.push_back(
        tr("weight type {} (measured: {})", point.weight_dtype, list_of(domain.weight_types)));
  }
  for (const auto& [name, range] : domain.sizes) {
    const auto size = point.sizes.find(name);
    if (size == point.sizes.end() || range.contains(size->second)) continue;
    outside.push_back(outside_range(name, size->second, range));
  }
  return outside;
}

double distance_from(const CalibratedDomain& domain, const std::map<std::string, double>& sizes) {
  double farthest = 1;
  for (const auto& [name, value] : sizes) {
    const auto range = domain.sizes.find(name);
    if (range == domain.sizes.end() || range->second.contains(value)) continue;
    farthest = std::max({farthest, value / range->second.high, range->second.low / value});
  }
  return farthest;
}

const CalibratedDomain* domain_of_class(const Calibration& calibration,
                                        std::string_view class_name) {
  const auto found =
      std::find_if(calibration.domains.begin(), calibration.domains.end(),
                   [&](const CalibratedDomain& one) { return one.class_name == class_name; });
  return found == calibration.domains.end() ? nullptr : &*found;
}

Text no_measurements(std::string_view class_name) {
  return tr("no measurements of the class {}", class_name);
}

bool listed(const std::vector<std::string>& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

std::string list_of(const std::vector<std::string>& names) {
  return fmt::format("{}", fmt::join(names, ", "));
}

}  // namespace nscope::sim
