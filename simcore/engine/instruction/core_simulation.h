#pragma once

#include "profiler/base/result.h"
#include "profiler/base/task_control.h"
#include "simcore/engine/instruction/core_program.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace nscope::sim {

/// The result of a simulation of one core, in picoseconds since its start.
struct CoreRun {
  struct Interval {
    Picoseconds start = 0;
    Picoseconds end = 0;
  };
  std::vector<Interval> steps{};      ///< issue to result, by instruction
  std::vector<Picoseconds> waited{};  ///< wait of each instruction for others before its start
  struct Transfer {
    std::uint32_t step = 0;  ///< the instruction that started it
    Interval span{};         ///< from the first packet to the last, over all DMA engines
    std::array<Interval, kMostDmaEngines> engines{};
  };
  std::vector<Transfer> transfers{};
  std::array<Picoseconds, kSequencers.size()> busy{};  ///< issue time of each sequencer
  Picoseconds dma_busy = 0;                            ///< sum over all DMA engines
  Picoseconds tensor_slow = 0;  ///< part of `busy` due to the reduced clock of TensorE
  Picoseconds total = 0;
  std::size_t events = 0;
};

/// Simulates a program. Sequencers issue in order; an instruction begins when its conditions are
/// fulfilled and its engine and ports are free. DMA engines serve their rings in turn, one packet
/// at a time, at the rate that the memory of the core allows. TensorE begins at half of its clock.
/// It runs at its full clock in a window of CoreRates::gating_window if it did at least
/// CoreTiming::gating_share of the work of the full clock in the previous window. Deterministic.
///
/// Not modelled: bank conflicts, instruction fetch, a second core on the same memory. Errors:
/// kBadInput for a deadlock, with each waiting instruction and the reason; kCancelled.
Result<CoreRun> simulate_core(const CoreProgram& program, const CoreRates& rates,
                              const TaskControl& control);

}  // namespace nscope::sim
