#pragma once

#include "importers/neff/neff.h"
#include "importers/ntff/file/container.h"
#include "importers/ntff/records.h"
#include "importers/ntff/trace_emitter.h"
#include "profiler/base/files/byte_source.h"
#include "profiler/base/result.h"
#include "profiler/base/task_control.h"

#include <cstdint>
#include <span>
#include <string>

namespace nscope::importers {

/// Reads the records of a capture core by core and passes them to the emitter. The packets of
/// several DMA engines are decoded in parallel and written in order, so that the trace does
/// not depend on the number of threads. The instructions of one core and the packets of a few
/// engines are in memory at a time; the parts of the file that have been read are released.
/// Single use, one thread.
class CapturePipeline {
 public:
  CapturePipeline(const ByteSource& file, NtffCapture& capture, const ExecutionAxis& axis,
                  TraceEmitter& emitter, TaskControl& control);

  /// `neff` may be null. Skipped records are counted in the capture's diagnostics. Errors:
  /// kCancelled.
  Result<> run(const Neff* neff);

 private:
  void read_core(const NtffCore& core, const CoreBlocks& blocks, const NeffSubgraph* subgraph);
  /// Writes the instructions and all packets; returns the counts of skipped packets.
  SkippedRecords write_core(const CoreRun& run, std::span<const DmaLane> lanes,
                            const DmaTriggers& triggers, const NeffSubgraph* subgraph);
  void release(std::span<const std::byte> records) const;
  void finished(std::span<const std::byte> records);
  void note_instructions(const SkippedRecords& left, const NtffCore& core);
  void check_busy_time(const CoreRun& run);
  void note_packets(const SkippedRecords& left, const NtffCore& core);
  void note_events(const SkippedRecords& left);
  void note_implausible(const SkippedRecords& left, NtffTraceType type);

  const ByteSource& file_;
  NtffCapture& capture_;
  TraceEmitter& emitter_;
  TaskControl& control_;
  RecordContext context_;
  std::uint64_t bytes_done_ = 0;
  std::int64_t last_end_ = 0;  ///< of the last instruction of any core
};

}  // namespace nscope::importers
