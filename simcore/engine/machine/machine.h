#pragma once

#include "profiler/base/result.h"
#include "simcore/catalog/catalog.h"
#include "simcore/engine/machine/core_timing.h"

namespace nscope::sim {

/// The published rates of one logical NeuronCore of an instance from the catalogue, without fitted
/// values. A logical core consists of `physical_per_logical` physical cores (LNC), whose engines
/// share its work. Plain data; `instance` and `device` are valid while the catalogue exists, and
/// `timing` until the program ends.
struct Machine {
  const catalog::Instance* instance = nullptr;
  const catalog::Device* device = nullptr;
  const CoreTiming* timing = nullptr;
  CoreGeneration generation = CoreGeneration::kV2;
  int physical_per_logical = 1;
  int logical_per_chip = 1;
  double tensor_hz = 0;  ///< 1/s, of one physical engine
  double vector_hz = 0;
  double scalar_hz = 0;
  double gpsimd_hz = 0;  ///< 0: the core has no GpSimd
  double pe_rows = 0;    ///< contraction length of one TensorE pass
  double pe_columns = 0;
  double partitions = 0;    ///< elements per cycle of VectorE and ScalarE at the base rate
  double vector_speed = 1;  ///< lanes per partition
  double scalar_speed = 1;
  double sbuf = 0;           ///< bytes per logical core
  double dma_engines = 0;    ///< B/s of the DMA engines of a logical core without a memory limit
  double dma_bandwidth = 0;  ///< B/s per logical core: the smaller of its DMA engines and its
                             ///< share of the memory
  double hbm_bandwidth = 0;  ///< B/s per logical core: its share of the memory
  double dma_start = 0;      ///< s
  double hop_latency = 0;    ///< s between neighbouring chips; 0 for one chip
  double link_share = 0;     ///< B/s of chip-to-chip links per logical core; 0 for one chip
  /// The software launches the exchange between the chips of a group and the one inside them
  /// separately even if the group spans only two chips, as it does for more chips.
  bool separate_pairs = false;

  double tensor_seconds(double cycles) const { return cycles / (tensor_hz * physical_per_logical); }
  double vector_seconds(double cycles) const {
    return cycles / (vector_hz * vector_speed * physical_per_logical);
  }
  double scalar_seconds(double cycles) const {
    return cycles / (scalar_hz * scalar_speed * physical_per_logical);
  }
  double gpsimd_seconds(double cycles) const { return cycles / (gpsimd_hz * physical_per_logical); }
};

/// One physical core of a logical core, with its share of the memory of the logical core.
Machine one_physical_core(Machine machine);

/// Errors: kInvalidArgument if the instance has no NeuronCores, or if a required value of its core
/// is not published.
Result<Machine> machine_of(const catalog::Catalog& catalog, const catalog::Instance& instance);

}  // namespace nscope::sim
