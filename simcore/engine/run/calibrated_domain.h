#pragma once

#include "simcore/engine/calibration/calibration.h"
#include "simcore/engine/run/prepared_run.h"

#include <string>
#include <string_view>
#include <vector>

namespace nscope::sim {

/// Adds what a run covers to the domain of its class.
void extend(CalibratedDomain& domain, const PreparedRun& run, const Workload& workload);

/// Descriptions of the inputs of a run that lie outside the domain of its class; empty inside it.
/// The compiled sizes count, not the tokens that fill them.
std::vector<std::string> outside_domain(const Calibration& calibration, const PreparedRun& run,
                                        const Workload& workload);
/// The same for another class than the run's own: a server decodes, but is measured as one.
std::vector<std::string> outside_domain(const Calibration& calibration, std::string_view class_name,
                                        const PreparedRun& run, const Workload& workload);

}  // namespace nscope::sim
