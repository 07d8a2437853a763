#pragma once

#include "simcore/engine/machine.h"
#include "simcore/engine/parameters.h"

#include <string_view>
#include <vector>

namespace nscope::sim {

enum class CollectiveKind { kAllReduce, kAllGather, kReduceScatter };
std::string_view to_string(CollectiveKind kind);  ///< "all_reduce", ...

/// One planned collective among `ranks` logical cores that fill chips 0, 1, ...
struct Collective {
  CollectiveKind kind = CollectiveKind::kAllReduce;
  std::string_view algorithm;  ///< "mesh", "rdh", "ring"
  double bytes = 0;            ///< message of one rank (all-gather: the gathered result)
  int ranks = 1;
  int phases = 1;  ///< 2 for an all-reduce: reduce-scatter and all-gather
  int steps = 1;   ///< dependent transfers on the critical path
  double seconds = 0;
  double hidden = 0;  ///< s of it that run beside the operators before it
};

/// Picks the algorithm by size and group as the Neuron collectives library
/// documents it (intranode-collective-comm.rst): mesh below `mesh_limit`;
/// above it recursive doubling (RDH) for powers of two, else a ring.
///   mesh   phases * (launch + start + hop) + (ranks - 1) * bytes / mesh bandwidth
///   ring   phases * launch + steps * (start + hop + overhead)
///          + phases * (ranks - 1) / ranks * bytes / ring bandwidth
/// with steps = phases * (ranks - 1) for a ring and phases * log2(ranks) for
/// RDH; `start` (DMA) and `hop` are published, hop is 0 inside one chip. No
/// bandwidth exceeds a rank's share of the chip-to-chip links. One rank: 0 s.
Collective plan_collective(const Machine& machine, const Parameters& parameters,
                           CollectiveKind kind, int ranks, double bytes);

/// Bytes over each chip-to-chip link and direction of the chips in use: what all
/// ranks send to other chips, times the hops it takes, spread evenly.
double bytes_per_link(const Machine& machine, const Collective& plan);

/// Mean number of chip-to-chip hops between two different chips of the first
/// `chips`, by the shortest way on the instance's topology; 0 for one chip and
/// where the wiring is unknown.
double mean_hops(const catalog::Instance& instance, int chips);

}  // namespace nscope::sim
