#pragma once

#include "profiler/analysis/memory/onchip_map.h"

#include <cstdint>

namespace nscope::analysis {

/// How full one memory of one core is. Bytes of a partition count those of the fullest partition;
/// other bytes are sums over all partitions.
struct OnchipUse {
  std::int64_t peak = 0;        ///< most live bytes of a partition
  std::int64_t peak_begin = 0;  ///< ticks, when the peak is first reached
  std::int64_t peak_end = 0;    ///< ticks, when the number of bytes changes
  double mean = 0.0;            ///< live bytes of the fullest partition, mean over the time
  std::int64_t ever_live = 0;   ///< bytes that are live at some time
  std::int64_t idle = 0;        ///< bytes without an access for more than half of the time
  std::int64_t saved = 0;       ///< sum over lifetimes that are copied to HBM and read back
  std::int64_t reloaded = 0;    ///< sum over lifetimes loaded from such copies
  std::int64_t read_again = 0;  ///< sum over lifetimes with data that the core had read before
};

/// Lifetimes are clipped to span_of(scope). O(n log n).
OnchipUse onchip_use(const OnchipCore& core, OnchipMemory memory, const Scope& scope);

}  // namespace nscope::analysis
