#include "profiler/analysis/metrics/active_time.h"

#include "profiler/analysis/metrics/throttle_ratio.h"
#include "profiler/trace/vocabulary.h"

#include <cstddef>
#include <limits>

namespace nscope::analysis {

bool may_have_waits(const Trace& trace, const Track& track) {
  if (track.kind == TrackKind::kThrottle) return true;
  const bool engine = track.core >= 0 && track.kind == TrackKind::kEngine &&
                      track.slice_kind == SliceKind::kInstruction;
  return engine &&
         (trace.strings().find(opcode::kEventSemaphore).valid() ||
          trace.property(property::core_property(track.core, property::kWorkBegin)) != nullptr);
}

ActiveTime::ActiveTime(const Trace& trace, const Track& track, const TaskControl& control)
    : track_(&track) {
  if (!may_have_waits(trace, track)) return;
  const StringId wait = trace.strings().find(opcode::kEventSemaphore);
  const auto prepared =
      trace.property_number(property::core_property(track.core, property::kWorkBegin));
  const std::int64_t work_begin =
      prepared ? static_cast<std::int64_t>(*prepared) : std::numeric_limits<std::int64_t>::min();
  const SliceColumns& slices = track.slices;
  const bool throttles = track.kind == TrackKind::kThrottle;
  const ThrottleRatio ratio(trace);
  const auto works = [&](std::size_t row) {
    if (throttles) return ratio.limits(track, row);
    return (!wait.valid() || slices.name[row] != wait) && slices.start[row] >= work_begin;
  };
  IntervalUnion waits;
  for (std::size_t row = 0; row < slices.size(); ++row) {
    if (control.cancelled_at(row)) return;
    if (!works(row)) waits.add(slices.start[row], slices.end(row).value());
  }
  waits_.emplace(waits);
  if (waits.length() == 0) return;
  // Only the events that overlap a wait are kept, because most of millions do not.
  IntervalUnion worked;
  for (std::size_t row = 0; row < slices.size(); ++row) {
    if (control.cancelled_at(row)) return;
    const std::int64_t begin = slices.start[row];
    const std::int64_t end = slices.end(row).value();
    if (works(row) && waits_->within(begin, end) > 0) worked.add(begin, end);
  }
  worked_.emplace(intersection(waits, worked));
}

std::int64_t ActiveTime::within(std::int64_t begin, std::int64_t end) const {
  std::int64_t active = track_->pyramid.busy(track_->slices, begin, end);
  if (waits_) active -= waits_->within(begin, end);
  if (worked_) active += worked_->within(begin, end);
  return active;
}

}  // namespace nscope::analysis
