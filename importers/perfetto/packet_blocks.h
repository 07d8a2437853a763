#pragma once

#include "importers/perfetto/packet_decoder.h"
#include "profiler/base/files/byte_source.h"
#include "profiler/base/files/inflate.h"
#include "profiler/base/result.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace nscope::importers::perfetto {

/// Cuts a trace file, plain or gzip, into pieces of whole packets, in order. At damaged data the
/// trace ends early: see problem().
class PacketBlocks {
 public:
  /// Pieces have this many bytes, or one packet more.
  static constexpr std::size_t kBlockBytes = std::size_t{64} << 10;
  /// The largest packet in a compressed file, which must fit into memory.
  static constexpr std::size_t kMaxPacket = std::size_t{128} << 20;

  static Result<PacketBlocks> open(const ByteSource& file);

  /// Fills `block.bytes` (and `buffer`) with the next piece. False at the end.
  bool next(PacketBlock& block);

  /// The number of bytes of the file that have been read, for progress.
  std::uint64_t consumed() const;

  struct Problem {
    enum class Kind : std::uint8_t {
      kNone,
      kCutOff,   ///< the last packet is truncated
      kDamaged,  ///< there is no packet where one should start
      kPacked,   ///< the gzip data is damaged
    };
    Kind kind = Kind::kNone;
    std::uint64_t position = 0;  ///< in the unpacked trace
    Text detail{};
  };
  const Problem& problem() const { return problem_; }

 private:
  explicit PacketBlocks(const ByteSource& file) : file_(&file), rest_(file.text()) {}

  bool next_plain(PacketBlock& block);
  bool next_packed(PacketBlock& block);
  std::size_t whole_packets(std::string_view text, bool more_to_come);

  const ByteSource* file_;
  std::string_view rest_;  // of a plain file
  std::optional<InflateStream> packed_;
  std::string carry_;  // bytes of an incomplete packet
  bool packed_end_ = false;
  std::uint64_t position_ = 0;
  Problem problem_;
};

/// Whether the text starts like a Perfetto trace. The text may be truncated anywhere.
bool looks_like_packets(std::string_view head);

}  // namespace nscope::importers::perfetto
