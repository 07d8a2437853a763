#pragma once

#include "profiler/base/result.h"
#include "profiler/base/task_control.h"
#include "profiler/trace/trace.h"

#include <cstdint>
#include <limits>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace nscope::analysis {

/// The time of call stacks, merged by the names of their frames. Times in ticks, added up over
/// tracks. A plain value; it contains ids of the trace.
struct StackTree {
  static constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();

  struct Node {
    StringId name;
    std::uint32_t parent = kNone;  ///< kNone for the outermost frames
    std::uint32_t end = 0;         ///< index after the last descendant
    std::int64_t total = 0;        ///< time of the frame, with everything that it called
    std::int64_t self = 0;         ///< part of it in which no frame below it was active
    std::int64_t count = 0;        ///< number of events
    SliceId longest{};
    std::int64_t longest_time = -1;
  };
  std::vector<Node> nodes{};  ///< parents before children, siblings by descending total
  std::int64_t total = 0;     ///< of the outermost frames

  /// The node and the nodes above it, innermost first.
  std::vector<std::uint32_t> way_to(std::uint32_t node) const;
};

struct StackOptions {
  /// Empty: the whole run. Events that cross an edge count with the part inside.
  std::optional<std::pair<TraceTime, TraceTime>> range{};
  /// Sorted. Empty: all, except those that only frame the work of others: executions, limits of
  /// the clock, and the profiler itself (is_about_profiler()).
  std::vector<TrackId> tracks{};
  bool by_track = false;  ///< whether the outermost frames are the groups and tracks
};

/// The stacks of all events of the tracks. On nested tracks (host threads, layers, ranges of a GPU)
/// a frame is below the event that contains it. Events of other tracks (engines, queues, streams)
/// are below their layer and their operator if the run states them. EVENT_SEMAPHORE, which only
/// waits, is left out as in the summary.
/// Time: linear in the number of events. Errors: kCancelled.
Result<StackTree> stack_tree(const Trace& trace, const StackOptions& options, TaskControl& control);

/// What frames with this name called: one outermost node with the name, and the frames below all of
/// them, merged. A frame within another one of the same name counts once, with the outer one.
StackTree callees_of(const StackTree& tree, StringId name);
/// The same upwards: below the outermost node are its callers, below these their callers. Each
/// node's total is the time of `name` that was reached through it.
StackTree callers_of(const StackTree& tree, StringId name);

}  // namespace nscope::analysis
