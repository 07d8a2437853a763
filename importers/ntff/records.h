#pragma once

#include "importers/ntff/execution_axis.h"
#include "importers/ntff/file/container.h"
#include "importers/ntff/pairing.h"
#include "profiler/base/result.h"
#include "profiler/base/task_control.h"

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

namespace nscope::importers {

// The trace records of one core, paired and placed on the time axis. All times are in
// picoseconds from the start of the first execution. `execution` is the index of the first
// execution that the row overlaps.

struct InstructionRow {
  std::int64_t begin = 0;
  std::int64_t end = 0;
  std::uint32_t pc = 0;  ///< index of the instruction word
  std::uint32_t execution = 0;
  std::uint16_t wait_cycles = 0;  ///< semaphore wait before `begin`; 0xffff: that or more
  std::uint16_t crc_in = 0;
  std::uint16_t crc_out = 0;
  HardwareEngine engine = HardwareEngine::kPe;
};

/// The notification that the descriptors of a DMA_DIRECT2D instruction were generated.
struct DescriptorRow {
  std::int64_t time = 0;
  std::uint32_t execution = 0;
  std::uint32_t packets = 0;  ///< on each ring, with the write of the semaphore
  HardwareEngine engine = HardwareEngine::kPe;
};

struct DmaRow {
  std::int64_t begin = 0;
  std::int64_t end = 0;
  std::uint32_t bytes = 0;
  std::uint32_t execution = 0;
  std::uint16_t crc = 0;
  std::uint8_t dma_engine = 0;  ///< AWS's number, from 64
  std::uint8_t ring = 0;
};

/// A change of a semaphore's value, or of an event flag.
struct EventRow {
  std::int64_t time = 0;
  std::uint32_t value = 0;
  std::uint8_t id = 0;
  bool semaphore = true;
  bool cleared = false;  ///< of an event flag: the wait for it cleared it
  bool by_dma = false;   ///< a DMA ring or the runtime changed it, not an engine
};

/// An interval with one clock limit: the engine runs `k` of 8 cycles.
struct ThrottleRow {
  std::int64_t begin = 0;
  std::int64_t end = 0;
  int type = 0;
  int k = 8;
  static constexpr int kOf = 8;
};

/// The blocks of records of one core, in the order of the file.
struct CoreBlocks {
  using Block = std::span<const std::byte>;
  std::vector<Block> instructions;
  std::vector<Block> dma;
  std::vector<Block> events;
  std::vector<Block> throttle;
};

/// The blocks of every core, in the order of capture.cores. Blocks of unlisted
/// cores and kinds that are not decoded are counted in `capture.diagnostics`.
std::vector<CoreBlocks> sort_blocks(NtffCapture& capture);

/// Input shared by the readers of blocks. Must outlive them; read by several threads.
struct RecordContext {
  const ExecutionAxis& axis;
  const TaskControl& control;
};

/// Rows of one kind and the counts of skipped records. If the task was cancelled, the rows are
/// incomplete: callers must check `control`.
template <class Row>
struct ReadRows {
  std::vector<Row> rows;
  SkippedRecords left;
};

struct ReadInstructions : ReadRows<InstructionRow> {
  std::vector<DescriptorRow> descriptors;  ///< by engine, sorted by time
};

/// All instructions of a core, sorted by start. Starts and stops are paired first-in first-out by
/// their exact address. Uses one thread for each engine.
ReadInstructions read_instructions(const CoreBlocks& blocks, const NtffCore& core,
                                   const RecordContext& context);

/// The part of a core's DMA blocks with the records of one DMA engine. The runtime writes the
/// records of one engine after another.
struct DmaLane {
  CoreBlocks::Block block;
  std::uint32_t engine = 0;  ///< 0..31
  std::size_t first = 0;     ///< its first record in the block
  std::size_t last = 0;      ///< one past its last record; other engines' may be in between
};

std::vector<DmaLane> find_dma_lanes(const CoreBlocks& blocks, const RecordContext& context);

/// The packets of one lane. The memory is reused for the next lane.
struct DmaLaneRows {
  std::vector<DmaRow> rows;  ///< sorted by start
  SkippedRecords left;
};

void read_dma_lane(const DmaLane& lane, const RecordContext& context, DmaLaneRows& to);

/// Calls `take` for each semaphore update and event flag inside an execution: flags in order of
/// time, updates in the order of the file. Returns the counts of skipped records.
SkippedRecords for_each_event(const CoreBlocks& blocks, const RecordContext& context,
                              const std::function<void(const EventRow&)>& take);

/// The clock limits of a core, sorted by start. The last one ends at `last`, the end of the last
/// instruction, as in Neuron Explorer.
ReadRows<ThrottleRow> read_throttle(const CoreBlocks& blocks, const RecordContext& context,
                                    std::int64_t last);

}  // namespace nscope::importers
