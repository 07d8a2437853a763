#include "importers/system_recording/event_tracks.h"

#include <fmt/format.h>

namespace nscope::importers {

EventTracks::EventTracks(TraceWriter& out, const RecordingInfo& info)
    : tracks_(out),
      instance_name_(info.instance_id.empty() ? std::string("Instance")
                                              : fmt::format("Instance {}", info.instance_id)),
      process_name_(info.process_id ? fmt::format("Process {}", *info.process_id)
                                    : std::string("Process")) {}

std::string EventTracks::group_name(std::int64_t core) {
  return core < 0 ? std::string() : fmt::format("nrt-nc-{:03}", core);
}

std::size_t EventTracks::Hash::operator()(const EventPlace& place) const {
  std::uint64_t h = static_cast<std::uint64_t>(place.core) * 0x9E3779B97F4A7C15u;
  h = (h ^ static_cast<std::uint64_t>(place.device_core)) * 0x9E3779B97F4A7C15u;
  h = (h ^ place.thread) * 0x9E3779B97F4A7C15u;
  return h ^ h >> 32;
}

TrackId EventTracks::instance() {
  return tracks_.group({}, instance_name_);
}

TrackId EventTracks::process() {
  const TrackId above = instance();
  return above.valid() ? tracks_.group(above, process_name_) : above;
}

TrackId EventTracks::at(const EventPlace& place) {
  if (last_track_.valid() && place == last_) return last_track_;
  auto known = known_.find(place);
  if (known == known_.end()) {
    if (known_.size() > 2 * CounterTracks::kMaxTracks) return {};  // counted before
    std::string name = group_name(place.core);
    if (!name.empty()) name += ", ";
    name += place.device_core >= 0 ? fmt::format("NeuronCore {}", place.device_core)
                                   : fmt::format("thread {}", place.thread);
    const TrackId above = process();
    const TrackId track = above.valid() ? tracks_.track({.name = name,
                                                         .kind = TrackKind::kHost,
                                                         .parent = above,
                                                         .slice_kind = SliceKind::kHost,
                                                         .layout = TrackLayout::kNested})
                                        : TrackId();
    known = known_.emplace(place, track).first;
  }
  last_ = place;
  last_track_ = known->second;
  return last_track_;
}

}  // namespace nscope::importers
