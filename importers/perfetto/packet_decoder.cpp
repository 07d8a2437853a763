#include "importers/perfetto/packet_decoder.h"

#include "importers/perfetto/packed_packets.h"
#include "importers/perfetto/packet_frame.h"
#include "importers/perfetto/quick_fields.h"
#include "importers/shared/wire_reader.h"
#include "profiler/perfetto/perfetto_trace.pb.h"

#include <algorithm>
#include <utility>

namespace nscope::importers::perfetto {
namespace {

namespace pb = nscope::perfetto_proto;

/// Writers do not nest compressed packets.
constexpr int kMaxCompression = 2;

/// Reads the packets of one block.
class Decoder {
 public:
  explicit Decoder(PacketBlock& block) : block_(block) {}

  void read_packets(std::string_view text, int compression);

 private:
  /// The sizes of the lists before a packet.
  struct Before {
    std::size_t annotations = 0;
    std::size_t extras = 0;
  };

  void read_packet(std::string_view text, int compression);
  void read_rest(std::string_view text, std::string_view rest, std::string_view rest_of_event,
                 Before before, int compression);
  bool read_event_fields(std::string_view text, Packet& packet);
  bool read_rare_field(const WireField& field, Packet& packet);
  bool read_nscope(std::string_view text, Packet& packet);
  bool packed(Extra::Kind kind, std::string_view text);
  bool packed_fixed(Extra::Kind kind, std::string_view text);
  void unpack(std::string_view text, PacketPacking packing, int compression);

  void extra(Extra::Kind kind, std::uint64_t bits, std::string_view text = {}) {
    block_.extras.push_back({bits, text, kind});
  }
  void problem(std::string_view code, std::string_view at, Text detail);

