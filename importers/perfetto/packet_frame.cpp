#include "importers/perfetto/packet_frame.h"

#include "importers/shared/wire_reader.h"
#include "profiler/perfetto/perfetto_trace.pb.h"

namespace nscope::importers::perfetto {

PacketFrame packet_frame(std::string_view text) {
  PacketFrame frame;
  std::string_view rest = text;
  std::uint64_t tag_value = 0;
  std::uint64_t size = 0;
  const auto cut_off = [&] {  // a varint is truncated at the end, or it is too long
    frame.state = rest.size() < 10 ? PacketFrame::State::kCutOff : PacketFrame::State::kDamaged;
    frame.size = text.size() + 1;
    return frame;
  };
  if (!WireReader::take_varint(rest, tag_value)) return cut_off();
  const std::uint64_t type = tag_value & 7;
  if (tag_value >> 3 == 0 ||
      (type != kVarint && type != kBytes && type != kFixed64 && type != kFixed32)) {
    frame.state = PacketFrame::State::kDamaged;
    return frame;
  }
  if (tag_value != tag_of(perfetto_proto::Trace::kPacketFieldNumber, kBytes)) {
    frame.state = PacketFrame::State::kOther;
  }
  if (type == kVarint) {
    if (!WireReader::take_varint(rest, size)) return cut_off();
    frame.header = text.size() - rest.size();
    frame.size = frame.header;
    return frame;
  }
  if (type == kBytes) {
    if (!WireReader::take_varint(rest, size)) return cut_off();
  } else {
    size = type == kFixed64 ? 8 : 4;
  }
  frame.header = text.size() - rest.size();
  if (size > rest.size()) {
    frame.state = PacketFrame::State::kCutOff;
    frame.size = size > UINT64_MAX - frame.header ? UINT64_MAX : size + frame.header;
    return frame;
  }
  frame.size = frame.header + size;
  return frame;
}

}  // namespace nscope::importers::perfetto
