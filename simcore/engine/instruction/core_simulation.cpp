#include "simcore/engine/instruction/core_simulation.h"

#include "profiler/dependency/clock_gate.h"
#include "simcore/engine/documents/error_text.h"

#include <algorithm>
#include <cmath>
#include <deque>
#include <string>
#include <utility>

namespace nscope::sim {
namespace {

using Step = CoreProgram::Step;
using Condition = CoreProgram::Condition;

constexpr std::size_t kSequencerCount = kSequencers.size();
constexpr std::size_t kTensorPlace = 0;  // index in kSequencers

enum class EventKind : std::uint8_t { kIssue, kResult, kTransfer, kPacket };
struct Event {
  EventKind kind;
  std::uint32_t index;  ///< sequencer, instruction, transfer or DMA engine
};

class Core {
 public:
  Core(const CoreProgram& program, const CoreRates& rates)
      : program_(program),
        rates_(rates),
        gate_(to_picoseconds(rates.gating_window), rates.timing->gating_share),
        semaphore_latency_(to_picoseconds(rates.timing->semaphore_latency)),
        counters_(program.counters),
        left_(program.transfers.size()) {
    run_.steps.resize(program.instructions());
    run_.waited.resize(program.instructions());
    run_.transfers.resize(program.transfers.size());
  }

  Result<CoreRun> run(const TaskControl& control);

 private:
  struct Counter {
    std::int64_t value = 0;
    std::uint8_t blocked = 0;  ///< sequencers, as bits
  };
  struct Sequencer {
    std::uint32_t next = 0;
    Picoseconds free = 0;  ///< time since which it could have issued
  };
  struct Ring {
    std::deque<std::uint32_t> transfers;
    std::uint32_t packets = 0;  ///< remaining packets of the first transfer
  };
  struct DmaEngine {
    std::array<Ring, kSequencerCount> rings;
    std::size_t turn = 0;
    bool busy = false;
    std::uint32_t transfer = 0;
    std::size_t ring = 0;
  };

  void issue(std::size_t sequencer, Picoseconds now);
  bool conditions_hold(std::size_t sequencer, const Step& step, std::uint32_t index);
  Picoseconds earliest(std::size_t sequencer, const Step& step, Picoseconds now) const;
  void begin(std::size_t sequencer, const Step& step, std::uint32_t index, Picoseconds now);
  void signal(std::uint32_t counter, std::int64_t value, Picoseconds now);
  void signal_all(std::uint32_t index, Picoseconds now);
  void result(std::uint32_t index, Picoseconds now);
  void start_transfer(std::uint32_t transfer, Picoseconds now);
  void serve(std::size_t engine, Picoseconds now);
  void packet_done(std::size_t engine, Picoseconds now);
  Error deadlock() const;
  Text waiting_text(std::size_t sequencer) const;