  PacketBlock& block_;
};

void Decoder::problem(std::string_view code, std::string_view at, Text detail) {
  PacketBlock::Problem& known = block_.problems[code];
  if (known.count++ > 0) return;
  Packet where;
  where.bytes = at;
  known.position = block_.position_of(where);
  known.detail = std::move(detail);
}

/// Reads a packet. Most contain only an event with the usual fields.
[[gnu::always_inline]] inline void Decoder::read_packet(std::string_view text, int compression) {
  const Before before{block_.annotations.size(), block_.extras.size()};
  Packet& packet = block_.packets.emplace_back();
  packet.bytes = text;
  std::string_view event;
  const std::string_view rest = quick_fields::read_packet(text, packet, event);
  const std::string_view rest_of_event =
      quick_fields::read_event(event, packet, block_.annotations);
  if (event.empty() || !rest.empty() || !rest_of_event.empty()) {
    read_rest(text, rest, rest_of_event, before, compression);
    return;
  }
  packet.annotations_end = static_cast<std::uint32_t>(block_.annotations.size());
  packet.extras_end = static_cast<std::uint32_t>(block_.extras.size());
}

void Decoder::read_packets(std::string_view text, int compression) {
  const char* at = text.data();
  const char* const end = at + text.size();
  while (at != end) {
    std::size_t header = 0;
    std::size_t size = 0;
    if (plain_frame(at, end, header, size)) {
      read_packet({at + header, size - header}, compression);
      at += size;
      continue;
    }
    const std::string_view rest(at, static_cast<std::size_t>(end - at));
    const PacketFrame frame = packet_frame(rest);
    if (frame.state == PacketFrame::State::kCutOff || frame.state == PacketFrame::State::kDamaged) {
      problem("damaged_packet", rest,
              tr("the rest of a compressed packet was skipped: it is not a valid packet"));
      return;
    }
    size = static_cast<std::size_t>(frame.size);
    if (frame.state == PacketFrame::State::kPacket) {
      read_packet(rest.substr(frame.header, size - frame.header), compression);
    } else {
      problem("unknown_trace_field", rest,
              tr("an unknown field at the top level of the trace was skipped"));
    }
    at += size;
  }
}

/// Reads the remaining fields of the last packet and of its event.
void Decoder::read_rest(std::string_view text, std::string_view rest,
                        std::string_view rest_of_event, Before before, int compression) {
  using P = pb::TracePacket;
  Packet& packet = block_.packets.back();
  std::uint32_t content = 0;
  std::string_view compressed;
  PacketPacking packing = PacketPacking::kZlib;
  bool good = read_event_fields(rest_of_event, packet);
  WireReader in(rest);
  for (WireField field; good && in.next(field);) {
    switch (field.tag) {
      case tag_of(P::kTimestampFieldNumber, kVarint):
        packet.timestamp = field.number;
        packet.flags |= Packet::kHasTimestamp;
        break;
      case tag_of(P::kTrackEventFieldNumber, kBytes):
        good = read_event_fields(field.bytes, packet);
        packet.flags |= Packet::kEvent;
        break;
      case tag_of(P::kTrustedPacketSequenceIdFieldNumber, kVarint):
        packet.sequence = static_cast<std::uint32_t>(field.number);
        break;
      case tag_of(P::kSequenceFlagsFieldNumber, kVarint):
        if (field.number & P::SEQ_INCREMENTAL_STATE_CLEARED) packet.flags |= Packet::kStateCleared;
        if (field.number & P::SEQ_NEEDS_INCREMENTAL_STATE) packet.flags |= Packet::kNeedsState;
        break;
      case tag_of(P::kIncrementalStateClearedFieldNumber, kVarint):
        if (field.number != 0) packet.flags |= Packet::kStateCleared;
        break;
      case tag_of(P::kPreviousPacketDroppedFieldNumber, kVarint):
        if (field.number != 0) packet.flags |= Packet::kDropped;
        break;
      case tag_of(P::kTimestampClockIdFieldNumber, kVarint):
        packet.clock = static_cast<std::uint32_t>(field.number);
        packet.flags |= Packet::kHasClock;
        break;
      case tag_of(P::kNscopeFieldNumber, kBytes): good = read_nscope(field.bytes, packet); break;
      case tag_of(P::kInternedDataFieldNumber, kBytes):
      case tag_of(P::kTracePacketDefaultsFieldNumber, kBytes):
      case tag_of(P::kTrackDescriptorFieldNumber, kBytes):
      case tag_of(P::kClockSnapshotFieldNumber, kBytes): packet.flags |= Packet::kState; break;
      case tag_of(P::kCompressedPacketsFieldNumber, kBytes): compressed = field.bytes; break;
      case tag_of(P::kZstdCompressedPacketsFieldNumber, kBytes):
        compressed = field.bytes;
        packing = PacketPacking::kZstd;
        break;
      default:
        if (field.type() == kBytes && field.field() != P::kSynchronizationMarkerFieldNumber) {
          content = static_cast<std::uint32_t>(field.field());
        }
    }
  }
  if (!good || !in.ok()) {
    problem("damaged_packet", in.ok() ? text : rest.substr(in.position()),
            tr("a damaged packet was skipped"));
    block_.annotations.resize(before.annotations);
    block_.extras.resize(before.extras);
    block_.packets.pop_back();
    return;
  }
  if (content != 0) ++block_.not_read[content];
  constexpr std::uint16_t kUseful =
      Packet::kEvent | Packet::kState | Packet::kStateCleared | Packet::kDropped;
  if ((packet.flags & kUseful) != 0) {
    packet.annotations_end = static_cast<std::uint32_t>(block_.annotations.size());
    packet.extras_end = static_cast<std::uint32_t>(block_.extras.size());
  } else {
    block_.extras.resize(before.extras);
    block_.packets.pop_back();
  }
  if (compressed.data() != nullptr) unpack(compressed, packing, compression);  // adds packets
}

bool Decoder::read_event_fields(std::string_view text, Packet& packet) {
  using E = pb::TrackEvent;
  WireReader in(text);
  for (WireField field; in.next(field);) {
    switch (field.tag) {
      case tag_of(E::kTypeFieldNumber, kVarint):
        packet.type = static_cast<std::uint8_t>(std::min<std::uint64_t>(field.number, 255));
        break;
      case tag_of(E::kTrackUuidFieldNumber, kVarint):
        packet.track_uuid = field.number;
        packet.flags |= Packet::kHasTrack;
        break;
      case tag_of(E::kNameIidFieldNumber, kVarint):
        packet.name_id = field.number;
        packet.flags |= Packet::kHasNameId;
        break;
      case tag_of(E::kNameFieldNumber, kBytes):
        packet.name_text = field.bytes.data();
        packet.name_size = static_cast<std::uint32_t>(field.bytes.size());
        packet.flags |= Packet::kHasNameText;
        break;
      case tag_of(E::kDebugAnnotationsFieldNumber, kBytes):
        if (!read_annotation_message(field.bytes, block_.annotations.emplace_back())) return false;
        break;
      case tag_of(E::kCategoryIidsFieldNumber, kVarint):
        if (!packet.has(Packet::kHasCategory) && field.number <= UINT32_MAX) {
          packet.category = static_cast<std::uint32_t>(field.number);
          packet.flags |= Packet::kHasCategory;
        } else {
          extra(Extra::Kind::kCategory, field.number);
        }
        break;
      case tag_of(E::kCounterValueFieldNumber, kVarint):
        packet.value = field.number;
        packet.flags |= Packet::kHasValue;
        break;
      case tag_of(E::kDoubleCounterValueFieldNumber, kFixed64):
        packet.value = field.number;
        packet.flags |= Packet::kHasValue | Packet::kRealValue;
        break;
      case tag_of(E::kFlowIdsFieldNumber, kFixed64): extra(Extra::Kind::kFlow, field.number); break;
      case tag_of(E::kTerminatingFlowIdsFieldNumber, kFixed64):
        extra(Extra::Kind::kTerminatingFlow, field.number);
        break;
      default:
        if (!read_rare_field(field, packet)) return false;
    }
  }
  return in.ok();
}

/// Reads a field that few events have.
bool Decoder::read_rare_field(const WireField& field, Packet& packet) {
  using E = pb::TrackEvent;
  using Kind = Extra::Kind;
  switch (field.tag) {
    case tag_of(E::kCategoryIidsFieldNumber, kBytes): return packed(Kind::kCategory, field.bytes);
    case tag_of(E::kCategoriesFieldNumber, kBytes):
      extra(Kind::kCategoryText, 0, field.bytes);
      return true;
    case tag_of(E::kFlowIdsOldFieldNumber, kVarint): extra(Kind::kFlow, field.number); return true;
    case tag_of(E::kFlowIdsOldFieldNumber, kBytes): return packed(Kind::kFlow, field.bytes);
    case tag_of(E::kFlowIdsFieldNumber, kBytes): return packed_fixed(Kind::kFlow, field.bytes);
    case tag_of(E::kTerminatingFlowIdsOldFieldNumber, kVarint):
      extra(Kind::kTerminatingFlow, field.number);
      return true;
    case tag_of(E::kTerminatingFlowIdsOldFieldNumber, kBytes):
      return packed(Kind::kTerminatingFlow, field.bytes);
    case tag_of(E::kTerminatingFlowIdsFieldNumber, kBytes):
      return packed_fixed(Kind::kTerminatingFlow, field.bytes);
    case tag_of(E::kExtraCounterTrackUuidsFieldNumber, kVarint):
      extra(Kind::kCounterTrack, field.number);
      return true;
    case tag_of(E::kExtraCounterTrackUuidsFieldNumber, kBytes):
      return packed(Kind::kCounterTrack, field.bytes);
    case tag_of(E::kExtraCounterValuesFieldNumber, kVarint):
      extra(Kind::kCounterValue, field.number);
      return true;
    case tag_of(E::kExtraCounterValuesFieldNumber, kBytes):
      return packed(Kind::kCounterValue, field.bytes);
    case tag_of(E::kExtraDoubleCounterTrackUuidsFieldNumber, kVarint):
      extra(Kind::kRealCounterTrack, field.number);
      return true;
    case tag_of(E::kExtraDoubleCounterTrackUuidsFieldNumber, kBytes):
      return packed(Kind::kRealCounterTrack, field.bytes);
    case tag_of(E::kExtraDoubleCounterValuesFieldNumber, kFixed64):
      extra(Kind::kRealCounterValue, field.number);
      return true;
    case tag_of(E::kExtraDoubleCounterValuesFieldNumber, kBytes):
      return packed_fixed(Kind::kRealCounterValue, field.bytes);
    case tag_of(E::kSourceLocationIidFieldNumber, kVarint):
      extra(Kind::kSourceLocation, field.number);
      return true;
    case tag_of(E::kSourceLocationFieldNumber, kBytes):
      extra(Kind::kSourceLocationText, 0, field.bytes);
      return true;
    case tag_of(E::kTimestampDeltaUsFieldNumber, kVarint):
    case tag_of(E::kTimestampAbsoluteUsFieldNumber, kVarint):
      packet.flags |= Packet::kOldTimestamp;
      return true;
    case tag_of(E::kLegacyEventFieldNumber, kBytes):
      extra(Kind::kLegacy, 0, field.bytes);
      return true;
    default:
      if (field.type() == kBytes) {
        problem("unknown_event_field", field.bytes,
                tr("the unknown field {} of an event was skipped", field.field()));
      }
      return true;
  }
}

bool Decoder::packed(Extra::Kind kind, std::string_view text) {
  while (!text.empty()) {
    std::uint64_t value = 0;
    if (!WireReader::take_varint(text, value)) return false;
    extra(kind, value);
  }
  return true;
}

bool Decoder::packed_fixed(Extra::Kind kind, std::string_view text) {
  if (text.size() % sizeof(std::uint64_t) != 0) return false;
  for (; !text.empty(); text.remove_prefix(sizeof(std::uint64_t))) {
    std::uint64_t value = 0;
    std::memcpy(&value, text.data(), sizeof(value));
    extra(kind, value);
  }
  return true;
}

bool Decoder::read_nscope(std::string_view text, Packet& packet) {
  using N = pb::Nscope;
  WireReader in(text);
  for (WireField field; in.next(field);) {
    switch (field.tag) {
      case tag_of(N::kTickRemainderFieldNumber, kVarint):
        packet.tick_remainder = static_cast<std::uint32_t>(field.number);
        break;
      case tag_of(N::kWaitTicksFieldNumber, kVarint):
        extra(Extra::Kind::kWait, static_cast<std::uint64_t>(field.zigzag()));
        break;
      case tag_of(N::kFlowKindsFieldNumber, kVarint):
        extra(Extra::Kind::kFlowKind, field.number);
        break;
      case tag_of(N::kTrackFieldNumber, kBytes):
      case tag_of(N::kRunFieldNumber, kBytes): packet.flags |= Packet::kState; break;
      default: break;
    }
  }
  return in.ok();
}

/// Unpacks the packets in a packet and reads them.
void Decoder::unpack(std::string_view text, PacketPacking packing, int compression) {
  if (compression >= kMaxCompression) {
    problem("damaged_packet", text,
            tr("a compressed packet was skipped: it is inside other compressed packets"));
    return;
  }
  std::string& out = block_.unpacked.emplace_back();
  switch (unpack_packets(text, packing, out)) {
    case UnpackResult::kDone: return read_packets(out, compression + 1);
    case UnpackResult::kTooLarge:
      return problem("damaged_packet", text,
                     tr("a compressed packet was skipped: it unpacks to more than 1 MiB or to "
                        "more than 200 times its size"));
    case UnpackResult::kDamaged:
      return problem("damaged_packet", text,
                     tr("a compressed packet was skipped: its data is damaged"));
  }
}

}  // namespace

bool read_annotation_message(std::string_view text, Annotation& out) {
  using A = pb::DebugAnnotation;
  using Kind = Annotation::Kind;
  WireReader in(text);
  for (WireField field; in.next(field);) {
    const auto take = [&](Kind kind) {
      out.kind = kind;
      out.bits = field.number;
    };
    switch (field.tag) {
      case tag_of(A::kNameIidFieldNumber, kVarint): out.name_id = field.number; break;
      case tag_of(A::kNameFieldNumber, kBytes): out.name = field.bytes; break;
      case tag_of(A::kBoolValueFieldNumber, kVarint): take(Kind::kBool); break;
      case tag_of(A::kUintValueFieldNumber, kVarint):
        take(field.number <= INT64_MAX ? Kind::kInteger : Kind::kHuge);
        break;
      case tag_of(A::kIntValueFieldNumber, kVarint): take(Kind::kInteger); break;
      case tag_of(A::kDoubleValueFieldNumber, kFixed64): take(Kind::kReal); break;
      case tag_of(A::kPointerValueFieldNumber, kVarint): take(Kind::kPointer); break;
      case tag_of(A::kStringValueIidFieldNumber, kVarint): take(Kind::kTextId); break;
      case tag_of(A::kStringValueFieldNumber, kBytes):
      case tag_of(A::kLegacyJsonValueFieldNumber, kBytes):
        out.kind = Kind::kText;
        out.text = field.bytes;
        break;
      case tag_of(A::kNestedValueFieldNumber, kBytes):
      case tag_of(A::kDictEntriesFieldNumber, kBytes):
      case tag_of(A::kArrayValuesFieldNumber, kBytes):
        out.kind = Kind::kNested;
        out.text = text;
        break;
      default: break;
    }
  }
  return in.ok();
}

void decode_packets(PacketBlock& block) {
  Decoder(block).read_packets(block.bytes, 0);
}

std::uint64_t PacketBlock::position_of(const Packet& packet) const {
  const char* const at = packet.bytes.data();
  // For a packet in a compressed packet only the position of the block is known.
  const std::less<const char*> before;
  if (before(at, bytes.data()) || before(bytes.data() + bytes.size(), at)) return position;
  return position + static_cast<std::uint64_t>(at - bytes.data());
}

void PacketBlock::clear() {
  bytes = {};
  position = 0;
  packets.clear();
  annotations.clear();
  extras.clear();
  unpacked.clear();
  problems.clear();
  not_read.clear();
}

}  // namespace nscope::importers::perfetto
