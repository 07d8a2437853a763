#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace nscope::importers::perfetto {

/// The extent of the packet at the start of `text`.
struct PacketFrame {
  enum class State : std::uint8_t { kPacket, kOther, kCutOff, kDamaged };
  State state = State::kPacket;
  std::uint64_t size = 0;  ///< bytes of tag, length and content; if truncated, the stated size
  std::size_t header = 0;  ///< bytes of tag and length; 0 if the length is truncated
};
PacketFrame packet_frame(std::string_view text);

/// A fast version for nearly all packets: shorter than 16 KiB and complete. False for any other;
/// `header` and `size` as in PacketFrame.
inline bool plain_frame(const char* at, const char* end, std::size_t& header, std::size_t& size) {
  constexpr char kPacketTag = 0x0a;
  if (end - at < 3 || at[0] != kPacketTag) return false;
  const auto low = static_cast<std::uint8_t>(at[1]);
  const auto high = static_cast<std::uint8_t>(at[2]);
  if (low >= 0x80 && high >= 0x80) return false;
  header = low < 0x80 ? 2 : 3;
  size = header + (low < 0x80 ? low : (low & 0x7fu) | std::size_t{high} << 7);
  return size <= static_cast<std::size_t>(end - at);
}

}  // namespace nscope::importers::perfetto
