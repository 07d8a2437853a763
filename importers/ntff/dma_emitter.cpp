// The part of TraceEmitter that writes DMA packets, transfers and rates.
#include "importers/ntff/trace_emitter.h"
#include "profiler/trace/vocabulary.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

namespace nscope::importers {
namespace {

/// Packets of a ring that are written at once: they take 180 kB.
constexpr std::size_t kPacketsTogether = 1u << 12;

}  // namespace

TraceEmitter::Ring& TraceEmitter::ring_of(std::uint32_t key, const DmaRow& packet) {
  const auto [it, added] = core_->rings.try_emplace(key);
  Ring& ring = it->second;
  if (!added) return ring;
  const NtffCore& core = core_->run.core;
  ring.queue = queue_of(core, packet.dma_engine, packet.ring);
  ring.empty.track = tracks_.dma_ring(core.core, packet.dma_engine, packet.ring);
  ring.empty.name = out_.intern(queue_type(ring.queue));
  auto& properties = ring.empty.properties;
  properties = {{.key = keys_.transfer_size}, {.key = keys_.queue_type, .value = ring.empty.name}};
  if (ring.queue != nullptr) {
    ring.triggered = queue_type(ring.queue).ends_with("dynamic") || !ring.queue->transfers.empty();
    properties.push_back(
        {.key = keys_.queue_name, .value = out_.intern(queue_label(ring.queue->name))});
  }
  properties.push_back({.key = keys_.crc});
  ring.empty.cause_kind = keys_.dma_trigger;
  ring.packets = ring.empty;
  return ring;
}

void TraceEmitter::add_packet(Ring& ring, const DmaRow& packet, const PacketOwner& owner) {
  TraceBatch::SliceTable& packets = ring.packets;
  if (packets.size() == 0) {
    packets.start.reserve(kPacketsTogether);
    packets.duration.reserve(kPacketsTogether);
    packets.properties.front().integers.reserve(kPacketsTogether);
    packets.properties.back().integers.reserve(kPacketsTogether);
    packets.causes.reserve(kPacketsTogether);
  }
  packets.start.push_back(packet.begin);
  packets.duration.push_back(packet.end - packet.begin);
  packets.properties.front().integers.push_back(packet.bytes);
  packets.properties.back().integers.push_back(packet.crc);
  const bool known = owner.row != kNoTrigger;
  packets.causes.push_back(known ? core_->slices[owner.row] : SliceId());
  if (!known && ring.triggered) ++ring.without_trigger;
  if (packets.size() == kPacketsTogether) write_packets(ring);
}

void TraceEmitter::write_packets(Ring& ring) {
  if (ring.packets.size() > 0) out_.slices(std::exchange(ring.packets, ring.empty));
}

void TraceEmitter::packets(std::span<const DmaRow> packets, std::span<const PacketOwner> owners) {
  if (control_.cancelled()) return;  // begin_core() may have stopped before adding the triggers
  Ring* last = nullptr;              // mostly also the ring of the next packet
  std::uint32_t last_key = 0;
  std::uint32_t trigger = kNoTrigger;
  int in_hbm = 0;  // sides of the packets of `trigger`
  for (std::size_t i = 0; i < packets.size(); ++i) {
    if (!keep_going()) return;
    const DmaRow& packet = packets[i];
    const std::uint32_t key = std::uint32_t{packet.dma_engine} << 8 | packet.ring;
    if (last == nullptr || key != last_key) last = &ring_of(key, packet);
    last_key = key;
    add_packet(*last, packet, owners[i]);
    core_->transfers.add(packet, owners[i], last->queue);
    if (owners[i].row != trigger) {
      trigger = owners[i].row;
      in_hbm = sides_in_hbm(trigger);
    }
    core_->all.add_to_both(packet.begin, packet.end, packet.bytes, core_->hbm,
                           packet.bytes == kSemaphoreWriteBytes ? 0 : in_hbm);
  }
  for (auto& [key, ring] : core_->rings) write_packets(ring);
}

/// The sides (source, destination) of packets that are in HBM; each counts as a transfer.
int TraceEmitter::sides_in_hbm(std::uint32_t trigger) const {
  if (trigger == kNoTrigger) return 0;
  const Instruction& word = *core_->run.word(trigger);
  if (!word.dma_source || !word.dma_destination) return 0;
  const auto in_hbm = [](const DmaSide& side) { return side.memory_known() && !side.in_sbuf(); };
  return (in_hbm(*word.dma_source) ? 1 : 0) + (in_hbm(*word.dma_destination) ? 1 : 0);
}

void TraceEmitter::finish_core() {
  for (const auto& [key, ring] : core_->rings) {
    if (ring.without_trigger == 0) continue;
    out_.diagnose(
        "dma_packet_without_trigger", Severity::kInfo,
        tr("a packet of ring {} of DMA engine {} was started by an unknown DMA instruction",
           key & 0xff, key >> 8),
        ring.without_trigger);
  }
  write_transfers();
  rates();
  core_.reset();
}

/// The bytes of the packets of a DMA instruction must be those of its destination. Instructions
/// whose packets are not completely in the execution are left out.
void TraceEmitter::check_transfers(std::span<const Transfer> transfers) {
  const CoreRun& run = core_->run;
  for (const Transfer& transfer : transfers) {
    const Instruction* word = run.word(transfer.row);
    if (transfer.is_static || word == nullptr || !word->dma_destination) continue;
    if (transfer.rings_closed < kDmaRings || transfer.begin < axis_.begin()) continue;
    const std::int64_t stated = word->dma_destination->bytes();
    if (transfer.bytes == stated) continue;
    out_.diagnose("dma_bytes_differ", Severity::kWarning,
                  tr("{}: a DMA instruction states {} bytes, but its packets moved {}",
                     run.core.subgraph, stated, transfer.bytes));
  }
}

/// Transfers of dynamic queues are listed if the capture has the notifications of their
/// descriptors, as in AWS's profiler.
void TraceEmitter::write_transfers() {
  if (control_.cancelled()) return;
  const CoreRun& run = core_->run;
  const std::vector<Transfer> transfers = core_->transfers.finish(core_->neff);
  check_transfers(transfers);
  std::uint64_t weights = 0;
  for (const auto& [kind, bytes] : run.core.memory) {
    if (kind == "weight") weights = bytes;
  }
  for (const Transfer& transfer : transfers) {
    if (!keep_going()) return;
    if (transfer.is_static || !run.descriptors.empty()) write_transfer(transfer, weights);
  }
  std::int64_t triggers = 0;
  for (std::size_t i = 0; i < run.size(); ++i) {
    const Instruction* word = run.word(i);
    if (word != nullptr && word->opcode == opcode::kDmaDirect2d) ++triggers;
  }
  const auto notified = static_cast<std::int64_t>(run.descriptors.size());
  if (notified > 0 && notified != triggers) {
    out_.diagnose("dma_notifications_differ", Severity::kWarning,
                  tr("{}: {} DMA instructions ran, but {} of them generated descriptors",
                     run.core.subgraph, triggers, notified));
  }
}

void TraceEmitter::write_transfer(const Transfer& transfer, std::uint64_t& weights) {
  const SliceId slice = out_.slice(
      tracks_.dma_transfers(core_->run.core.core), out_.intern(queue_label(transfer.queue->name)),
      TraceTime(transfer.begin), TraceTime(transfer.end - transfer.begin));
  out_.arg(slice, keys_.transfer_size, transfer.bytes);
  out_.arg(slice, keys_.queue_type, out_.intern(queue_type(transfer.queue)));
  if (!transfer.is_static) return;  // its instruction states the memories
  switch (transfer.direction) {
    case TransferDirection::kLoad: {
      // A load of weights can convert them to a larger type: HBM holds the bytes in the header.
      std::int64_t read = transfer.bytes;
      if (static_cast<NtffQueueUse>(transfer.queue->use) == NtffQueueUse::kWeight && weights > 0) {
        read =
            std::min(read, static_cast<std::int64_t>(std::min<std::uint64_t>(weights, 1ull << 50)));
        weights -= static_cast<std::uint64_t>(read);
      }
      out_.arg(slice, keys_.hbm_read, read);
      out_.arg(slice, keys_.sbuf_write, transfer.bytes);
      break;
    }
    case TransferDirection::kStore:
      out_.arg(slice, keys_.sbuf_read, transfer.bytes);
      out_.arg(slice, keys_.hbm_write, transfer.bytes);
      break;
    case TransferDirection::kUnknown:
      out_.diagnose("dma_direction_unknown", Severity::kWarning,
                    tr("{}: the direction of a transfer of {} is unknown without the NEFF; its "
                       "bytes are not counted as HBM traffic",
                       core_->run.core.subgraph, queue_label(transfer.queue->name)));
      break;
  }
}

void TraceEmitter::rates() {
  const int core = core_->run.core.core;
  const auto put = [&](const TransferRate& rate, auto track) {
    const auto steps = rate.steps();
    if (steps.empty()) return;
    const TrackId to = track();
    for (const Step& step : steps) out_.counter(to, TraceTime(step.time), step.value);
    if (const auto interval = rate.averaged_over()) {
      out_.diagnose(
          "transfer_rate_averaged", Severity::kInfo,
          tr("{}: HBM bandwidth and DMA throughput are averages over intervals of {}, "
             "because there are more than {} packets",
             core_->run.core.subgraph, as::duration_ns(static_cast<double>(*interval) / 1e3),
             as::count(TransferRate::kMaxExact)));
    }
  };
  put(core_->hbm, [&] { return tracks_.hbm_bandwidth(core); });
  put(core_->all, [&] { return tracks_.dma_throughput(core); });
}

}  // namespace nscope::importers
