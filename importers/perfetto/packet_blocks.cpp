#include "importers/perfetto/packet_blocks.h"

#include "importers/perfetto/packet_frame.h"
#include "importers/perfetto/packet_kinds.h"
#include "importers/shared/wire_reader.h"
#include "profiler/perfetto/perfetto_trace.pb.h"

#include <algorithm>
#include <utility>

namespace nscope::importers::perfetto {
namespace {

using P = nscope::perfetto_proto::TracePacket;

constexpr std::uint64_t kCompressedTag = tag_of(P::kCompressedPacketsFieldNumber, kBytes);
constexpr std::uint64_t kZstdTag = tag_of(P::kZstdCompressedPacketsFieldNumber, kBytes);

/// Whether the packet's first field contains compressed packets. It may contain very many packets,
/// so a piece has only one of them.
bool is_compressed(std::string_view content) {
  const auto starts_with = [&](std::uint64_t tag) {
    return content[0] == static_cast<char>(tag | 0x80) && content[1] == static_cast<char>(tag >> 7);
  };
  static_assert(kCompressedTag >> 14 == 0 && kCompressedTag >> 7 != 0);
  static_assert(kZstdTag >> 14 == 0 && kZstdTag >> 7 != 0);
  return content.size() >= 2 && (starts_with(kCompressedTag) || starts_with(kZstdTag));
}

enum class Fit : std::uint8_t { kNo, kPossible, kStrong };

/// Whether a TracePacket can have a field with this wire type.
Fit field_fit(std::uint64_t field, std::uint32_t type) {
  const bool varint = type == kVarint;
  const bool bytes = type == kBytes;
  switch (field) {
    case P::kTimestampFieldNumber:
    case P::kTrustedPacketSequenceIdFieldNumber: return varint ? Fit::kStrong : Fit::kNo;
    case P::kSequenceFlagsFieldNumber:
    case P::kIncrementalStateClearedFieldNumber:
    case P::kPreviousPacketDroppedFieldNumber:
    case P::kTimestampClockIdFieldNumber:
    case P::kFirstPacketOnSequenceFieldNumber:
    case 3:   // trusted_uid
    case 79:  // trusted_pid
    case 98:  // machine_id
      return varint ? Fit::kPossible : Fit::kNo;
    case P::kTrackEventFieldNumber:
    case P::kTrackDescriptorFieldNumber:
    case P::kClockSnapshotFieldNumber:
    case P::kSynchronizationMarkerFieldNumber:
    case P::kCompressedPacketsFieldNumber:
    case P::kZstdCompressedPacketsFieldNumber:
    case 33:  // trace_config
    case 89:  // trace_uuid
      return bytes ? Fit::kStrong : Fit::kNo;
    case P::kInternedDataFieldNumber:
    case P::kTracePacketDefaultsFieldNumber:
    case P::kNscopeFieldNumber: return bytes ? Fit::kPossible : Fit::kNo;
    default: break;
  }
  if (field >= 100 && field < 2000) return Fit::kPossible;  // new fields and extensions
  const bool known = !packet_kind(static_cast<std::uint32_t>(field)).name.starts_with("packet_");
  return known && bytes ? Fit::kPossible : Fit::kNo;
}

}  // namespace

bool looks_like_packets(std::string_view head) {
  constexpr int kPackets = 8;
  bool strong = false;
  for (int packet = 0; packet < kPackets && !head.empty(); ++packet) {
    const PacketFrame frame = packet_frame(head);
    if (frame.header == 0 || frame.state == PacketFrame::State::kDamaged ||
        frame.state == PacketFrame::State::kOther) {
      // The head ends inside the length of a packet.
      return strong && frame.state == PacketFrame::State::kCutOff;
    }
    std::string_view content = head.substr(frame.header);
    std::uint64_t left = frame.size - frame.header;
    while (left > 0 && !content.empty()) {
      const std::size_t before = content.size();
      std::uint64_t tag = 0;
      std::uint64_t size = 0;
      if (!WireReader::take_varint(content, tag)) return strong && before < 10;
      const auto type = static_cast<std::uint32_t>(tag & 7);
      const Fit fit = field_fit(tag >> 3, type);
      if (fit == Fit::kNo || (type != kVarint && type != kBytes)) {
        return false;
      }
      if (!WireReader::take_varint(content, size)) return strong && content.size() < 10;
      const std::uint64_t header = before - content.size();
      const std::uint64_t whole = type == kBytes ? size : 0;
      if (header > left || whole > left - header) return false;
      strong = strong || fit == Fit::kStrong;
      left -= header + whole;
      if (whole > content.size()) return strong;
      content.remove_prefix(static_cast<std::size_t>(whole));
    }
    if (frame.state == PacketFrame::State::kCutOff) return strong;
    head.remove_prefix(static_cast<std::size_t>(frame.size));
  }
  return strong;
}

Result<PacketBlocks> PacketBlocks::open(const ByteSource& file) {
  PacketBlocks blocks(file);
  if (is_gzip(file.head())) {
    auto stream = InflateStream::open(file);
    if (!stream) return fail(stream.error());
    blocks.packed_ = std::move(*stream);
  }
  return blocks;
}

std::uint64_t PacketBlocks::consumed() const {
  return packed_ ? packed_->consumed() : file_->size() - rest_.size();
}

bool PacketBlocks::next(PacketBlock& block) {
  block.clear();
  block.position = position_;
  if (problem_.kind != Problem::Kind::kNone) return false;
  const bool more = packed_ ? next_packed(block) : next_plain(block);
  position_ += block.bytes.size();
  return more;
}

std::size_t PacketBlocks::whole_packets(std::string_view text, bool more_to_come) {
  std::size_t size = 0;
  while (size < kBlockBytes && size < text.size()) {
    std::size_t header = 0;
    std::size_t plain = 0;
    if (plain_frame(text.data() + size, text.data() + text.size(), header, plain)) {
      const bool compressed = is_compressed(text.substr(size + header, plain - header));
      size += plain;
      if (compressed) break;
      continue;
    }
    const PacketFrame frame = packet_frame(text.substr(size));
    if (frame.state == PacketFrame::State::kDamaged) {
      problem_ = {Problem::Kind::kDamaged, position_ + size,
                  more_to_come || packed_
                      ? tr("damaged trace: no packet starts here; the rest was not read")
                      : tr("damaged trace: no packet starts here; the last {} bytes were not read",
                           text.size() - size)};
      return size;
    }
    if (frame.state == PacketFrame::State::kCutOff) {
      if (!more_to_come) {
        problem_ = {
            Problem::Kind::kCutOff, position_ + size,
            tr("unexpected end of file: the packet has {} bytes, but only {} are in the file",
               frame.size, text.size() - size)};
      }
      return size;
    }
    const std::string_view content = text.substr(size, static_cast<std::size_t>(frame.size));
    size += content.size();
    if (is_compressed(content.substr(frame.header))) break;
  }
  return size;
}

bool PacketBlocks::next_plain(PacketBlock& block) {
  block.bytes = rest_.substr(0, whole_packets(rest_, false));
  rest_.remove_prefix(block.bytes.size());
  return !block.bytes.empty();
}

bool PacketBlocks::next_packed(PacketBlock& block) {
  std::string& buffer = block.buffer;
  buffer.assign(carry_);
  carry_.clear();
  std::size_t wanted = kBlockBytes;
  while (true) {
    if (!packed_end_ && buffer.size() < wanted) {
      const std::size_t had = buffer.size();
      buffer.resize(wanted);
      const auto read = packed_->read(std::as_writable_bytes(std::span(buffer)).subspan(had));
      buffer.resize(had + read.value_or(0));
      packed_end_ = !read || buffer.size() < wanted;
      if (!read) problem_ = {Problem::Kind::kPacked, position_ + had, read.error().message};
    }
    const Problem damaged = problem_;
    const std::size_t whole = whole_packets(buffer, !packed_end_);
    if (damaged.kind != Problem::Kind::kNone) problem_ = damaged;  // the cause, not the consequence
    if (whole > 0 || packed_end_ || problem_.kind != Problem::Kind::kNone) {
      carry_.assign(buffer, whole);
      buffer.resize(whole);
      block.bytes = buffer;
      return whole > 0;
    }
    if (wanted >= kMaxPacket) {
      problem_ = {Problem::Kind::kDamaged, position_, tr("a packet is larger than 128 MiB")};
      return false;
    }
    wanted *= 2;
  }
}

}  // namespace nscope::importers::perfetto
