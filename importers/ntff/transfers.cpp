#include "importers/ntff/transfers.h"

#include "importers/ntff/dependencies.h"

#include <algorithm>
#include <array>
#include <bitset>
#include <string_view>
#include <utility>

namespace nscope::importers {
namespace {

// The semaphore changes up to this time after the end of the last packet on a ring. In the
// captures it is 40 to 430 ns; clocks may differ by a few.
constexpr std::int64_t kSemaphoreDelay = 500'000;
constexpr std::int64_t kClockDifference = 20'000;

using Semaphores = std::bitset<256>;

/// Whether the instruction reads or writes a tensor on chip.
bool computes(const Instruction& word) {
  return word.source || word.destination;
}

/// Whether the instruction uses data in memory. The operands of some computing opcodes, which are
/// below those that control the engine, are not decoded. The runtime's own TENSOR_LOAD does not
/// wait.
bool uses_data(const Instruction& word) {
  const bool loads = word.opcode == opcode::kTensorLoad && word.waits[0].on_semaphore();
  return computes(word) || word.dma_source || loads ||
         (!word.layout_known && word.opcode < opcode::kEventSemaphore);
}

/// The semaphores that computing instructions increase when they complete.
Semaphores result_semaphores(const CoreRun& run) {
  Semaphores result;
  for (std::uint32_t n = 0; n < run.code.size(); ++n) {
    const Instruction& word = run.code.word(n);
    for (const CompletionUpdate& update : word.updates) {
      if (update.increment() > 0 && !update.by_dma && computes(word)) result.set(update.id);
    }
  }
  return result;
}

/// The semaphores that engines wait for whose compiled program uses data. An engine can wait with
/// an instruction that does not use data itself.
Semaphores awaited_semaphores(const CoreRun& run) {
  std::array<Semaphores, kHardwareEngines> awaited;
  std::array<bool, kHardwareEngines> uses{};
  for (std::uint32_t n = 0; n < run.code.size(); ++n) {
    const Instruction& word = run.code.word(n);
    const ProgramCode::Place& place = run.code.place(n);
    if (!run.code.compiled(place.engine, place.pc)) continue;
    const auto engine = static_cast<std::size_t>(place.engine);
    uses[engine] = uses[engine] || uses_data(word);
    for (const WaitCondition& wait : word.waits) {
      if (wait.on_semaphore()) awaited[engine].set(wait.id);
    }
  }
  Semaphores result;
  for (std::size_t engine = 0; engine < kHardwareEngines; ++engine) {
    if (uses[engine]) result |= awaited[engine];
  }
  return result;
}

}  // namespace

void TransferCollector::add(const DmaRow& packet, const PacketOwner& owner,
                            const NtffQueue* queue) {
  if (owner.row == kNoTrigger) return;
  std::uint32_t& index = index_[owner.row];
  if (index == kNoTrigger) {
    index = static_cast<std::uint32_t>(transfers_.size());
    transfers_.push_back({.begin = packet.begin,
                          .end = packet.end,
                          .row = owner.row,
                          .queue = queue,
                          .is_static = triggers_.is_static(owner.row)});
    has_static_ = has_static_ || transfers_.back().is_static;
  }
  Transfer& to = transfers_[index];
  to.begin = std::min(to.begin, packet.begin);
  to.end = std::max(to.end, packet.end);
  const std::uint32_t semaphore = owner.last ? kSemaphoreWriteBytes : 0;
  to.bytes += packet.bytes - std::min(packet.bytes, semaphore);
  if (owner.last) ++to.rings_closed;
  if (owner.last && to.is_static) to.ring_ends.push_back(packet.end);
}

void TransferCollector::semaphore(const EventRow& event) {
  if (has_static_ && event.by_dma && event.semaphore) changes_.push_back({event.time, event.id});
}

/// For each engine and execution, the first row that waited for an engine that computes.
TransferCollector::FirstWaits TransferCollector::first_waits() const {
  const Semaphores results = result_semaphores(run_);
  FirstWaits first;
  for (std::uint32_t i = 0; i < run_.size(); ++i) {
    const Instruction* word = run_.word(i);
    if (word == nullptr) continue;
    for (const WaitCondition& wait : word->waits) {
      if (!wait.on_semaphore() || wait.value == 0 || !results.test(wait.id)) continue;
      first.try_emplace({run_.row(i).engine, run_.row(i).execution}, i);
    }
  }
  return first;
}

/// The semaphores that changed after the end of the last packet on each ring.
TransferCollector::Semaphores TransferCollector::completion_semaphores(
    const Transfer& transfer) const {
  Semaphores candidates;
  bool first = true;
  for (const std::int64_t end : transfer.ring_ends) {
    Semaphores near;
    auto it = std::lower_bound(
        changes_.begin(), changes_.end(), end - kClockDifference,
        [](const Change& change, std::int64_t time) { return change.time < time; });
    for (; it != changes_.end() && it->time <= end + kSemaphoreDelay; ++it) near.set(it->id);
    candidates = first ? near : candidates & near;
    first = false;
  }
  return candidates;
}

TransferDirection TransferCollector::direction_of(const Transfer& transfer,
                                                  const NeffSubgraph* neff,
                                                  const FirstWaits& first_waits,
                                                  const Semaphores& awaited) const {
  if (neff != nullptr && transfer.queue != nullptr) {
    const auto stated = neff->queue_directions.find(transfer.queue->name);
    if (stated != neff->queue_directions.end()) {
      const QueueDirection& of = stated->second;
      if (of.loads && !of.stores && !of.other) return TransferDirection::kLoad;
      if (of.stores && !of.loads && !of.other) return TransferDirection::kStore;
      return TransferDirection::kUnknown;
    }
  }
  const InstructionRow& row = run_.row(transfer.row);
  const auto wait = first_waits.find({row.engine, row.execution});
  if (wait == first_waits.end() || transfer.row < wait->second) return TransferDirection::kLoad;
  const Semaphores completion = completion_semaphores(transfer);
  if (completion.any() && (completion & awaited).none()) return TransferDirection::kStore;
  return TransferDirection::kUnknown;
}

/// The transfers of an input or output queue move data in one direction: one whose direction is
/// known gives the direction of those whose completion could be that of either.
void TransferCollector::settle_ambiguous(std::vector<Transfer>& transfers) {
  struct Known {
    bool loads = false;
    bool stores = false;
  };
  std::map<std::string_view, Known> queues;
  for (const Transfer& transfer : transfers) {
    if (!transfer.is_static) continue;
    Known& known = queues[transfer.queue->name];
    known.loads = known.loads || transfer.direction == TransferDirection::kLoad;
    known.stores = known.stores || transfer.direction == TransferDirection::kStore;
  }
  for (Transfer& transfer : transfers) {
    if (!transfer.is_static || transfer.direction != TransferDirection::kUnknown) continue;
    const auto use = static_cast<NtffQueueUse>(transfer.queue->use);
    if (use != NtffQueueUse::kInput && use != NtffQueueUse::kOutput) continue;
    const Known& known = queues[transfer.queue->name];
    if (known.stores && !known.loads) transfer.direction = TransferDirection::kStore;
  }
}

std::vector<Transfer> TransferCollector::finish(const NeffSubgraph* neff) {
  std::vector<Transfer> transfers = std::move(transfers_);
  std::sort(transfers.begin(), transfers.end(),
            [](const Transfer& a, const Transfer& b) { return a.row < b.row; });
  if (!has_static_) return transfers;
  std::sort(changes_.begin(), changes_.end(),
            [](const Change& a, const Change& b) { return a.time < b.time; });
  const FirstWaits waits = first_waits();
  const Semaphores awaited = awaited_semaphores(run_);
  for (Transfer& transfer : transfers) {
    if (transfer.is_static) transfer.direction = direction_of(transfer, neff, waits, awaited);
  }
  settle_ambiguous(transfers);
  return transfers;
}

}  // namespace nscope::importers
