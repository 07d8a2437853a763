#pragma once

#include "profiler/base/result.h"
#include "profiler/base/task_control.h"
#include "profiler/trace/trace.h"

#include <cstdint>
#include <string>
#include <vector>

namespace nscope {

/// The time axis of an HTML timeline: times are whole units from the start of the run. JavaScript
/// has exact integers up to 2^53, so a unit is a tick or, in very long runs, 10, 100, ... ticks.
struct TimelineAxis {
  std::int64_t origin = 0;  ///< ticks
  std::int64_t ticks_per_unit = 1;

  std::uint64_t unit_of(std::int64_t tick) const {
    return (static_cast<std::uint64_t>(tick) - static_cast<std::uint64_t>(origin)) /
           static_cast<std::uint64_t>(ticks_per_unit);
  }
};
TimelineAxis timeline_axis(const Trace& trace);

/// One compressed block of an HTML timeline.
struct TimelineBlock {
  std::string id;        ///< "slices"
  std::string packed{};  ///< raw deflate
};

/// A block of the values of one property, or of the dependencies, which can be left out.
struct OptionalBlock {
  TimelineBlock block;
  StringId key{};            ///< of the property; invalid: the dependencies
  std::uint64_t values = 0;  ///< number of values or dependencies in it
  bool complete = true;      ///< false if it is left out; `packed` is then empty

  bool is_dependencies() const { return block.id == "flows"; }
};

/// Leaves out the largest property, or the dependencies if no property is left. Returns the
/// number of compressed bytes that it had; 0 if nothing is left.
std::size_t leave_out_largest(std::vector<OptionalBlock>& blocks);

/// The columns of a run as docs/formats/html-timeline.md describes them.
struct TimelineColumns {
  std::vector<TimelineBlock> required;  ///< names, slices, samples
  std::vector<OptionalBlock> optional;  ///< properties in order of first use, then dependencies
};

/// Encodes all columns. Optional blocks that together exceed `most` compressed bytes are left out,
/// the largest first. Errors: kCancelled.
Result<TimelineColumns> encode_timeline(const Trace& trace, const TimelineAxis& axis,
                                        std::size_t most, TaskControl& control);

}  // namespace nscope