  const CoreProgram& program_;
  const CoreRates& rates_;
  ClockGate gate_;
  Picoseconds semaphore_latency_;
  EventQueue<Event> events_;
  std::vector<Counter> counters_;
  std::array<Sequencer, kSequencerCount> sequencers_;
  std::array<Picoseconds, 8> port_free_{};  ///< by bit of PortSet
  std::array<DmaEngine, kMostDmaEngines> dma_;
  std::vector<std::uint32_t> left_;  ///< number of DMA engines that still work on each transfer
  std::uint32_t busy_dma_ = 0;
  CoreRun run_;
};

bool Core::conditions_hold(std::size_t sequencer, const Step& step, std::uint32_t index) {
  const std::uint32_t end = program_.steps[index + 1].first_wait;
  for (std::uint32_t i = step.first_wait; i < end; ++i) {
    const Condition& wait = program_.waits[i];
    Counter& counter = counters_[wait.counter];
    if (counter.value >= wait.value) continue;
    counter.blocked |= static_cast<std::uint8_t>(1u << sequencer);
    return false;
  }
  return true;
}

/// The earliest start of a step by its ports and the results of its own queue.
Picoseconds Core::earliest(std::size_t sequencer, const Step& step, Picoseconds now) const {
  Picoseconds at = now;
  if (step.after_own > 0) {
    at = std::max(at, run_.steps[program_.queues[sequencer][step.after_own - 1]].end);
  }
  // The two users of each port are neighbouring bits.
  for (unsigned bit = 0; bit < 4; ++bit) {
    if ((step.ports >> bit & 1u) != 0) at = std::max(at, port_free_[bit ^ 1u]);
  }
  return at;
}

void Core::begin(std::size_t sequencer, const Step& step, std::uint32_t index, Picoseconds now) {
  Picoseconds takes = step.issue;
  if (sequencer == kTensorPlace) {
    takes = gate_.stretch(now, step.issue);
    run_.tensor_slow += takes - step.issue;
  }
  Sequencer& at = sequencers_[sequencer];
  run_.waited[index] = now - at.free;
  run_.busy[sequencer] += takes;
  at.free = now + takes;
  ++at.next;
  for (unsigned bit = 0; bit < 4; ++bit) {
    if ((step.ports >> bit & 1u) != 0) port_free_[bit] = at.free;
  }
  run_.steps[index] = {now, at.free + step.result};
  if (step.transfer >= 0) {
    const auto transfer = static_cast<std::uint32_t>(step.transfer);
    run_.transfers[transfer].step = index;
    events_.schedule(at.free + to_picoseconds(rates_.dma_start), {EventKind::kTransfer, transfer});
  } else {
    events_.schedule(run_.steps[index].end + semaphore_latency_, {EventKind::kResult, index});
  }
  if (at.next < program_.queues[sequencer].size()) {
    events_.schedule(at.free, {EventKind::kIssue, static_cast<std::uint32_t>(sequencer)});
  }
}

void Core::issue(std::size_t sequencer, Picoseconds now) {
  const std::uint32_t index = program_.queues[sequencer][sequencers_[sequencer].next];
  const Step& step = program_.steps[index];
  if (!conditions_hold(sequencer, step, index)) return;
  const Picoseconds at = earliest(sequencer, step, now);
  if (at > now) {
    events_.schedule(at, {EventKind::kIssue, static_cast<std::uint32_t>(sequencer)});
    return;
  }
  begin(sequencer, step, index, now);
}

void Core::signal(std::uint32_t counter, std::int64_t value, Picoseconds now) {
  counters_[counter].value += value;
  const unsigned blocked = std::exchange(counters_[counter].blocked, std::uint8_t{0});
  for (std::size_t i = 0; i < kSequencerCount; ++i) {
    if ((blocked >> i & 1u) != 0) issue(i, now);
  }
}

void Core::signal_all(std::uint32_t index, Picoseconds now) {
  const std::uint32_t end = program_.steps[index + 1].first_signal;
  for (std::uint32_t i = program_.steps[index].first_signal; i < end; ++i) {
    signal(program_.signals[i].counter, program_.signals[i].value, now);
  }
}

/// Makes the result of an instruction available to other engines.
void Core::result(std::uint32_t index, Picoseconds now) {
  const Step& step = program_.steps[index];
  Counter& progress = counters_[step.sequencer];
  const auto& queue = program_.queues[step.sequencer];
  // Transfers in between count as completed with the instruction that follows them.
  std::int64_t place = progress.value;
  while (queue[static_cast<std::size_t>(place)] != index) ++place;
  signal(step.sequencer, place + 1 - progress.value, now);
  signal_all(index, now);
}

void Core::start_transfer(std::uint32_t transfer, Picoseconds now) {
  const CoreProgram::Transfer& what = program_.transfers[transfer];
  const std::size_t ring = program_.steps[run_.transfers[transfer].step].sequencer;
  left_[transfer] = what.engines;
  for (std::size_t i = 0; i < what.engines; ++i) {
    Ring& to = dma_[i].rings[ring];
    if (to.transfers.empty()) to.packets = what.packets;
    to.transfers.push_back(transfer);
    if (!dma_[i].busy) serve(i, now);
  }
}

/// Starts the next packet of an engine; the rings take turns.
void Core::serve(std::size_t engine, Picoseconds now) {
  DmaEngine& dma = dma_[engine];
  for (std::size_t k = 0; k < kSequencerCount; ++k) {
    const std::size_t ring = (dma.turn + k) % kSequencerCount;
    if (dma.rings[ring].transfers.empty()) continue;
    dma.turn = ring + 1;
    dma.busy = true;
    dma.ring = ring;
    dma.transfer = dma.rings[ring].transfers.front();
    const CoreProgram::Transfer& what = program_.transfers[dma.transfer];
    busy_dma_ += what.hbm ? 1 : 0;
    const double rate = what.hbm ? rates_.dma_rate(busy_dma_) : rates_.dma_engine_bandwidth;
    const Picoseconds takes = to_picoseconds(what.packet_bytes / rate);
    CoreRun::Interval& span = run_.transfers[dma.transfer].engines[engine];
    if (span.end == 0) span.start = now;
    span.end = now + takes;
    run_.dma_busy += takes;
    events_.schedule(now + takes, {EventKind::kPacket, static_cast<std::uint32_t>(engine)});
    return;
  }
}

void Core::packet_done(std::size_t engine, Picoseconds now) {
  DmaEngine& dma = dma_[engine];
  const std::uint32_t transfer = dma.transfer;
  dma.busy = false;
  busy_dma_ -= program_.transfers[transfer].hbm ? 1 : 0;
  Ring& ring = dma.rings[dma.ring];
  bool done = false;
  if (--ring.packets == 0) {
    ring.transfers.pop_front();
    if (!ring.transfers.empty()) ring.packets = program_.transfers[ring.transfers.front()].packets;
    done = --left_[transfer] == 0;
  }
  serve(engine, now);
  if (!done) return;
  signal(program_.transfer_counter(transfer), 1, now);
  signal_all(run_.transfers[transfer].step, now);
}

Text Core::waiting_text(std::size_t sequencer) const {
  const std::uint32_t index = program_.queues[sequencer][sequencers_[sequencer].next];
  const std::uint32_t end = program_.steps[index + 1].first_wait;
  const std::string_view engine = to_string(kSequencers[sequencer]);
  for (std::uint32_t i = program_.steps[index].first_wait; i < end; ++i) {
    const Condition& wait = program_.waits[i];
    const std::int64_t value = counters_[wait.counter].value;
    if (value >= wait.value) continue;
    if (wait.counter < kSequencerCount) {
      const auto& queue = program_.queues[wait.counter];
      return tr("instruction {} on {} waits for instruction {} on {}", index, engine,
                queue[static_cast<std::size_t>(wait.value - 1)],
                to_string(kSequencers[wait.counter]));
    }
    const std::size_t semaphore = wait.counter - kSequencerCount;
    if (semaphore < program_.semaphores.size()) {
      return tr("instruction {} on {} waits until semaphore {} is at least {}, but it stays at {}",
                index, engine, program_.semaphores[semaphore], wait.value, value);
    }
    return tr("instruction {} on {} waits for transfer {}", index, engine,
              semaphore - program_.semaphores.size());
  }
  return tr("instruction {} on {} waits", index, engine);
}

Error Core::deadlock() const {
  std::vector<Text> waiting;
  for (std::size_t i = 0; i < kSequencerCount; ++i) {
    if (sequencers_[i].next < program_.queues[i].size()) waiting.push_back(waiting_text(i));
  }
  return {ErrorCode::kBadInput, tr("the kernel deadlocks: {}", joined_by_semicolons(waiting)), {}};
}

Result<CoreRun> Core::run(const TaskControl& control) {
  for (std::uint32_t i = 0; i < kSequencerCount; ++i) {
    if (!program_.queues[i].empty()) events_.schedule(0, {EventKind::kIssue, i});
  }
  while (!events_.empty()) {
    if (control.cancelled_at(++run_.events)) return cancelled();
    const auto entry = events_.take();
    const std::uint32_t index = entry.event.index;
    switch (entry.event.kind) {
      case EventKind::kIssue: issue(index, entry.time); break;
      case EventKind::kResult: result(index, entry.time); break;
      case EventKind::kTransfer: start_transfer(index, entry.time); break;
      case EventKind::kPacket: packet_done(index, entry.time); break;
    }
  }
  for (std::size_t i = 0; i < kSequencerCount; ++i) {
    if (sequencers_[i].next < program_.queues[i].size()) return fail(deadlock());
  }
  for (const CoreRun::Interval& step : run_.steps) run_.total = std::max(run_.total, step.end);
  for (CoreRun::Transfer& transfer : run_.transfers) {
    transfer.span = transfer.engines[0];
    for (const CoreRun::Interval& engine : transfer.engines) {
      if (engine.end == 0) continue;
      transfer.span.start = std::min(transfer.span.start, engine.start);
      transfer.span.end = std::max(transfer.span.end, engine.end);
    }
    run_.total = std::max(run_.total, transfer.span.end);
  }
  return std::move(run_);
}

}  // namespace

Result<CoreRun> simulate_core(const CoreProgram& program, const CoreRates& rates,
                              const TaskControl& control) {
  return Core(program, rates).run(control);
}

}  // namespace nscope::sim
