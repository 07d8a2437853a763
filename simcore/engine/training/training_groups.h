#pragma once

#include "profiler/base/result.h"
#include "simcore/engine/collectives/collectives.h"

#include <cstdint>
#include <string_view>

namespace nscope::sim {

/// The parallel degrees of a job and the order of its ranks: tensor-parallel ranks are adjacent,
/// then context-parallel ranks (which share a sequence), then data-parallel ranks, and pipeline
/// stages are outermost. The ranks that share the experts of a layer are adjacent context- and
/// data-parallel ranks, each with different tokens (arXiv:2504.14960, "folding"). Plain data.
struct RankLayout {
  int cores_of_node = 1;
  int tensor = 1;
  int context = 1;
  int experts = 1;
  int data = 1;
  int stages = 1;

  /// Number of ranks with the same weights, except those of experts.
  int replicas() const { return context * data; }
  int stage_ranks() const { return tensor * replicas(); }
  /// Stages with a rank on one node.
  int stages_of_node() const;

  CollectiveGroup context_group() const;         ///< shares a sequence
  CollectiveGroup expert_group() const;          ///< shares the experts of a layer
  CollectiveGroup replica_group() const;         ///< has the same weights
  CollectiveGroup expert_replica_group() const;  ///< has the same experts
  /// Each rank of a stage and its peer in the next stage; `leaves`: the peer is on another node.
  CollectiveGroup send_group(bool leaves) const;
  /// Whether the next stage is on other nodes. The stage after the last one is the first.
  bool leaves_node(int stage) const;
};

/// Whether groups of `ranks` adjacent ranks divide a node evenly or fill whole nodes, so that all
/// groups are placed in the same way.
bool lies_evenly(std::int64_t ranks, int cores_of_node);

/// Checks that all groups are placed evenly. Requires that the ranks are a multiple of a replica.
/// Errors: kInvalidArgument with the degree whose groups are not.
Result<> check_groups(const RankLayout& layout);

}  // namespace nscope::sim
