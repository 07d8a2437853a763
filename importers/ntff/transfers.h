#pragma once

#include "importers/neff/neff.h"
#include "importers/ntff/core_run.h"
#include "importers/ntff/dma_triggers.h"

#include <bitset>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

namespace nscope::importers {

/// Between which memories a transfer moves data.
enum class TransferDirection : std::uint8_t { kUnknown, kLoad, kStore };

/// DMA engines that share the work of a transfer.
inline constexpr std::uint32_t kDmaRings = 16;

/// All packets of one DMA instruction on all rings.
struct Transfer {
  std::int64_t begin = 0;
  std::int64_t end = 0;
  std::int64_t bytes = 0;  ///< without the semaphore writes
  std::uint32_t row = 0;   ///< the instruction that started it
  const NtffQueue* queue = nullptr;
  bool is_static = false;
  std::uint32_t rings_closed = 0;                             ///< rings whose last packet was seen
  TransferDirection direction = TransferDirection::kUnknown;  ///< of a static transfer
  std::vector<std::int64_t> ring_ends{};                      ///< of a static transfer
};

/// Collects the packets of a core into transfers. One thread.
class TransferCollector {
 public:
  TransferCollector(const CoreRun& run, const DmaTriggers& triggers)
      : run_(run), triggers_(triggers), index_(run.size(), kNoTrigger) {}

  void add(const DmaRow& packet, const PacketOwner& owner, const NtffQueue* queue);
  /// A change of a semaphore by a DMA ring.
  void semaphore(const EventRow& event);

  /// The transfers in the order of their instructions. `neff` may be null. The direction of a
  /// static transfer is stated by the NEFF, or follows from the program: a transfer that starts
  /// before its engine has waited for results of another engine loads, and a transfer whose
  /// completion no engine awaits that uses data stores. In all other cases it is unknown.
  std::vector<Transfer> finish(const NeffSubgraph* neff);

 private:
  using Semaphores = std::bitset<256>;
  /// (engine, execution) -> row
  using FirstWaits = std::map<std::pair<HardwareEngine, std::uint32_t>, std::uint32_t>;

  FirstWaits first_waits() const;
  Semaphores completion_semaphores(const Transfer& transfer) const;
  TransferDirection direction_of(const Transfer& transfer, const NeffSubgraph* neff,
                                 const FirstWaits& first_waits, const Semaphores& awaited) const;
  static void settle_ambiguous(std::vector<Transfer>& transfers);

  const CoreRun& run_;
  const DmaTriggers& triggers_;
  std::vector<Transfer> transfers_;
  std::vector<std::uint32_t> index_;  ///< by row: in transfers_, or kNoTrigger
  struct Change {
    std::int64_t time = 0;
    std::uint8_t id = 0;
  };
  std::vector<Change> changes_;
  bool has_static_ = false;
};

}  // namespace nscope::importers
