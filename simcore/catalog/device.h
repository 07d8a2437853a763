#pragma once

#include "profiler/base/json.h"
#include "profiler/base/result.h"
#include "simcore/catalog/fact.h"

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace nscope::catalog {

enum class DeviceKind { kNeuron, kGpu };
std::string_view to_string(DeviceKind kind);

/// One NeuronCore. An empty optional means that the number is not published.
struct NeuronCore {
  std::optional<Fact> tensor_clock;          ///< Hz
  std::optional<Fact> vector_clock;          ///< Hz
  std::optional<Fact> scalar_clock;          ///< Hz
  std::optional<Fact> gpsimd_clock;          ///< Hz
  std::optional<Fact> pe_rows;               ///< TensorE array rows
  std::optional<Fact> pe_columns;            ///< TensorE array columns
  std::optional<Fact> vector_lanes;          ///< elements per cycle
  std::optional<Fact> scalar_lanes;          ///< elements per cycle
  std::optional<Fact> sbuf;                  ///< bytes
  std::optional<Fact> sbuf_partition_usable;  ///< bytes of a partition that a kernel can use
  std::optional<Fact> psum;                  ///< bytes
  std::optional<Fact> dma_engines;           ///< number of DMA engines that serve this core
  std::optional<Fact> dma_engine_bandwidth;  ///< B/s of one engine, achievable
  std::optional<Fact> dma_start_latency;     ///< s, from the semaphore to the first byte
  std::optional<Fact> dma_issue_time;        ///< s of the triggering sequencer per transfer
  std::optional<Fact> dma_row_floor;         ///< bytes; a shorter row takes as long as this one
  std::optional<Fact> clock_gating_window;   ///< s that TensorE must be busy to get its full clock
  /// FLOP/s of one core for dense matrices, by data type ("bf16", "fp32", "fp8", ...).
  std::map<std::string, Fact> peak;
};

/// The reference values of AWS's profiler for utilisation where they differ from those of the
/// catalogue. Captures are analysed with them so that results agree with that profiler.
struct ProfilerView {
  Fact engine_clock;   ///< Hz of the cycles that waits are counted in
  Fact hbm_bandwidth;  ///< B/s, the share of one physical core
};

/// One accelerator chip: an Inferentia, Trainium or GPU device.
/// Loaded from resources/devices/<id>.json; immutable.
struct Device {
  std::string id;     ///< "trainium2", "a100-40gb"
  std::string title;  ///< "AWS Trainium2"
  DeviceKind kind = DeviceKind::kNeuron;
  std::string generation;              ///< NeuronCore generation "v2", or GPU architecture "Ampere"
  int cores = 1;                       ///< physical NeuronCores per chip; 1 for a GPU
  int logical_cores = 1;               ///< cores visible to software with the default LNC setting
  Fact memory;                         ///< bytes of HBM/DRAM per chip
  Fact memory_bandwidth;               ///< B/s per chip
  std::map<std::string, Fact> peak;    ///< FLOP/s per chip for dense matrices, by data type
  std::optional<Fact> link_bandwidth;  ///< B/s per direction and chip, sum of all links
  std::optional<Fact> power;           ///< W
  std::optional<NeuronCore> core;      ///< Neuron devices only
  std::optional<ProfilerView> profiler_view;  ///< of devices whose captures can be imported
  Fact core_count;                            ///< `cores` with its source
  Fact logical_core_count;                    ///< `logical_cores` with its source
  /// Bytes of one logical core (or GPU) that are not available to models: runtime, microcode,
  /// scratchpad, collectives. No total is published; this is an assumption whose derivation
  /// is in the note.
  std::optional<Fact> runtime_reserve;

  /// Bytes that one logical core (or one GPU) can address.
  double memory_per_logical_core() const { return memory.value / logical_cores; }
  /// Physical cores of one logical core ("LNC").
  int logical_core_size() const { return cores / logical_cores; }
};

/// The device with another number of physical cores in a logical core, which must divide `cores`.
/// Memory and reserve of the runtime are divided among the logical cores.
Device with_logical_core_size(const Device& device, int size);

/// Reads one device document (schema `nscope.device/1`) strictly: see
/// docs/how-to/add-a-device-or-instance.md. `name` is the file name for messages.
/// Errors: kBadInput with file and key.
Result<Device> device_from_json(const Json& json, std::string_view name);

/// Every number of the device with the path of its key, in file order. The pointers are valid
/// while `device` exists.
std::vector<NamedFact> facts_of(const Device& device);

}  // namespace nscope::catalog
