#pragma once

#include "simcore/engine/calibration/calibration.h"
#include "simcore/engine/run/prepared_run.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace nscope::sim {

/// Extends the domain of a class by the inputs of a run.
void extend(CalibratedDomain& domain, const PreparedRun& run, const Workload& workload);

/// Descriptions of the inputs of a run that are outside of the measured domain of its class; empty
/// if all are inside. Compiled sizes are compared, not the tokens in them.
std::vector<Text> outside_domain(const Calibration& calibration, const PreparedRun& run,
                                 const Workload& workload);
/// The same for a class other than that of the run: a server decodes but has a class of its own.
std::vector<Text> outside_domain(const Calibration& calibration, std::string_view class_name,
                                 const PreparedRun& run, const Workload& workload);

/// The exponent of the bands of the run: 1 without `outside`, else `outside_factor`. For calls,
/// whose classes cover narrow ranges of sizes, it grows with the distance: outside_factor x (1 +
/// log10(f)), where f is the largest factor by which a size exceeds its measured range.
double band_exponent(const Calibration& calibration, const PreparedRun& run,
                     std::span<const Text> outside);

/// The classes that measured the same kind of network as the class of a call, with other batches or
/// software: outside of the measured domain, the widest of their bands applies.
std::vector<std::string> related_classes(std::string_view class_name);

}  // namespace nscope::sim
