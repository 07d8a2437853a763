// The messages that describe tracks.
#include "importers/perfetto/text.h"
#include "importers/perfetto/tracks.h"
#include "importers/perfetto/wire_reader.h"
#include "profiler/perfetto/perfetto_trace.pb.h"

#include <array>

namespace nscope::importers::perfetto {
namespace {

namespace pb = nscope::perfetto_proto;

constexpr std::uint32_t kVarint = WireReader::kVarint;
constexpr std::uint32_t kBytes = WireReader::kBytes;

constexpr std::uint64_t tag(std::uint32_t field, std::uint32_t type) {
  return WireReader::tag_of(field, type);
}

bool read_process(std::string_view message, TrackDescription& track) {
  using P = pb::ProcessDescriptor;
  WireReader in(message);
  while (in.next()) {
    if (in.is(P::kPidFieldNumber, kVarint)) track.pid = static_cast<std::int32_t>(in.number());
    if (in.is(P::kProcessNameFieldNumber, kBytes) && track.name.empty()) {
      track.name = text_of(in.bytes());
    }
  }
  return in.ok();
}

bool read_thread(std::string_view message, TrackDescription& track) {
  using T = pb::ThreadDescriptor;
  WireReader in(message);
  while (in.next()) {
    if (in.is(T::kPidFieldNumber, kVarint)) track.pid = static_cast<std::int32_t>(in.number());
    if (in.is(T::kTidFieldNumber, kVarint)) track.tid = in.signed_number();
    if (in.is(T::kThreadNameFieldNumber, kBytes) && track.name.empty()) {
      track.name = text_of(in.bytes());
    }
  }
  return in.ok();
}

bool read_counter(std::string_view message, TrackDescription& track) {
  using C = pb::CounterDescriptor;
  std::uint64_t unit = 0;
  WireReader in(message);
  while (in.next()) {
    if (in.is(C::kUnitFieldNumber, kVarint)) unit = in.number();
    if (in.is(C::kUnitMultiplierFieldNumber, kVarint)) track.multiplier = in.signed_number();
    if (in.is(C::kIsIncrementalFieldNumber, kVarint)) track.incremental = in.number() != 0;
    if (in.is(C::kUnitNameFieldNumber, kBytes)) track.unit = text_of(in.bytes());
  }
  constexpr std::array<std::string_view, 4> kUnits = {"", "ns", "count", "B"};
  if (track.unit.empty() && unit < kUnits.size()) track.unit = kUnits[unit];
  if (track.multiplier == 0) track.multiplier = 1;
  track.counter = true;
  return in.ok();
}

/// The value of an enumeration that is written as `text`.
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
  while (good && in.next()) {
    switch (in.tag()) {
      case tag(T::kUuidFieldNumber, kVarint):
        track.uuid = in.number();
        named = true;
        break;
      case tag(T::kNameFieldNumber, kBytes):
      case tag(T::kStaticNameFieldNumber, kBytes):
      case tag(T::kAtraceNameFieldNumber, kBytes): own_name = text_of(in.bytes()); break;
      case tag(T::kProcessFieldNumber, kBytes): good = read_process(in.bytes(), track); break;
      case tag(T::kThreadFieldNumber, kBytes): good = read_thread(in.bytes(), track); break;
      case tag(T::kParentUuidFieldNumber, kVarint): track.parent_uuid = in.number(); break;
      case tag(T::kCounterFieldNumber, kBytes): good = read_counter(in.bytes(), track); break;
      case tag(T::kChildOrderingFieldNumber, kVarint):
        track.explicit_order = in.number() == T::EXPLICIT;
        break;
      case tag(T::kSiblingOrderRankFieldNumber, kVarint):
        track.rank = static_cast<std::int32_t>(in.number());
        break;
      default: break;
    }
  }
  if (!own_name.empty()) track.name = std::move(own_name);
  return good && in.ok() && named;
}

bool read_our_track(std::string_view message, TrackDescription::Ours& ours) {
  using T = pb::NscopeTrack;
  WireReader in(message);
  while (in.next()) {
    switch (in.tag()) {
      case tag(T::kLaneOfFieldNumber, kVarint): ours.lane_of = in.number(); break;
      case tag(T::kKindFieldNumber, kBytes):
        ours.kind = from_text(in.bytes(), TrackKind::kOther, TrackKind::kOther);
        break;
      case tag(T::kEngineFieldNumber, kBytes):
        ours.engine = from_text(in.bytes(), Engine::kCc, Engine::kNone);
        break;
      case tag(T::kSliceKindFieldNumber, kBytes):
        ours.slice_kind = from_text(in.bytes(), SliceKind::kCompile, SliceKind::kOther);
        break;
      case tag(T::kNestedFieldNumber, kVarint):
        ours.layout = in.number() != 0 ? TrackLayout::kNested : TrackLayout::kFlat;
        break;
      case tag(T::kCoreFieldNumber, kVarint):
        ours.core = static_cast<std::int32_t>(in.zigzag());
        break;
      case tag(T::kUnitFieldNumber, kBytes): ours.unit = text_of(in.bytes()); break;
      default: break;
    }
  }
  return in.ok();
}

}  // namespace nscope::importers::perfetto
