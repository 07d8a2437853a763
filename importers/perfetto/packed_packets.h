#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace nscope::importers::perfetto {

/// The compression of the packets in a packet.
enum class PacketPacking : std::uint8_t {
  kZlib,  ///< also gzip, which some writers use
  kZstd
};
enum class UnpackResult : std::uint8_t {
  kDone,
  kTooLarge,  ///< more than 1 MiB, or than 200 times the size
  kDamaged
};

/// Unpacks the packets in a packet into `out`, which is empty unless the result is kDone.
UnpackResult unpack_packets(std::string_view packed, PacketPacking packing, std::string& out);

}  // namespace nscope::importers::perfetto
