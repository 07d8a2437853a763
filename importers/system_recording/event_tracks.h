#pragma once

#include "importers/shared/counter_tracks.h"
#include "importers/system_recording/recording_info.h"

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>

namespace nscope::importers {

/// The place of an event: a thread of the host, or a physical core of the device.
struct EventPlace {
  std::int64_t core = -1;         ///< nc_idx, the logical core; -1: not stated
  std::int64_t device_core = -1;  ///< of events on the device; -1: an event on the host
  std::uint64_t thread = 0;

  bool operator==(const EventPlace&) const = default;
};

/// The tracks of a recording, with the names that AWS's parsed output leads to (see
/// docs/formats/system-profile.md): instance, process, then one track per logical core and
/// thread ("nrt-nc-000, thread 7") or physical core ("nrt-nc-000, NeuronCore 4").
class EventTracks {
 public:
  EventTracks(TraceWriter& out, const RecordingInfo& info);

  TrackId instance();
  TrackId process();
  /// Invalid if there are too many tracks.
  TrackId at(const EventPlace& place);
  CounterTracks& counters() { return tracks_; }

  /// "nrt-nc-004", AWS's name of the group of a logical core; "" if it is not stated.
  static std::string group_name(std::int64_t core);

 private:
  struct Hash {
    std::size_t operator()(const EventPlace& place) const;
  };

  CounterTracks tracks_;
  std::string instance_name_;
  std::string process_name_;
  std::unordered_map<EventPlace, TrackId, Hash> known_;
  EventPlace last_{};
  TrackId last_track_{};
};

}  // namespace nscope::importers
