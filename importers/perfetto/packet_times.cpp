#include "importers/perfetto/packet_times.h"

#include "importers/shared/wire_reader.h"
#include "profiler/perfetto/perfetto_trace.pb.h"

namespace nscope::importers::perfetto {
namespace {

namespace pb = nscope::perfetto_proto;

}  // namespace

Sequence& PacketTimes::change_sequence(const Packet& packet) {
  if (last_ == nullptr || last_id_ != packet.sequence) {
    last_ = &sequences_[packet.sequence];
    last_id_ = packet.sequence;
  }
  if (packet.has(Packet::kStateCleared)) {
    last_->clear();
  } else if (packet.has(Packet::kDropped)) {
    last_->lost = true;
  }
  return *last_;
}

bool PacketTimes::update(const Packet& packet, Sequence& sequence) {
  using P = pb::TracePacket;
  bool good = true;
  WireReader in(packet.bytes);
  for (WireField field; in.next(field);) {
    if (field.is(P::kTracePacketDefaultsFieldNumber, kBytes)) {
      good = sequence.set_defaults(field.bytes) && good;
    }
    if (field.is(P::kClockSnapshotFieldNumber, kBytes)) {
      good = clocks_.add_snapshot(field.bytes, packet.sequence) && good;
    }
  }
  return good;
}

bool PacketTimes::translated_time(const Packet& packet, const Sequence& sequence,
                                  std::int64_t& time) {
  if (!packet.has(Packet::kHasTimestamp)) return false;
  const std::uint32_t own = packet.has(Packet::kHasClock) ? packet.clock : sequence.default_clock;
  const std::uint32_t clock = own == 0 ? clocks_.trace_clock() : own;
  time = static_cast<std::int64_t>(packet.timestamp);
  if (clock != clocks_.trace_clock() || clocks_.has_snapshots()) {
    const auto converted = clocks_.to_trace_time(clock, packet.sequence, packet.timestamp);
    if (converted) time = *converted;
    if (!converted) ++unsynchronised_;
  }
  constexpr auto kLimit = static_cast<std::int64_t>(kFarthest);
  return time > -kLimit && time < kLimit;
}

}  // namespace nscope::importers::perfetto
