#pragma once

#include "profiler/base/provenance.h"
#include "profiler/base/result.h"
#include "profiler/base/task_control.h"
#include "profiler/trace/columns/trace_batch.h"
#include "simcore/catalog/catalog.h"
#include "simcore/engine/calibration/calibration.h"
#include "simcore/engine/calibration/error_factors.h"
#include "simcore/engine/run/run_prediction.h"
#include "simcore/engine/serving/serving_plan.h"
#include "simcore/engine/workload/workload.h"

#include <string_view>
#include <vector>

namespace nscope::sim {

/// The class of servers in the validation table.
inline constexpr std::string_view kServingClass = "serving";

/// Simulates the server `setup` of a workload and writes a trace to `sink` unless it is null. Error
/// bands are those of server_factors(). Errors: those of prepare_server(),
/// plan_serving(), draw_requests() and simulate_serving(); kInfeasible with the calculation if the
/// rate of generated requests exceeds the capacity and no admission limit refuses them.
Result<SimulationResult> serve(const catalog::Catalog& catalog, const Workload& workload,
                               const ServingSetup& setup, const Calibration& calibration,
                               TraceSink* sink, TaskControl& control);

/// The inputs of a server that are outside of the measured domain of servers: those of its replicas,
/// and the features that no measured server has. For simulations and plans.
std::vector<Text> outside_servers(const Calibration& calibration, const PreparedRun& run,
                                  const Workload& workload, const ServingSetup& setup);

/// The error band of a metric of servers ("ttft_p50", "itl_mean", "e2e_p50", "throughput") of a
/// model on a generation of NeuronCores: that of measured servers or, if it is wider, that of
/// decoders with the layers of the model (accuracy_class()). For simulations and plans.
ErrorFactors server_factors(const Calibration& calibration, const catalog::Model& model,
                            std::string_view generation, std::string_view metric, bool inside);

/// Adds these error bands to the metrics of a server.
void add_server_bands(const Calibration& calibration, const catalog::Model& model,
                      std::string_view generation, bool inside, std::vector<Metric>& metrics);

}  // namespace nscope::sim
