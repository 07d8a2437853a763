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

/// A link of node 0, or the port of a chip at the switch, whose id is -1.
struct LinkLoad {
  ChipLink link;
  double capacity = 0;  ///< B/s that other traffic leaves free
  double bytes = 0;     ///< of all groups
  struct Sample {
    Picoseconds time = 0;
    double rate = 0;  ///< B/s from this time on
  };
  std::vector<Sample> samples{};  ///< in order of time, only for links of chips of shown ranks
};

/// The links and network interfaces of the simulated nodes as resources of a TransferNetwork, and
/// the routes of transfers over them. The resources of a node are its links, or the ports of its
/// chips at a switch, followed by sending and receiving over EFA. For one thread.
class Wiring {
 public:
  /// Errors: kInvalidArgument for a failed link that does not exist or is connected to a switch,
  /// and for more than a million links.
  static Result<Wiring> build(const Machine& machine, const StageRates& rates,
                              const Disturbance& disturbance, int nodes);

  /// Resources between two chips of a node; the list is valid while the wiring exists.
  /// Errors: kInfeasible if failed links leave no route.
  Result<const std::vector<int>*> route(int node, int from_chip, int to_chip);
  /// Resources between two nodes.
  const std::vector<int>& network_route(int from_node, int to_node);

  std::vector<TransferNetwork::Resource> resources() const { return resources_; }
  /// Number of links or ports of one node; its network interfaces follow them.
  int links() const { return static_cast<int>(loads_.size()); }
  const std::vector<LinkLoad>& loads() const { return loads_; }
  int egress(int node) const { return node * stride() + links(); }

 private:
  Wiring(ChipGraph first, ChipGraph others)
      : first_(std::move(first)), others_(std::move(others)) {}
  int stride() const { return links() + 2; }

  ChipGraph first_;   ///< of node 0, which may have failed links
  ChipGraph others_;  ///< of the other nodes
  bool switched_ = false;
  int chips_ = 1;
  std::vector<LinkLoad> loads_;  ///< of node 0
  std::vector<TransferNetwork::Resource> resources_;
  std::vector<std::optional<std::vector<int>>> routes_;  ///< of node 0, by pair of chips
  std::map<std::tuple<int, int, int>, std::optional<std::vector<int>>> other_routes_;
  std::map<std::pair<int, int>, std::vector<int>> network_;  ///< by pair of nodes
};

}  // namespace nscope::sim
