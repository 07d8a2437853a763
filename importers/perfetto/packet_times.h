#pragma once

#include "importers/perfetto/clocks.h"
#include "importers/perfetto/packet_decoder.h"
#include "importers/perfetto/sequences.h"

#include <cstdint>
#include <unordered_map>

namespace nscope::importers::perfetto {

/// The sequences and clocks of a trace, which determine the times of packets.
class PacketTimes {
 public:
  /// The sequence of a packet. Its state is cleared or marked as lost if the packet says so.
  Sequence& sequence_of(const Packet& packet) {
    constexpr auto kChanges = static_cast<std::uint16_t>(Packet::kStateCleared | Packet::kDropped);
    const bool same = last_ != nullptr && last_id_ == packet.sequence;
    return same && (packet.flags & kChanges) == 0 ? *last_ : change_sequence(packet);
  }
  /// Reads the clock snapshot and the defaults in a packet with Packet::kState. False if one of
  /// them is damaged.
  bool update(const Packet& packet, Sequence& sequence);
  /// Sets `time` to nanoseconds of the trace's clock. False if the packet has no time or one beyond
  /// +-146 years. If the packet's clock is not synchronised with the trace's, the time is used
  /// unchanged and counted.
  bool time_of(const Packet& packet, const Sequence& sequence, std::int64_t& time) {
    const bool plain = packet.has(Packet::kHasTimestamp) && !packet.has(Packet::kHasClock) &&
                       sequence.default_clock == 0 && !clocks_.has_snapshots() &&
                       packet.timestamp < kFarthest;
    if (!plain) return translated_time(packet, sequence, time);
    time = static_cast<std::int64_t>(packet.timestamp);
    return true;
  }

  const Clocks& clocks() const { return clocks_; }
  std::int64_t unsynchronised() const { return unsynchronised_; }

 private:
  static constexpr std::uint64_t kFarthest = std::uint64_t{1} << 62;

  Sequence& change_sequence(const Packet& packet);
  bool translated_time(const Packet& packet, const Sequence& sequence, std::int64_t& time);

  Clocks clocks_;
  std::unordered_map<std::uint32_t, Sequence> sequences_;
  Sequence* last_ = nullptr;
  std::uint32_t last_id_ = 0;
  std::int64_t unsynchronised_ = 0;
};

}  // namespace nscope::importers::perfetto
