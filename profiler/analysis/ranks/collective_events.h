#pragma once

#include "profiler/analysis/ranks/devices.h"
#include "profiler/base/result.h"
#include "profiler/base/task_control.h"
#include "profiler/trace/collective_name.h"

#include <cstdint>
#include <string>
#include <vector>

namespace nscope::analysis {

/// One collective on one device. Absent facts: the members' initial values.
struct CollectiveEvent {
  SliceId slice{};           ///< the event, or the first of its steps
  std::uint32_t device = 0;  ///< index in CollectiveEvents::devices
  CollectiveOp op = CollectiveOp::kOther;
  StringId name{};
  StringId algorithm{};
  std::uint32_t group = 0;         ///< index in CollectiveEvents::groups; 0: not stated
  std::int64_t ranks = 0;          ///< that take part
  std::int64_t sequence = -1;      ///< its number in the order of its group
  double bytes = -1.0;             ///< of one rank, as nccl-tests count them
  double stated_bandwidth = -1.0;  ///< bus bandwidth that the measuring tool states, B/s
  std::int64_t calls = 1;          ///< collectives that a simulation folded into one event
  std::int64_t begin = 0;          ///< ticks
  std::int64_t end = 0;

  std::int64_t duration() const { return end - begin; }
};

struct CollectiveEvents {
  std::vector<Device> devices;
  std::vector<std::string> groups;      ///< process or replica groups as the capture calls them
  std::vector<CollectiveEvent> events;  ///< by device, then by start
  std::int64_t outside = 0;             ///< not wholly in the time looked at
};

/// The collectives of a run. Bytes are those of a rank's larger buffer: the gathered result of an
/// all-gather, the input of a reduce-scatter (nccl-tests, doc/PERFORMANCE.md). Kineto states
/// elements, which times the size of their type give bytes. Steps of one simulated collective
/// (with "message_bytes") are one event. Errors: kCancelled.
Result<CollectiveEvents> collective_events(const Trace& trace, const Scope& scope,
                                           TaskControl& control);

}  // namespace nscope::analysis
