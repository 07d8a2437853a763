#pragma once

#include "simcore/engine/instruction/core_rates.h"
#include "simcore/engine/instruction/replay_graph.h"

#include <array>
#include <map>
#include <string>
#include <vector>

namespace nscope::sim {

/// What becomes of the times of a capture on another device.
struct ReplayScaling {
  std::vector<double> duration{};            ///< factor of each node
  std::array<double, kEdgeKinds> latency{};  ///< factor of each kind of edge
  double transfer_rate = 1;                  ///< factor of bytes' time
  Picoseconds transfer_start = 0;            ///< of a transfer on the capture's device
  double transfer_start_factor = 1;
  bool keep_waits = true;  ///< false: as if nothing were unexplained

  // How often each was done, by opcode.
  std::map<std::string, std::size_t> by_formula{};  ///< published instruction cost
  std::map<std::string, std::size_t> by_clock{};    ///< clock of the engine alone
  std::map<std::string, std::size_t> kept{};        ///< not scaled: no published cost
  std::size_t packets = 0;                          ///< scaled by bandwidth
  std::size_t ungated = 0;  ///< of them TensorE instructions that lost a halved clock

  /// Latency of an edge on the target.
  Picoseconds lag(const ReplayGraph& graph, const ReplayEdge& edge) const;
};

/// Whole picoseconds, at most 13 days: so large that nothing is lost, so small that
/// sums of two never overflow.
Picoseconds bounded(double picoseconds);

/// Instructions: captured time x cost on the target / cost on the own device, both
/// from the published formulas and clocks (instruction_cost.h). Packets: by the
/// rate that a DMA engine reaches while all of its core are busy. Latencies of
/// sequencers go with the clock of the small engines, those of DMA with the
/// published start latency. On the own device every factor is 1.
ReplayScaling replay_scaling(const ReplayGraph& graph, const CoreRates& own,
                             const CoreRates& target);

}  // namespace nscope::sim
