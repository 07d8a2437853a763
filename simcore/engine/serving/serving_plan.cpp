#include "simcore/engine/serving/serving_plan.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace nscope::sim {
namespace {

constexpr double kLongestTransfer = 500;  // s, of an adapter or a cache

tl::unexpected<Error> invalid(std::string why) {
  return fail(ErrorCode::kInvalidArgument, std::move(why));
}

Result<> plan_cache(const ServingSetup& setup, int block_tokens, ServingPlan& plan) {
  if (!setup.paged) {
    if (setup.prefix) return invalid("a prefix cache needs a paged KV cache");
    return {};
  }
  if (setup.scheduler == Scheduler::kStatic) {
    return invalid("static batching reserves whole slots: a paged KV cache does not go with it");
  }
  plan.page_tokens = setup.paged->block_tokens;
  const std::int64_t sequence = (plan.longest + plan.page_tokens - 1) / plan.page_tokens;
  plan.pages = setup.paged->blocks > 0 ? setup.paged->blocks : sequence * plan.slots;
  if (plan.pages < sequence) {
    return invalid(fmt::format("{} pages of {} tokens do not hold one sequence of {} tokens",
                               plan.pages, plan.page_tokens, plan.longest));
  }
  if (!setup.prefix) return {};
  plan.block_tokens = block_tokens > 0 ? block_tokens : setup.prefix->block_tokens;
  if (plan.block_tokens % plan.page_tokens != 0) {
    return invalid(fmt::format("a shared block of {} tokens is no multiple of a page of {}",
                               plan.block_tokens, plan.page_tokens));
  }
  return {};
}

}  // namespace

Result<ServingPlan> plan_serving(const ServedModel& served, const ServingSetup& setup,
                                 const Parameters& parameters, int block_tokens) {
  auto costs = step_costs(served, setup, parameters);
  if (!costs) return fail(costs.error());
  ServingPlan plan{.setup = setup,
                   .costs = std::move(*costs),
                   .slots = served.layout.batch,
                   .longest = served.layout.sequence_length};
  if (auto cache = plan_cache(setup, block_tokens, plan); !cache) return fail(cache.error());
  if (setup.disaggregation && setup.scheduler != Scheduler::kContinuous) {
    return invalid("separate prefill replicas go with continuous batching only");
  }
  if (setup.disaggregation && !(setup.disaggregation->bandwidth > 0)) {
    return invalid("the link between prefill and decode replicas has no bandwidth");
  }
  if (setup.disaggregation) {
    const double longest = plan.costs.cache_bytes * plan.longest / setup.disaggregation->bandwidth;
    if (!(longest <= kLongestTransfer)) {
      return invalid(fmt::format("moving the cache of {} tokens takes {:.3g} s; at most {:g}",
                                 plan.longest, longest, kLongestTransfer));
    }
  }
  if (setup.disaggregation && setup.autoscaling) {
    return invalid("autoscaling of separate prefill and decode replicas is not modelled");
  }
  if (setup.adapters) {
    const double swap = setup.adapters->bytes / setup.adapters->bandwidth;
    if (!(swap <= kLongestTransfer)) {
      return invalid(
          fmt::format("loading an adapter takes {:.3g} s; at most {:g}", swap, kLongestTransfer));
    }
    plan.adapter_swap = picoseconds(swap);
  }
  return plan;
}

Capacity serving_capacity(const ServingPlan& plan, const RequestPlan& requests) {
  Capacity capacity;
  double input = 0;
  double output = 0;
  for (const Request& request : requests.requests) {
    input += request.input_tokens;
    output += request.output_tokens;
  }
  const auto count = static_cast<double>(requests.requests.size());
  if (count == 0) return capacity;
  input /= count;
  output /= count;
  const int prompt = std::clamp(static_cast<int>(std::lround(input)), 1, plan.longest);
  const int length = std::clamp(static_cast<int>(std::lround(input + output / 2)), 1, plan.longest);
  const double full = plan.slots;
  const double per_step = plan.setup.speculation ? plan.setup.speculation->tokens_per_step() : 1.0;
  const double step =
      to_seconds(plan.costs.decode(plan.slots, length)) + full * to_seconds(plan.costs.per_active);
  const double decode = (output - 1) / per_step * step / full;
  // A static batch prefills all its slots in one execution.
  double prefill = to_seconds(plan.costs.prefill(prompt));
  if (plan.setup.scheduler == Scheduler::kStatic) prefill /= full;
  const Picoseconds last = requests.requests.back().arrival;
  if (requests.users == 0 && last > 0) capacity.offered = (count - 1) / to_seconds(last);
  const double replicas =
      plan.setup.autoscaling ? plan.setup.autoscaling->most : plan.setup.replicas;
  if (plan.setup.disaggregation) {
    const double servers = plan.setup.disaggregation->prefill_replicas;
    const double decodes = decode > 0 ? replicas / decode : HUGE_VAL;
    capacity.possible = std::min(servers / prefill, decodes);
    capacity.arithmetic = fmt::format(
        "{:.4g} requests/s arrive; {} prefill replicas / {:.4g} s and {} decode replicas / {:.4g} "
        "s of full slots take at most {:.4g} requests/s",
        capacity.offered, servers, prefill, replicas, decode, capacity.possible);
    return capacity;
  }
  capacity.possible = replicas / (prefill + decode);
  capacity.arithmetic = fmt::format(
      "{:.4g} requests/s arrive; {} replicas / ({:.4g} s prefill + {:.0f} tokens x {:.4g} s step / "
      "{} slots{}) take at most {:.4g} requests/s",
      capacity.offered, replicas, prefill, output - 1, step, plan.slots,
      per_step > 1 ? fmt::format(" / {:.2f} tokens a step", per_step) : "", capacity.possible);
  return capacity;
}

}  // namespace nscope::sim
