#include "profiler/export/perfetto_packets.h"

#include "profiler/export/wire_writer.h"
#include "profiler/perfetto/perfetto_trace.pb.h"
#include "profiler/trace/vocabulary.h"

#include <algorithm>
#include <cmath>
#include <tuple>
#include <utility>
#include <variant>

namespace nscope {
namespace {

namespace pb = perfetto_proto;
using P = pb::TracePacket;
using E = pb::TrackEvent;
using T = pb::TrackDescriptor;

constexpr std::uint64_t kSequence = 1;
constexpr std::uint64_t kRunVersion = 1;

std::uint64_t uuid_of(const Track& track) {
  return std::uint64_t{track.id.index()} + 1;
}

bool is_counter(const Track& track) {
  return track.slices.size() == 0 && track.counters.size() > 0;
}

/// Whether the value is unchanged as an integer.
bool is_whole(double value) {
  constexpr double kExact = 9007199254740992.0;  // 2^53
  return std::trunc(value) == value && std::abs(value) <= kExact &&
         !(value == 0.0 && std::signbit(value));
}

std::string property_message(const std::pair<std::string, PropertyValue>& property) {
  using R = pb::NscopeProperty;
  std::string out;
  WireWriter message(out);
  message.bytes(R::kKeyFieldNumber, property.first);
  const PropertyValue& value = property.second;
  if (const auto* const integer = std::get_if<std::int64_t>(&value)) {
    message.zigzag(R::kIntegerFieldNumber, *integer);
  } else if (const auto* const real = std::get_if<double>(&value)) {
    message.real(R::kRealFieldNumber, *real);
  } else {
    message.bytes(R::kTextFieldNumber, std::get<std::string>(value));
  }
  return out;
}

std::string metric_message(const Metric& metric) {
  using M = pb::NscopeMetric;
  std::string out;
  WireWriter message(out);
  message.bytes(M::kNameFieldNumber, metric.name);
  message.real(M::kValueFieldNumber, metric.value);
  message.bytes(M::kUnitFieldNumber, metric.unit);
  message.bytes(M::kProvenanceFieldNumber, to_string(metric.provenance));
  if (metric.low) message.real(M::kLowFieldNumber, *metric.low);
  if (metric.high) message.real(M::kHighFieldNumber, *metric.high);
  message.bytes(M::kNoteFieldNumber, metric.note.english());
  return out;
}

std::string diagnostic_message(const Diagnostic& diagnostic) {
  using D = pb::NscopeDiagnostic;
  std::string out;
  WireWriter message(out);
  message.bytes(D::kCodeFieldNumber, diagnostic.code);
  message.bytes(D::kSeverityFieldNumber, to_string(diagnostic.severity));
  message.varint(D::kCountFieldNumber, static_cast<std::uint64_t>(diagnostic.count));
  message.bytes(D::kExampleFieldNumber, diagnostic.example.english());
  return out;
}

}  // namespace

PerfettoPackets::PerfettoPackets(const Trace& trace)
    : trace_(trace),
      shift_ns_(std::max<std::int64_t>(0, -trace.to_ns(trace.begin()))),
      names_(trace.strings().size() + 1),
      annotation_names_(trace.strings().size() + 1),
      annotation_texts_(trace.strings().size() + 1),
      kinds_(static_cast<std::size_t>(SliceKind::kCompile) + 1),
      lanes_(trace.tracks().size(), 1),
      counter_lanes_(trace.tracks().size()),
      next_mention_(trace.tracks().size()) {
  collect_flows();
}

/// Perfetto joins the mentions of a flow in order of time. A flow that points back in time
/// therefore starts at its target, and is marked as backwards.
void PerfettoPackets::collect_flows() {
  const auto place = [&](SliceId id) {
    const Trace::SliceRef slice = trace_.slice(id);
    return std::tuple(slice.begin(), slice.track->id, slice.row);
  };
  std::uint32_t number = 0;
  for (const Flow& flow : trace_.flows()) {
    const bool backwards = place(flow.to) < place(flow.from);
    const SliceId first = backwards ? flow.to : flow.from;
    const SliceId second = backwards ? flow.from : flow.to;
    mentions_.push_back({first, number, false, backwards});
    mentions_.push_back({second, number, true, false});
    ++number;
  }
  std::stable_sort(mentions_.begin(), mentions_.end(),
                   [](const Mention& a, const Mention& b) { return a.slice < b.slice; });
  for (const Track& track : trace_.tracks()) {
    const auto first = std::lower_bound(
        mentions_.begin(), mentions_.end(), Trace::slice_id(track, 0),
        [](const Mention& mention, SliceId slice) { return mention.slice < slice; });
    next_mention_[track.id.index()] = static_cast<std::size_t>(first - mentions_.begin());
  }
}

void PerfettoPackets::add_time(TraceTime time) {
  const std::int64_t ns = trace_.to_ns(time);
  const std::int64_t remainder = time.value() - ns * trace_.time_base().ticks_per_ns;
  WireWriter(packet_).varint(P::kTimestampFieldNumber, static_cast<std::uint64_t>(ns + shift_ns_));
  if (remainder != 0) {
    WireWriter(ours_).varint(pb::Nscope::kTickRemainderFieldNumber,
                             static_cast<std::uint64_t>(remainder));
  }
}

/// Adds the fields of every packet, and appends the packet to the buffer.
void PerfettoPackets::finish_packet(std::uint64_t flags) {
  WireWriter packet(packet_);
  if (!interned_.empty()) packet.bytes(P::kInternedDataFieldNumber, interned_);
  packet.varint(P::kTrustedPacketSequenceIdFieldNumber, kSequence);
  packet.varint(P::kSequenceFlagsFieldNumber, flags);
  if (!ours_.empty()) packet.bytes(P::kNscopeFieldNumber, ours_);
  WireWriter(buffer_).bytes(pb::Trace::kPacketFieldNumber, packet_);
  packet_.clear();
  interned_.clear();
  ours_.clear();
}

void PerfettoPackets::header() {
  run_packet();
  clock_packet();
  std::vector<bool> has_children(trace_.tracks().size());
  for (const Track& track : trace_.tracks()) {
    if (track.parent.valid()) has_children[track.parent.index()] = true;
  }
  std::int32_t rank = 0;
  for (const Track& track : trace_.tracks()) {
    describe(track, rank++, has_children[track.id.index()]);
  }
}

void PerfettoPackets::run_packet() {
  using R = pb::NscopeRun;
  std::string out;
  WireWriter run(out);
  const TimeBase& base = trace_.time_base();
  run.varint(R::kVersionFieldNumber, kRunVersion);
  run.varint(R::kTicksPerNsFieldNumber, static_cast<std::uint64_t>(base.ticks_per_ns));
  run.varint(R::kShiftNsFieldNumber, static_cast<std::uint64_t>(shift_ns_));
  run.zigzag(R::kWindowBeginFieldNumber, base.window_begin.value());
  run.zigzag(R::kWindowEndFieldNumber, base.window_end.value());
  for (const auto& property : trace_.properties()) {
    run.bytes(R::kPropertiesFieldNumber, property_message(property));
  }
  for (const Metric& metric : trace_.metrics()) {
    run.bytes(R::kMetricsFieldNumber, metric_message(metric));
  }
  for (const Diagnostic& diagnostic : trace_.diagnostics()) {
    run.bytes(R::kDiagnosticsFieldNumber, diagnostic_message(diagnostic));
  }
  WireWriter(packet_).varint(P::kFirstPacketOnSequenceFieldNumber, 1);
  WireWriter(ours_).bytes(pb::Nscope::kRunFieldNumber, out);
  finish_packet(P::SEQ_INCREMENTAL_STATE_CLEARED);
}

/// Relates the time of the trace to Unix time if the capture does.
void PerfettoPackets::clock_packet() {
  using C = pb::ClockSnapshot::Clock;
  constexpr std::uint64_t kRealTime = 1;
  constexpr std::uint64_t kBootTime = 6;
  const PropertyValue* const origin = trace_.property(property::kClockOrigin);
  const auto* const unix_ns = origin == nullptr ? nullptr : std::get_if<std::int64_t>(origin);
  if (unix_ns == nullptr || trace_.property_text(property::kClock) != "unix") return;
  std::string snapshot;
  for (const auto& [clock, time] :
       {std::pair(kBootTime, shift_ns_), std::pair(kRealTime, *unix_ns)}) {
    scratch_.clear();
    WireWriter reading(scratch_);
    reading.varint(C::kClockIdFieldNumber, clock);
    reading.varint(C::kTimestampFieldNumber, static_cast<std::uint64_t>(time));
    WireWriter(snapshot).bytes(pb::ClockSnapshot::kClocksFieldNumber, scratch_);
  }
  WireWriter(snapshot).varint(pb::ClockSnapshot::kPrimaryTraceClockFieldNumber, kBootTime);
  WireWriter(packet_).bytes(P::kClockSnapshotFieldNumber, snapshot);
  finish_packet(P::SEQ_NEEDS_INCREMENTAL_STATE);
}

void PerfettoPackets::describe(const Track& track, std::int32_t rank, bool has_children) {
  std::string out;
  WireWriter descriptor(out);
  const std::string_view name = trace_.text(track.name);
  descriptor.varint(T::kUuidFieldNumber, uuid_of(track));
  descriptor.bytes(T::kNameFieldNumber, name);
  if (track.parent.valid()) {
    descriptor.varint(T::kParentUuidFieldNumber, uuid_of(trace_.track(track.parent)));
  } else if (has_children) {  // a collapsible group for readers that only know processes
    scratch_.clear();
    WireWriter process(scratch_);
    process.varint(pb::ProcessDescriptor::kPidFieldNumber, uuid_of(track));
    process.bytes(pb::ProcessDescriptor::kProcessNameFieldNumber, name);
    descriptor.bytes(T::kProcessFieldNumber, scratch_);
  }
  if (is_counter(track)) {
    scratch_.clear();
    WireWriter(scratch_).bytes(pb::CounterDescriptor::kUnitNameFieldNumber,
                               trace_.text(track.unit));
    descriptor.bytes(T::kCounterFieldNumber, scratch_);
  }
  descriptor.varint(T::kChildOrderingFieldNumber, T::EXPLICIT);
  descriptor.varint(T::kSiblingOrderRankFieldNumber, static_cast<std::uint64_t>(rank));
  descriptor.varint(T::kSiblingMergeBehaviorFieldNumber, T::SIBLING_MERGE_BY_KEY);
  descriptor.varint(T::kSiblingMergeKeyIntFieldNumber, uuid_of(track));
  WireWriter(packet_).bytes(P::kTrackDescriptorFieldNumber, out);

  using N = pb::NscopeTrack;
  out.clear();
  WireWriter ours(out);
  ours.bytes(N::kKindFieldNumber, to_string(track.kind));
  ours.bytes(N::kEngineFieldNumber, to_string(track.engine));
  ours.bytes(N::kSliceKindFieldNumber, to_string(track.slice_kind));
  if (track.layout == TrackLayout::kNested) ours.varint(N::kNestedFieldNumber, 1);
  ours.zigzag(N::kCoreFieldNumber, track.core);
  if (track.unit.valid()) ours.bytes(N::kUnitFieldNumber, trace_.text(track.unit));
  WireWriter(ours_).bytes(pb::Nscope::kTrackFieldNumber, out);
  finish_packet(P::SEQ_NEEDS_INCREMENTAL_STATE);
}

/// Describes a further lane of a track, which is shown in the same row if the reader supports it.
void PerfettoPackets::describe_lane(const Track& track, std::uint64_t uuid, bool counter) {
  std::string out;
  WireWriter descriptor(out);
  descriptor.varint(T::kUuidFieldNumber, uuid);
  descriptor.bytes(T::kNameFieldNumber, trace_.text(track.name));
  if (track.parent.valid()) {
    descriptor.varint(T::kParentUuidFieldNumber, uuid_of(trace_.track(track.parent)));
  }
  if (counter) {
    scratch_.clear();
    WireWriter(scratch_).bytes(pb::CounterDescriptor::kUnitNameFieldNumber,
                               trace_.text(track.unit));
    descriptor.bytes(T::kCounterFieldNumber, scratch_);
  } else {
    descriptor.varint(T::kSiblingMergeBehaviorFieldNumber, T::SIBLING_MERGE_BY_KEY);
    descriptor.varint(T::kSiblingMergeKeyIntFieldNumber, uuid_of(track));
  }
  std::string packet;
  WireWriter(packet).bytes(P::kTrackDescriptorFieldNumber, out);
  WireWriter(packet).varint(P::kTrustedPacketSequenceIdFieldNumber, kSequence);
  std::string lane;
  WireWriter(lane).varint(pb::NscopeTrack::kLaneOfFieldNumber, uuid_of(track));
  std::string ours;
  WireWriter(ours).bytes(pb::Nscope::kTrackFieldNumber, lane);
  WireWriter(packet).bytes(P::kNscopeFieldNumber, ours);
  WireWriter(buffer_).bytes(pb::Trace::kPacketFieldNumber, packet);
}

std::uint64_t PerfettoPackets::lane_uuid(const Track& track, std::uint32_t lane, bool counter) {
  const std::uint64_t uuid = uuid_of(track);
  const std::size_t index = track.id.index();
  if (counter && !is_counter(track)) {
    const std::uint64_t beside = uuid | std::uint64_t{1} << 63;
    if (!counter_lanes_[index]) describe_lane(track, beside, true);
    counter_lanes_[index] = true;
    return beside;
  }
  if (lane == 0) return uuid;
  const std::uint64_t further = uuid | std::uint64_t{lane} << 32;
  if (lane >= lanes_[index]) describe_lane(track, further, false);
  lanes_[index] = std::max(lanes_[index], lane + 1);
  return further;
}

std::uint64_t PerfettoPackets::intern(StringId text, std::uint32_t field, std::vector<bool>& seen) {
  const std::size_t slot = std::min(text.index(), seen.size() - 1);
  const std::uint64_t id = slot + 1;
  if (!seen[slot]) {
    seen[slot] = true;
    scratch_.clear();
    WireWriter entry(scratch_);
    entry.varint(pb::InternedText::kIidFieldNumber, id);
    entry.bytes(pb::InternedText::kTextFieldNumber, trace_.text(text));
    WireWriter(interned_).bytes(field, scratch_);
  }
  return id;
}

void PerfettoPackets::event(const PerfettoEvents::Event& event, const Track& track) {
  const bool counter = event.type == PerfettoEvents::Type::kCounter;
  const std::uint64_t uuid = lane_uuid(track, event.lane, counter);
  add_time(event.time);
  event_.clear();
  WireWriter out(event_);
  switch (event.type) {
    case PerfettoEvents::Type::kBegin:
    case PerfettoEvents::Type::kInstant: {
      const bool begin = event.type == PerfettoEvents::Type::kBegin;
      out.varint(E::kTypeFieldNumber, begin ? E::TYPE_SLICE_BEGIN : E::TYPE_INSTANT);
      out.varint(E::kTrackUuidFieldNumber, uuid);
      slice_fields(event, track);
      break;
    }
    case PerfettoEvents::Type::kEnd:
      out.varint(E::kTypeFieldNumber, E::TYPE_SLICE_END);
      out.varint(E::kTrackUuidFieldNumber, uuid);
      break;
    case PerfettoEvents::Type::kCounter: {
      const double value = track.counters.value[event.row];
      out.varint(E::kTypeFieldNumber, E::TYPE_COUNTER);
      out.varint(E::kTrackUuidFieldNumber, uuid);
      if (is_whole(value)) {
        const auto whole = static_cast<std::int64_t>(value);
        out.varint(E::kCounterValueFieldNumber, static_cast<std::uint64_t>(whole));
      } else {
        out.real(E::kDoubleCounterValueFieldNumber, value);
      }
      break;
    }
  }
  WireWriter(packet_).bytes(P::kTrackEventFieldNumber, event_);
  finish_packet(P::SEQ_NEEDS_INCREMENTAL_STATE);
}

/// Name, category, properties and flows of the slice that begins.
void PerfettoPackets::slice_fields(const PerfettoEvents::Event& event, const Track& track) {
  using D = pb::InternedData;
  WireWriter out(event_);
  const StringId name = track.slices.name[event.row];
  if (name.valid()) {
    out.varint(E::kNameIidFieldNumber, intern(name, D::kEventNamesFieldNumber, names_));
  }
  const auto kind = static_cast<std::size_t>(track.slice_kind);
  if (!kinds_[kind]) {
    kinds_[kind] = true;
    scratch_.clear();
    WireWriter entry(scratch_);
    entry.varint(pb::InternedText::kIidFieldNumber, kind + 1);
    entry.bytes(pb::InternedText::kTextFieldNumber, to_string(track.slice_kind));
    WireWriter(interned_).bytes(D::kEventCategoriesFieldNumber, scratch_);
  }
  out.varint(E::kCategoryIidsFieldNumber, kind + 1);
  const SliceId slice = Trace::slice_id(track, event.row);
  for (const Arg& property : trace_.args_of(slice)) arg(property);
  const TraceTime wait = trace_.slice(slice).wait();
  if (wait.value() != 0) WireWriter(ours_).zigzag(pb::Nscope::kWaitTicksFieldNumber, wait.value());
  flows(slice, next_mention_[track.id.index()]);
}

void PerfettoPackets::arg(const Arg& arg) {
  using D = pb::InternedData;
  using A = pb::DebugAnnotation;
  const std::uint64_t key = intern(arg.key, D::kDebugAnnotationNamesFieldNumber, annotation_names_);
  std::uint64_t text = 0;
  const auto* const text_id = std::get_if<StringId>(&arg.value);
  if (text_id != nullptr) {
    text = intern(*text_id, D::kDebugAnnotationStringValuesFieldNumber, annotation_texts_);
  }
  scratch_.clear();
  WireWriter annotation(scratch_);
  annotation.varint(A::kNameIidFieldNumber, key);
  if (text_id != nullptr) {
    annotation.varint(A::kStringValueIidFieldNumber, text);
  } else if (const auto* const real = std::get_if<double>(&arg.value)) {
    annotation.real(A::kDoubleValueFieldNumber, *real);
  } else {
    annotation.varint(A::kIntValueFieldNumber,
                      static_cast<std::uint64_t>(std::get<std::int64_t>(arg.value)));
  }
  WireWriter(event_).bytes(E::kDebugAnnotationsFieldNumber, scratch_);
}

void PerfettoPackets::flows(SliceId slice, std::size_t& next) {
  WireWriter out(event_);
  for (; next < mentions_.size() && mentions_[next].slice == slice; ++next) {
    const Mention& mention = mentions_[next];
    const std::uint64_t id = std::uint64_t{mention.flow} + 1;
    if (mention.terminating) {
      out.fixed64(E::kTerminatingFlowIdsFieldNumber, id);
      continue;
    }
    out.fixed64(E::kFlowIdsFieldNumber, id);
    const StringId kind = trace_.flows()[mention.flow].kind;
    const std::uint64_t name = intern(kind, pb::InternedData::kEventNamesFieldNumber, names_);
    WireWriter(ours_).varint(pb::Nscope::kFlowKindsFieldNumber,
                             name * 2 + (mention.backwards ? 1 : 0));
  }
}

}  // namespace nscope
