#include "simcore/engine/collectives/rank_pattern.h"

#include <algorithm>

namespace nscope::sim {
namespace {

/// Whether the rank belongs to a group with a root: a broadcast over nodes starts in node 0 only.
bool has_root(const CollectiveStage& stage, RankPattern::Rank rank) {
  return stage.across_nodes || rank.node == 0;
}

}  // namespace

RankPattern::RankPattern(const Machine& machine, const CollectiveGroup& group)
    : group_(group), logical_per_chip_(machine.logical_per_chip) {
  const std::vector<int> order = ring_order(*machine.instance, machine.instance->chips);
  std::vector<int> place(order.size());
  for (std::size_t i = 0; i < order.size(); ++i) {
    place[static_cast<std::size_t>(order[i])] = static_cast<int>(i);
  }
  for (int which = 0; which < group.concurrent; ++which) {
    std::vector<std::vector<int>> chips(order.size());  // the ranks of each, in ring order
    for (int local = 0; local < group.ranks_per_node; ++local) {
      const auto chip = static_cast<std::size_t>(chip_of(which, local));
      chips[static_cast<std::size_t>(place[chip])].push_back(local);
    }
    std::erase_if(chips, [](const std::vector<int>& ranks) { return ranks.empty(); });
    std::vector<int> ring;
    for (const auto& ranks : chips) ring.insert(ring.end(), ranks.begin(), ranks.end());
    std::vector<Neighbours> found(ring.size());
    for (std::size_t i = 0; i < ring.size(); ++i) {
      Neighbours& entry = found[static_cast<std::size_t>(ring[i])];
      entry.next = ring[(i + 1) % ring.size()];
      entry.last = i + 1 == ring.size();
    }
    for (std::size_t c = 0; c < chips.size(); ++c) {
      for (std::size_t i = 0; i < chips[c].size(); ++i) {
        // Every other rank of a chip sends in the other direction to use both directions.
        const std::size_t other = (i % 2 == 0 ? c + 1 : c + chips.size() - 1) % chips.size();
        found[static_cast<std::size_t>(chips[c][i])].chip_next =
            chips[other][std::min(i, chips[other].size() - 1)];
      }
    }
    neighbours_.insert(neighbours_.end(), found.begin(), found.end());
  }
}

void RankPattern::targets(const CollectiveStage& stage, int which, Rank from, int step,
                          std::vector<Target>& out) const {
  using Pattern = CollectiveStage::Pattern;
  out.clear();
  // The participants are numbered by node, or by rank inside the node.
  const int self = stage.across_nodes ? from.node : from.local;
  const auto send = [&](int to, double share) {
    out.push_back({stage.across_nodes ? Rank{to, from.local} : Rank{from.node, to}, share});
  };
  switch (stage.pattern) {
    case Pattern::kFanOut:
      if (self != 0 || !has_root(stage, from)) return;
      [[fallthrough]];
    case Pattern::kMesh:
      for (int i = 1; i < stage.participants; ++i) {
        send((self + i) % stage.participants, 1.0 / (stage.participants - 1));
      }
      return;
    case Pattern::kRing: {
      const double share = 1.0 / stage.steps;
      if (stage.across_nodes) return send((self + 1) % stage.participants, share);
      const Neighbours& neighbour = neighbours(which, from.local);
      const bool leaves = stage.flat && neighbour.last;
      const int node = leaves ? (from.node + 1) % group_.nodes : from.node;
      out.push_back({{node, neighbour.next}, share});
      return;
    }
    case Pattern::kChipRing:
      return send(neighbours(which, from.local).chip_next, 1.0 / stage.steps);
    case Pattern::kExchange: {
      // The nearest rank comes first while the parts are large.
      const int bit = stage.doubling ? stage.steps - 1 - step : step;
      const double parts = static_cast<double>(stage.participants - 1);
      return send(self ^ (1 << bit), static_cast<double>(stage.participants >> (bit + 1)) / parts);
    }
    case Pattern::kPair:
      if (self == 0) send(stage.participants - 1, 1);
      return;
  }
}

int RankPattern::expected(const CollectiveStage& stage, Rank to) const {
  using Pattern = CollectiveStage::Pattern;
  const int self = stage.across_nodes ? to.node : to.local;
  switch (stage.pattern) {
    case Pattern::kMesh: return stage.participants - 1;
    case Pattern::kFanOut: return self == 0 || !has_root(stage, to) ? 0 : 1;
    case Pattern::kPair: return self == stage.participants - 1 ? 1 : 0;
    case Pattern::kRing:
    case Pattern::kChipRing:
    case Pattern::kExchange: break;
  }
  return 1;
}

}  // namespace nscope::sim
