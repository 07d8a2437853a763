#pragma once

#include "profiler/analysis/ranks/devices.h"
#include "profiler/base/result.h"
#include "profiler/base/task_control.h"
#include "profiler/trace/collective_name.h"

#include <cstdint>
#include <string>
#include <vector>

namespace nscope::analysis {

/// One collective on one device. Members that the capture does not state keep their initial values.
struct CollectiveEvent {
  SliceId slice{};           ///< the event, or its first step
  std::uint32_t device = 0;  ///< index in CollectiveEvents::devices
  CollectiveOp op = CollectiveOp::kOther;
  StringId name{};
  StringId algorithm{};
  std::uint32_t group = 0;         ///< index in CollectiveEvents::groups; 0 if not stated
  std::int64_t ranks = 0;          ///< number of ranks that take part
  std::int64_t sequence = -1;      ///< sequence number within its group
  double bytes = -1.0;             ///< bytes of one rank, as defined by nccl-tests
  double stated_bandwidth = -1.0;  ///< bus bandwidth stated by the measuring tool, B/s
  std::int64_t calls = 1;          ///< number of collectives that a simulation merged into it
  std::int64_t begin = 0;          ///< ticks
  std::int64_t end = 0;

  std::int64_t duration() const { return end - begin; }
};

struct CollectiveEvents {
  std::vector<Device> devices;
  std::vector<std::string> groups;      ///< names of the process or replica groups in the capture
  std::vector<CollectiveEvent> events;  ///< sorted by device and start
  std::int64_t outside = 0;             ///< events that are not entirely in the analysed range
};

/// The collectives of a run, read by CollectiveFactReader. The steps of one simulated collective
/// (with "message_bytes") are one event. Errors: kCancelled.
Result<CollectiveEvents> collective_events(const Trace& trace, const Scope& scope,
                                           TaskControl& control);

}  // namespace nscope::analysis
