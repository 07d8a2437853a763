#pragma once

#include "importers/ntff/core_run.h"
#include "importers/ntff/records.h"

#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

namespace nscope::importers {

inline constexpr std::uint32_t kNoTrigger = 0xffffffff;
/// Bytes that the last packet of a transfer on a ring writes to a semaphore.
inline constexpr std::uint32_t kSemaphoreWriteBytes = 4;

/// The instruction that caused a packet.
struct PacketOwner {
  std::uint32_t row = kNoTrigger;
  bool last = false;  ///< the last packet of the transfer on its ring: it writes the semaphore
};

/// Finds the instructions that caused packets. A DMA_DIRECT2D instruction feeds the dynamic queue
/// of its engine: on each ring the k-th packet of 4 bytes (the semaphore write) is the last one of
/// the k-th of them. A WRITE to the tail pointers of a static ring starts a transfer whose number
/// of packets the header states. Immutable; any thread. The core of the run must outlive it.
class DmaTriggers {
 public:
  explicit DmaTriggers(const CoreRun& run);

  /// Replaces `owners` by those of the packets of one DMA engine, which are sorted by start.
  void find_owners(std::span<const DmaRow> packets, std::vector<PacketOwner>& owners) const;

  /// Whether the row started a transfer of a static queue.
  bool is_static(std::uint32_t row) const { return static_rows_.contains(row); }

 private:
  /// One transfer of a static ring. A second WRITE adds descriptors for single engines.
  struct StaticTransfer {
    std::uint32_t row = 0;
    std::vector<RingTail> tails;
  };
  /// The packets of one ring of one DMA engine during one execution.
  struct Ring {
    const std::vector<std::uint32_t>* dynamic = nullptr;
    const std::vector<StaticTransfer>* fixed = nullptr;
    const NtffQueue* queue = nullptr;
    std::size_t closed = 0;       ///< triggers whose last packet has been seen
    std::uint32_t remaining = 0;  ///< packets of the current static transfer
  };

  static std::uint64_t key(std::uint32_t execution, int place) {
    return std::uint64_t{execution} << 8 | static_cast<std::uint8_t>(place);
  }
  Ring ring_of(const DmaRow& packet) const;
  static PacketOwner next_static(Ring& ring, int dma_engine);

  const NtffCore& core_;
  std::unordered_map<std::uint64_t, std::vector<std::uint32_t>> dynamic_;  ///< by engine
  std::unordered_map<std::uint64_t, std::vector<StaticTransfer>> fixed_;   ///< by ring
  std::unordered_map<std::uint32_t, int> static_rows_;
};

}  // namespace nscope::importers
