#include "importers/ntff/pairing.h"

namespace nscope::importers {

SkippedRecords& SkippedRecords::operator+=(const SkippedRecords& other) {
  outside += other.outside;
  without_start += other.without_start;
  without_stop += other.without_stop;
  running += other.running;
  unknown += other.unknown;
  implausible += other.implausible;
  return *this;
}

std::optional<PairedStart> pair_up(OpenStarts& starts, std::int64_t stop, const ExecutionAxis& axis,
                                   SkippedRecords& left) {
  while (!starts.empty()) {
    const OpenStarts::Start start = starts.take();
    if (axis.crosses(start.time, stop)) {
      ++left.without_stop;
      continue;
    }
    const auto execution = axis.execution_of(start.time, stop);
    if (execution) return PairedStart{start, *execution};
    ++left.outside;
    return std::nullopt;
  }
  // A stop before the first execution may belong to an instruction that started before the trace.
  if (axis.execution_of(stop, stop)) ++left.without_start;
  return std::nullopt;
}

void count_pending(const OpenStarts& starts, std::int64_t last_stop, const ExecutionAxis& axis,
                   SkippedRecords& left) {
  for (const OpenStarts::Start& start : starts.pending()) {
    (!axis.execution_of(start.time, start.time) ? left.outside
     : start.time >= last_stop                  ? left.running
                                                : left.without_stop) += 1;
  }
}

}  // namespace nscope::importers
