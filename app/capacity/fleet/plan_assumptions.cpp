#include "app/capacity/fleet/plan_assumptions.h"

#include "app/capacity/fleet/prepare_server.h"
#include "costmodel/money/figures.h"
#include "simcore/catalog/layer_shard.h"
#include "simcore/engine/start_up/start_up.h"
#include "simcore/engine/workload/software_stack.h"

#include <algorithm>
#include <set>
#include <utility>

namespace nscope::capacity {
namespace {

/// Adds what the software of the graphs does not, or no longer, support on the devices of the
/// planned fleets.
Result<> add_support(const catalog::Catalog& catalog, FleetPlan& plan) {
  const bool names_graphs = plan.request.stack.starts_with("vllm-");
  std::set<std::string> said;
  for (const TypeSummary& type : plan.types) {
    if (!type.fleet || type.fleet->configuration.gpu) continue;
    const auto instance = catalog.instance(type.instance);
    if (!instance) return fail(instance.error());
    const catalog::Device& device = catalog.device_of(**instance);
    const auto generation = sim::parse_generation(device.generation);
    if (!generation) continue;  // no such fleet: the simulator knows the generation
    const sim::SoftwareStack& stack =
        sim::stack_of_workload(names_graphs ? plan.request.stack : std::string(), *generation);
    for (const Text& note : sim::support_notes(stack, *generation, device.title, {})) {
      if (said.insert(note.english()).second) plan.assumptions.push_back(note);
    }
  }
  return {};
}

/// A step of a start for which the host of an instance has too little memory.
Text shortage_text(const std::string& instance, const sim::HostNeed& need) {
  const TextNumber bytes = as::bytes(need.bytes);
  const Text verdict = sim::verdict_of(need);
  switch (need.step) {
    case sim::HostNeed::Step::kCompile:
      return tr("Compiling for {} needs {} of host memory: {}.", instance, bytes, verdict);
    case sim::HostNeed::Step::kDivide:
      return tr("Dividing the checkpoint for {} needs {} of host memory: {}.", instance, bytes,
                verdict);
    case sim::HostNeed::Step::kLoad: break;
  }
  return tr("Loading the weights on {} needs {} of host memory: {}.", instance, bytes, verdict);
}

/// Adds the steps of a start for which the hosts of the planned fleets have too little memory, and
/// the types for which this is not known.
void add_host_memory(const catalog::Catalog& catalog, FleetPlan& plan) {
  for (const TypeSummary& type : plan.types) {
    // The start on GPUs is not modelled.
    if (!type.fleet || type.fleet->configuration.gpu) continue;
    const auto workload = serving_workload(plan.request, type.fleet->configuration, 1, 1);
    const auto start = workload ? sim::start_up(catalog, *workload)
                                : Result<std::optional<sim::StartUp>>(fail(workload.error()));
    if (!start) {
      plan.assumptions.push_back(tr("The host memory for the start on {} was not checked: {}.",
                                    type.instance, start.error().message));
      continue;
    }
    if (!*start) continue;
    for (const sim::HostNeed& need : (*start)->host) {
      if (!need.fits()) plan.assumptions.push_back(shortage_text(type.instance, need));
    }
  }
}

/// Adds how the fleets were searched and evaluated.
void add_method(const catalog::Catalog& catalog, FleetPlan& plan) {
  const PlanRequest& asked = plan.request;
  const auto add = [&](Text text) { plan.assumptions.push_back(std::move(text)); };
  add(asked.stack.empty()
          ? tr("The time of the host software is not included.")
          : tr("The time of the host software is that of {} (docs/serving.md). A plan can leave it "
               "out.",
               asked.stack));
  if (!asked.weight_dtypes_stated) {
    add(tr("Weights are bf16 unless no fleet with bf16 weights meets the limits."));
  }
  if (!asked.purchase_stated) {
    add(tr("Instances are bought On-Demand unless no On-Demand fleet meets the limits."));
  }
  if (asked.limits.empty()) {
    add(tr("No latency limit is stated; the fleet is sized for a utilisation of at most {}.",
           as::percent(kMostUtilisation, 0)));
  }
  for (const sim::Speculation& one : asked.speculation) {
    add(tr(
        "Speculative decoding with {} proposes {} tokens per step and yields {} tokens per step. "
        "This value is stated by the plan, not measured.",
        one.draft_model.empty() ? std::string(to_string(one.method)) : one.draft_model, one.tokens,
        as::fixed(one.tokens_per_step(), 2)));
  }
  if (asked.adapters) {
    const sim::Adapters& use = *asked.adapters;
    add(use.popularity == 0
            ? tr("Requests use {} adapters with equal probability, {} of which are resident on a "
                 "replica. The bandwidth at which they are loaded is stated by the plan, not "
                 "measured.",
                 as::count(use.count), as::count(use.resident))
            : tr("Requests use {} adapters, the k-th most frequent one with a probability "
                 "proportional to 1 / k^{}; {} are resident on a replica. The bandwidth at which "
                 "they are loaded is stated by the plan, not measured.",
                 as::count(use.count), cost::as_digits(use.popularity, 4),
                 as::count(use.resident)));
  }
  add(tr("Replicas are compiled for {} positions.", as::count(compiled_length(asked))));
  using Kind = sim::TokenLengths::Kind;
  if (asked.traffic.input.kind == Kind::kFixed && asked.traffic.output.kind == Kind::kFixed) {
    add(
        tr("A load balancer sends requests to the replicas in turn, because all requests have the "
           "same lengths."));
  } else {
    add(tr("A load balancer sends each request to the replica with the fewest requests."));
  }
  add(
      tr("Fleets with more than {} replicas are evaluated with {} replicas and their share of the "
         "load.",
         kCellReplicas, kCellReplicas));
  if (asked.survive.nodes > 0 || asked.survive.zones > 0) {
    add(tr(
        "Latencies are those of the instances that remain after the failures. Requests in progress "
        "on failed instances are lost."));
  }
  if (const auto model = catalog.model(asked.model);
      model && (*model)->max_positions == 0 && !catalog::has_unlimited_sequences(**model)) {
    add(tr(
        "The number of positions of {} is unknown, so request lengths are not checked against it.",
        asked.model));
  }
  if (std::ranges::all_of(asked.nodes, [](int nodes) { return nodes == 1; })) {
    add(tr("A replica has one instance. Replicas on several instances were not tried."));
  } else {
    add(
        tr("A replica on several instances ends with the first of them that fails. Speculation and "
           "tensor parallelism across instances are not modelled for such replicas."));
  }
}

}  // namespace

Result<> add_assumptions(const catalog::Catalog& catalog, FleetPlan& plan) {
  add_method(catalog, plan);
  if (auto added = add_support(catalog, plan); !added) return added;
  add_host_memory(catalog, plan);
  return {};
}

}  // namespace nscope::capacity
