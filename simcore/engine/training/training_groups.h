#pragma once

#include "profiler/base/result.h"
#include "simcore/engine/collectives/collectives.h"

#include <cstdint>
#include <string_view>

namespace nscope::sim {

/// How many ranks of a job work together in each way. Ranks are numbered tensor-parallel
/// neighbours first, then those that share a sequence (context parallel), then data-parallel
/// ones, stages last. The ranks that share the experts of a layer are neighbours among those
/// of context and data, each with tokens of its own (arXiv:2504.14960, "folding"). Plain data.
struct RankLayout {
  int cores_of_node = 1;
  int tensor = 1;
  int context = 1;
  int experts = 1;
  int data = 1;
  int stages = 1;

  /// Ranks that hold the same weights, those of experts apart.
  int replicas() const { return context * data; }
  int stage_ranks() const { return tensor * replicas(); }
  /// Stages with a rank on one node.
  int stages_of_node() const;

  CollectiveGroup context_group() const;         ///< shares a sequence
  CollectiveGroup expert_group() const;          ///< shares the experts of a layer
  CollectiveGroup replica_group() const;         ///< holds the same weights
  CollectiveGroup expert_replica_group() const;  ///< holds the same experts
  /// From each rank of a stage to its peer of the next one, `leaves` the node or not.
  CollectiveGroup send_group(bool leaves) const;
  /// Whether the stage after this one, of the last the first, lies on other nodes.
  bool leaves_node(int stage) const;
};

/// Whether groups of that many neighbouring ranks divide a node or fill whole ones, so that
/// all of them lie alike.
bool lies_evenly(std::int64_t ranks, int cores_of_node);

/// Errors: kInvalidArgument naming the degree whose groups do not lie evenly on the nodes.
/// The job has whole replicas.
Result<> check_groups(const RankLayout& layout);

}  // namespace nscope::sim
