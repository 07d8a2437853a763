#pragma once

#include "profiler/base/provenance.h"
#include "profiler/base/result.h"
#include "profiler/base/task_control.h"
#include "profiler/trace/columns/trace_batch.h"
#include "simcore/catalog/catalog.h"
#include "simcore/engine/calibration/calibration.h"
#include "simcore/engine/run/run_prediction.h"
#include "simcore/engine/serving/serving_plan.h"
#include "simcore/engine/workload/workload.h"

#include <string_view>
#include <vector>

namespace nscope::sim {

/// The class of the validation table that a server belongs to.
inline constexpr std::string_view kServingClass = "serving";

/// Runs the server `setup` of a workload, and writes it to `sink` where there is one. Bands come
/// from the residuals of the class "serving". Errors: as prepare_server(), plan_serving(),
/// draw_requests() and simulate_serving(); kInfeasible where generated requests come faster than
/// full slots can take them, with the arithmetic.
Result<SimulationResult> serve(const catalog::Catalog& catalog, const Workload& workload,
                               const ServingSetup& setup, const Calibration& calibration,
                               TraceSink* sink, TaskControl& control);

/// Gives metrics of a server the bands that the residuals of its class know.
void add_server_bands(const Calibration& calibration, bool inside, std::vector<Metric>& metrics);

}  // namespace nscope::sim
