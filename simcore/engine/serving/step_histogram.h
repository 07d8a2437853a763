#pragma once

#include "simcore/engine/events/event_queue.h"

#include <cstdint>
#include <vector>

namespace nscope::sim {

/// How long the gaps between tokens were: counts in classes 1/64 of an octave wide, so
/// that a quantile is right to 1.1 % whatever the number of tokens. Plain data.
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
