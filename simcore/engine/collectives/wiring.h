#pragma once

#include "simcore/engine/collectives/collective_stages.h"
#include "simcore/engine/collectives/disturbance.h"
#include "simcore/engine/collectives/transfer_network.h"

#include <map>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

namespace nscope::sim {

/// A link of node 0, or a port of a chip at the switch: to or from -1.
struct LinkLoad {
  ChipLink link;
  double capacity = 0;  ///< B/s left by other traffic
  double bytes = 0;     ///< of all groups
  struct Sample {
    Picoseconds time = 0;
    double rate = 0;  ///< B/s from here on
  };
  std::vector<Sample> samples{};  ///< of links at the shown ranks' chips, in order of time
};

/// The links and network interfaces of the simulated nodes as resources of a
/// TransferNetwork, and the ways of transfers over them. Every node has its links, or the
/// ports of its chips at a switch, then what it sends and what it receives over EFA.
/// One thread.
class Wiring {
 public:
  /// Errors: kInvalidArgument for a failed link that does not exist or is one of a
  /// switch, and for more than a million links.
  static Result<Wiring> build(const Machine& machine, const StageRates& rates,
                              const Disturbance& disturbance, int nodes);

  /// Resources between two chips of a node; the list lives as long as the wiring.
  /// Errors: kInfeasible where failed links leave no way.
  Result<const std::vector<int>*> route(int node, int from_chip, int to_chip);
  /// The same between two nodes.
  const std::vector<int>& network_route(int from_node, int to_node);

  std::vector<TransferNetwork::Resource> resources() const { return resources_; }
  /// Resources of one node that are links or ports, before its network interfaces.
  int links() const { return static_cast<int>(loads_.size()); }
  const std::vector<LinkLoad>& loads() const { return loads_; }
  int egress(int node) const { return node * stride() + links(); }

 private:
  Wiring(ChipGraph first, ChipGraph others)
      : first_(std::move(first)), others_(std::move(others)) {}
  int stride() const { return links() + 2; }

  ChipGraph first_;   ///< of node 0, which may have lost links
  ChipGraph others_;  ///< of the other nodes
  bool switched_ = false;
  int chips_ = 1;
  std::vector<LinkLoad> loads_;  ///< of node 0
  std::vector<TransferNetwork::Resource> resources_;
  std::vector<std::optional<std::vector<int>>> routes_;  ///< of node 0, by two chips
  std::map<std::tuple<int, int, int>, std::optional<std::vector<int>>> other_routes_;
  std::map<std::pair<int, int>, std::vector<int>> network_;  ///< by two nodes
};

}  // namespace nscope::sim
