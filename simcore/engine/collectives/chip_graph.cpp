#include "simcore/engine/collectives/chip_graph.h"

#include <algorithm>
#include <queue>
#include <tuple>

namespace nscope::sim {
namespace {

/// All shortest routes on a 4x4 torus; on larger ones, the first 64 are sufficient.
constexpr std::size_t kMostWays = 64;

/// Appends the chips of a wrapped grid in row-major order, with every other row and every other
/// plane reversed.
void boustrophedon(std::span<const int> dims, int first, bool backwards, std::vector<int>& out) {
  if (dims.empty()) {
    out.push_back(first);
    return;
  }
  int size = 1;
  for (const int dim : dims.subspan(1)) size *= dim;
  for (int i = 0; i < dims.front(); ++i) {
    const int position = backwards ? dims.front() - 1 - i : i;
    boustrophedon(dims.subspan(1), first + position * size, (position % 2 == 1) != backwards, out);
  }
}

}  // namespace

Result<ChipGraph> ChipGraph::build(const catalog::Instance& instance,
                                   std::span<const ChipLink> failed) {
  ChipGraph graph;
  graph.chips_ = instance.chips;
  graph.outgoing_.resize(static_cast<std::size_t>(instance.chips));
  const auto is_failed = [&](const ChipLink& link) {
    return std::any_of(failed.begin(), failed.end(), [&](const ChipLink& broken) {
      return broken == link || broken == ChipLink{link.to, link.from};
    });
  };
  for (int chip = 0; chip < instance.chips; ++chip) {
    for (const int other : instance.topology.neighbours(chip, instance.chips)) {
      if (is_failed({chip, other})) continue;
      graph.outgoing_[static_cast<std::size_t>(chip)].push_back(
          static_cast<int>(graph.links_.size()));
      graph.links_.push_back({chip, other});
    }
  }
  for (const ChipLink& broken : failed) {
    const auto neighbours = instance.topology.neighbours(broken.from, instance.chips);
    if (std::find(neighbours.begin(), neighbours.end(), broken.to) == neighbours.end()) {
      return fail(ErrorCode::kInvalidArgument, tr("{} has no link between chip {} and chip {}",
                                                  instance.id, broken.from, broken.to));
    }
  }
  graph.chosen_.assign(graph.links_.size(), 0);
  graph.measure_hops();
  return graph;
}

void ChipGraph::measure_hops() {
  hops_.assign(static_cast<std::size_t>(chips_) * static_cast<std::size_t>(chips_), -1);
  for (int start = 0; start < chips_; ++start) {
    std::queue<int> open;
    hops_[index(start, start)] = 0;
    open.push(start);
    while (!open.empty()) {
      const int chip = open.front();
      open.pop();
      for (const int link : outgoing_[static_cast<std::size_t>(chip)]) {
        const int other = links_[static_cast<std::size_t>(link)].to;
        int& known = hops_[index(start, other)];
        if (known >= 0) continue;
        known = hops_[index(start, chip)] + 1;
        open.push(other);
      }
    }
  }
}

Result<std::vector<int>> ChipGraph::route(int from, int to) {
  if (from == to) return std::vector<int>();
  const auto known = routes_.find({from, to});
  if (known != routes_.end()) return known->second;
  if (hops(from, to) < 0) {
    return fail(ErrorCode::kInfeasible, tr("there is no route from chip {} to chip {}", from, to));
  }
  std::vector<std::vector<int>> ways{{}};  // incomplete routes, extended link by link
  for (int left = hops(from, to); left > 0; --left) {
    std::vector<std::vector<int>> longer;
    for (const std::vector<int>& way : ways) {
      const int at = way.empty() ? from : links_[static_cast<std::size_t>(way.back())].to;
      for (const int link : outgoing_[static_cast<std::size_t>(at)]) {
        if (longer.size() >= kMostWays) break;
        if (hops(links_[static_cast<std::size_t>(link)].to, to) != left - 1) continue;
        longer.push_back(way);
        longer.back().push_back(link);
      }
    }
    ways = std::move(longer);
  }
  const auto load = [&](const std::vector<int>& way) {
    int most = 0;
    int sum = 0;
    for (const int link : way) {
      most = std::max(most, chosen_[static_cast<std::size_t>(link)]);
      sum += chosen_[static_cast<std::size_t>(link)];
    }
    return std::tuple(most, sum);
  };
  const auto best = std::min_element(
      ways.begin(), ways.end(), [&](const auto& a, const auto& b) { return load(a) < load(b); });
  for (const int link : *best) ++chosen_[static_cast<std::size_t>(link)];
  return routes_.emplace(std::pair(from, to), *best).first->second;
}

std::vector<int> ring_order(const catalog::Instance& instance, int chips) {
  std::vector<int> order;
  boustrophedon(instance.topology.dims, 0, false, order);
  if (order.size() != static_cast<std::size_t>(instance.chips)) {  // not a grid
    order.clear();
    for (int chip = 0; chip < instance.chips; ++chip) order.push_back(chip);
  }
  std::erase_if(order, [&](int chip) { return chip >= chips; });
  return order;
}

double mean_hops(const catalog::Instance& instance, int chips) {
  using Kind = catalog::TopologyKind;
  if (chips < 2) return 0;
  const catalog::Topology& topology = instance.topology;
  if (topology.kind == Kind::kSwitched) return 1;
  const bool wraps = topology.kind == Kind::kRing || topology.kind == Kind::kTorus2d ||
                     topology.kind == Kind::kTorus3d;
  if (wraps && chips == instance.chips) {
    // The distances from one chip of a ring of n to all chips sum to n^2 / 4, rounded down;
    // dimensions are additive.
    double sum = 0;
    for (const int dim : topology.dims) sum += dim * dim / 4 * (chips / dim);
    return sum / (chips - 1);
  }
  const auto graph = ChipGraph::build(instance);
  double sum = 0;
  for (int from = 0; from < chips; ++from) {
    for (int to = 0; to < chips; ++to) {
      if (graph->hops(from, to) < 0) return 0;
      sum += graph->hops(from, to);
    }
  }
  return sum / (static_cast<double>(chips) * (chips - 1));
}

int directed_links(const catalog::Instance& instance, int chips) {
  int links = 0;
  for (int chip = 0; chip < chips; ++chip) {
    for (const int other : instance.topology.neighbours(chip, instance.chips)) {
      if (other < chips) ++links;
    }
  }
  return links;
}

}  // namespace nscope::sim
