#pragma once

#include "simcore/engine/calibration/calibration.h"
#include "simcore/engine/run/prepared_run.h"
#include "simcore/engine/serving/serving_plan.h"

#include <memory>

namespace nscope::sim {

/// A workload prepared for a server: its batch is the number of slots of a replica, its sequence
/// length the longest request. `served` points into `run` and the catalogue; the object cannot be
/// copied.
struct Server {
  PreparedRun run;
  ServedModel served;
  int replicas_per_instance = 1;      ///< number that fits on the cores of one instance
  std::unique_ptr<Server> prefill{};  ///< the replicas that prefill, if they differ from these
};

/// Errors: those of prepare_run(), also of the replicas that prefill; kInvalidArgument for models
/// that do not generate tokens; kNotFound for the draft model.
Result<Server> prepare_server(const catalog::Catalog& catalog, const Workload& workload,
                              const ServingSetup& setup, const Parameters& parameters);

}  // namespace nscope::sim
