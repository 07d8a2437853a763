#pragma once

#include "profiler/dependency/dependency_timing.h"
#include "simcore/engine/instruction/core_rates.h"

#include <map>
#include <string>

namespace nscope::sim {

/// The factors for the times of a capture on another device.
struct ReplayScaling : DependencyScaling {
  // Number of instructions by opcode.
  std::map<std::string, std::size_t> by_formula{};  ///< scaled by published instruction cost
  std::map<std::string, std::size_t> by_clock{};    ///< scaled only by the clock of the engine
  std::map<std::string, std::size_t> kept{};        ///< not scaled: no published cost
  std::size_t packets = 0;                          ///< number of packets, scaled by bandwidth
  std::size_t ungated = 0;  ///< TensorE instructions that ran at a reduced clock in the capture
};

/// Computes the factors. Instructions: captured time x cost on the target / cost on the device of
/// the capture, both from the published formulas and clocks (instruction_cost.h). Packets: by the
/// rate of a DMA engine if all DMA engines of its core are busy. Latencies of sequencers scale with
/// the clock of GpSimd, those of DMA with the published start latency. On the device of the
/// capture, all factors are 1.
ReplayScaling replay_scaling(const DependencyGraph& graph, const CoreRates& own,
                             const CoreRates& target);

}  // namespace nscope::sim
