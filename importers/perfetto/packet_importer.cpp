#include "importers/perfetto/packet_importer.h"

#include "importers/perfetto/packet_kinds.h"
#include "importers/perfetto/text.h"
#include "importers/shared/printable.h"
#include "importers/shared/wire_reader.h"
#include "profiler/perfetto/perfetto_trace.pb.h"
#include "profiler/trace/vocabulary.h"

#include <algorithm>
#include <bit>
#include <utility>

#include <fmt/format.h>

namespace nscope::importers::perfetto {
namespace {

namespace pb = nscope::perfetto_proto;

double real(std::uint64_t bits) {
  return std::bit_cast<double>(bits);
}
std::int64_t integer(std::uint64_t bits) {
  return static_cast<std::int64_t>(bits);
}

}  // namespace

PacketImporter::PacketImporter(TraceSink& sink, std::string file)
    : file_(std::move(file)),
      out_(sink),
      tracks_(out_),
      category_key_(out_.intern("category")),
      location_key_(out_.intern(key::kSourceLocation)) {}

void PacketImporter::problem(std::string_view code, Severity severity, const PacketBlock& block,
                             const Packet& packet, const Text& detail) {
  auto& [known, count] = problems_[code];
  if (count++ > 0) return;
  known = {std::string(code), severity, 0, tr("byte {}: {}", block.position_of(packet), detail)};
}

void PacketImporter::take(const PacketBlock& block) {
  for (const auto& [code, known] : block.problems) {
    out_.diagnose(code, Severity::kWarning, tr("byte {}: {}", known.position, known.detail),
                  known.count);
  }
  for (const auto& [kind, count] : block.not_read) not_read_[kind] += count;
  annotation_ = 0;
  extra_ = 0;
  for (const Packet& packet : block.packets) {
    Sequence& sequence = times_.sequence_of(packet);
    if (packet.has(Packet::kState)) read_state(block, packet, sequence);
    if (packet.has(Packet::kEvent)) {
      if (sequence.lost && packet.has(Packet::kNeedsState)) {
        problem("event_after_lost_packets", Severity::kWarning, block, packet,
                phrase("an event was skipped: packets before it, which contain its names, are "
                       "missing"));
      } else {
        read_event(block, packet, sequence);
      }
    }
    annotation_ = packet.annotations_end;
    extra_ = packet.extras_end;
  }
}

void PacketImporter::read_state(const PacketBlock& block, const Packet& packet,
                                Sequence& sequence) {
  using P = pb::TracePacket;
  bool good = times_.update(packet, sequence);
  TrackDescription description;
  bool describes = false;
  WireReader in(packet.bytes);
  for (WireField field; in.next(field);) {
    if (field.type() != kBytes) continue;
    switch (field.field()) {
      case P::kInternedDataFieldNumber:
        good = sequence.add_interned(field.bytes, out_, work_) && good;
        break;
      case P::kTrackDescriptorFieldNumber:
        describes = read_track_descriptor(field.bytes, description);
        good = describes && good;
        break;
      case P::kNscopeFieldNumber: {
        WireReader nscope(field.bytes);
        for (WireField part; nscope.next(part);) {
          if (part.is(pb::Nscope::kTrackFieldNumber, kBytes)) {
            good = read_nscope_track(part.bytes, description.nscope.emplace()) && good;
          }
          if (part.is(pb::Nscope::kRunFieldNumber, kBytes) && !nscope_run_) {
            const bool read = read_run_message(part.bytes, nscope_run_.emplace(), out_);
            if (!read) nscope_run_.reset();
            good = read && good;
          }
        }
        break;
      }
      default: break;
    }
  }
  if (describes && description.tid) sequence.thread_track = description.uuid;
  if (describes) tracks_.describe(std::move(description));
  if (!good) {
    problem("damaged_packet", Severity::kWarning, block, packet,
            phrase("parts of a damaged packet were skipped"));
  }
}

StringId PacketImporter::unknown_text(Phrase what) {
  auto& [known, count] = problems_["unknown_interned_text"];
  if (count++ == 0) {
    known.severity = Severity::kWarning;
    known.example = tr("{} is unknown: it refers to a text that is not in the trace", what);
  }
  return out_.intern("?");
}

inline StringId PacketImporter::name_of(const Packet& packet, Sequence& sequence) {
  if (packet.has(Packet::kHasNameId)) {
    return resolved(sequence.event_names.find(packet.name_id), phrase("the name of an event"));
  }
  if (!packet.has(Packet::kHasNameText)) {
    if (!legacy_ || legacy_->name_id == 0) return {};
    return resolved(sequence.event_names.find(legacy_->name_id), phrase("the name of an event"));
  }
  return out_.intern(text_of({packet.name_text, packet.name_size}));
}

inline TraceTime PacketImporter::ticks(std::int64_t time_ns, std::uint32_t remainder) const {
  if (!nscope_run_) return TraceTime(time_ns - origin_ns_);
  const std::int64_t unit = nscope_run_->ticks_per_ns;
  const std::int64_t reach = (std::int64_t{1} << 61) / unit;
  const auto shift = static_cast<std::int64_t>(nscope_run_->shift_ns & (~std::uint64_t{0} >> 2));
  const std::int64_t ns = std::clamp(time_ns - shift, -reach, reach);
  return TraceTime(ns * unit + std::min<std::int64_t>(remainder, unit - 1));
}

inline void PacketImporter::read_event(const PacketBlock& block, const Packet& packet,
                                       Sequence& sequence) {
  std::int64_t time_ns = 0;
  if (!times_.time_of(packet, sequence, time_ns)) {
    problem("event_without_time", Severity::kWarning, block, packet,
            packet.has(Packet::kOldTimestamp)
                ? phrase("an event was skipped: its time is relative to a thread descriptor, as in "
                         "traces of old versions of Chrome")
                : phrase("an event was skipped: its time stamp is missing or out of range"));
    return;
  }
  ++events_;
  const TraceTime time = ticks(time_ns, packet.tick_remainder);
  first_ = std::min(first_, time);
  last_ = std::max(last_, time);
  read_lists(block, packet, sequence);
  std::uint64_t uuid = packet.has(Packet::kHasTrack) ? packet.track_uuid
                       : sequence.default_track != 0 ? sequence.default_track
                                                     : sequence.thread_track;
  if (legacy_ && legacy_->tid) {
    const auto pid = legacy_->pid ? legacy_->pid : tracks_.process_of(uuid);
    if (pid) uuid = tracks_.thread(*pid, *legacy_->tid).description.uuid;
  }
  TrackEvent event{.time = time,
                   .name = {},
                   .wait = wait_,
                   .order = static_cast<std::uint64_t>(events_),
                   .work = event_work_,
                   .args = args_,
                   .flows = flows_};
  if (packet.type == pb::TrackEvent::TYPE_COUNTER) {
    if (packet.has(Packet::kHasValue)) {
      read_counter(packet, sequence, tracks_.find(uuid), time);
    } else {
      problem("counter_without_value", Severity::kWarning, block, packet,
              phrase("a counter event was skipped: it has no value"));
    }
  } else if (read_type(block, packet, sequence, uuid, event)) {
    event.name = name_of(packet, sequence);
    Tracks::Track& track = tracks_.find(uuid);
    if (packet.type == pb::TrackEvent::TYPE_STATE) {
      state(track, event);
    } else {
      tracks_.event(track, event);
    }
  }
  if (has_extra_counters()) read_extra_counters(sequence, time);
}

/// Sets the type of the event. False for an asynchronous event, which is added here, and for an
/// unknown type.
inline bool PacketImporter::read_type(const PacketBlock& block, const Packet& packet,
                                      Sequence& sequence, std::uint64_t track, TrackEvent& event) {
  switch (packet.type) {
    case pb::TrackEvent::TYPE_SLICE_BEGIN: event.type = TrackEvent::Type::kBegin; return true;
    case pb::TrackEvent::TYPE_SLICE_END: event.type = TrackEvent::Type::kEnd; return true;
    case pb::TrackEvent::TYPE_INSTANT: event.type = TrackEvent::Type::kInstant; return true;
    case pb::TrackEvent::TYPE_STATE: return true;
    default: break;
  }
  if (packet.type != pb::TrackEvent::TYPE_UNSPECIFIED || !legacy_) {
    problem("unknown_event_type", Severity::kWarning, block, packet,
            tr("an event was skipped: unknown type {}", packet.type));
    return false;
  }
  if (const auto type = type_of_phase(legacy_->phase)) {
    event.type = *type;
    constexpr std::int64_t kLongest = INT64_MAX / 4000;
    const std::int64_t us = std::clamp<std::int64_t>(legacy_->duration_us, 0, kLongest);
    event.duration = TraceTime(us * 1000);
    if (event.type == TrackEvent::Type::kComplete)
      last_ = std::max(last_, event.time + event.duration);
    return true;
  }
  if (!legacy_async(track, event.time, name_of(packet, sequence))) {
    problem("legacy_event_not_read", Severity::kWarning, block, packet,
            tr("an event of Chrome's older format with the phase '{}' was skipped",
               printable({&legacy_->phase, 1})));
  }
  return false;
}

/// A state lasts until the next event of its track. An event without a name only ends it.
void PacketImporter::state(Tracks::Track& track, const TrackEvent& event) {
  if (track.in_state) {
    tracks_.event(track,
                  {.type = TrackEvent::Type::kEnd, .time = event.time, .order = event.order});
  }
  track.in_state = event.name.valid();
  if (track.in_state) tracks_.event(track, event);
}

void PacketImporter::put_category(StringId category) {
  args_.emplace_back(SliceId(), category_key_, category);
  if (!work_.empty() && event_work_ == WorkCategories::Work::kNone) {
    event_work_ = work_.find(category);
  }
}

/// Reads annotations, flows and the other lists of an event.
inline void PacketImporter::read_lists(const PacketBlock& block, const Packet& packet,
                                       Sequence& sequence) {
  args_.clear();
  flows_.clear();
  wait_ = {};
  legacy_.reset();
  event_work_ = WorkCategories::Work::kNone;
  for (std::uint32_t i = annotation_; i < packet.annotations_end; ++i) {
    const Annotation& annotation = block.annotations[i];
    const StringId key =
        annotation.name.empty() ? sequence.annotation_names.find(annotation.name_id) : StringId();
    if (annotation.kind == Annotation::Kind::kInteger && key.valid()) {  // most annotations
      args_.emplace_back(SliceId(), key, integer(annotation.bits));
    } else {
      read_annotation(annotation, sequence);
    }
  }
  if (packet.has(Packet::kHasCategory) && !nscope_run_) {
    put_category(resolved(sequence.categories.find(packet.category), phrase("a category")));
  }
  counter_values_.clear();
  real_counter_values_.clear();
  if (extra_ == packet.extras_end) return;
  flow_kinds_ = 0;
  counter_tracks_.clear();
  real_counter_tracks_.clear();
  for (std::uint32_t i = extra_; i < packet.extras_end; ++i) read_extra(block.extras[i], sequence);
}

void PacketImporter::read_extra(const Extra& extra, Sequence& sequence) {
  switch (extra.kind) {
    case Extra::Kind::kFlow: flows_.push_back({.id = extra.bits}); break;
    case Extra::Kind::kTerminatingFlow:
      flows_.push_back({.id = extra.bits, .kind = {}, .terminating = true});
      break;
    case Extra::Kind::kFlowKind: {
      // Kinds are for the flows that start here, in their order.
      while (flow_kinds_ < flows_.size() && flows_[flow_kinds_].terminating) ++flow_kinds_;
      if (flow_kinds_ == flows_.size()) break;
      flows_[flow_kinds_].kind =
          resolved(sequence.event_names.find(extra.bits / 2), phrase("the kind of a flow"));
      flows_[flow_kinds_].backwards = (extra.bits & 1) != 0;
      ++flow_kinds_;
      break;
    }
    case Extra::Kind::kCategory:
      if (!nscope_run_) {
        put_category(resolved(sequence.categories.find(extra.bits), phrase("a category")));
      }
      break;
    case Extra::Kind::kCategoryText:
      if (!nscope_run_) {
        const std::string text = text_of(extra.text);
        const StringId category = out_.intern(text);
        work_.note(category, text);
        put_category(category);
      }
      break;
    case Extra::Kind::kCounterTrack: counter_tracks_.push_back(extra.bits); break;
    case Extra::Kind::kCounterValue: counter_values_.push_back(extra.bits); break;
    case Extra::Kind::kRealCounterTrack: real_counter_tracks_.push_back(extra.bits); break;
    case Extra::Kind::kRealCounterValue: real_counter_values_.push_back(extra.bits); break;
    case Extra::Kind::kSourceLocation:
      args_.emplace_back(
          SliceId(), location_key_,
          resolved(sequence.source_locations.find(extra.bits), phrase("a source location")));
      break;
    case Extra::Kind::kSourceLocationText:
      if (SourceLocation location; read_source_location(extra.text, location)) {
        args_.emplace_back(SliceId(), location_key_, out_.intern(location.text));
      }
      break;
    case Extra::Kind::kLegacy: {
      LegacyEvent legacy;
      if (!read_legacy_event(extra.text, legacy)) break;
      legacy_ = legacy;
      if (legacy.flow_in || legacy.flow_out) {
        flows_.push_back({.id = legacy.bind_id, .kind = {}, .terminating = !legacy.flow_out});
      }
      break;
    }
    case Extra::Kind::kWait: wait_ = TraceTime(integer(extra.bits)); break;
  }
}

void PacketImporter::read_counter(const Packet& packet, Sequence& sequence, Tracks::Track& track,
                                  TraceTime time) {
  const bool is_real = packet.has(Packet::kRealValue);
  sample(track, sequence, time,
         is_real ? real(packet.value) : static_cast<double>(integer(packet.value)));
}

void PacketImporter::read_extra_counters(Sequence& sequence, TraceTime time) {
  const auto& tracks = counter_tracks_.empty() ? sequence.default_counter_tracks : counter_tracks_;
  for (std::size_t i = 0; i < std::min(counter_values_.size(), tracks.size()); ++i) {
    sample(tracks_.find(tracks[i]), sequence, time,
           static_cast<double>(integer(counter_values_[i])));
  }
  const auto& real_tracks =
      real_counter_tracks_.empty() ? sequence.default_real_counter_tracks : real_counter_tracks_;
  for (std::size_t i = 0; i < std::min(real_counter_values_.size(), real_tracks.size()); ++i) {
    sample(tracks_.find(real_tracks[i]), sequence, time, real(real_counter_values_[i]));
  }
}

void PacketImporter::sample(Tracks::Track& track, Sequence& sequence, TraceTime time,
                            double value) {
  const TrackDescription& description = track.description;
  if (description.incremental) {
    double& sum = sequence.counter_sums[description.uuid];
    sum += value;
    value = sum;
  }
  tracks_.sample(track, time, value * static_cast<double>(description.multiplier));
}

void PacketImporter::write_run() {
  for (auto& [code, found] : problems_) {
    out_.diagnose(code, found.first.severity, std::move(found.first.example), found.second);
  }
  for (const auto& [field, count] : not_read_) {
    const PacketKind kind = packet_kind(field);
    out_.diagnose(fmt::format("{}_not_read", kind.name),
                  kind.has_events ? Severity::kWarning : Severity::kInfo,
                  tr("packets of kind {} are not imported", kind.name), count);
  }
  if (times_.unsynchronised() > 0) {
    out_.diagnose("clock_not_synchronised", Severity::kWarning,
                  tr("the clock of an event is not synchronised with the clock of the trace; its "
                     "time was used unchanged"),
                  times_.unsynchronised());
  }
  if (nscope_run_) {
    out_.time_base({.ticks_per_ns = nscope_run_->ticks_per_ns,
                    .window_begin = TraceTime(nscope_run_->window_begin),
                    .window_end = TraceTime(nscope_run_->window_end)});
    return;
  }
  out_.time_base({.ticks_per_ns = 1, .window_begin = first_, .window_end = last_});
  out_.property(std::string(property::kSourceFormat), "perfetto");
  out_.property(std::string(property::kSourceFile), file_name(file_));
  out_.property(std::string(property::kProvenance), "measured");
  const auto to_unix = times_.clocks().unix_offset();
  const std::int64_t unix_origin = static_cast<std::int64_t>(
      static_cast<std::uint64_t>(origin_ns_) + static_cast<std::uint64_t>(to_unix.value_or(0)));
  out_.property(std::string(property::kClock), to_unix ? "unix" : "boot");
  out_.property(std::string(property::kClockOrigin), unix_origin);
}

Result<> PacketImporter::finish() {
  if (events_ == 0) {
    if (!nscope_run_) {
      std::vector<Text> kinds;
      for (const auto& [field, count] : not_read_) {
        kinds.push_back(Text::verbatim(fmt::format("{} {}", count, packet_kind(field).name)));
      }
      return fail(ErrorCode::kBadInput,
                  kinds.empty()
                      ? tr("the Perfetto trace contains no track events")
                      : tr("the Perfetto trace contains no track events; it contains {}, which are "
                           "not imported",
                           joined(kinds)),
                  file_);
    }
    first_ = last_ = TraceTime(0);
  }
  async_.finish();
  tracks_.finish();
  write_run();
  if (!out_.finish()) return cancelled();
  return {};
}

}  // namespace nscope::importers::perfetto
