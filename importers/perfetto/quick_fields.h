#pragma once

#include "importers/perfetto/packet_decoder.h"
#include "importers/shared/wire_reader.h"
#include "profiler/perfetto/perfetto_trace.pb.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

// Most packets of a trace are events with the same few fields, all with tags of one byte. The
// functions here read these fields at the start of a message and return the rest, from the first
// other or damaged field on, for the general loops. They are in a header because they are called
// for every event. Values are in local variables until the end, which avoids a store to memory for
// each field.
namespace nscope::importers::perfetto::quick_fields {

/// A tag of one byte: fields 1 to 15.
constexpr std::uint8_t byte_tag(std::uint32_t field, std::uint32_t type) {
  return static_cast<std::uint8_t>(tag_of(field, type));
}

inline std::string_view between(const char* at, const char* end) {
  return {at, static_cast<std::size_t>(end - at)};
}

/// Reads the fields of a new packet; sets `event` to its track event.
[[gnu::always_inline]] inline std::string_view read_packet(std::string_view text, Packet& packet,
                                                           std::string_view& event) {
  using P = perfetto_proto::TracePacket;
  const char* at = text.data();
  const char* const end = at + text.size();
  const char* field = at;
  std::uint64_t timestamp = 0;
  std::uint64_t sequence = 0;
  std::uint64_t number = 0;
  unsigned flags = 0;
  for (; at != end; field = at) {
    const auto tag = static_cast<std::uint8_t>(*at++);
    if (tag == byte_tag(P::kTimestampFieldNumber, kVarint)) {
      if (!WireReader::varint(at, end, timestamp)) break;
      flags |= Packet::kHasTimestamp;
    } else if (tag == byte_tag(P::kTrackEventFieldNumber, kBytes)) {
      if (!event.empty() || !WireReader::varint(at, end, number) ||
          number > static_cast<std::uint64_t>(end - at)) {
        break;
      }
      event = {at, static_cast<std::size_t>(number)};
      flags |= Packet::kEvent;
      at += number;
    } else if (tag == byte_tag(P::kTrustedPacketSequenceIdFieldNumber, kVarint)) {
      if (!WireReader::varint(at, end, sequence)) break;
    } else if (tag == byte_tag(P::kSequenceFlagsFieldNumber, kVarint)) {
      if (at == end || *at != P::SEQ_NEEDS_INCREMENTAL_STATE) break;
      flags |= Packet::kNeedsState;
      ++at;
    } else {
      break;
    }
  }
  packet.timestamp = timestamp;
  packet.sequence = static_cast<std::uint32_t>(sequence);
  packet.flags = static_cast<std::uint16_t>(flags);
  return between(field, end);
}

/// Appends the annotation if it is a whole number with an interned name; else returns false.
[[gnu::always_inline]] inline bool add_annotation(const char* at, const char* end,
                                                  std::vector<Annotation>& annotations) {
  using A = perfetto_proto::DebugAnnotation;
  std::uint64_t name_id = 0;
  std::uint64_t value = 0;
  bool has_value = false;
  while (at != end) {
    const auto tag = static_cast<std::uint8_t>(*at++);
    if (tag == byte_tag(A::kNameIidFieldNumber, kVarint)) {
      if (!WireReader::varint(at, end, name_id)) return false;
    } else if (tag == byte_tag(A::kUintValueFieldNumber, kVarint) ||
               tag == byte_tag(A::kIntValueFieldNumber, kVarint)) {
      if (!WireReader::varint(at, end, value)) return false;
      if (tag == byte_tag(A::kUintValueFieldNumber, kVarint) && value > INT64_MAX) {
        return false;
      }
      has_value = true;
    } else {
      return false;
    }
  }
  if (has_value) {
    annotations.push_back({.name_id = name_id, .bits = value, .kind = Annotation::Kind::kInteger});
  }
  return has_value;
}

/// Reads the fields and annotations of an event. A damaged annotation counts as a damaged field.
[[gnu::always_inline]] inline std::string_view read_event(std::string_view text, Packet& packet,
                                                          std::vector<Annotation>& annotations) {
  using E = perfetto_proto::TrackEvent;
  const char* at = text.data();
  const char* const end = at + text.size();
  const char* field = at;
  std::uint64_t type = packet.type;
  std::uint64_t track = packet.track_uuid;
  std::uint64_t name = packet.name_id;
  std::uint64_t category = packet.category;
  std::uint64_t number = 0;
  unsigned flags = packet.flags;
  for (; at != end; field = at) {
    const auto tag = static_cast<std::uint8_t>(*at++);
    if (!WireReader::varint(at, end, number)) break;
    if (tag == byte_tag(E::kDebugAnnotationsFieldNumber, kBytes)) {
      if (number > static_cast<std::uint64_t>(end - at)) break;
      if (!add_annotation(at, at + number, annotations) &&
          !read_annotation_message(between(at, at + number), annotations.emplace_back())) {
        break;
      }
      at += number;
    } else if (tag == byte_tag(E::kTypeFieldNumber, kVarint)) {
      type = std::min<std::uint64_t>(number, 255);
    } else if (tag == byte_tag(E::kTrackUuidFieldNumber, kVarint)) {
      track = number;
      flags |= Packet::kHasTrack;
    } else if (tag == byte_tag(E::kNameIidFieldNumber, kVarint)) {
      name = number;
      flags |= Packet::kHasNameId;
    } else if (tag == byte_tag(E::kCategoryIidsFieldNumber, kVarint)) {
      if ((flags & Packet::kHasCategory) != 0 || number > UINT32_MAX) break;
      category = number;
      flags |= Packet::kHasCategory;
    } else {
      break;
    }
  }
  packet.type = static_cast<std::uint8_t>(type);
  packet.track_uuid = track;
  packet.name_id = name;
  packet.category = static_cast<std::uint32_t>(category);
  packet.flags = static_cast<std::uint16_t>(flags);
  return between(field, end);
}

}  // namespace nscope::importers::perfetto::quick_fields
