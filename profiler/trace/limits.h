#pragma once

#include <cstddef>
#include <cstdint>

/// Limits of a trace, far beyond any real run, so that sums of two times fit 64 bits and a
/// small file cannot demand much memory. TraceBuilder repairs and counts values beyond the
/// limits, so that every trace can be saved; the session reader rejects them.
namespace nscope::limits {

/// Maximum distance of a time from 0, in ticks: 73 years of nanoseconds, so that Unix times
/// fit, or 26 days of picoseconds.
inline constexpr std::int64_t kFarthestTime = std::int64_t{1} << 61;
/// Maximum ticks per nanosecond: femtoseconds.
inline constexpr std::int64_t kFinestTimeBase = 1'000'000;
inline constexpr std::int32_t kHighestCore = 1 << 20;
/// Maximum number of ancestors of a track.
inline constexpr std::uint32_t kDeepestTrack = 128;
/// Maximum number of slice depths of a track.
inline constexpr std::size_t kSliceDepths = 512;

}  // namespace nscope::limits
