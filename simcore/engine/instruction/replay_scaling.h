#pragma once

#include "profiler/dependency/dependency_timing.h"
#include "simcore/engine/instruction/core_rates.h"

#include <map>
#include <string>

namespace nscope::sim {

/// What becomes of the times of a capture on another device.
struct ReplayScaling : DependencyScaling {
  // How often each was done, by opcode.
  std::map<std::string, std::size_t> by_formula{};  ///< published instruction cost
  std::map<std::string, std::size_t> by_clock{};    ///< clock of the engine alone
  std::map<std::string, std::size_t> kept{};        ///< not scaled: no published cost
  std::size_t packets = 0;                          ///< scaled by bandwidth
  std::size_t ungated = 0;  ///< of them TensorE instructions that lost a halved clock
};

/// Instructions: captured time x cost on the target / cost on the own device, both
/// from the published formulas and clocks (instruction_cost.h). Packets: by the
/// rate that a DMA engine reaches while all of its core are busy. Latencies of
/// sequencers go with the clock of the small engines, those of DMA with the
/// published start latency. On the own device every factor is 1.
ReplayScaling replay_scaling(const DependencyGraph& graph, const CoreRates& own,
                             const CoreRates& target);

}  // namespace nscope::sim
