#include "simcore/engine/serving/server.h"

#include <algorithm>
#include <utility>

namespace nscope::sim {
namespace {

/// Whether the replicas that prefill have other cores than those that decode.
bool differs(const Disaggregation& split) {
  return !split.instance.empty() || split.tensor_parallel > 0;
}

/// The most tokens of a prompt that one execution prefills: a chunk or a segment; 0: a whole
/// prompt.
Result<int> longest_prefill(const ServingSetup& setup) {
  if (setup.scheduler == Scheduler::kChunked) return setup.chunk_tokens;
  const auto stack = serving_stack(setup.stack);
  if (!stack) return fail(stack.error());
  return static_cast<int>(stack->segment);
}

Result<Server> prepare_prefill(const catalog::Catalog& catalog, Workload workload,
                               ServingSetup setup, const Parameters& parameters) {
  const Disaggregation& split = *setup.disaggregation;
  if (!split.instance.empty()) workload.instance = split.instance;
  if (split.tensor_parallel > 0) workload.tensor_parallel = split.tensor_parallel;
  setup.disaggregation.reset();
  auto server = prepare_server(catalog, workload, setup, parameters);
  if (server) return server;
  return fail(server.error().code, tr("the replicas that prefill: {}", server.error().message));
}

}  // namespace

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
    auto draft = draft_of(catalog, *server.run.model, *setup.speculation, layout.tensor_parallel);
    if (!draft) return fail(draft.error());
    server.served.draft = std::move(*draft);
  }
  const auto longest = longest_prefill(setup);
  if (!longest) return fail(longest.error());
  const auto cached = sequences_in_cache(server.served, setup);
  if (!cached) return fail(cached.error());
  // Only a static batch is prefilled as a whole.
  catalog::InferencePlacement placement = placement_of(std::get<StaticBatch>(server.run.work));
  placement.prefills = setup.scheduler == Scheduler::kStatic ? 0 : 1;
  placement.prefill_positions = *longest;
  placement.cached = *cached;
  server.run.memory =
      catalog::inference_memory_fit(catalog, *server.run.model, *server.run.instance, placement);
  if (server.served.draft) {
    add_draft_memory(catalog, *server.run.instance, *server.served.draft, placement,
                     server.run.memory);
  }
  if (auto fits = check_memory(server.run); !fits) return fail(fits.error());
  const int cores = cores_per_node(*server.run.machine);
  server.replicas_per_instance = std::max(1, cores / workload.tensor_parallel);
  if (!setup.disaggregation || !differs(*setup.disaggregation)) return server;
  auto prefill = prepare_prefill(catalog, workload, setup, parameters);
  if (!prefill) return fail(prefill.error());
  server.prefill = std::make_unique<Server>(std::move(*prefill));
  server.served.prefill = &server.prefill->served;
  return server;
}

}  // namespace nscope::sim
