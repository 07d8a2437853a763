#include "simcore/engine/serving/serving_plan.h"

#include "simcore/catalog/layer_shard.h"
#include "simcore/engine/serving/adapter_use.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include <fmt/format.h>

namespace nscope::sim {
namespace {

constexpr double kLongestTransfer = 500;  // s, of an adapter or a cache

tl::unexpected<Error> invalid(Text why) {
  return fail(ErrorCode::kInvalidArgument, std::move(why));
}

Result<> plan_cache(const catalog::Model& model, const ServingSetup& setup, int block_tokens,
                    ServingPlan& plan) {
  if (!setup.paged) {
    if (setup.prefix) return invalid(tr("a prefix cache requires a paged KV cache"));
    return {};
  }
  if (setup.scheduler == Scheduler::kStatic) {
    return invalid(tr("static batching and a paged KV cache cannot be combined"));
  }
  plan.page_tokens = setup.paged->block_tokens;
  const std::int64_t sequence = (plan.longest + plan.page_tokens - 1) / plan.page_tokens;
  plan.pages = setup.paged->blocks > 0 ? setup.paged->blocks : sequence * plan.most_running();
  if (plan.pages < sequence) {
    return invalid(tr("{} pages of {} tokens are too few for one sequence of {} tokens", plan.pages,
                      plan.page_tokens, plan.longest));
  }
  if (plan.admitted > 0) {
    // Requests are admitted for their full length.
    const std::int64_t sequences = std::min<std::int64_t>(plan.slots, plan.pages / sequence);
    plan.admitted = std::min(plan.admitted, static_cast<int>(sequences));
  }
  if (!setup.prefix) return {};
  for (const catalog::LayerGroup& layer : model.layer_groups()) {
    if (!catalog::has_state(layer.mixer)) continue;
    return invalid(
        tr("{}: a prefix cache stores keys and values of blocks of a prompt, but not the "
           "states of layers of the kind '{}' after each block",
           model.id, catalog::to_string(layer.mixer)));
  }
  plan.block_tokens = block_tokens > 0 ? block_tokens : setup.prefix->block_tokens;
  if (plan.block_tokens % plan.page_tokens != 0) {
    return invalid(
        tr("the shared block of {} tokens must be a multiple of the page size of {} tokens",
           plan.block_tokens, plan.page_tokens));
  }
  return {};
}

/// B/s of one end of a transfer. Errors: kInvalidArgument for instances without EFA.
Result<double> end_bandwidth(const ServedModel& served, const Parameters& parameters) {
  auto bandwidth = network_share(served, parameters);
  if (bandwidth) return bandwidth;
  return invalid(
      tr("moving the KV cache between instances requires EFA: {}; state the 'bandwidth' of "
         "'disaggregation'",
         bandwidth.error().message));
}

/// Sets the costs of the prefill replicas and the links of their caches.
Result<> plan_link(const ServedModel& served, const ServingSetup& setup,
                   const Parameters& parameters, ServingPlan& plan) {
  const Disaggregation& split = *setup.disaggregation;
  if (setup.scheduler != Scheduler::kContinuous) {
    return invalid(tr("disaggregation requires continuous batching"));
  }
  const ServedModel& prefills = served.prefill != nullptr ? *served.prefill : served;
  if (served.prefill != nullptr) {
    auto costs = step_costs(prefills, setup, parameters);
    if (!costs) return fail(costs.error());
    plan.prefill_costs = std::move(*costs);
  }
  plan.link_bandwidth = split.bandwidth;
  plan.link_latency = split.latency.value_or(0);
  if (!(split.bandwidth > 0)) {
    const auto sends = end_bandwidth(prefills, parameters);
    if (!sends) return fail(sends.error());
    const auto receives = end_bandwidth(served, parameters);
    if (!receives) return fail(receives.error());
    plan.link_bandwidth = *sends;
    plan.receive_bandwidth = *receives;
    plan.link_latency = split.latency.value_or(parameters.network_hop);
    plan.own_links = true;
  }
  const double slower =
      plan.own_links ? std::min(plan.link_bandwidth, plan.receive_bandwidth) : plan.link_bandwidth;
  const double longest = plan.costs.sequence_bytes(plan.longest) / slower;
  if (longest <= kLongestTransfer) return {};
  return invalid(tr("moving the cache of {} tokens takes {}; the maximum is {}", plan.longest,
                    as::seconds(longest), as::seconds(kLongestTransfer)));
}

}  // namespace

Result<int> sequences_in_cache(const ServedModel& served, const ServingSetup& setup) {
  const auto stack = serving_stack(setup.stack);
  if (!stack) return fail(stack.error());
  if (stack->cache_share <= 0) return 0;
  const double budget = stack->memory_share * served.machine->device->memory_per_logical_core();
  const double limit = std::max(stack->cache_minimum, stack->cache_share * budget);
  const DecoderLayout& layout = served.layout;
  double sequence = 0;  // on the instance with the largest part of it
  for (std::size_t part = 0; part < served.part_count(); ++part) {
    sequence = std::max(sequence, catalog::sequence_memory(
                                      served.part(part), {.tensor_parallel = layout.tensor_parallel,
                                                          .replicate_kv = layout.replicate_kv})
                                      .bytes(layout.sequence_length, layout.kv_bytes()));
  }
  if (sequence > limit) {
    return fail(ErrorCode::kInfeasible,
                tr("the KV cache of one sequence of {} tokens needs {} of each core, and the stack "
                   "'{}' gives it {}; use a shorter sequence length or a larger tensor parallel "
                   "degree",
                   layout.sequence_length, as::bytes(sequence), setup.stack, as::bytes(limit)));
  }
  const double instances = served.divides_sequences() ? served.nodes : 1;
  return static_cast<int>(std::min(1.0 * layout.batch, instances * std::floor(limit / sequence)));
}

Result<ServingPlan> plan_serving(const ServedModel& served, const ServingSetup& setup,
                                 const Parameters& parameters, int block_tokens) {
  auto costs = step_costs(served, setup, parameters);
  if (!costs) return fail(costs.error());
  ServingPlan plan{.setup = setup,
                   .costs = std::move(*costs),
                   .slots = served.layout.batch,
                   .longest = served.layout.sequence_length};
  if (setup.speculation) plan.candidates = setup.speculation->tokens;
  const auto admitted = sequences_in_cache(served, setup);
  if (!admitted) return fail(admitted.error());
  plan.admitted = *admitted;
  if (auto cache = plan_cache(*served.model, setup, block_tokens, plan); !cache)
    return fail(cache.error());
  if (setup.disaggregation) {
    if (auto linked = plan_link(served, setup, parameters, plan); !linked) {
      return fail(linked.error());
    }
  }
  if (setup.disaggregation && served.nodes > 1) {
    return invalid(tr("replicas on several instances and 'disaggregation' cannot be combined"));
  }
  if (setup.disaggregation && setup.autoscaling) {
    return invalid(tr("autoscaling and disaggregation cannot be combined"));
  }
  if (setup.adapters) {
    const double swap = setup.adapters->bytes / setup.adapters->bandwidth;
    if (!(swap <= kLongestTransfer)) {
      return invalid(tr("loading an adapter takes {}; the maximum is {}", as::seconds(swap),
                        as::seconds(kLongestTransfer)));
    }
    plan.adapter_swap = picoseconds(swap);
  }
  return plan;
}

Capacity serving_capacity(const ServingPlan& plan, const RequestPlan& requests) {
  Capacity capacity;
  double input = 0;
  double output = 0;
  double adapted = 0;
  for (const Request& request : requests.requests) {
    input += request.input_tokens;
    output += request.output_tokens;
    if (request.adapter >= 0) ++adapted;
  }
  const auto digits = [](double value) { return as::exact(fmt::format("{:.4g}", value)); };
  const auto count = static_cast<double>(requests.requests.size());
  if (count == 0) return capacity;
  input /= count;
  output /= count;
  const int prompt = std::clamp(static_cast<int>(std::lround(input)), 1, plan.longest);
  const int length = std::clamp(static_cast<int>(std::lround(input + output / 2)), 1, plan.longest);
  double full = plan.most_running();
  double load = 0;  // s of a request in which its adapter is loaded
  if (plan.setup.adapters) {
    const int resident = plan.setup.adapters->resident;
    const double share = adapted / count;
    const std::vector<double> shares = plan.setup.arrivals.process == ArrivalProcess::kFile
                                           ? adapter_shares(requests)
                                           : adapter_shares(*plan.setup.adapters);
    if (!shares.empty()) {
      full = running_with_adapters(shares, resident, share, plan.most_running());
      load = share * adapter_miss_share(shares, resident) * to_seconds(plan.adapter_swap);
    }
  }
  const int running = static_cast<int>(std::lround(full));
  const double per_step = plan.setup.speculation ? plan.setup.speculation->tokens_per_step() : 1.0;
  const double step =
      to_seconds(plan.costs.decode(running, length)) + full * to_seconds(plan.costs.per_active);
  const double decode = (output - 1) / per_step * step / full;
  // A static batch prefills all its slots in one execution.
  double prefill =
      to_seconds((plan.prefill_costs ? *plan.prefill_costs : plan.costs).prefill(prompt));
  if (plan.setup.scheduler == Scheduler::kStatic) prefill /= full;
  prefill += to_seconds(plan.image_time);
  const Picoseconds last = requests.requests.back().arrival;
  // Arrivals that are drawn differ from their rate by chance, most of all in a short run.
  const double arrived = requests.users == 0 && last > 0 ? (count - 1) / to_seconds(last) : 0;
  capacity.offered = arrived > 0 && requests.rate > 0 ? requests.rate : arrived;
  const int replicas = plan.setup.autoscaling ? plan.setup.autoscaling->most : plan.setup.replicas;
  Text calculation;
  if (plan.setup.disaggregation) {
    const int servers = plan.setup.disaggregation->prefill_replicas;
    // Both replicas of a request load its adapter.
    const double decodes = decode + load > 0 ? replicas / (decode + load) : HUGE_VAL;
    capacity.possible = std::min(servers / (prefill + load), decodes);
    calculation = tr("the smaller of {} / {} s and {} / {} s",
                     tr_plural(servers, "{} prefill replica", "{} prefill replicas", servers),
                     digits(prefill + load),
                     tr_plural(replicas, "{} decode replica", "{} decode replicas", replicas),
                     digits(decode + load));
  } else {
    capacity.possible = replicas / (prefill + load + decode);
    Text slots = full < plan.most_running() ? tr("{} slots with resident adapters", digits(full))
                                            : tr_plural(running, "{} slot", "{} slots", running);
    if (per_step > 1) slots = tr("{} / {} tokens per step", slots, as::fixed(per_step, 2));
    Text before = tr("{} s prefill", digits(prefill));
    if (load > 0) before = tr("{} + {} s loading of adapters", before, digits(load));
    calculation = tr("{} / ({} + {} tokens x {} s per step / {})",
                     tr_plural(replicas, "{} replica", "{} replicas", replicas), before,
                     as::fixed(output - 1, 0), digits(step), slots);
  }
  const Text possible = tr("capacity {} requests/s = {}", digits(capacity.possible), calculation);
  constexpr double kNotable = 0.05;  // share of the rate
  if (capacity.offered <= 0) {
    capacity.arithmetic = possible;
  } else if (std::abs(arrived / capacity.offered - 1) < kNotable) {
    capacity.arithmetic = tr("load {} requests/s, {}", digits(capacity.offered), possible);
  } else {
    capacity.arithmetic = tr("load {} requests/s ({} requests/s arrived in this run), {}",
                             digits(capacity.offered), digits(arrived), possible);
  }
  return capacity;
}

}  // namespace nscope::sim
