#pragma once

#include "simcore/engine/training_job/job_plan.h"

#include <deque>

namespace nscope::sim {

/// Nodes that stand by, and those that are on their way. Every failure takes a node away
/// and calls for another, which comes after the same time each time; nodes that nobody
/// misses stand by. Spares do not fail. One thread.
class SpareNodes {
 public:
  explicit SpareNodes(int spares) : idle_(spares) {}

  /// A node fails at `now`, no earlier than the one before; another comes at `replaced`.
  void fail_node(JobTime now, JobTime replaced) {
    while (!coming_.empty() && coming_.front() <= now) {
      coming_.pop_front();
      missing_ > 0 ? --missing_ : ++idle_;
    }
    idle_ > 0 ? --idle_ : ++missing_;
    coming_.push_back(replaced);
  }
  /// When all nodes are there again if no other fails; 0: they are.
  JobTime complete() const {
    return missing_ == 0 ? 0 : coming_[static_cast<std::size_t>(missing_) - 1];
  }

 private:
  std::int64_t idle_;
  std::int64_t missing_ = 0;
  std::deque<JobTime> coming_;  ///< in the order of their times
};

}  // namespace nscope::sim
