#pragma once

#include <cstdint>
#include <string>

namespace nscope::importers::perfetto {

/// A kind of packet that we do not read.
struct PacketKind {
  std::string name;         ///< as in Perfetto's documentation, or "packet_field_N"
  bool has_events = false;  ///< what somebody could miss on a timeline
};

/// The kind of a packet by the number of the field that holds its content.
PacketKind packet_kind(std::uint32_t field);

}  // namespace nscope::importers::perfetto
