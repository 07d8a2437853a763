#pragma once

#include "simcore/engine/calibration/calibration.h"
#include "simcore/engine/run/prepared_run.h"
#include "simcore/engine/serving/serving_plan.h"

#include <memory>
#include <optional>

namespace nscope::sim {

/// A workload prepared for a server: its batch is the number of slots of a replica, its sequence
/// length the longest request. `served` points into `run` and the catalogue; the object cannot be
/// copied.
struct Server {
  PreparedRun run;  ///< its memory is that of the part of a replica with the least free memory
  ServedModel served;
  /// Number that fits on the cores of one instance, or of the `nodes` instances of a replica.
  int replicas_per_instance = 1;
  Text tightest{};  ///< the part to which the memory belongs; empty: a replica has one instance
  Text fewer{};     ///< whether fewer instances than those of a replica are enough, as a sentence
  std::unique_ptr<Server> prefill{};  ///< the replicas that prefill, if they differ from these
};

/// The workload of the replicas that prefill if they have other cores than those that decode;
/// nullopt: they have the same, or there are none.
std::optional<Workload> prefill_workload(const Workload& workload);

/// Plans a server without checking that it fits in memory. Errors: those of plan_run(), also of the
/// replicas that prefill; kInvalidArgument for models that do not generate tokens, and those of
/// replica_parts(); kNotFound for the draft model; kInfeasible if the stack gives the KV cache too
/// little memory.
Result<Server> plan_server(const catalog::Catalog& catalog, const Workload& workload,
                           const ServingSetup& setup, const Parameters& parameters);
/// As plan_server(), but with the error kInfeasible and the calculation if the server does not fit.
Result<Server> prepare_server(const catalog::Catalog& catalog, const Workload& workload,
                              const ServingSetup& setup, const Parameters& parameters);

/// The instances of a server with the least free memory for each core.
struct TightestInstance {
  const PreparedRun* run = nullptr;  ///< its memory is that of a core of these instances
  bool prefills = false;
  Text name{};  ///< "the prefill instance trn1.32xlarge"; empty: all instances are alike
};
TightestInstance tightest_instance(const Server& server);

}  // namespace nscope::sim
