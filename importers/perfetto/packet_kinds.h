#pragma once

#include <cstdint>
#include <string>

namespace nscope::importers::perfetto {

/// A kind of packet that is not imported.
struct PacketKind {
  std::string name;         ///< as in Perfetto's documentation, or "packet_field_N"
  bool has_events = false;  ///< whether Perfetto would show it on the timeline
};

/// The kind of a packet by the number of the field with its content.
PacketKind packet_kind(std::uint32_t field);

}  // namespace nscope::importers::perfetto
