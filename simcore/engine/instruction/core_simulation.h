#pragma once

#include "profiler/base/result.h"
#include "profiler/base/task_control.h"
#include "simcore/engine/instruction/core_program.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace nscope::sim {

/// What happened on one core, picoseconds from its start.
struct CoreRun {
  struct Interval {
    Picoseconds start = 0;
    Picoseconds end = 0;
  };
  std::vector<Interval> steps{};      ///< issue to result, by instruction
  std::vector<Picoseconds> waited{};  ///< of each instruction, for others, before its start
  struct Transfer {
    std::uint32_t step = 0;  ///< the instruction that started it
    Interval span{};         ///< first packet to last, over all DMA engines
    std::array<Interval, kMostDmaEngines> engines{};
  };
  std::vector<Transfer> transfers{};
  std::array<Picoseconds, kSequencers.size()> busy{};  ///< of each sequencer, issuing
  Picoseconds dma_busy = 0;                            ///< of all DMA engines together
  Picoseconds tensor_slow = 0;  ///< of `busy`: lost to TensorE's reduced clock
  Picoseconds total = 0;
  std::size_t events = 0;
};

/// Runs a program: sequencers issue in order, an instruction begins when its
/// conditions hold and its engine and ports are free; DMA engines serve their rings
/// in turn, a packet at a time, at the rate that the core's memory leaves them.
/// TensorE begins at half its clock and gets the whole one for a window of
/// CoreRates::gating_window after one in which it did at least CoreTiming::gating_share of
/// what the full clock allows. Deterministic.
///
/// Not modelled: bank conflicts, instruction fetch, a second core on the same
/// memory. Errors: kBadInput where instructions wait for each other or for nobody,
/// naming each and what it waits for; kCancelled.
Result<CoreRun> simulate_core(const CoreProgram& program, const CoreRates& rates,
                              const TaskControl& control);

}  // namespace nscope::sim
