#include "importers/perfetto/tracks.h"

#include <algorithm>
#include <tuple>
#include <utility>

#include <fmt/format.h>

namespace nscope::importers::perfetto {
namespace {

/// Limit for all events that wait for descriptions of their tracks.
constexpr std::size_t kMaxWaiting = std::size_t{1} << 20;
/// Limit for the levels of nested tracks; a damaged file may contain cycles.
constexpr int kMaxDepth = 64;

std::string track_name(const TrackDescription& track, bool described) {
  if (!track.name.empty()) return track.name;
  if (track.tid) return fmt::format("Thread {}", *track.tid);
  if (track.pid) return fmt::format("Process {}", *track.pid);
  if (track.uuid == 0) return "Global track";
  return fmt::format("Track {}{}", track.uuid, described ? "" : " (not described)");
}

}  // namespace

Tracks::Track& Tracks::find_other(std::uint64_t uuid) {
  auto& place = tracks_[uuid];
  if (place == nullptr) {
    place = std::make_unique<Track>();
    place->description.uuid = uuid;
    place->index = static_cast<std::uint32_t>(in_order_.size());
    in_order_.push_back(place.get());
  }
  last_ = place.get();
  return *place;
}

void Tracks::describe(TrackDescription description) {
  Track& track = find(description.uuid);
  if (description.pid && !description.tid) processes_.try_emplace(*description.pid, &track);
  if (description.pid && description.tid) {
    threads_.try_emplace({*description.pid, *description.tid}, &track);
  }
  if (!track.described) {
    track.description = std::move(description);
    track.described = true;
    return;
  }
  // Writers repeat descriptions, and later ones may contain more.
  if (track.id.valid() || track.group.valid()) {
    if (!description.name.empty() && description.name != track.description.name) ++renamed_;
    return;
  }
  if (description.name.empty()) description.name = std::move(track.description.name);
  if (!description.nscope) description.nscope = std::move(track.description.nscope);
  track.description = std::move(description);
}

Tracks::Track& Tracks::thread(std::int32_t pid, std::int64_t tid) {
  const auto known = threads_.find({pid, tid});
  if (known != threads_.end()) return *known->second;
  while (tracks_.contains(next_implied_)) ++next_implied_;
  const std::uint64_t uuid = next_implied_;
  TrackDescription description;
  description.uuid = uuid;
  description.pid = pid;
  description.tid = tid;
  describe(std::move(description));
  return find(uuid);
}

std::optional<std::int32_t> Tracks::process_of(std::uint64_t uuid) const {
  const auto found = tracks_.find(uuid);
  return found == tracks_.end() ? std::nullopt : found->second->description.pid;
}

TrackId Tracks::extra_track(std::optional<std::int32_t> pid, TrackSpec spec) {
  spec.order = static_cast<std::int32_t>(in_order_.size());
  if (pid) spec.parent = process_group(*pid, spec.order);
  return output_.out.track(spec);
}

bool Tracks::is_complete(const Track& track) const {
  const Track* at = &track;
  for (int depth = 0; depth < kMaxDepth; ++depth) {
    if (!at->described) return false;
    const TrackDescription& description = at->description;
    std::uint64_t next = description.parent_uuid;
    if (description.nscope && description.nscope->lane_of != 0) next = description.nscope->lane_of;
    if (next == 0) {
      return !description.tid || !description.pid || processes_.contains(*description.pid);
    }
    const auto parent = tracks_.find(next);
    if (parent == tracks_.end()) return false;
    at = parent->second.get();
  }
  return true;  // a cycle: waiting does not help
}

std::int32_t Tracks::order_of(const Track& track) const {
  const auto parent = tracks_.find(track.description.parent_uuid);
  const bool ranked = parent != tracks_.end() && parent->second->description.explicit_order;
  return ranked ? track.description.rank : static_cast<std::int32_t>(track.index);
}

TrackId Tracks::process_group(std::int32_t pid, std::int32_t order) {
  if (const auto known = processes_.find(pid); known != processes_.end()) {
    return group_of(*known->second);
  }
  TrackId& group = implied_processes_[pid];
  if (!group.valid()) {
    const std::string name = fmt::format("Process {}", pid);
    group = output_.out.track({.name = name, .kind = TrackKind::kGroup, .order = order});
  }
  return group;
}

/// The parent of the tracks below `track`: the group if it is a process, else the track.
TrackId Tracks::group_of(Track& track) {
  const TrackDescription& description = track.description;
  const bool process = description.pid && !description.tid && !description.nscope;
  if (!process) {
    declare(track);
    return track.id;
  }
  if (!track.group.valid() && !track.declaring) {
    track.declaring = true;
    const TrackId parent = parent_of(track);
    track.declaring = false;
    track.group = output_.out.track({.name = track_name(description, true),
                                     .kind = TrackKind::kGroup,
                                     .parent = parent,
                                     .order = order_of(track)});
  }
  return track.group;
}

TrackId Tracks::parent_of(const Track& track) {
  const TrackDescription& description = track.description;
  if (depth_ >= kMaxDepth) return {};
  if (description.parent_uuid != 0 && description.parent_uuid != description.uuid) {
    const auto parent = tracks_.find(description.parent_uuid);
    if (parent != tracks_.end() && parent->second->described) {
      ++depth_;
      const TrackId group = group_of(*parent->second);
      --depth_;
      if (group.valid()) return group;
    }
  }
  if (description.tid && description.pid) {
    return process_group(*description.pid, static_cast<std::int32_t>(track.index));
  }
  return {};
}

TrackId Tracks::declare_as_usual(const Track& track, TrackId parent) {
  const TrackDescription& description = track.description;
  const std::string name = track_name(description, track.described);
  const bool host = description.pid.has_value();
  TrackSpec spec{.name = name,
                 .kind = host ? TrackKind::kHost : TrackKind::kOther,
                 .parent = parent,
                 .slice_kind = host ? SliceKind::kHost : SliceKind::kOther,
                 .layout = TrackLayout::kNested,
                 .order = order_of(track)};
  const bool has_own_name =
      !description.name.empty() || description.pid || description.tid || description.uuid == 0;
  if (track.described && !has_own_name) spec.name_id = track.first_name;
  if (track.work == WorkCategories::Work::kKernel) {
    spec.kind = TrackKind::kEngine;
    spec.slice_kind = SliceKind::kOperator;
  } else if (track.work == WorkCategories::Work::kCopy) {
    spec.kind = TrackKind::kDmaQueue;
    spec.slice_kind = SliceKind::kDma;
  }
  if (description.counter) {
    spec.kind = TrackKind::kCounter;
    spec.unit = description.unit;
  }
  return output_.out.track(spec);
}

void Tracks::declare(Track& track) {
  if (track.id.valid() || track.declaring || depth_ >= kMaxDepth) return;
  const TrackDescription& description = track.description;
  if (!track.described) ++not_described_;
  const bool process = description.pid && !description.tid && !description.nscope;
  // The events of a process are on a track in its group.
  const TrackId group = process ? group_of(track) : TrackId();
  track.declaring = true;
  ++depth_;
  if (description.nscope && description.nscope->lane_of != 0) {
    Track& base = find(description.nscope->lane_of);
    declare(base);
    track.id = base.id;
  } else if (description.nscope) {
    const NscopeTrack& nscope = *description.nscope;
    const TrackId parent = parent_of(track);
    track.id = output_.out.track({.name = description.name,
                                  .kind = nscope.kind,
                                  .parent = parent,
                                  .engine = nscope.engine,
                                  .slice_kind = nscope.slice_kind,
                                  .layout = nscope.layout,
                                  .core = nscope.core,
                                  .order = static_cast<std::int32_t>(track.index),
                                  .unit = nscope.unit});
  } else {
    track.id = declare_as_usual(track, process ? group : parent_of(track));
  }
  --depth_;
  track.declaring = false;
  waiting_ -= track.waiting;
  track.waiting = 0;
}

bool Tracks::try_declare(Track& track) {
  if (!track.id.valid() && (waiting_ > kMaxWaiting || is_complete(track))) declare(track);
  return track.id.valid();
}

/// Writes the events that wait for the track if it is or can now be declared.
void Tracks::release(Track& track) {
  if (!track.id.valid() && !try_declare(track)) return;
  track.slices.release(track.id, output_);
  for (const auto& [time, value] : track.samples) output_.out.counter(track.id, time, value);
  track.samples.clear();
}

void Tracks::wait_or_release(Track& track, const TrackEvent& event) {
  if (track.id.valid()) {  // declared as the parent of another track
    release(track);
    track.slices.add(event, track.id, output_);
    return;
  }
  if (!track.first_name.valid()) track.first_name = event.name;
  if (track.work == WorkCategories::Work::kNone) track.work = event.work;
  track.slices.hold(event);
  ++track.waiting;
  ++waiting_;
  if (track.slices.ready()) release(track);
}

void Tracks::sample(Track& track, TraceTime time, double value) {
  if (track.id.valid() || try_declare(track)) {
    if (!track.samples.empty()) release(track);
    output_.out.counter(track.id, time, value);
    return;
  }
  ++track.waiting;
  ++waiting_;
  track.samples.emplace_back(time, value);
}

void Tracks::finish() {
  for (Track* const track : in_order_) {
    if (track->description.nscope) declare(*track);
  }
  for (Track* const track : in_order_) {
    if (track->slices.empty() && track->samples.empty()) continue;
    declare(*track);
    if (!track->id.valid()) continue;
    release(*track);
    track->slices.finish(track->id, output_);
  }
  join_flows();
  write_problems();
}

void Tracks::join_flows() {
  struct Place {
    std::uint64_t id;
    std::size_t index;
  };
  std::vector<Place> places;
  places.reserve(flows_.size());
  for (std::size_t i = 0; i < flows_.size(); ++i) places.push_back({flows_[i].id, i});
  std::sort(places.begin(), places.end(), [](const Place& a, const Place& b) {
    return std::tie(a.id, a.index) < std::tie(b.id, b.index);
  });
  const StringId usual = flows_.empty() ? StringId() : output_.out.intern("flow");
  std::int64_t without_start = 0;
  std::vector<FlowMention> mentions;  // of one flow
  for (std::size_t first = 0; first < places.size();) {
    mentions.clear();
    std::size_t next = first;
    while (next < places.size() && places[next].id == places[first].id) {
      mentions.push_back(flows_[places[next++].index]);
    }
    first = next;
    // In a flow from an event to itself the start precedes the end.
    std::sort(mentions.begin(), mentions.end(), [](const FlowMention& a, const FlowMention& b) {
      return std::tie(a.time, a.order_and_flags) < std::tie(b.time, b.order_and_flags);
    });
    const FlowMention* from = nullptr;
    for (const FlowMention& mention : mentions) {
      if (from != nullptr) {
        const StringId kind = from->kind.valid() ? from->kind : usual;
        const bool backwards = from->backwards();
        output_.out.flow(backwards ? mention.slice : from->slice,
                         backwards ? from->slice : mention.slice, kind);
      } else if (mention.terminating()) {
        ++without_start;
      }
      from = mention.terminating() ? nullptr : &mention;
    }
  }
  if (without_start > 0) {
    output_.out.diagnose("flow_without_start", Severity::kWarning,
                         tr("the end of a flow was skipped: no earlier event starts the flow"),
                         without_start);
  }
  flows_ = {};
}

void Tracks::write_problems() {
  const auto write = [&](std::int64_t count, std::string_view code, Severity severity,
                         Phrase example) {
    if (count > 0) output_.out.diagnose(code, severity, example, count);
  };
  write(output_.ends_without_begin, "slice_end_without_begin", Severity::kWarning,
        phrase("the end of a slice was skipped: its begin is not in the trace"));
  write(
      output_.out_of_order, "events_out_of_order", Severity::kInfo,
      phrase("an event is earlier than the event before it on its track; the events were sorted"));
  write(output_.too_deep, "slices_too_deep", Severity::kWarning,
        phrase("a slice was skipped: it is inside more than 65,536 other slices"));
  write(renamed_, "track_renamed", Severity::kInfo,
        phrase("the name of a track changes in the trace; the first name was kept"));
  write(not_described_, "track_not_described", Severity::kInfo,
        phrase("a track has events but no description"));
}

}  // namespace nscope::importers::perfetto
