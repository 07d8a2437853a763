#pragma once

#include "profiler/base/task_control.h"
#include "profiler/trace/trace.h"

#include <cstddef>
#include <optional>
#include <vector>

namespace nscope::analysis {

/// Which call of the host started an event of a device: by arrows from host rows, or else by the
/// number that PyTorch's profiler gives both ("correlation"). Points into the trace.
class Launches {
 public:
  /// Looks at the events of `tracks`, whose ids ascend. Nothing when cancelled.
  static std::optional<Launches> of(const Trace& trace, std::vector<const Track*> tracks,
                                    const TaskControl& control);

  /// The call that started an event; invalid where it is not known.
  SliceId call_of(SliceId event) const;

 private:
  std::vector<const Track*> tracks_;
  std::vector<std::vector<SliceId>> calls_;  ///< by track and row; empty: none is known
};

}  // namespace nscope::analysis
