#pragma once

#include "importers/ntff/container.h"
#include "profiler/base/result.h"
#include "profiler/base/task_control.h"

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace nscope::importers {

// The trace records of one core, paired and placed on the time axis. All times
// are picoseconds from the start of the first execution. `execution` is the
// index of the first execution window that the row overlaps.

struct InstructionRow {
  std::int64_t begin = 0;
  std::int64_t end = 0;
  std::uint32_t pc = 0;  ///< index of the instruction word
  std::uint32_t execution = 0;
  std::uint16_t wait_cycles = 0;  ///< semaphore wait before `begin`; 0xffff: at least
  std::uint16_t crc_in = 0;
  std::uint16_t crc_out = 0;
  HardwareEngine engine = HardwareEngine::kPe;
};

struct DmaRow {
  std::int64_t begin = 0;
  std::int64_t end = 0;
  std::uint32_t bytes = 0;
  std::uint32_t execution = 0;
  std::uint16_t crc = 0;
  std::uint8_t dma_engine = 0;  ///< 64 and up
  std::uint8_t ring = 0;
};

/// A change of a semaphore's value, or of an event flag.
struct EventRow {
  std::int64_t time = 0;
  std::uint32_t value = 0;
  std::uint8_t id = 0;
  bool semaphore = true;
  bool cleared = false;  ///< event flags: cleared by the wait for it
};

/// A period with one clock limit: the engine runs `k` of 8 cycles.
struct ThrottleRow {
  std::int64_t begin = 0;
  std::int64_t end = 0;
  int type = 0;
  int k = 8;
  static constexpr int kOf = 8;
};

struct CoreRecords {
  std::vector<InstructionRow> instructions;  ///< by begin
  std::vector<DmaRow> dma;                   ///< by begin
  std::vector<EventRow> events;              ///< by time
  std::vector<ThrottleRow> throttle;         ///< by begin
};

/// The records of every core of the capture, in the order of capture.cores.
/// Rows that overlap no execution, records without their other half, and kinds
/// that are not decoded are counted in `capture.diagnostics`. Errors: kCancelled.
Result<std::vector<CoreRecords>> read_records(NtffCapture& capture, TaskControl& control);

}  // namespace nscope::importers
