#pragma once

#include "profiler/analysis/comparison/run_alignment.h"
#include "profiler/base/result.h"
#include "profiler/base/task_control.h"
#include "profiler/trace/trace.h"

#include <vector>

namespace nscope::analysis {

/// Where one run is when another does the same work: straight lines between anchors,
/// at the pace of the clock before the first and behind the last. Times in ns, each
/// on the axis of its run. A plain value.
class AlignedTime {
 public:
  struct Anchor {
    double base_ns = 0.0;
    double new_ns = 0.0;
  };

  AlignedTime() = default;
  /// Both times must only grow.
  explicit AlignedTime(std::vector<Anchor> anchors) : anchors_(std::move(anchors)) {}

  const std::vector<Anchor>& anchors() const { return anchors_; }
  /// Without anchors both axes are taken for one.
  double new_at(double base_ns) const;
  double base_at(double new_ns) const;

 private:
  std::vector<Anchor> anchors_;
};

/// Anchors are the begins of as many pairs as keep their order in both runs, and the
/// end of the last of them: of computing events where any belong together, else of
/// all. At most about 65,536, evenly taken. Time is n log n in the pairs. Errors:
/// kCancelled.
Result<AlignedTime> align_time(const Trace& base, const Trace& now, const EventPairs& pairs,
                               TaskControl& control);

}  // namespace nscope::analysis
