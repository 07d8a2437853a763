#pragma once

#include "importers/nsight_sqlite/export_database.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <utility>

namespace nscope::importers::nsight {

/// The sizes of messages in the binary payloads of NCCL's NVTX ranges. The tables NVTX_PAYLOAD_*
/// state the layout of each kind of payload. One thread.
class MessageSizes {
 public:
  /// Reads the layouts. Errors: kBadInput, kCancelled.
  Result<> read(const ExportDatabase& database);

  /// The size of the message in bytes, as NCCL states it: of one message, not of all messages that
  /// a collective sends and receives. nullopt if the payload is of another kind, or does not have
  /// the size that the tables state.
  std::optional<std::int64_t> in(std::span<const std::byte> payload) const;

 private:
  struct Layout {
    std::uint64_t bytes = 0;            ///< of the payload without its header
    std::optional<std::uint64_t> at{};  ///< offset of the size of the message
  };
  std::map<std::pair<std::uint64_t, std::uint64_t>, Layout> layouts_;  ///< by domain and schema
};

}  // namespace nscope::importers::nsight
