#pragma once

#include "profiler/base/task_control.h"
#include "profiler/trace/trace.h"

#include <cstddef>
#include <optional>
#include <vector>

namespace nscope::analysis {

/// The host calls that started the events of devices. They are found by flows from host tracks;
/// if an event has none, by the number that PyTorch's profiler assigns to both ("correlation").
/// Points into the trace.
class Launches {
 public:
  /// The calls for the events of `tracks`, which must be sorted by the ids of their events.
  /// nullopt if cancelled.
  static std::optional<Launches> of(const Trace& trace, std::vector<const Track*> tracks,
                                    const TaskControl& control);

  /// The call that started an event; invalid if it is unknown.
  SliceId call_of(SliceId event) const;

 private:
  std::vector<const Track*> tracks_;
  std::vector<std::vector<SliceId>> calls_;  ///< by track and row; empty if none is known
};

}  // namespace nscope::analysis
