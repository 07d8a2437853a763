#pragma once

#include "importers/neff/neff.h"
#include "importers/ntff/core_run.h"
#include "importers/ntff/dependencies.h"
#include "importers/ntff/device_constants.h"
#include "importers/ntff/neff_link.h"
#include "importers/ntff/opcodes.h"
#include "profiler/trace/neuron_tracks.h"
#include "profiler/trace/trace_writer.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace nscope::importers {

/// Writes a decoded capture as a trace: tracks, slices, counters, flows. One
/// thread; lives as long as one import.
class TraceEmitter {
 public:
  TraceEmitter(TraceWriter& out, const OpcodeNames& opcodes,
               std::optional<DeviceConstants> constants);

  void executions(const std::vector<NtffExecutionWindow>& windows);
  /// Everything of one core. `neff` is its subgraph, or null.
  void core(const CoreRun& run, const NeffSubgraph* neff);

 private:
  /// Interned names of the event properties.
  struct Keys {
    explicit Keys(TraceWriter& out);
    StringId operands, pc, instruction_type, regular, transpose, elements, activation, crc_in,
        crc_out, hbm_read, hbm_write, sbuf_read, sbuf_write, psum_read, psum_write,
        psum_read_sbuf_write, compiler_pc, bir_id, bir_name, penguin_id, penguin_text, read_tensor,
        write_tensor, transfer_size, queue_type, queue_name, crc, throttle_type, throttle_k,
        throttle_n, semaphore_flow, program_order, dma_trigger;
  };

  void instructions(const CoreRun& run, const SemaphoreNames& names, const NeffSubgraph* neff,
                    const NeffLink* link);
  void instruction_args(SliceId slice, const InstructionRow& row, const Instruction& word,
                        bool compiled);
  void byte_args(SliceId slice, const ByteCounts& bytes);
  void compiler_args(SliceId slice, const CompiledFrom& from, const NeffSubgraph& neff);
  StringId opcode_name(const CoreRun& run, std::size_t row);
  TraceTime wait_time(std::uint16_t cycles);
  void dma(const CoreRun& run, const std::vector<std::uint32_t>& triggers);
  void events(const CoreRun& run, const SemaphoreNames& names);
  void throttle(const CoreRun& run);
  void memory(const CoreRun& run, const std::vector<std::uint32_t>& triggers);
  void flows(const CoreRun& run, const NeffLink* link);

  TraceWriter& out_;
  const OpcodeNames& opcodes_;
  std::optional<DeviceConstants> constants_;
  NeuronTracks tracks_;
  Keys keys_;
  std::vector<SliceId> slices_;  ///< of the current core's instructions
};

}  // namespace nscope::importers
