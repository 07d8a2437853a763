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

/// Cuts a trace file into pieces of whole packets, in order, plain or gzip. What
/// cannot be cut ends the trace early: see problem().
class PacketBlocks {
 public:
  /// Pieces have this many bytes, or one packet more.
  static constexpr std::size_t kBlockBytes = std::size_t{64} << 10;
  /// Of one packet in a compressed file, which must be held in memory.
  static constexpr std::size_t kMaxPacket = std::size_t{128} << 20;

  static Result<PacketBlocks> open(const ByteSource& file);

  /// Fills `block.bytes` (and `buffer`) with the next piece. False at the end.
  bool next(PacketBlock& block);

  /// Bytes of the file that were read so far; for progress.
  std::uint64_t consumed() const;

  struct Problem {
    enum class Kind : std::uint8_t {
      kNone,
      kCutOff,   ///< the last packet is not all there
      kDamaged,  ///< no packet begins where one should
      kPacked,   ///< gzip data is damaged
    };
    Kind kind = Kind::kNone;
    std::uint64_t position = 0;  ///< in the (unpacked) trace
    std::string detail{};
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
  std::string carry_;  // bytes of a packet that is not all there yet
  bool packed_end_ = false;
  std::uint64_t position_ = 0;
  Problem problem_;
};

/// True where the text starts with what only a Perfetto trace starts with. It may
/// be cut off anywhere.
bool looks_like_packets(std::string_view head);

}  // namespace nscope::importers::perfetto
