#include "simcore/engine/collectives/collective_stages.h"

#include "simcore/engine/machine/efa.h"

#include <algorithm>
#include <bit>
#include <limits>

namespace nscope::sim {
namespace {

using Kind = CollectiveKind;
using Pattern = CollectiveStage::Pattern;

int log2_of(int value) {
  return std::countr_zero(static_cast<unsigned>(value));
}

/// Seconds that the links need if every rank sends `sent` bytes in equal parts to all other
/// ranks, spread evenly over the links.
double even_link_seconds(const StageRates& rates, double sent) {
  if (rates.links <= 0 || rates.link_bandwidth <= 0) return 0;
  const double ranks = rates.group.ranks_per_node;
  const double outside = (ranks - rates.placement.ranks_on_chip) / (ranks - 1);
  const double groups =
      static_cast<double>(rates.placement.active_on_chip) / rates.placement.ranks_on_chip;
  const double bytes = groups * ranks * sent * outside * rates.mean_hops;
  return bytes / rates.links / rates.link_bandwidth;
}

/// Seconds for the bytes of a whole all-reduce mesh.
double reducing_mesh(const StageRates& rates, double bytes) {
  return (rates.group.ranks_per_node - 1) * bytes / rates.mesh;
}

/// Seconds of a mesh phase that only copies. Every further rank adds the same time, but no rank
/// receives faster than its DMA engines, and the copying phase is not the slower phase of an
/// all-reduce. Messages of an all-to-all that are too long for a mesh take as long as in a ring,
/// and at least as long as the longest message of a mesh.
double copying_mesh(const StageRates& rates, double bytes) {
  const double ranks = rates.group.ranks_per_node;
  const double received = (ranks - 1) / ranks;  // of the message
  const double per_byte = std::min(std::max((ranks - 1) / rates.gather, received / rates.mesh),
                                   reducing_mesh(rates, 1) / 2);
  if (bytes <= rates.mesh_limit) return per_byte * bytes;
  return std::max(per_byte * rates.mesh_limit, received * bytes / rates.ring);
}

/// Seconds of a mesh phase that reduces. Very small messages are sent to every rank as a whole.
/// Of larger messages, each rank receives its part from all ranks, and its DMA engines sum as
/// many bytes as the message has. The parameters of compiled graphs were fitted without this
/// term.
double scattering_mesh(const StageRates& rates, double bytes) {
  const double copying = copying_mesh(rates, bytes);
  if (rates.in_graph || bytes < rates.single_step_limit) {
    return reducing_mesh(rates, bytes) - copying;
  }
  return std::max(copying, bytes / rates.accumulate);
}

CollectiveStage mesh_stage(const StageRates& rates, double bytes, double service, int host_waits) {
  const int ranks = rates.group.ranks_per_node;
  CollectiveStage stage{.pattern = Pattern::kMesh, .participants = ranks};
  stage.sent = (ranks - 1.0) / ranks * bytes;
  stage.launch = rates.launch;
  stage.step_overhead = rates.start;
  stage.hop = rates.hop;
  stage.service = service;
  stage.transfer = std::max(service, even_link_seconds(rates, stage.sent));
  stage.host_waits = host_waits;
  return stage;
}

/// One phase of a ring, RDH or KangaRing: scatters or gathers `bytes`.
CollectiveStage long_stage(const StageRates& rates, CollectiveAlgorithm algorithm, double bytes,
                           bool gathers) {
  const int ranks = rates.group.ranks_per_node;
  const bool several_chips = rates.placement.chips > 1;
  CollectiveStage stage{.pattern = Pattern::kRing, .participants = ranks};
  stage.sent = (ranks - 1.0) / ranks * bytes;
  stage.launch = rates.launch;
  stage.step_overhead = rates.start + rates.step_overhead;
  stage.hop = rates.hop;
  stage.service = stage.transfer = stage.sent / rates.ring;
  stage.steps = ranks - 1;
  stage.host_waits = several_chips ? rates.placement.chips : 1;
  if (algorithm == CollectiveAlgorithm::kRdh) {
    stage.pattern = Pattern::kExchange;
    stage.doubling = gathers;
    stage.steps = log2_of(ranks);
    stage.host_waits = several_chips ? 2 : 1;  // between chips and inside chips
  } else if (algorithm == CollectiveAlgorithm::kKangaRing) {
    const int chips = rates.placement.chips;
    stage.pattern = Pattern::kChipRing;
    stage.participants = chips;
    stage.service = stage.transfer = stage.sent / rates.kanga;
    stage.sent = (chips - 1.0) / chips * bytes / rates.placement.ranks_on_chip;
    stage.steps = chips - 1;
    stage.launch += stage.step_overhead;  // exchange among the ranks of a chip
  }
  return stage;
}

CollectiveStage fan_out_stage(const StageRates& rates, double bytes_to_each) {
  const int ranks = rates.group.ranks_per_node;
  CollectiveStage stage{.pattern = Pattern::kFanOut, .participants = ranks};
  stage.sent = (ranks - 1) * bytes_to_each;
  stage.launch = rates.launch;
  stage.step_overhead = rates.start;
  stage.hop = rates.hop;
  stage.service = stage.transfer = stage.sent / rates.mesh;
  stage.host_waits = 1;
  return stage;
}

/// The stage of a permute or a send: one step to one other rank.
CollectiveStage shift_stage(const StageRates& rates, Pattern pattern, double bytes) {
  CollectiveStage stage{.pattern = pattern, .participants = rates.group.ranks_per_node};
  stage.sent = bytes;
  stage.launch = rates.launch;
  stage.step_overhead = rates.start;
  stage.hop = rates.hop;
  stage.service = bytes / rates.mesh;
  stage.transfer = bytes / rates.neighbour;
  stage.host_waits = 1;
  return stage;
}

CollectiveStage network_stage(const StageRates& rates, Pattern pattern, int steps, double sent) {
  CollectiveStage stage{.pattern = pattern, .across_nodes = true};
  stage.participants = rates.group.nodes;
  stage.steps = steps;
  stage.sent = sent;
  stage.launch = rates.network_launch;
  stage.hop = rates.network_hop;
  stage.service = stage.transfer = sent / rates.efa_rank;
  stage.host_waits = steps;
  return stage;
}

/// One phase between nodes that scatters or gathers `bytes`.
CollectiveStage network_phase(const StageRates& rates, double bytes, bool gathers,
                              double ring_limit) {
  const int nodes = rates.group.nodes;
  const double sent = (nodes - 1.0) / nodes * bytes;
  if (sent / rates.efa_rank < rates.network_hop) {
    return network_stage(rates, Pattern::kMesh, 1, sent);
  }
  if (std::has_single_bit(static_cast<unsigned>(nodes)) && bytes < ring_limit) {
    CollectiveStage stage = network_stage(rates, Pattern::kExchange, log2_of(nodes), sent);
    stage.doubling = gathers;
    return stage;
  }
  return network_stage(rates, Pattern::kRing, nodes - 1, sent);
}

/// Sets the links between the chips of a group outside of a compiled graph. At a switch, every
/// chip has one port per direction.
void add_links(const Machine& machine, StageRates& rates) {
  const GroupPlacement& placement = rates.placement;
  const catalog::Topology& topology = machine.instance->topology;
  rates.link_bandwidth = topology.link_bandwidth->value;
  if (topology.kind == catalog::TopologyKind::kSwitched) {
    rates.links = placement.chips;
    rates.mean_hops = 1;
  } else {
    // If there are gaps between the chips, transfers also use the links of the other chips.
    const bool gaps = placement.last_chip + 1 != placement.chips;
    const int chips = gaps ? machine.instance->chips : placement.chips;
    rates.links = directed_links(*machine.instance, chips);
    rates.mean_hops = mean_hops(*machine.instance, chips);
  }
  // Only one of the consecutive ranks on a chip sends to the next chip.
  const int crossing =
      placement.active_on_chip / (rates.group.stride == 1 ? placement.ranks_on_chip : 1);
  rates.neighbour = std::min(rates.mesh, rates.link_bandwidth / std::max(1, crossing));
}

}  // namespace

StageRates stage_rates(const Machine& machine, const Parameters& parameters,
                       const CollectiveRequest& request) {
  const CollectiveGroup& group = request.group;
  const catalog::Topology& topology = machine.instance->topology;
  StageRates rates{
      .group = group, .placement = placement_of(machine, group), .in_graph = request.in_graph};
  const bool several_chips = rates.placement.chips > 1;
  rates.launch = request.in_graph ? parameters.collective_launch : parameters.collective_trigger;
  rates.network_launch = rates.launch;
  rates.start = machine.dma_start;
  rates.step_overhead = parameters.ring_step_overhead;
  // A phase of several chips exchanges data between the chips and inside them, one after the other.
  // The launch of v2, whose chips have two cores, was fitted to both together.
  const bool separate = rates.placement.chips > 2 || (several_chips && machine.separate_pairs);
  if (request.in_graph && separate && machine.generation >= CoreGeneration::kV3) {
    rates.launch += rates.launch + rates.start;
  }
  if (several_chips) {
    rates.hop = machine.hop_latency > 0 ? machine.hop_latency : parameters.default_hop;
  }
  rates.network_hop = parameters.network_hop;
  const double dma = machine.dma_bandwidth;
  double link_share = dma;
  if (several_chips && machine.link_share > 0) {
    link_share = machine.link_share * machine.logical_per_chip / rates.placement.active_on_chip;
  }
  rates.mesh = parameters.mesh_share * dma;
  // The gathers of compiled graphs are short; their parameters were fitted without this rate.
  rates.gather =
      request.in_graph ? std::numeric_limits<double>::infinity() : parameters.gather_share * dma;
  rates.ring = std::min(parameters.ring_share * dma, link_share);
  if (request.in_graph) {
    // Long messages of a graph, which pass through HBM, move at the rate of the DMA engines of one
    // physical core, on several chips and inside one.
    rates.kanga =
        std::min(parameters.graph_kanga_share * dma / machine.physical_per_logical, link_share);
    if (request.bytes >= parameters.kanga_limit) rates.ring = std::min(rates.ring, rates.kanga);
  } else {
    rates.kanga = std::min(parameters.kanga_share * dma, link_share);
  }
  const bool adds_at_full_rate = machine.generation == CoreGeneration::kV4;
  rates.accumulate = adds_at_full_rate ? dma : parameters.accumulate_share * dma;
  rates.neighbour = rates.mesh;
  if (several_chips && topology.link_bandwidth && !request.in_graph) {
    add_links(machine, rates);
  }
  if (const auto node = efa_bandwidth(*machine.instance, parameters.efa_share)) {
    const int active = group.ranks_per_node * group.concurrent;
    rates.efa_rank = *node / std::max(active, machine.instance->chips);
    rates.efa_node = *node / group.concurrent;
  }
  rates.mesh_limit = parameters.mesh_limit;
  rates.single_step_limit = parameters.single_step_limit;
  return rates;
}

std::vector<CollectiveStage> node_stages(const StageRates& rates, CollectiveKind kind,
                                         CollectiveAlgorithm algorithm, double bytes) {
  const bool mesh = algorithm == CollectiveAlgorithm::kMesh;
  const double copying = copying_mesh(rates, bytes);
  const double reducing = scattering_mesh(rates, bytes);
  switch (kind) {
    case Kind::kAllReduce: {
      if (!mesh) {
        return {long_stage(rates, algorithm, bytes, false),
                long_stage(rates, algorithm, bytes, true)};
      }
      const bool two_steps = rates.placement.chips > 1 && bytes >= rates.single_step_limit;
      return {mesh_stage(rates, bytes, reducing, two_steps ? 2 : 1),
              mesh_stage(rates, bytes, copying, two_steps ? 2 : 1)};
    }
    case Kind::kAllGather:
      if (!mesh) return {long_stage(rates, algorithm, bytes, true)};
      return {mesh_stage(rates, bytes, copying, 1)};
    case Kind::kReduceScatter:
      if (!mesh) return {long_stage(rates, algorithm, bytes, false)};
      return {mesh_stage(rates, bytes, reducing, 1)};
    case Kind::kAllToAll: return {mesh_stage(rates, bytes, copying, 1)};
    case Kind::kBroadcast:
      if (mesh) return {fan_out_stage(rates, bytes)};
      return {fan_out_stage(rates, bytes / rates.group.ranks_per_node),
              long_stage(rates, algorithm, bytes, true)};
    case Kind::kPermute: return {shift_stage(rates, Pattern::kRing, bytes)};
    case Kind::kSend: return {shift_stage(rates, Pattern::kPair, bytes)};
  }
  return {};
}

std::vector<CollectiveStage> network_stages(const StageRates& rates, CollectiveKind kind,
                                            double bytes, double ring_limit) {
  const int nodes = rates.group.nodes;
  switch (kind) {
    case Kind::kAllReduce: {
      // Every node sends everything to every other node if that takes less than a second hop.
      const double single_step = (nodes - 1) * bytes;
      if (single_step / rates.efa_rank < rates.network_hop) {
        return {network_stage(rates, Pattern::kMesh, 1, single_step)};
      }
      return {network_phase(rates, bytes, false, ring_limit),
              network_phase(rates, bytes, true, ring_limit)};
    }
    case Kind::kAllGather: return {network_phase(rates, bytes, true, ring_limit)};
    case Kind::kReduceScatter: return {network_phase(rates, bytes, false, ring_limit)};
    case Kind::kAllToAll:
      return {network_stage(rates, Pattern::kMesh, 1, (nodes - 1.0) / nodes * bytes)};
    case Kind::kBroadcast: {
      CollectiveStage scatter =
          network_stage(rates, Pattern::kFanOut, 1, (nodes - 1.0) / nodes * bytes);
      return {scatter, network_phase(rates, bytes, true, ring_limit)};
    }
    case Kind::kPermute: return {network_stage(rates, Pattern::kRing, 1, bytes)};
    case Kind::kSend: return {network_stage(rates, Pattern::kPair, 1, bytes)};
  }
  return {};
}

std::vector<CollectiveStage> flat_ring_stages(const StageRates& rates, CollectiveKind kind,
                                              double bytes) {
  const int ranks = rates.group.ranks();
  CollectiveStage stage{.pattern = Pattern::kRing, .flat = true};
  stage.participants = ranks;
  stage.steps = ranks - 1;
  stage.sent = (ranks - 1.0) / ranks * bytes;
  stage.launch = rates.network_launch;
  stage.step_overhead = rates.start + rates.step_overhead;
  stage.hop = std::max(rates.hop, rates.network_hop);  // the slowest edge limits the ring
  stage.service = stage.sent / rates.ring;
  stage.transfer = stage.sent / std::min(rates.ring, rates.efa_node);
  stage.host_waits = stage.steps;
  if (kind == Kind::kAllReduce) return {stage, stage};
  return {stage};
}

}  // namespace nscope::sim
