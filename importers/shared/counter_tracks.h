#pragma once

#include "profiler/trace/build/trace_writer.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <unordered_map>

namespace nscope::importers {

/// A tree of tracks that grows as names appear in a capture: asking twice for the
/// same name below the same parent gives the same track. An input cannot make
/// more than kMaxTracks; what goes beyond is counted as `too_many_tracks`.
class CounterTracks {
 public:
  static constexpr std::size_t kMaxTracks = 50'000;

  explicit CounterTracks(TraceWriter& out) : out_(out) {}

  /// The track `spec.name` below `spec.parent`; invalid where there are too many.
  TrackId track(const TrackSpec& spec);
  TrackId group(TrackId parent, std::string_view name, std::int32_t order = 0);
  /// One value of the counter `name` below `parent`. Values that are no finite
  /// number are left out and counted.
  void sample(TrackId parent, std::string_view name, std::string_view unit, TraceTime time,
              double value);

 private:
  TraceWriter& out_;
  std::unordered_map<std::string, TrackId> tracks_;  // by parent and name
  std::string key_;
};

}  // namespace nscope::importers
