#pragma once

#include "profiler/trace/trace.h"

#include <cstddef>
#include <cstdint>

namespace nscope {

/// The semaphore wait before an event, in ticks, as far as it can be true. An event cannot wait
/// before the preceding event of the track has started, or before the start of the run. Captures
/// can state a longer wait that a register kept from an earlier instruction; then only the gap
/// between the two events counts. SliceColumns::wait and the SQL tables keep the stated value.
std::int64_t bounded_wait(const Trace& trace, const Track& track, std::size_t row);
/// The same for the slices of one track; the first wait is not limited.
std::int64_t bounded_wait(const SliceColumns& slices, std::size_t row);

}  // namespace nscope
