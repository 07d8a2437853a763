#pragma once

#include "profiler/base/result.h"
#include "profiler/trace/columns/kinds.h"
#include "simcore/catalog/catalog.h"
#include "simcore/engine/events/event_queue.h"
#include "simcore/engine/machine/core_timing.h"

#include <string_view>

namespace nscope::sim {

/// The published rates of one physical NeuronCore from the catalogue, without fitted values.
/// Machine is the equivalent for a logical core of an instance. Plain data; `device` is valid while
/// the catalogue exists, and `timing` until the program ends.
struct CoreRates {
  const catalog::Device* device = nullptr;
  const CoreTiming* timing = nullptr;
  CoreGeneration generation = CoreGeneration::kV2;
  double tensor_hz = 0;  ///< 1/s
  double vector_hz = 0;
  double scalar_hz = 0;
  double gpsimd_hz = 0;             ///< also used for SyncE, whose clock is not published
  double pe_rows = 0;               ///< contraction length of one TensorE pass; partitions of SBUF
  double pe_columns = 0;            ///< columns of the array
  double sbuf_partition = 0;        ///< bytes
  double psum_partition = 0;        ///< bytes
  double dma_engines = 0;           ///< count
  double dma_engine_bandwidth = 0;  ///< B/s of one engine, achievable
  double hbm_bandwidth = 0;         ///< B/s, the core's share of the memory of the chip
  double dma_start = 0;             ///< s from trigger to the first byte
  double dma_issue = 0;      ///< s of the triggering sequencer per transfer; 0: not published
  double dma_row_floor = 0;  ///< B; a shorter row takes a DMA engine as long as this one
  /// TensorE runs at half of its clock until it was busy enough for one window of this length in
  /// seconds; 0: the generation has no clock gating.
  double gating_window = 0;

  /// Clock of an engine in 1/s. Engines other than Tensor, Vector and Scalar have that of GpSimd.
  double clock_of(Engine engine) const;
  /// B/s of one DMA engine if `busy` engines share the memory of the core.
  double dma_rate(double busy) const;
};

/// Errors: kInvalidArgument for a device without NeuronCores, or whose clocks or other values are
/// not published, with the missing value.
Result<CoreRates> core_rates(const catalog::Device& device);

/// The device for an id ("trainium2"), an instance type ("trn2.48xlarge") or an instance family
/// ("trn2", "inf2"). Errors: kNotFound.
Result<const catalog::Device*> device_named(const catalog::Catalog& catalog, std::string_view name);

/// Rounds `seconds`, which must be less than 100 days, to picoseconds.
Picoseconds to_picoseconds(double seconds);

}  // namespace nscope::sim
