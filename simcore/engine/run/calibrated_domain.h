#pragma once

#include "simcore/engine/calibration/calibration.h"
#include "simcore/engine/run/prepared_run.h"

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

}  // namespace nscope::sim
