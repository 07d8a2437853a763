#pragma once

#include "simcore/engine/training_job/job_plan.h"

#include <deque>

namespace nscope::sim {

/// Spare nodes and ordered replacements. Every failure removes a node and orders a replacement,
/// which arrives after a constant time. A replacement that is not needed becomes a spare. Spares do
/// not fail. For one thread.
class SpareNodes {
 public:
  explicit SpareNodes(int spares) : idle_(spares) {}

  /// Records that a node fails at `now`, in ascending order; its replacement arrives at `replaced`.
  void fail_node(JobTime now, JobTime replaced) {
    while (!coming_.empty() && coming_.front() <= now) {
      coming_.pop_front();
      missing_ > 0 ? --missing_ : ++idle_;
    }
    idle_ > 0 ? --idle_ : ++missing_;
    coming_.push_back(replaced);
  }
  /// The time when all nodes are available again without further failures; 0: they are available.
  JobTime complete() const {
    return missing_ == 0 ? 0 : coming_[static_cast<std::size_t>(missing_) - 1];
  }

 private:
  std::int64_t idle_;
  std::int64_t missing_ = 0;
  std::deque<JobTime> coming_;  ///< arrival times of replacements, ascending
};

}  // namespace nscope::sim
