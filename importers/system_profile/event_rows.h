#pragma once

#include "importers/neuron_profile_json/lists.h"
#include "importers/shared/counter_tracks.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

namespace nscope::importers {

/// Reads the lists of one system profile. Times in the file are Unix nanoseconds; `origin` is
/// subtracted. For one import.
class SystemProfile {
 public:
  SystemProfile(TraceWriter& out, std::int64_t origin)
      : out_(out), state_(out), tracks_(out), origin_(origin) {}

  Result<> read_events(const ListInput& in);
  Result<> read_memory(const ListInput& in);
  Result<> read_cpu(const ListInput& in);
  /// Writes flows between events and the time base.
  void finish();

 private:
  struct Place {
    SliceId slice;
    TrackId track;
  };
  struct Pending {  // a child whose parent may be read later
    std::uint64_t parent_key = 0;
    Place child;
  };
  struct FlowEnd {
    std::uint64_t flow_key = 0;
    std::int64_t start = 0;
    SliceId slice;
  };

  void read_event(RowReader& rows);
  TrackId event_track(RowReader& rows);
  TrackId instance_group(std::string_view instance);
  void link_parents();
  void link_flows();

  TraceWriter& out_;
  ImportState state_;
  CounterTracks tracks_;
  std::int64_t origin_;
  std::int64_t last_time_ = 0;
  std::unordered_map<std::uint64_t, Place> by_id_;
  std::vector<Pending> children_;
  std::vector<FlowEnd> flow_ends_;
  std::int64_t repeated_ids_ = 0;
};

}  // namespace nscope::importers
