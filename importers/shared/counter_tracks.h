#pragma once

#include "importers/shared/repeating_keys.h"
#include "profiler/trace/build/trace_writer.h"

#include <cstddef>
#include <string_view>
#include <vector>

namespace nscope::importers {

/// A tree of tracks that grows as names appear in a capture. The same name below the same
/// parent always gives the same track. A capture cannot have more than kMaxTracks tracks;
/// further ones are counted as `too_many_tracks`.
class CounterTracks {
 public:
  static constexpr std::size_t kMaxTracks = 50'000;

  explicit CounterTracks(TraceWriter& out) : out_(out) {}

  /// The track `spec.name` below `spec.parent`; invalid if there are too many tracks.
  TrackId track(const TrackSpec& spec);
  TrackId group(TrackId parent, std::string_view name, std::int32_t order = 0);
  /// Adds one value of the counter `name` below `parent`. Values that are not finite are
  /// skipped and counted.
  void sample(TrackId parent, std::string_view name, std::string_view unit, TraceTime time,
              double value);

 private:
  TraceWriter& out_;
  std::vector<RepeatingKeys<TrackId>> tracks_;  // by the index of the parent + 1, then by name
  std::size_t count_ = 0;
};

}  // namespace nscope::importers
