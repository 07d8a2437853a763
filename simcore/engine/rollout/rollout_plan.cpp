#include "simcore/engine/rollout/rollout_plan.h"

#include "simcore/engine/graph/mechanisms.h"
#include "simcore/engine/machine/efa.h"
#include "simcore/engine/serving/draw_requests.h"
#include "simcore/engine/training/training_memory.h"
#include "simcore/engine/workload/element_type.h"
#include "simcore/engine/workload/software_stack.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace nscope::sim {
namespace {

constexpr int kMostSequences = 1'000'000;

tl::unexpected<Error> refuse_rollout(Text why) {
  return fail(ErrorCode::kInvalidArgument, tr("rollout: {}", std::move(why)));
}

/// The requests of all groups. With a prefix cache, the prompt of a group is its prefix.
Result<> draw_groups(const TrainingStep& step, const RolloutSetup& rollout,
                     const Workload& workload, RolloutPlan& plan) {
  ServingSetup load = rollout.serving;
  load.requests = step.setup.global_batch;
  load.arrivals = {.process = ArrivalProcess::kConstant, .rate = 1e9};
  load.prefix.reset();
  auto drawn = draw_requests(load, workload.seed);
  if (!drawn) return fail(drawn.error());
  plan.requests = std::move(*drawn);
  std::vector<Request>& requests = plan.requests.requests;
  if (rollout.serving.prefix) plan.requests.block_tokens = rollout.serving.prefix->block_tokens;
  const auto group = static_cast<std::size_t>(rollout.group);
  for (std::size_t i = 0; i < requests.size(); ++i) {
    Request& request = requests[i];
    request.arrival = 0;
    request.input_tokens = requests[i / group * group].input_tokens;
    const int room = workload.input_tokens - request.input_tokens;
    if (room < 1) {
      return refuse_rollout(
          tr("a prompt of {} tokens leaves no room for an output in the {} 'input_tokens' of the "
             "sequences that the step trains on",
             request.input_tokens, workload.input_tokens));
    }
    if (request.output_tokens > room) {
      request.output_tokens = room;
      ++plan.truncated;
    }
    if (plan.requests.block_tokens == 0) continue;
    const auto first = static_cast<std::uint64_t>(i / group) << 32U;
    for (int block = 0; block < request.input_tokens / plan.requests.block_tokens; ++block) {
      request.blocks.push_back(first + static_cast<std::uint64_t>(block));
    }
  }
  return {};
}

/// Bytes of the weights of the server on a core.
double weights_of_core(const RolloutPlan& plan) {
  const DecoderLayout& layout = plan.server.served.layout;
  return plan.server.served.model->parameters * layout.weight_bytes / layout.tensor_parallel;
}

/// The transfer over EFA to instances that only generate.
Result<double> network_seconds(const TrainingStep& step, const Parameters& parameters,
                               RolloutPlan& plan) {
  const auto bandwidth = efa_bandwidth(*step.machine->instance, parameters.efa_share);
  if (!bandwidth) {
    return refuse_rollout(
        tr("sending weights to other instances requires EFA: {}; state 'sync_bandwidth'",
           bandwidth.error().message));
  }
  plan.sync = tr("{} to each instance over EFA", as::bytes(plan.sync_bytes));
  return plan.sync_bytes / *bandwidth + parameters.network_hop;
}

/// The exchange among the cores that train.
Result<double> exchange_seconds(const TrainingStep& step, const Parameters& parameters,
                                RolloutPlan& plan) {
  const int degree = plan.server.served.layout.tensor_parallel;
  const bool spread = step.setup.pipeline_parallel > 1 || step.setup.zero >= 3;
  if (!spread && degree == step.layout.tensor_parallel && step.setup.expert_parallel == 1) {
    plan.sync = tr("each core has its part");
    return 0;
  }
  const CollectiveGroup group{.ranks_per_node = step.cores_of_node(),
                              .nodes = spread ? step.setup.nodes : 1};
  const auto exchange = plan_collective(
      *step.machine, parameters,
      {.kind = CollectiveKind::kAllToAll, .group = group, .bytes = plan.sync_bytes / degree});
  if (!exchange) return fail(exchange.error());
  plan.sync =
      tr("{} for each core from {} cores", as::bytes(plan.sync_bytes / degree), group.ranks());
  return exchange->seconds();
}

Result<> plan_sync(const TrainingStep& step, const RolloutSetup& rollout,
                   const Parameters& parameters, RolloutPlan& plan) {
  plan.sync_bytes = step.trainable_parameters() * step.element_bytes;
  Result<double> transfer = 0;
  if (rollout.sync_bandwidth) {
    transfer = plan.sync_bytes / *rollout.sync_bandwidth;
    plan.sync = tr("{} at the stated bandwidth", as::bytes(plan.sync_bytes));
  } else if (rollout.nodes > 0) {
    transfer = network_seconds(step, parameters, plan);
  } else {
    transfer = exchange_seconds(step, parameters, plan);
  }
  if (!transfer) return fail(transfer.error());
  const Rates rates{*step.machine, parameters};
  plan.sync_seconds = *transfer + 2 * weights_of_core(plan) / dma_rate(rates);
  return {};
}

/// Checks that the server fits beside what stays of training.
Result<> check_shared_memory(const TrainingStep& step, const RolloutSetup& rollout,
                             RolloutPlan& plan) {
  const TrainingState state = training_state(step);
  if (rollout.offload_bandwidth) {
    plan.offload_bytes = state.other * step.cores_of_node();
    plan.offload_seconds = 2 * plan.offload_bytes / *rollout.offload_bandwidth;
  }
  const double stays = kept_by_training(step, rollout);
  catalog::MemoryFit& memory = plan.server.run.memory;
  const double needed = memory.required + stays;
  if (needed <= memory.capacity) return {};
  const Text help = rollout.offload_bandwidth
                        ? tr("use 'nodes' of its own, a smaller batch or a higher tensor parallel "
                             "degree")
                        : tr("use 'offload_bandwidth', 'nodes' of its own or a smaller batch");
  return fail(ErrorCode::kInfeasible,
              tr("rollout on the cores that train: the server needs {} and training keeps {} of "
                 "the {} of a core; {}",
                 as::bytes(memory.required), as::bytes(stays), as::bytes(memory.capacity), help));
}

}  // namespace

