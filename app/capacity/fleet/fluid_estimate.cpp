#include "app/capacity/fleet/fluid_estimate.h"

#include "simcore/engine/serving/adapter_use.h"
#include "simcore/engine/workload/request.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace nscope::capacity {
namespace {

/// The latencies [s] of a mean request on a replica at a given rate, and the sequences in progress.
struct Response {
  double ttft = 0;
  double tpot = 0;
  double e2e = 0;
  double sequences = 0;
};

/// How adapters limit a replica: seconds of a mean request in which one is loaded, and the
/// sequences that run together.
struct AdapterLimits {
  double load = 0;
  double running = 0;
};

AdapterLimits limits_of_adapters(const sim::ServingPlan& plan) {
  AdapterLimits limits{.running = 1.0 * plan.slots};
  if (!plan.setup.adapters) return limits;
  const std::vector<double> shares = sim::adapter_shares(*plan.setup.adapters);
  const int resident = plan.setup.adapters->resident;
  limits.load = sim::adapter_miss_share(shares, resident) * sim::to_seconds(plan.adapter_swap);
  limits.running = sim::running_with_adapters(shares, resident, 1, plan.slots);
  return limits;
}

Response respond(const Server& server, double load, double rate) {
  const sim::ServingPlan& plan = server.plan;
  const double prefill = server.floor.quantile(Latency::kTtft, 0.5) + load;
  const double output = std::max(1.0, plan.setup.output.expected());
  const double input = plan.setup.input.expected();
  const int length = std::clamp(static_cast<int>(std::lround(input + output / 2)), 1, plan.longest);
  const double per_step = plan.setup.speculation ? plan.setup.speculation->tokens_per_step() : 1.0;
  const double free = std::max(1e-6, 1 - rate * prefill);
  Response response;
  double sequences = 1;
  constexpr int kRounds = 12;
  for (int round = 0; round < kRounds; ++round) {
    const int busy = std::clamp(static_cast<int>(std::ceil(sequences)), 1, plan.slots);
    const double step = sim::to_seconds(plan.costs.decode(busy, length)) +
                        sim::to_seconds(plan.costs.per_active) * busy;
    response.tpot = step / per_step / free;
    response.ttft = prefill / free;
    response.e2e = response.ttft + (output - 1) * response.tpot;
    response.sequences = rate * response.e2e;
    sequences = response.sequences;
  }
  return response;
}

double value_of(const Response& response, Latency latency) {
  switch (latency) {
    case Latency::kTtft: return response.ttft;
    case Latency::kTpot: return response.tpot;
    case Latency::kE2e: break;
  }
  return response.e2e;
}

bool meets_limits(const Server& server, std::span<const Limit> limits,
                  const AdapterLimits& adapters, double rate) {
  const Response response = respond(server, adapters.load, rate);
  // Because arrivals are uneven, some slots must be free on average.
  const double slots = adapters.running;
  if (response.sequences > std::max(0.6, slots - std::sqrt(slots))) return false;
  return std::all_of(limits.begin(), limits.end(), [&](const Limit& limit) {
    return value_of(response, limit.latency) <= limit.seconds;
  });
}

}  // namespace

double fluid_rate(const Server& server, std::span<const Limit> limits) {
  const AdapterLimits adapters = limits_of_adapters(server.plan);
  double low = 0;
  double high = 1 / server.work;
  constexpr int kHalvings = 24;
  for (int i = 0; i < kHalvings; ++i) {
    const double middle = (low + high) / 2;
    (meets_limits(server, limits, adapters, middle) ? low : high) = middle;
  }
  return low;
}

}  // namespace nscope::capacity
