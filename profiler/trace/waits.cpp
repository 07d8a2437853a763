#include "profiler/trace/waits.h"

#include <algorithm>

namespace nscope {

std::int64_t bounded_wait(const Trace& trace, const Track& track, std::size_t row) {
  if (row > 0) return bounded_wait(track.slices, row);
  return std::min(track.slices.wait[row], track.slices.start[row] - trace.begin().value());
}

std::int64_t bounded_wait(const SliceColumns& slices, std::size_t row) {
  const std::int64_t wait = slices.wait[row];
  if (wait <= 0 || row == 0) return wait;
  const std::int64_t start = slices.start[row];
  if (wait <= start - slices.start[row - 1]) return wait;
  return std::max<std::int64_t>(0, start - slices.end(row - 1).value());
}

}  // namespace nscope
