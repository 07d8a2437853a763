#include "simcore/engine/collectives/wiring.h"

#include <algorithm>

namespace nscope::sim {
namespace {

constexpr double kMostResources = 1e6;

}  // namespace

Result<Wiring> Wiring::build(const Machine& machine, const StageRates& rates,
                             const Disturbance& disturbance, int nodes) {
  const catalog::Instance& instance = *machine.instance;
  auto first = ChipGraph::build(instance, disturbance.failed_links);
  if (!first) return fail(first.error());
  Wiring wiring(std::move(*first), *ChipGraph::build(instance));
  wiring.chips_ = instance.chips;
  wiring.switched_ = instance.topology.kind == catalog::TopologyKind::kSwitched;
  if (wiring.switched_ && !disturbance.failed_links.empty()) {
    return fail(
        ErrorCode::kInvalidArgument,
        tr("failed links are not supported for {} because its chips are connected by a switch",
           instance.id));
  }
  const double left = 1 - disturbance.link_traffic;
  if (wiring.switched_ && instance.topology.link_bandwidth) {
    const double port = instance.topology.link_bandwidth->value * left;
    for (int chip = 0; chip < instance.chips; ++chip) {
      wiring.loads_.push_back({.link = {chip, -1}, .capacity = port});
      wiring.loads_.push_back({.link = {-1, chip}, .capacity = port});
    }
  } else if (instance.topology.link_bandwidth) {
    // The numbers are those without failed links, so that they are equal on all nodes.
    for (const ChipLink& link : wiring.others_.links()) {
      wiring.loads_.push_back(
          {.link = link, .capacity = instance.topology.link_bandwidth->value * left});
    }
  }
  const double resources = static_cast<double>(nodes) * wiring.stride();
  if (resources > kMostResources) {
    return fail(
        ErrorCode::kInvalidArgument,
        tr("{} different nodes have {} links; a step-by-step simulation supports at most {}", nodes,
           as::fixed(resources, 0), as::fixed(kMostResources, 0)));
  }
  for (int node = 0; node < nodes; ++node) {
    for (const LinkLoad& load : wiring.loads_) {
      wiring.resources_.push_back({.capacity = load.capacity});
    }
    const double network = rates.efa_node * rates.group.concurrent * left;
    wiring.resources_.push_back({.capacity = network});
    wiring.resources_.push_back({.capacity = network});
  }
  const auto chips = static_cast<std::size_t>(instance.chips);
  wiring.routes_.resize(chips * chips);
  return wiring;
}

Result<const std::vector<int>*> Wiring::route(int node, int from_chip, int to_chip) {
  const auto pair = static_cast<std::size_t>(from_chip) * static_cast<std::size_t>(chips_) +
                    static_cast<std::size_t>(to_chip);
  auto& known = node == 0 ? routes_[pair] : other_routes_[{node, from_chip, to_chip}];
  if (known) return &*known;
  known.emplace();
  if (from_chip == to_chip || loads_.empty()) return &*known;
  const int offset = node * stride();
  if (switched_) {
    known->push_back(offset + 2 * from_chip);
    known->push_back(offset + 2 * to_chip + 1);
    return &*known;
  }
  ChipGraph& graph = node == 0 ? first_ : others_;
  const auto way = graph.route(from_chip, to_chip);
  if (!way) return fail(way.error());
  for (const int index : *way) {
    const ChipLink link = graph.links()[static_cast<std::size_t>(index)];
    const auto at = std::find_if(loads_.begin(), loads_.end(),
                                 [&](const LinkLoad& load) { return load.link == link; });
    known->push_back(offset + static_cast<int>(at - loads_.begin()));
  }
  return &*known;
}

const std::vector<int>& Wiring::network_route(int from_node, int to_node) {
  std::vector<int>& known = network_[{from_node, to_node}];
  if (known.empty()) known = {egress(from_node), egress(to_node) + 1};
  return known;
}

}  // namespace nscope::sim
