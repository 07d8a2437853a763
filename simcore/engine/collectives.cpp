#include "simcore/engine/collectives.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <queue>

namespace nscope::sim {
namespace {

int ceil_div(int a, int b) {
  return (a + b - 1) / b;
}

/// Directed links among the first `chips` chips.
int directed_links(const catalog::Instance& instance, int chips) {
  int links = 0;
  for (int chip = 0; chip < chips; ++chip) {
    for (const int other : instance.topology.neighbours(chip, instance.chips)) {
      if (other < chips) ++links;
    }
  }
  return links;
}

}  // namespace

std::string_view to_string(CollectiveKind kind) {
  switch (kind) {
    case CollectiveKind::kAllReduce: return "all_reduce";
    case CollectiveKind::kAllGather: return "all_gather";
    case CollectiveKind::kReduceScatter: break;
  }
  return "reduce_scatter";
}

double mean_hops(const catalog::Instance& instance, int chips) {
  if (chips < 2) return 0;
  // Neuron topologies look the same from every chip, so chip 0 stands for all.
  std::vector<int> distance(static_cast<std::size_t>(instance.chips), -1);
  std::queue<int> open;
  distance[0] = 0;
  open.push(0);
  while (!open.empty()) {
    const int chip = open.front();
    open.pop();
    for (const int other : instance.topology.neighbours(chip, instance.chips)) {
      int& known = distance[static_cast<std::size_t>(other)];
      if (known < 0) {
        known = distance[static_cast<std::size_t>(chip)] + 1;
        open.push(other);
      }
    }
  }
  double sum = 0;
  for (int chip = 1; chip < chips; ++chip) {
    const int hops = distance[static_cast<std::size_t>(chip)];
    if (hops < 0) return 0;
    sum += hops;
  }
  return sum / (chips - 1);
}

double bytes_per_link(const Machine& machine, const Collective& plan) {
  const int chips = ceil_div(plan.ranks, machine.logical_per_chip);
  const int links = chips > 1 ? directed_links(*machine.instance, chips) : 0;
  if (links == 0) return 0;
  if (plan.algorithm == "ring") {
    // Neighbouring ranks only; one rank per chip and direction crosses to the next chip.
    const double sent = plan.phases * (plan.ranks - 1.0) / plan.ranks * plan.bytes;
    return sent * chips / links;
  }
  const double per_rank = plan.algorithm == "mesh"
                              ? (plan.ranks - 1.0) * plan.bytes
                              : plan.phases * (plan.ranks - 1.0) / plan.ranks * plan.bytes;
  const double outside =
      static_cast<double>(plan.ranks - std::min(plan.ranks, machine.logical_per_chip)) /
      (plan.ranks - 1);
  return plan.ranks * per_rank * outside * mean_hops(*machine.instance, chips) / links;
}

Collective plan_collective(const Machine& machine, const Parameters& parameters,
                           CollectiveKind kind, int ranks, double bytes) {
  Collective plan{.kind = kind, .algorithm = "mesh", .bytes = bytes, .ranks = ranks};
  if (ranks <= 1) return plan;
  plan.phases = kind == CollectiveKind::kAllReduce ? 2 : 1;
  const bool several_chips = ranks > machine.logical_per_chip;
  const double hop = several_chips
                         ? (machine.hop_latency > 0 ? machine.hop_latency : parameters.default_hop)
                         : 0.0;
  const double link =
      several_chips && machine.link_share > 0 ? machine.link_share : machine.dma_bandwidth;
  const double launch = plan.phases * parameters.collective_launch;
  if (bytes < parameters.mesh_limit) {
    plan.steps = plan.phases;
    const double rate = parameters.mesh_share * machine.dma_bandwidth;
    const double gathered = kind == CollectiveKind::kAllReduce ? bytes : bytes / ranks;
    plan.seconds = launch + plan.steps * (machine.dma_start + hop) + (ranks - 1) * gathered / rate;
  } else {
    const bool doubling = std::has_single_bit(static_cast<unsigned>(ranks));
    plan.algorithm = doubling ? "rdh" : "ring";
    plan.steps =
        plan.phases * (doubling ? std::countr_zero(static_cast<unsigned>(ranks)) : ranks - 1);
    const double rate = std::min(parameters.ring_share * machine.dma_bandwidth, link);
    plan.seconds = launch + plan.steps * (machine.dma_start + hop + parameters.ring_step_overhead) +
                   plan.phases * (ranks - 1.0) / ranks * bytes / rate;
  }
  return plan;
}

}  // namespace nscope::sim
