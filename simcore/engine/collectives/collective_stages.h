#pragma once

#include "simcore/engine/collectives/collectives.h"

#include <vector>

namespace nscope::sim {

/// Inputs of the stages of a collective: published rates of the machine, parameters, and the
/// placement of the group on the chips. Plain data.
struct StageRates {
  CollectiveGroup group;
  GroupPlacement placement;
  bool in_graph = false;
  double launch = 0;             ///< s of one phase inside a node
  double network_launch = 0;     ///< s of one phase between nodes, or over the ranks of all nodes
  double start = 0;              ///< s of a DMA start
  double step_overhead = 0;      ///< s of a ring or RDH step in addition to the DMA start
  double hop = 0;                ///< s; 0 inside one chip
  double network_hop = 0;        ///< s
  double mesh = 0;               ///< B/s for the bytes of one peer of an all-reduce mesh
  double gather = 0;             ///< B/s for the bytes of one peer of a mesh without reduction
  double accumulate = 0;         ///< B/s at which a rank sums the data of other ranks
  double ring = 0;               ///< B/s of a rank in a ring or RDH, limited by the links
  double kanga = 0;              ///< the same in KangaRing
  double neighbour = 0;          ///< B/s of one rank to the next chip over one link
  double link_bandwidth = 0;     ///< B/s of one link and direction; 0: unknown or not needed
  double links = 0;              ///< number of directed links between the chips of the group
  double mean_hops = 0;          ///< between the chips of the group
  double efa_rank = 0;           ///< B/s of one rank
  double efa_node = 0;           ///< B/s of the node for one of its concurrent groups
  double mesh_limit = 0;         ///< B; larger messages use no mesh, except in an all-to-all
  double single_step_limit = 0;  ///< B; larger all-reduces take two steps in the mesh
};

StageRates stage_rates(const Machine& machine, const Parameters& parameters,
                       const CollectiveRequest& request);

/// The stages of one collective of `bytes` inside a node with the given algorithm; broadcast,
/// permute and send have their own patterns. The group must have at least two ranks.
std::vector<CollectiveStage> node_stages(const StageRates& rates, CollectiveKind kind,
                                         CollectiveAlgorithm algorithm, double bytes);

/// The stages between nodes of a collective. `bytes` are those of the ranks with the same local
/// index on all nodes.
std::vector<CollectiveStage> network_stages(const StageRates& rates, CollectiveKind kind,
                                            double bytes, double ring_limit);

/// The stages of one ring over the ranks of all nodes.
std::vector<CollectiveStage> flat_ring_stages(const StageRates& rates, CollectiveKind kind,
                                              double bytes);

}  // namespace nscope::sim
