#pragma once

#include "simcore/engine/events/event_queue.h"

#include <cstdint>
#include <vector>

namespace nscope::sim {

/// A histogram of the gaps between tokens with classes of 1/64 octave, so that a percentile has a
/// resolution of 1.1 % for any number of tokens. Plain data.
class StepHistogram {
 public:
  void add(Picoseconds gap, std::int64_t count);
  void merge(const StepHistogram& other);

  std::int64_t count() const { return count_; }
  double mean() const;                  ///< s; 0 without gaps
  double quantile(double share) const;  ///< s; 0 without gaps

 private:
  std::vector<std::int64_t> classes_;
  std::int64_t count_ = 0;
  double seconds_ = 0;
};

}  // namespace nscope::sim
