#pragma once

#include "profiler/base/task_control.h"
#include "profiler/trace/trace.h"

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace nscope::analysis {

/// Which call of the host started an event of a device: by arrows from host rows, or else by the
/// number that PyTorch's profiler gives both ("correlation"). Points into the trace.
class Launches {
 public:
  /// Looks at the events of `tracks`, whose ids ascend. Nothing when cancelled.
  static std::optional<Launches> of(const Trace& trace, std::span<const Track* const> tracks,
                                    const TaskControl& control);

  /// The call that started `row` of the `index`-th track; invalid where it is not known.
  SliceId call(std::size_t index, std::size_t row) const {
    return calls_[index].empty() ? SliceId() : calls_[index][row];
  }
  bool any() const { return any_; }

 private:
  std::vector<std::vector<SliceId>> calls_;
  bool any_ = false;
};

}  // namespace nscope::analysis
