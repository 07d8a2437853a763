#pragma once

#include "profiler/base/random_stream.h"
#include "simcore/engine/training_job/job_plan.h"

#include <span>

namespace nscope::sim {

/// The failure times of a job in ascending order: a Poisson process, stated times, or none. The
/// stated times must outlive it. For one thread.
class FailureTimes {
 public:
  FailureTimes() = default;
  /// `mtbf` in seconds.
  FailureTimes(double mtbf, RandomStream stream) : mtbf_(mtbf), stream_(stream) {}
  /// Sorted.
  explicit FailureTimes(std::span<const JobTime> stated) : stated_(stated) {}

  /// The next failure; kNever after the last one.
  JobTime next() {
    if (mtbf_ > 0) {
      last_ += job_time(mtbf_ * stream_.exponential());
      if (last_ > kLongestJob) last_ = kLongestJob;
      return last_;
    }
    if (next_stated_ == stated_.size()) return kNever;
    return stated_[next_stated_++];
  }

 private:
  double mtbf_ = 0;
  RandomStream stream_{0, 0};
  JobTime last_ = 0;
  std::span<const JobTime> stated_{};
  std::size_t next_stated_ = 0;
};

}  // namespace nscope::sim
