#include "simcore/engine/serving/server.h"

#include <algorithm>

namespace nscope::sim {

Result<Server> prepare_server(const catalog::Catalog& catalog, const Workload& workload,
                              const ServingSetup& setup, const Parameters& parameters) {
  auto run = plan_run(catalog, workload, parameters);
  if (!run) return fail(run.error());
  const auto* const batch = std::get_if<StaticBatch>(&run->work);
  if (batch == nullptr || batch->encodes()) {
    return fail(ErrorCode::kInvalidArgument,
                tr("{}: servers are supported only for decoders", run->model->id));
  }
  const DecoderLayout layout = batch->layout;
  Server server{.run = std::move(*run), .served = {}};
  server.served = {
      .machine = server.run.machine.get(), .model = server.run.model, .layout = layout};
  if (setup.speculation) {
    const auto draft = catalog.model(setup.speculation->draft_model);
    if (!draft) return fail(draft.error());
    server.served.draft = *draft;
  }
  const auto cached = sequences_in_cache(server.served, setup);
  if (!cached) return fail(cached.error());
  // Only a static batch is prefilled as a whole.
  catalog::InferencePlacement placement = placement_of(std::get<StaticBatch>(server.run.work));
  placement.prefills = setup.scheduler == Scheduler::kStatic ? 0 : 1;
  placement.cached = *cached;
  server.run.memory = catalog::inference_memory_fit(catalog, *server.run.model,
                                                    *server.run.instance, placement);
  if (auto fits = check_memory(server.run); !fits) return fail(fits.error());
  const int cores = server.run.machine->logical_per_chip * server.run.instance->chips;
  server.replicas_per_instance = std::max(1, cores / workload.tensor_parallel);
  return server;
}

}  // namespace nscope::sim
