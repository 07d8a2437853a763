#include "simcore/engine/serving/server.h"

#include <algorithm>
#include <utility>

namespace nscope::sim {
namespace {

/// The most tokens of a prompt that one execution prefills: a chunk or a segment; 0: a whole
/// prompt.
Result<int> longest_prefill(const ServingSetup& setup) {
  if (setup.scheduler == Scheduler::kChunked) return setup.chunk_tokens;
  const auto stack = serving_stack(setup.stack);
  if (!stack) return fail(stack.error());
  return static_cast<int>(stack->segment);
}

/// The placement of the whole model on one instance.
catalog::InferencePlacement placement_of_replica(const PreparedRun& run, const ServingSetup& setup,
                                                 int longest_prefill, int cached) {
  // Only a static batch is prefilled as a whole.
  catalog::InferencePlacement placement = placement_of(std::get<StaticBatch>(run.work));
  placement.prefills = setup.scheduler == Scheduler::kStatic ? 0 : 1;
  placement.prefill_positions = longest_prefill;
  placement.cached = cached;
  return placement;
}

/// The memory of the part with the least free memory.
struct PartMemory {
  catalog::MemoryFit fit;
  Text title{};
};
PartMemory memory_of_parts(const catalog::Catalog& catalog, const PreparedRun& run,
                           const std::vector<ReplicaPart>& parts, int nodes,
                           NodeParallelism parallelism, catalog::InferencePlacement placement) {
  if (parallelism == NodeParallelism::kExperts) {
    placement.batch = sequences_of_part(placement.batch, nodes);
    placement.cached = sequences_of_part(placement.cached, nodes);
  }
  std::optional<PartMemory> heaviest;
  for (const ReplicaPart& part : parts) {
    auto fit = catalog::inference_memory_fit(catalog, part.model, *run.instance, placement);
    if (heaviest && heaviest->fit.required >= fit.required) continue;
    heaviest = PartMemory{std::move(fit), part.title};
  }
  return std::move(*heaviest);
}

/// "One instance is not enough: each core needs 31 GiB and has 24 GiB."
Text fewer_text(int nodes, const catalog::MemoryFit& fit) {
  if (fit.fits) {
    return tr_plural(nodes, "{} instance per replica is also enough.",
                     "{} instances per replica are also enough.", nodes);
  }
  return tr_plural(nodes, "{} instance is not enough: each core needs {} and has {}.",
                   "{} instances are not enough: each core needs {} and has {}.", nodes,
                   as::bytes(fit.required), as::bytes(fit.capacity));
}

/// Whether fewer instances are enough: the smallest number that is, or the largest that is not.
Text on_fewer_instances(const catalog::Catalog& catalog, const PreparedRun& run,
                        const ServingSetup& setup, const catalog::InferencePlacement& placement) {
  Text text;
  for (int nodes = 1; nodes < setup.nodes; ++nodes) {
    const auto parts = replica_parts(*run.model, nodes, setup.node_parallelism);
    if (!parts) continue;  // experts that cannot be divided so
    const PartMemory memory =
        memory_of_parts(catalog, run, *parts, nodes, setup.node_parallelism, placement);
    text = fewer_text(nodes, memory.fit);
    if (memory.fit.fits) break;
  }
  return text;
}

/// Sets the memory of a replica on several instances.
void add_part_memory(const catalog::Catalog& catalog, const ServingSetup& setup,
                     const catalog::InferencePlacement& placement, Server& server) {
  PartMemory memory = memory_of_parts(catalog, server.run, server.served.parts, setup.nodes,
                                      setup.node_parallelism, placement);
  server.run.memory = std::move(memory.fit);
  server.run.memory.explanation = tr("{}: {}", memory.title, server.run.memory.explanation);
  server.tightest = std::move(memory.title);
  server.fewer = on_fewer_instances(catalog, server.run, setup, placement);
}

/// Adds the resident adapters, which are divided between `cores`.
void add_adapter_memory(const Adapters& adapters, int cores, catalog::MemoryFit& fit) {
  const int resident = std::min(adapters.resident, adapters.count);
  const double bytes = resident * adapters.bytes / cores;
  fit.items.insert(fit.items.begin() + 1,
                   {tr("adapters"), bytes,
                    tr_plural(cores, "{} resident x {} / {} core", "{} resident x {} / {} cores",
                              resident, as::bytes(adapters.bytes), cores)});
  const bool possible = fit.fits;
  catalog::add_up(fit);
  fit.explanation =
      tr("{}; with {} for resident adapters each core needs {} of {}", fit.explanation,
         as::bytes(bytes), as::bytes(fit.required), as::bytes(fit.capacity));
  if (possible && !fit.fits) fit.smallest_change = tr("fewer resident adapters or a smaller batch");
  fit.fits = fit.fits && possible;
}

Text of_prefill(const Error& error) {
  return tr("the replicas that prefill: {}", error.message);
}

}  // namespace

std::optional<Workload> prefill_workload(const Workload& workload) {
  const auto* const setup = std::get_if<ServingSetup>(&workload.kind);
  if (setup == nullptr || !setup->disaggregation) return std::nullopt;
  const Disaggregation& split = *setup->disaggregation;
  if (split.instance.empty() && split.tensor_parallel == 0) return std::nullopt;
  Workload prefill = workload;
  if (!split.instance.empty()) prefill.instance = split.instance;
  if (split.tensor_parallel > 0) prefill.tensor_parallel = split.tensor_parallel;
  std::get<ServingSetup>(prefill.kind).disaggregation.reset();
  return prefill;
}

Result<Server> plan_server(const catalog::Catalog& catalog, const Workload& workload,
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
  if (setup.nodes > 1) {
    auto parts = replica_parts(*server.run.model, setup.nodes, setup.node_parallelism);
    if (!parts) return fail(parts.error());
    server.served.nodes = setup.nodes;
    server.served.node_parallelism = setup.node_parallelism;
    server.served.parts = std::move(*parts);
  }
  if (setup.speculation) {
    auto draft = draft_of(catalog, *server.run.model, *setup.speculation, layout.tensor_parallel);
    if (!draft) return fail(draft.error());
    server.served.draft = std::move(*draft);
  }
  const auto longest = longest_prefill(setup);
  if (!longest) return fail(longest.error());
  const auto cached = sequences_in_cache(server.served, setup);
  if (!cached) return fail(cached.error());
  const catalog::InferencePlacement placement =
      placement_of_replica(server.run, setup, *longest, *cached);
  if (setup.nodes > 1) {
    add_part_memory(catalog, setup, placement, server);
  } else {
    server.run.memory =
        catalog::inference_memory_fit(catalog, *server.run.model, *server.run.instance, placement);
  }
  if (server.served.draft) {
    add_draft_memory(catalog, *server.run.instance, *server.served.draft, placement,
                     server.run.memory);
  }
  if (setup.adapters) {
    const int holders = server.served.divides_sequences() ? 1 : setup.nodes;
    add_adapter_memory(*setup.adapters, holders * workload.tensor_parallel, server.run.memory);
  }
  const int cores = cores_per_node(*server.run.machine);
  server.replicas_per_instance = std::max(1, cores / workload.tensor_parallel);
  Workload whole = workload;
  whole.kind = setup;
  const auto other = prefill_workload(whole);
  if (!other) return server;
  auto prefill = plan_server(catalog, *other, std::get<ServingSetup>(other->kind), parameters);
  if (!prefill) return fail(prefill.error().code, of_prefill(prefill.error()));
  server.prefill = std::make_unique<Server>(std::move(*prefill));
  server.served.prefill = &server.prefill->served;
  return server;
}

Result<Server> prepare_server(const catalog::Catalog& catalog, const Workload& workload,
                              const ServingSetup& setup, const Parameters& parameters) {
  auto server = plan_server(catalog, workload, setup, parameters);
  if (!server) return server;
  if (auto fits = check_memory(server->run); !fits) return fail(fits.error());
  if (!server->prefill) return server;
  if (auto fits = check_memory(server->prefill->run); !fits) {
    return fail(fits.error().code, of_prefill(fits.error()));
  }
  return server;
}

TightestInstance tightest_instance(const Server& server) {
  if (!server.prefill) return {.run = &server.run, .name = server.tightest};
  const auto spare = [](const Server& one) {
    return one.run.memory.capacity - one.run.memory.required;
  };
  const PreparedRun& prefill = server.prefill->run;
  if (spare(*server.prefill) < spare(server)) {
    return {.run = &prefill,
            .prefills = true,
            .name = tr("the prefill instance {}", prefill.instance->id)};
  }
  return {.run = &server.run, .name = tr("the decode instance {}", server.run.instance->id)};
}

}  // namespace nscope::sim
