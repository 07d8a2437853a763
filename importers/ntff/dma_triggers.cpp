#include "importers/ntff/dma_triggers.h"

#include "importers/ntff/dependencies.h"

#include <algorithm>
#include <optional>
#include <set>

namespace nscope::importers {
namespace {

constexpr int kRingEngines = 16;  // DMA engines that a WRITE to a tail pointer addresses

/// The packets of a transfer on the ring of one engine; 0 if the header does not list them.
std::uint32_t packets_of(const std::vector<RingTail>& tails, const NtffQueue& queue,
                         int dma_engine) {
  std::uint32_t source = 0;
  std::optional<std::uint32_t> destination;
  for (const RingTail& tail : tails) {
    if ((tail.left_out >> (dma_engine % kRingEngines) & 1) != 0) continue;
    source += tail.source_descriptors;
    if (tail.destination_descriptors) {
      destination = destination.value_or(0) + *tail.destination_descriptors;
    }
  }
  for (const NtffDescriptors& kind : queue.transfers) {
    if (kind.source == source && kind.destination == destination.value_or(kind.destination)) {
      return kind.packets;
    }
  }
  return 0;
}

}  // namespace

DmaTriggers::DmaTriggers(const CoreRun& run) : core_(run.core) {
  std::set<int> static_rings;
  for (const NtffQueue& queue : core_.queues) {
    if (!queue.transfers.empty()) static_rings.insert(queue.ring);
  }
  for (std::size_t i = 0; i < run.size(); ++i) {
    const Instruction* word = run.word(i);
    if (word == nullptr) continue;
    const auto row = static_cast<std::uint32_t>(i);
    if (word->opcode == opcode::kDmaDirect2d) {
      dynamic_[key(run.row(i).execution, static_cast<int>(run.row(i).engine))].push_back(row);
    } else if (word->ring_tail && static_rings.contains(word->ring_tail->ring)) {
      auto& transfers = fixed_[key(run.row(i).execution, word->ring_tail->ring)];
      // A WRITE that leaves out engines adds to the transfer before it.
      if (word->ring_tail->left_out == 0 || transfers.empty()) {
        transfers.push_back({row, {}});
        static_rows_.emplace(row, word->ring_tail->ring);
      }
      transfers.back().tails.push_back(*word->ring_tail);
    }
  }
}

DmaTriggers::Ring DmaTriggers::ring_of(const DmaRow& packet) const {
  Ring ring;
  ring.queue = queue_of(core_, packet.dma_engine, packet.ring);
  if (ring.queue == nullptr) return ring;
  if (!ring.queue->transfers.empty()) {
    const auto known = fixed_.find(key(packet.execution, packet.ring));
    if (known != fixed_.end()) ring.fixed = &known->second;
  } else if (const auto engine = feeding_engine(ring.queue->name)) {
    const auto known = dynamic_.find(key(packet.execution, static_cast<int>(*engine)));
    if (known != dynamic_.end()) ring.dynamic = &known->second;
  }
  return ring;
}

PacketOwner DmaTriggers::next_static(Ring& ring, int dma_engine) {
  const std::vector<StaticTransfer>& transfers = *ring.fixed;
  while (ring.remaining == 0) {
    if (ring.closed == transfers.size()) return {};
    ring.remaining = packets_of(transfers[ring.closed].tails, *ring.queue, dma_engine);
    if (ring.remaining == 0) {  // not listed: the owner of later packets is unknown, too
      ring.closed = transfers.size();
      return {};
    }
  }
  const PacketOwner owner{transfers[ring.closed].row, ring.remaining == 1};
  if (--ring.remaining == 0) ++ring.closed;
  return owner;
}

void DmaTriggers::find_owners(std::span<const DmaRow> packets,
                              std::vector<PacketOwner>& owners) const {
  std::unordered_map<std::uint64_t, Ring> rings;  // (execution, ring) of the one DMA engine
  owners.assign(packets.size(), {});
  std::uint64_t last_key = ~std::uint64_t{0};
  Ring* ring = nullptr;
  for (std::size_t i = 0; i < packets.size(); ++i) {
    const DmaRow& packet = packets[i];
    const std::uint64_t ring_key = key(packet.execution, packet.ring);
    if (ring_key != last_key) {
      const auto [it, added] = rings.try_emplace(ring_key);
      ring = &it->second;
      last_key = ring_key;
      if (added) *ring = ring_of(packet);
    }
    if (ring->fixed != nullptr) {
      owners[i] = next_static(*ring, packet.dma_engine);
    } else if (ring->dynamic != nullptr) {
      const bool last = packet.bytes == kSemaphoreWriteBytes;
      if (ring->closed < ring->dynamic->size()) {
        owners[i] = {(*ring->dynamic)[ring->closed], last};
      }
      if (last) ++ring->closed;
    }
  }
}

}  // namespace nscope::importers
