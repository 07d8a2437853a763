#pragma once

#include <cstddef>
#include <cstdint>

/// What a trace may hold. Far beyond any real run, so that sums of two times fit 64
/// bits and a small file cannot ask for much memory. TraceBuilder repairs and counts
/// what lies beyond, so that every trace can be saved; the session reader refuses it.
namespace nscope::limits {

/// Ticks from 0 to any time, either way: 73 years of nanoseconds, so Unix times fit, and
/// 26 days of picoseconds.
inline constexpr std::int64_t kFarthestTime = std::int64_t{1} << 61;
/// Ticks per nanosecond: femtoseconds.
inline constexpr std::int64_t kFinestTimeBase = 1'000'000;
inline constexpr std::int32_t kHighestCore = 1 << 20;
/// Parents of a track, one above the other.
inline constexpr std::uint32_t kDeepestTrack = 128;
/// Depths of the slices of a track.
inline constexpr std::size_t kSliceDepths = 512;

}  // namespace nscope::limits
