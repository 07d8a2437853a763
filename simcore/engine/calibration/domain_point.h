#pragma once

#include "profiler/base/text.h"
#include "simcore/engine/calibration/calibration.h"

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace nscope::sim {

/// The inputs of one prediction that the measured domain of its class limits. Plain data.
struct DomainPoint {
  std::string generation{};    ///< of the NeuronCores, "v3"
  std::string dtype{};         ///< "bf16"
  std::string weight_dtype{};  ///< empty: not limited
  std::string model{};
  std::vector<std::string> features{};
  std::map<std::string, double> sizes{};  ///< by the names of size_title()
};

/// Widens the domain so that it contains the point.
void extend(CalibratedDomain& domain, const DomainPoint& point);

/// Generation, type, weight type and sizes of the point outside of the domain, as "NAME (measured:
/// RANGE)"; empty if all are inside. Models and features are compared by the callers.
std::vector<Text> outside_of(const CalibratedDomain& domain, const DomainPoint& point);

/// The largest factor by which a size is above or below its measured range; 1 if none is outside.
double distance_from(const CalibratedDomain& domain, const std::map<std::string, double>& sizes);

/// The domain of a class; null if the class has no measurements.
const CalibratedDomain* domain_of_class(const Calibration& calibration,
                                        std::string_view class_name);
/// Why a class without a domain is outside of it.
Text no_measurements(std::string_view class_name);

/// Whether a list of names contains a name.
bool listed(const std::vector<std::string>& names, std::string_view name);
/// "bf16, fp32".
std::string list_of(const std::vector<std::string>& names);

}  // namespace nscope::sim