Workload rollout_server(const Workload& workload, const RolloutSetup& rollout) {
  Workload server = workload;
  server.kind = rollout.serving;
  if (rollout.tensor_parallel > 0) server.tensor_parallel = rollout.tensor_parallel;
  server.batch = rollout.batch;
  server.sequence_length = workload.input_tokens;
  server.input_tokens = std::max(1, workload.input_tokens / 2);
  server.output_tokens = std::max(1, workload.input_tokens - server.input_tokens);
  const Result<SoftwareStacks>& stacks = built_in_software_stacks();
  const bool named = stacks && stacks->find(rollout.serving.stack) != nullptr;
  server.stack = named && rollout.serving.stack != "tgi" ? rollout.serving.stack : "";
  return server;
}

double kept_by_training(const TrainingStep& step, const RolloutSetup& rollout) {
  if (rollout.nodes > 0) return 0;
  const TrainingState state = training_state(step);
  return state.weights + (rollout.offload_bandwidth ? 0 : state.other);
}

Result<RolloutPlan> plan_rollout(const catalog::Catalog& catalog, const PreparedRun& run,
                                 const TrainingStep& step, const Workload& workload,
                                 const Parameters& parameters) {
  const RolloutSetup& rollout = *step.setup.rollout;
  if (run.model->architecture != catalog::Architecture::kDecoder) {
    return refuse_rollout(tr("{} does not generate tokens", run.model->id));
  }
  if (step.setup.global_batch % rollout.group != 0) {
    return refuse_rollout(
        tr("the global batch of {} sequences is not a multiple of the group of {}",
           step.setup.global_batch, rollout.group));
  }
  if (step.setup.global_batch > kMostSequences) {
    return refuse_rollout(tr("at most {} sequences are simulated", as::count(kMostSequences)));
  }
  ServingSetup serving = rollout.serving;
  auto server = prepare_server(catalog, rollout_server(workload, rollout), serving, parameters);
  if (!server) {
    return fail(server.error().code, tr("rollout: {}", server.error().message));
  }
  RolloutPlan plan{.server = std::move(*server), .serving = {}, .requests = {}};
  const int cores = rollout.nodes > 0 ? cores_per_node(*step.machine) : step.cores_of_node();
  const int degree = plan.server.served.layout.tensor_parallel;
  if (degree > cores) {
    return refuse_rollout(
        tr("a replica needs {} cores, but an instance has only {} for it", degree, cores));
  }
  serving.replicas = cores / degree * (rollout.nodes > 0 ? rollout.nodes : step.setup.nodes);
  if (auto drawn = draw_groups(step, rollout, workload, plan); !drawn) return fail(drawn.error());
  auto planned = plan_serving(plan.server.served, serving, parameters, plan.requests.block_tokens);
  if (!planned) return fail(planned.error().code, tr("rollout: {}", planned.error().message));
  plan.serving = std::move(*planned);
  if (rollout.nodes == 0) {
    if (auto fits = check_shared_memory(step, rollout, plan); !fits) return fail(fits.error());
  }
  if (auto sync = plan_sync(step, rollout, parameters, plan); !sync) return fail(sync.error());
  return plan;
}

}  // namespace nscope::sim
