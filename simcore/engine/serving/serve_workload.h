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

/// The class of servers in the validation table.
inline constexpr std::string_view kServingClass = "serving";

/// Simulates the server `setup` of a workload and writes a trace to `sink` unless it is null. Error
/// bands come from the residuals of the class "serving". Errors: those of prepare_server(),
/// plan_serving(), draw_requests() and simulate_serving(); kInfeasible with the calculation if the
/// rate of generated requests exceeds the capacity and no admission limit refuses them.
Result<SimulationResult> serve(const catalog::Catalog& catalog, const Workload& workload,
                               const ServingSetup& setup, const Calibration& calibration,
                               TraceSink* sink, TaskControl& control);

/// Adds error bands from the residuals of the class on a generation of NeuronCores to the metrics
/// of a server.
void add_server_bands(const Calibration& calibration, std::string_view generation, bool inside,
                      std::vector<Metric>& metrics);

}  // namespace nscope::sim
