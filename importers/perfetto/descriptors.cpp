// The messages that describe tracks.
#include "importers/perfetto/text.h"
#include "importers/perfetto/tracks.h"
#include "importers/shared/wire_reader.h"
#include "profiler/perfetto/perfetto_trace.pb.h"

#include <array>

namespace nscope::importers::perfetto {
namespace {

namespace pb = nscope::perfetto_proto;

bool read_process(std::string_view message, TrackDescription& track) {
  using P = pb::ProcessDescriptor;
  WireReader in(message);
  for (WireField field; in.next(field);) {
    if (field.is(P::kPidFieldNumber, kVarint)) track.pid = static_cast<std::int32_t>(field.number);
    if (field.is(P::kProcessNameFieldNumber, kBytes) && track.name.empty()) {
      track.name = text_of(field.bytes);
    }
  }
  return in.ok();
}

bool read_thread(std::string_view message, TrackDescription& track) {
  using T = pb::ThreadDescriptor;
  WireReader in(message);
  for (WireField field; in.next(field);) {
    if (field.is(T::kPidFieldNumber, kVarint)) track.pid = static_cast<std::int32_t>(field.number);
    if (field.is(T::kTidFieldNumber, kVarint)) track.tid = field.signed_number();
    if (field.is(T::kThreadNameFieldNumber, kBytes) && track.name.empty()) {
      track.name = text_of(field.bytes);
    }
  }
  return in.ok();
}

bool read_counter(std::string_view message, TrackDescription& track) {
  using C = pb::CounterDescriptor;
  std::uint64_t unit = 0;
  std::uint64_t type = 0;
  WireReader in(message);
  for (WireField field; in.next(field);) {
    if (field.is(C::kTypeFieldNumber, kVarint)) type = field.number;
    if (field.is(C::kUnitFieldNumber, kVarint)) unit = field.number;
    if (field.is(C::kUnitMultiplierFieldNumber, kVarint)) track.multiplier = field.signed_number();
    if (field.is(C::kIsIncrementalFieldNumber, kVarint)) track.incremental = field.number != 0;
    if (field.is(C::kUnitNameFieldNumber, kBytes)) track.unit = text_of(field.bytes);
  }
  if (type == C::COUNTER_THREAD_TIME_NS) {
    track.builtin_name = "thread time";
    unit = C::UNIT_TIME_NS;
  } else if (type == C::COUNTER_THREAD_INSTRUCTION_COUNT) {
    track.builtin_name = "thread instruction count";
    unit = C::UNIT_COUNT;
  }
  constexpr std::array<std::string_view, 4> kUnits = {"", "ns", "count", "B"};
  if (track.unit.empty() && unit < kUnits.size()) track.unit = kUnits[unit];
  if (track.multiplier == 0) track.multiplier = 1;
  track.counter = true;
  return in.ok();
}

/// The enumerator with the text `text`; `fallback` if there is none.
template <class Enum>
Enum from_text(std::string_view text, Enum last, Enum fallback) {
  for (int i = 0; i <= static_cast<int>(last); ++i) {
    if (to_string(static_cast<Enum>(i)) == text) return static_cast<Enum>(i);
  }
  return fallback;
}

}  // namespace

bool read_track_descriptor(std::string_view message, TrackDescription& track) {
  using T = pb::TrackDescriptor;
  bool named = false;
  bool good = true;
  std::string own_name;
  WireReader in(message);
  for (WireField field; good && in.next(field);) {
    switch (field.tag) {
      case tag_of(T::kUuidFieldNumber, kVarint):
        track.uuid = field.number;
        named = true;
        break;
      case tag_of(T::kNameFieldNumber, kBytes):
      case tag_of(T::kStaticNameFieldNumber, kBytes):
      case tag_of(T::kAtraceNameFieldNumber, kBytes): own_name = text_of(field.bytes); break;
      case tag_of(T::kProcessFieldNumber, kBytes): good = read_process(field.bytes, track); break;
      case tag_of(T::kThreadFieldNumber, kBytes): good = read_thread(field.bytes, track); break;
      case tag_of(T::kParentUuidFieldNumber, kVarint): track.parent_uuid = field.number; break;
      case tag_of(T::kCounterFieldNumber, kBytes): good = read_counter(field.bytes, track); break;
      case tag_of(T::kChildOrderingFieldNumber, kVarint):
        track.explicit_order = field.number == T::EXPLICIT;
        break;
      case tag_of(T::kSiblingOrderRankFieldNumber, kVarint):
        track.rank = static_cast<std::int32_t>(field.number);
        break;
      default: break;
    }
  }
  if (!own_name.empty()) track.name = std::move(own_name);
  if (track.name.empty()) track.name = track.builtin_name;
  return good && in.ok() && named;
}

bool read_nscope_track(std::string_view message, NscopeTrack& nscope) {
  using T = pb::NscopeTrack;
  WireReader in(message);
  for (WireField field; in.next(field);) {
    switch (field.tag) {
      case tag_of(T::kLaneOfFieldNumber, kVarint): nscope.lane_of = field.number; break;
      case tag_of(T::kKindFieldNumber, kBytes):
        nscope.kind = from_text(field.bytes, TrackKind::kOther, TrackKind::kOther);
        break;
      case tag_of(T::kEngineFieldNumber, kBytes):
        nscope.engine = from_text(field.bytes, Engine::kCc, Engine::kNone);
        break;
      case tag_of(T::kSliceKindFieldNumber, kBytes):
        nscope.slice_kind = from_text(field.bytes, SliceKind::kCompile, SliceKind::kOther);
        break;
      case tag_of(T::kNestedFieldNumber, kVarint):
        nscope.layout = field.number != 0 ? TrackLayout::kNested : TrackLayout::kFlat;
        break;
      case tag_of(T::kCoreFieldNumber, kVarint):
        nscope.core = static_cast<std::int32_t>(field.zigzag());
        break;
      case tag_of(T::kUnitFieldNumber, kBytes): nscope.unit = text_of(field.bytes); break;
      default: break;
    }
  }
  return in.ok();
}

}  // namespace nscope::importers::perfetto
