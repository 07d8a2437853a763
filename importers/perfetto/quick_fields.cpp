#include "importers/perfetto/quick_fields.h"

#include "importers/perfetto/wire_reader.h"
#include "profiler/perfetto/perfetto_trace.pb.h"

#include <algorithm>

namespace nscope::importers::perfetto {
namespace {

namespace pb = nscope::perfetto_proto;

constexpr std::uint32_t kVarint = WireField::kVarint;
constexpr std::uint32_t kBytes = WireField::kBytes;

/// A tag of one byte: fields 1 to 15.
constexpr std::uint8_t byte_tag(std::uint32_t field, std::uint32_t type) {
  return static_cast<std::uint8_t>(WireField::tag_of(field, type));
}

std::string_view between(const char* at, const char* end) {
  return {at, static_cast<std::size_t>(end - at)};
}

}  // namespace

std::string_view quick_packet_fields(std::string_view text, Packet& packet,
                                     std::string_view& event) {
  using P = pb::TracePacket;
  const char* at = text.data();
  const char* const end = at + text.size();
  std::uint64_t number = 0;
  while (at != end) {
    const char* const field = at;
    switch (static_cast<std::uint8_t>(*at++)) {
      case byte_tag(P::kTimestampFieldNumber, kVarint):
        if (!WireReader::varint(at, end, number)) return between(field, end);
        packet.timestamp = number;
        packet.flags |= Packet::kHasTimestamp;
        break;
      case byte_tag(P::kTrustedPacketSequenceIdFieldNumber, kVarint):
        if (!WireReader::varint(at, end, number)) return between(field, end);
        packet.sequence = static_cast<std::uint32_t>(number);
        break;
      case byte_tag(P::kSequenceFlagsFieldNumber, kVarint):
        if (at == end || *at != P::SEQ_NEEDS_INCREMENTAL_STATE) return between(field, end);
        packet.flags |= Packet::kNeedsState;
        ++at;
        break;
      case byte_tag(P::kTrackEventFieldNumber, kBytes):
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

std::string_view quick_annotation_fields(std::string_view text, Annotation& out) {
  using A = pb::DebugAnnotation;
  const char* at = text.data();
  const char* const end = at + text.size();
  while (at != end) {
    const char* const field = at;
    Annotation::Kind kind = Annotation::Kind::kNone;
    switch (static_cast<std::uint8_t>(*at++)) {
      case byte_tag(A::kNameIidFieldNumber, kVarint):
        if (!WireReader::varint(at, end, out.name_id)) return between(field, end);
        continue;
      case byte_tag(A::kUintValueFieldNumber, kVarint): kind = Annotation::Kind::kUnsigned; break;
      case byte_tag(A::kIntValueFieldNumber, kVarint): kind = Annotation::Kind::kInteger; break;
      default: return between(field, end);
    }
    if (!WireReader::varint(at, end, out.bits)) return between(field, end);
    out.kind = kind;
  }
  return {};
}

std::string_view quick_event_fields(std::string_view text, Packet& packet,
                                    std::vector<Annotation>& annotations) {
  using E = pb::TrackEvent;
  const char* at = text.data();
  const char* const end = at + text.size();
  std::uint64_t number = 0;
  while (at != end) {
    const char* const field = at;
    const auto tag_byte = static_cast<std::uint8_t>(*at++);
    if (!WireReader::varint(at, end, number)) return between(field, end);
    switch (tag_byte) {
      case byte_tag(E::kTypeFieldNumber, kVarint):
        packet.type = static_cast<std::uint8_t>(std::min<std::uint64_t>(number, 255));
        break;
      case byte_tag(E::kTrackUuidFieldNumber, kVarint):
        packet.track_uuid = number;
        packet.flags |= Packet::kHasTrack;
        break;
      case byte_tag(E::kNameIidFieldNumber, kVarint):
        packet.name_id = number;
        packet.flags |= Packet::kHasNameId;
        break;
      case byte_tag(E::kCategoryIidsFieldNumber, kVarint):
        if (packet.has(Packet::kHasCategory) || number > UINT32_MAX) return between(field, end);
        packet.category = static_cast<std::uint32_t>(number);
        packet.flags |= Packet::kHasCategory;
        break;
      case byte_tag(E::kDebugAnnotationsFieldNumber, kBytes): {
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

}  // namespace nscope::importers::perfetto
