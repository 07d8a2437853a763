#pragma once

#include "profiler/base/text.h"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace nscope::importers::perfetto {

/// A debug annotation before its interned texts are resolved with the packet's sequence.
struct Annotation {
  enum class Kind : std::uint8_t {
    kNone,
    kInteger,
    kHuge,  ///< a whole number above INT64_MAX
    kBool,
    kReal,
    kPointer,
    kText,
    kTextId,  ///< an interned text; `bits` is its id
    kNested,  ///< a dictionary or array; `text` is the whole annotation
  };
  std::uint64_t name_id = 0;  ///< of an interned name, if `name` is empty
  std::string_view name{};
  std::uint64_t bits = 0;
  std::string_view text{};
  Kind kind = Kind::kNone;
};

/// Reads a DebugAnnotation message. False if it is damaged.
bool read_annotation_message(std::string_view text, Annotation& out);

/// A flow or a less frequent field of an event.
struct Extra {
  enum class Kind : std::uint8_t {
    kFlow,
    kTerminatingFlow,
    kFlowKind,  ///< in Neuronscope exports: see Nscope.flow_kinds
    kCategory,  ///< a further interned category
    kCategoryText,
    kCounterTrack,
    kCounterValue,
    kRealCounterTrack,
    kRealCounterValue,
    kSourceLocation,      ///< interned
    kSourceLocationText,  ///< inline message
    kLegacy,              ///< a LegacyEvent message
    kWait,                ///< in Neuronscope exports: ticks
  };
  std::uint64_t bits = 0;
  std::string_view text;
  Kind kind = Kind::kFlow;
};

/// One packet, decoded without the packets before it.
struct Packet {
  enum Flag : std::uint16_t {
    kEvent = 1u << 0,  ///< has a track event
    kState = 1u << 1,  ///< changes the sequence or the tracks and must be read again
    kHasTimestamp = 1u << 2,
    kHasTrack = 1u << 3,
    kHasNameId = 1u << 4,
    kHasNameText = 1u << 5,
    kHasValue = 1u << 6,
    kRealValue = 1u << 7,
    kHasClock = 1u << 8,
    kStateCleared = 1u << 9,
    kNeedsState = 1u << 10,
    kDropped = 1u << 11,
    kHasCategory = 1u << 12,
    kOldTimestamp = 1u << 13,  ///< a time of older writers, relative to an earlier packet
  };

  // Without this constructor a new packet would be zeroed before its members are set.
  Packet() {}

  std::string_view bytes;  ///< the whole packet
  std::uint64_t timestamp = 0;
  std::uint64_t track_uuid = 0;
  std::uint64_t name_id = 0;
  std::uint64_t value = 0;  ///< of a counter: int64, or double with kRealValue
  const char* name_text = nullptr;
  std::uint32_t name_size = 0;
  std::uint32_t sequence = 0;
  std::uint32_t clock = 0;
  std::uint32_t category = 0;
  std::uint32_t tick_remainder = 0;
  std::uint32_t annotations_end = 0;  ///< they start at the end of those of the previous packet
  std::uint32_t extras_end = 0;
  std::uint16_t flags = 0;
  std::uint8_t type = 0;

  bool has(Flag flag) const { return (flags & flag) != 0; }
};

/// The packets of one piece of the file, decoded independently of other pieces. Texts point into
/// the file or into `unpacked`.
struct PacketBlock {
  std::string_view bytes;      ///< in the file or in `buffer`
  std::uint64_t position = 0;  ///< of bytes[0] in the unpacked file
  std::string buffer;          ///< owns `bytes` if the file is compressed

  std::vector<Packet> packets;
  std::vector<Annotation> annotations;
  std::vector<Extra> extras;
  std::deque<std::string> unpacked;  ///< contents of compressed packets

  struct Problem {
    std::int64_t count = 0;
    std::uint64_t position = 0;  ///< of the first
    Text detail{};
  };
  std::map<std::string_view, Problem> problems;    ///< by diagnostic code
  std::map<std::uint32_t, std::int64_t> not_read;  ///< number of packets by field of their content

  /// The position of a packet in the file; if the packet was compressed, that of the block.
  std::uint64_t position_of(const Packet& packet) const;
  void clear();
};

/// Decodes `block.bytes`: whole packets, each with its tag and length. Damaged packets are counted
/// in `block.problems`. Thread-safe for different blocks.
void decode_packets(PacketBlock& block);

}  // namespace nscope::importers::perfetto
