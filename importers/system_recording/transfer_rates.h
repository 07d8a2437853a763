#pragma once

#include "importers/system_recording/event_tracks.h"

#include <cstdint>
#include <map>
#include <string_view>
#include <utility>
#include <vector>

namespace nscope::importers {

/// The direction of a copy between the memories of host and device.
enum class CopyDirection { kToDevice, kToHost };

/// Copies between host and device: totals, and the rate over time of each logical core. The rate
/// of one copy is its bytes divided by its duration; rates of copies that overlap are added.
class TransferRates {
 public:
  /// A copy of `bytes` in [begin, end), on the time axis of the trace.
  void add(CopyDirection direction, std::int64_t core, std::int64_t begin, std::int64_t end,
           std::int64_t bytes);
  /// Writes one counter per core and direction, and the totals as metrics.
  void write(TraceWriter& out, EventTracks& tracks);

 private:
  struct Change {
    std::int64_t time = 0;
    double rate = 0.0;  ///< B/s; negative at the end of a copy
  };
  struct Total {
    std::int64_t copies = 0;
    double bytes = 0.0;
    double seconds = 0.0;
  };
  using Key = std::pair<std::int64_t, CopyDirection>;

  static void write_rate(std::vector<Change> changes, TrackId parent, std::string_view name,
                         CounterTracks& tracks);

  std::map<Key, std::vector<Change>> changes_;
  std::map<CopyDirection, Total> totals_;
};

}  // namespace nscope::importers
