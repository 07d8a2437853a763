#pragma once

#include "simcore/engine/collectives/collectives.h"

#include <vector>

namespace nscope::sim {

/// The senders and receivers in each step of a stage. Ranks are counted inside their node;
/// `which` is one of the concurrent groups. Immutable after construction.
class RankPattern {
 public:
  RankPattern(const Machine& machine, const CollectiveGroup& group);

  struct Rank {
    int node = 0;
    int local = 0;
  };
  struct Target {
    Rank to;
    double share = 1;  ///< share of the bytes that the rank sends in the whole stage
  };
  /// Replaces `out` with the transfers of one rank in one step.
  void targets(const CollectiveStage& stage, int which, Rank from, int step,
               std::vector<Target>& out) const;
  /// Number of transfers that a rank receives in each step of a stage.
  int expected(const CollectiveStage& stage, Rank to) const;

  int chip_of(int which, int local) const {
    return core_of(group_, which, local) / logical_per_chip_;
  }

 private:
  struct Neighbours {
    int next = 0;       ///< in the ring of the ranks
    bool last = false;  ///< whether `next` is the first rank of the ring
    int chip_next = 0;  ///< the rank with the same position on the next or the previous chip
  };
  const Neighbours& neighbours(int which, int local) const {
    return neighbours_[static_cast<std::size_t>(which * group_.ranks_per_node + local)];
  }

  CollectiveGroup group_;
  int logical_per_chip_ = 1;
  std::vector<Neighbours> neighbours_;  ///< by group and rank
};

}  // namespace nscope::sim
