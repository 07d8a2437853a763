#pragma once

#include "profiler/base/result.h"
#include "profiler/trace/columns/kinds.h"
#include "simcore/catalog/catalog.h"
#include "simcore/engine/events/event_queue.h"
#include "simcore/engine/machine/core_timing.h"

#include <string_view>

namespace nscope::sim {

/// The published rates of one physical NeuronCore, straight from the catalogue;
/// nothing here is fitted. Machine is the same for a logical core of an instance.
/// Plain data; `device` lives as long as the catalogue, `timing` as long as the program.
struct CoreRates {
  const catalog::Device* device = nullptr;
  const CoreTiming* timing = nullptr;
  CoreGeneration generation = CoreGeneration::kV2;
  double tensor_hz = 0;  ///< 1/s
  double vector_hz = 0;
  double scalar_hz = 0;
  double gpsimd_hz = 0;             ///< of SyncE too, whose own clock nobody publishes
  double pe_rows = 0;               ///< contraction length of one TensorE pass; partitions of SBUF
  double pe_columns = 0;            ///< columns of the array
  double sbuf_partition = 0;        ///< bytes
  double psum_partition = 0;        ///< bytes
  double dma_engines = 0;           ///< count
  double dma_engine_bandwidth = 0;  ///< B/s of one engine, achievable
  double hbm_bandwidth = 0;         ///< B/s: the core's share of the chip's memory
  double dma_start = 0;             ///< s from trigger to the first byte
  double dma_issue = 0;      ///< s of the triggering sequencer per transfer; 0: not published
  double dma_row_floor = 0;  ///< B; a shorter row costs a DMA engine as much as this
  /// TensorE runs at half its clock until it was busy enough for one such window;
  /// s, 0: the generation has no such gating.
  double gating_window = 0;

  /// 1/s of an engine. Sync and anything else count as GpSimd.
  double clock_of(Engine engine) const;
  /// B/s of one DMA engine while `busy` of them share the core's memory.
  double dma_rate(double busy) const;
};

/// Errors: kInvalidArgument for a device that is no NeuronCore, or whose core
/// publishes no clocks (NeuronCore-v1), naming what is missing.
Result<CoreRates> core_rates(const catalog::Device& device);

/// A device as users name it: its id ("trainium2"), an instance type
/// ("trn2.48xlarge"), or the family of one ("trn2", "inf2"). Errors: kNotFound.
Result<const catalog::Device*> device_named(const catalog::Catalog& catalog, std::string_view name);

/// Whole picoseconds of `seconds`, which must be below 100 days.
Picoseconds to_picoseconds(double seconds);

}  // namespace nscope::sim
