#include "simcore/engine/serving/server.h"

#include <algorithm>

namespace nscope::sim {

Result<Server> prepare_server(const catalog::Catalog& catalog, const Workload& workload,
                              const ServingSetup& setup, const Parameters& parameters) {
  auto run = prepare_run(catalog, workload, parameters);
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
  const int cores = server.run.machine->logical_per_chip * server.run.instance->chips;
  server.replicas_per_instance = std::max(1, cores / workload.tensor_parallel);
  return server;
}

}  // namespace nscope::sim
