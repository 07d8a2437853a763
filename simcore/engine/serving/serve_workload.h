#pragma once

#include "profiler/trace/trace_batch.h"
#include "simcore/engine/calibration.h"
#include "simcore/engine/serving/serving_plan.h"
#include "simcore/engine/serving/serving_rows.h"

#include <memory>

namespace nscope::sim {

/// Runs the server of a workload with its member `serving`, and writes it to `sink` where
/// there is one. Bands come from the residuals of the class "serving". Errors: as
/// prepare_server(), plan_serving(), draw_requests() and simulate_serving(); kInfeasible
/// where generated requests come faster than full slots can take them, with the arithmetic.
Result<SimulationResult> serve(const catalog::Catalog& catalog, const Workload& workload,
                               const Calibration& calibration, TraceSink* sink,
                               TaskControl& control);

/// Gives metrics of a server the bands that the residuals of its class know.
void add_server_bands(const Calibration& calibration, bool inside, std::vector<Metric>& metrics);

/// The metrics of a row's server without bands. Errors: as serve(); kInvalidArgument with
/// the row's reason.
Result<std::vector<Metric>> serve_row(const catalog::Catalog& catalog, const ServingRow& row,
                                      const Parameters& parameters, TaskControl& control);

}  // namespace nscope::sim
