#pragma once

#include "importers/perfetto/packet_decoder.h"
#include "importers/perfetto/wire_reader.h"
#include "profiler/perfetto/perfetto_trace.pb.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

// Most of a trace are events with the same few fields, all with tags of one byte.
// The functions here read such fields at the front of a message and return the rest,
// from the first other or damaged field on, which the general loops then read. In a
// header, as every event of a trace goes through them.
namespace nscope::importers::perfetto::quick_fields {

/// A tag of one byte: fields 1 to 15.
constexpr std::uint8_t byte_tag(std::uint32_t field, std::uint32_t type) {
  return static_cast<std::uint8_t>(WireField::tag_of(field, type));
}

inline std::string_view between(const char* at, const char* end) {
  return {at, static_cast<std::size_t>(end - at)};
}

[[gnu::always_inline]] inline std::string_view read_packet(std::string_view text, Packet& packet,
                                                           std::string_view& event) {
  using P = perfetto_proto::TracePacket;
  const char* at = text.data();
  const char* const end = at + text.size();
  std::uint64_t number = 0;
  while (at != end) {
    const char* const field = at;
    switch (static_cast<std::uint8_t>(*at++)) {
      case byte_tag(P::kTimestampFieldNumber, WireField::kVarint):
        if (!WireReader::varint(at, end, number)) return between(field, end);
        packet.timestamp = number;
        packet.flags |= Packet::kHasTimestamp;
        break;
      case byte_tag(P::kTrustedPacketSequenceIdFieldNumber, WireField::kVarint):
        if (!WireReader::varint(at, end, number)) return between(field, end);
        packet.sequence = static_cast<std::uint32_t>(number);
        break;
      case byte_tag(P::kSequenceFlagsFieldNumber, WireField::kVarint):
        if (at == end || *at != P::SEQ_NEEDS_INCREMENTAL_STATE) return between(field, end);
        packet.flags |= Packet::kNeedsState;
        ++at;
        break;
      case byte_tag(P::kTrackEventFieldNumber, WireField::kBytes):
        if (!event.empty() || !WireReader::varint(at, end, number) ||
            number > static_cast<std::uint64_t>(end - at)) {
          return between(field, end);
        }
        event = {at, static_cast<std::size_t>(number)};
        packet.flags |= Packet::kEvent;
        at += number;
        break;
      default: return between(field, end);
    }
  }
  return {};
}

[[gnu::always_inline]] inline std::string_view read_annotation(std::string_view text,
                                                               Annotation& out) {
  using A = perfetto_proto::DebugAnnotation;
  const char* at = text.data();
  const char* const end = at + text.size();
  while (at != end) {
    const char* const field = at;
    Annotation::Kind kind = Annotation::Kind::kNone;
    switch (static_cast<std::uint8_t>(*at++)) {
      case byte_tag(A::kNameIidFieldNumber, WireField::kVarint):
        if (!WireReader::varint(at, end, out.name_id)) return between(field, end);
        continue;
      case byte_tag(A::kUintValueFieldNumber, WireField::kVarint):
        kind = Annotation::Kind::kUnsigned;
        break;
      case byte_tag(A::kIntValueFieldNumber, WireField::kVarint):
        kind = Annotation::Kind::kInteger;
        break;
      default: return between(field, end);
    }
    if (!WireReader::varint(at, end, out.bits)) return between(field, end);
    out.kind = kind;
  }
  return {};
}

/// Annotations too; an annotation that is damaged counts as a damaged field.
[[gnu::always_inline]] inline std::string_view read_event(std::string_view text, Packet& packet,
                                                          std::vector<Annotation>& annotations) {
  using E = perfetto_proto::TrackEvent;
  const char* at = text.data();
  const char* const end = at + text.size();
  std::uint64_t number = 0;
  while (at != end) {
    const char* const field = at;
    const auto tag_byte = static_cast<std::uint8_t>(*at++);
    if (!WireReader::varint(at, end, number)) return between(field, end);
    switch (tag_byte) {
      case byte_tag(E::kTypeFieldNumber, WireField::kVarint):
        packet.type = static_cast<std::uint8_t>(std::min<std::uint64_t>(number, 255));
        break;
      case byte_tag(E::kTrackUuidFieldNumber, WireField::kVarint):
        packet.track_uuid = number;
        packet.flags |= Packet::kHasTrack;
        break;
      case byte_tag(E::kNameIidFieldNumber, WireField::kVarint):
        packet.name_id = number;
        packet.flags |= Packet::kHasNameId;
        break;
      case byte_tag(E::kCategoryIidsFieldNumber, WireField::kVarint):
        if (packet.has(Packet::kHasCategory) || number > UINT32_MAX) return between(field, end);
        packet.category = static_cast<std::uint32_t>(number);
        packet.flags |= Packet::kHasCategory;
        break;
      case byte_tag(E::kDebugAnnotationsFieldNumber, WireField::kBytes): {
        if (number > static_cast<std::uint64_t>(end - at)) return between(field, end);
        const std::string_view message(at, static_cast<std::size_t>(number));
        if (!read_annotation_message(message, annotations.emplace_back())) {
          annotations.pop_back();
          return between(field, end);
        }
        at += number;
        break;
      }
      default: return between(field, end);
    }
  }
  return {};
}

}  // namespace nscope::importers::perfetto::quick_fields
