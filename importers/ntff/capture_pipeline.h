#pragma once

#include "importers/neff/neff.h"
#include "importers/ntff/container.h"
#include "importers/ntff/records.h"
#include "importers/ntff/trace_emitter.h"
#include "profiler/base/files/byte_source.h"
#include "profiler/base/result.h"
#include "profiler/base/task_control.h"

#include <cstdint>
#include <span>
#include <string>

namespace nscope::importers {

/// Reads the records of a capture core by core and hands them to the emitter: the
/// packets of several DMA engines are decoded at the same time, on all threads,
/// and written one after the other, so that the trace does not depend on how many
/// threads there are. Holds one core's instructions and a few engines' packets in
/// memory; what has been read of the file is released. One use, one thread.
class CapturePipeline {
 public:
  CapturePipeline(const ByteSource& file, NtffCapture& capture, const ExecutionAxis& axis,
                  TraceEmitter& emitter, TaskControl& control);

  /// `neff` may be null. What was left out is counted in the capture's
  /// diagnostics. Errors: kCancelled.
  Result<> run(const Neff* neff);

 private:
  void read_core(const NtffCore& core, const CoreBlocks& blocks, const NeffSubgraph* subgraph);
  /// The instructions and all packets; returns what was left of the packets.
  Leftovers write_core(const CoreRun& run, const CoreBlocks& blocks, const NeffSubgraph* subgraph);
  void release(std::span<const std::byte> records) const;
  void finished(std::span<const std::byte> records);
  void note_instructions(const Leftovers& left, const NtffCore& core);
  void note_packets(const Leftovers& left, const NtffCore& core);
  void note_events(const Leftovers& left);
  void note_implausible(const Leftovers& left, NtffTraceType type);

  const ByteSource& file_;
  NtffCapture& capture_;
  TraceEmitter& emitter_;
  TaskControl& control_;
  RecordContext context_;
  std::uint64_t bytes_done_ = 0;
  std::int64_t last_end_ = 0;  ///< of the last instruction of any core
};

}  // namespace nscope::importers
