#pragma once

#include "profiler/analysis/comparison/run_alignment.h"
#include "profiler/base/result.h"
#include "profiler/base/task_control.h"
#include "profiler/trace/trace.h"

#include <vector>

namespace nscope::analysis {

/// Maps times of one run to the times at which another run does the same work. The mapping is
/// linear between anchors, and has slope 1 before the first and after the last anchor. Times in ns,
/// each on the axis of its run. A plain value.
class AlignedTime {
 public:
  struct Anchor {
    double base_ns = 0.0;
    double new_ns = 0.0;
  };

  AlignedTime() = default;
  /// Both times of the anchors must be ascending.
  explicit AlignedTime(std::vector<Anchor> anchors) : anchors_(std::move(anchors)) {}

  const std::vector<Anchor>& anchors() const { return anchors_; }
  /// Without anchors, both axes are the same.
  double new_at(double base_ns) const;
  double base_at(double new_ns) const;

 private:
  std::vector<Anchor> anchors_;
};

/// The anchors are the starts of the longest sequence of pairs that have the same order in both
/// runs, and the end of the last of these pairs. Pairs of computing events are used; if there are
/// none, all pairs. There are at most about 65,536 anchors, selected evenly. Takes n log n time
/// for n pairs. Errors: kCancelled.
Result<AlignedTime> align_time(const Trace& base, const Trace& now, const EventPairs& pairs,
                               TaskControl& control);

}  // namespace nscope::analysis
